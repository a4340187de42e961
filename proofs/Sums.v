(* Certificates about the outcome of a sum: what they state, and the checker of strategies.

   SPECIFICATION down to the line CHECKER. *)
Require Import List Bool ZArith Permutation.
From Farstar Require Import Games Boards Heaps Rules Tables.
Import ListNotations.
Open Scope list_scope.

(* Who wins, or that it is a draw, if Left starts and if Right starts; or how the sum compares with
   zero. *)
Inductive result := Won (p : player) | Drawn.
Inductive claim := Outcome (left_starts right_starts : result) | GeZero | LeZero.
(* What must be shown: which player can do what, and who starts. *)
Inductive ability := ForceWin | AvoidLoss.
Definition can (a : ability) (k : play) {S} (T : system S) (p m : player) (s : S) : Prop :=
  match a with ForceWin => wins k T p m s | AvoidLoss => survives k T p m s end.
Definition needed_from (starter : player) (r : result) : list (ability * player * player) :=
  match r with
  | Won p => [(ForceWin, p, starter)]
  | Drawn => [(AvoidLoss, Left, starter); (AvoidLoss, Right, starter)]
  end.
Definition needed (c : claim) : list (ability * player * player) :=
  match c with
  | Outcome l r => needed_from Left l ++ needed_from Right r
  | GeZero => [(ForceWin, Left, Right)]
  | LeZero => [(ForceWin, Right, Left)]
  end.

(* A sum: rules and starting position of each part, with the players exchanged if the sign is
   false; then the part of each component. *)
Record statement := {
  parts : list (rules_text * place_text * bool);
  start : list nat;
  kind : play;
  claimed : claim
}.
Fixpoint read_parts (l : list (rules_text * place_text * bool)) : option (list (rules * bool) * list position) :=
  match l with
  | [] => Some ([], [])
  | (t, place, sign) :: l' =>
      match read_rules t with
      | Some g => match read_place g place, read_parts l' with
                  | Some x, Some (gs, xs) => Some ((g, sign) :: gs, x :: xs)
                  | _, _ => None end
      | None => None end
  end.
Definition component_of (xs : list position) (i : nat) : option component := option_map (pair i) (nth_error xs i).
Definition read (c : statement) : option (list (rules * bool) * list component) :=
  match read_parts (parts c) with
  | Some (gs, xs) => option_map (pair gs) (all_some (map (component_of xs) (start c)))
  | None => None
  end.
(* The text can be read, the rules are defined wherever play may lead, and the players can do what
   the claim says. *)
Definition holds (c : statement) : Prop := exists gs s, read c = Some (gs, s) /\
  (forall x, In x s -> well_defined gs x) /\
  forall a winner starter, In (a, winner, starter) (needed (claimed c)) ->
    can a (kind c) (sum_legal gs) winner starter s.
(* The same for short games: the components are the trees gms. *)
Definition components_are (c : statement) (gms : list game) : Prop := exists gs s,
  read c = Some (gs, s) /\ Forall2 (form (part_legal gs)) s gms.
Definition holds_for (c : statement) (gms : list game) : Prop :=
  (forall a winner starter, In (a, winner, starter) (needed (claimed c)) ->
    can a (kind c) tree winner starter (total gms)) /\
  match claimed c with
  | GeZero => kind c = Normal /\ ge (total gms) zero
  | LeZero => kind c = Normal /\ ge zero (total gms)
  | Outcome (Won Right) (Won Left) => kind c = Normal -> eq (total gms) zero
  | Outcome _ _ => True
  end.

(* CHECKER.  The replies of a winning strategy are listed so that whatever an answer may lead to
   comes earlier.  So the checker is a fold, which learns one state after the other. *)
Record strategy := { does : ability; player_ : player; starter_ : player; replies : list (state * state) }.
Definition known := table unit.
Definition same (p q : player) : bool := match p, q with Left, Left | Right, Right => true | _, _ => false end.
Definition same_ability (a b : ability) : bool :=
  match a, b with ForceWin, ForceWin | AvoidLoss, AvoidLoss => true | _, _ => false end.

Section Strategy.
Variables (gs : list (rules * bool)) (k : play) (p : player).
(* p, to move in s, is safe: s is known, or p cannot move under misère play. *)
Definition good (W : known) (s : state) : bool :=
  let s := norm s in
  if mem W s then true else
  match k with Normal => false | Misere => match sum_moves gs p s with [] => true | _ => false end end.
(* p is safe if the other player is to move in s. *)
Definition safe (W : known) (s : state) : bool :=
  match sum_moves gs (other p) s with
  | [] => match k with Normal => true | Misere => false end
  | l => forallb (good W) l
  end.
Definition is_move (s t : state) : bool := existsb (fun u => eqb_state (norm u) t) (sum_moves gs p s).
Fixpoint run (W : known) (l : list (state * state)) : option known :=
  match l with
  | [] => Some W
  | (s, t) :: l' =>
      let s := norm s in let t := norm t in
      if is_move s t then if safe W t then run (learn W s tt) l' else None else None
  end.
(* For a drawing strategy all states are known from the beginning. *)
Definition all_known (l : list (state * state)) : known :=
  fold_left (fun W st => learn W (norm (fst st)) tt) l empty.
Definition is_refuge (W : known) (l : list (state * state)) : bool :=
  forallb (fun st => if is_move (norm (fst st)) (norm (snd st)) then safe W (norm (snd st)) else false) l.
Definition states (a : ability) (l : list (state * state)) : option known :=
  match a with
  | ForceWin => run empty l
  | AvoidLoss => let W := all_known l in if is_refuge W l then Some W else None
  end.
Definition accepts (a : ability) (m : player) (l : list (state * state)) (s : state) : bool :=
  match states a l with
  | Some W => if same p m then good W s else safe W s
  | None => false
  end.
End Strategy.

Definition check_strategies (gs : list (rules * bool)) (s : state) (c : statement) (proofs : list strategy) : bool :=
  forallb (fun want => let '(a, w, m) := want in
    existsb (fun q => if same_ability (does q) a then if same (player_ q) w then if same (starter_ q) m
      then accepts gs (kind c) w a m (replies q) s else false else false else false) proofs) (needed (claimed c)).
(* All positions are listed; each is defined and has moves to listed positions only. *)
Definition closed (gs : list (rules * bool)) (xs : list component) : option known :=
  let W := fold_left (fun W x => learn W [x] tt) xs empty in
  if forallb (fun x => if defined_part gs x
                       then if forallb (fun y => mem W [y]) (part_moves gs Left x)
                            then forallb (fun y => mem W [y]) (part_moves gs Right x) else false else false) xs
  then Some W else None.
Definition check (c : statement) (proofs : list strategy) (positions : list component) : bool :=
  match read c with
  | Some (gs, s) =>
      match closed gs positions with
      | Some W => if forallb (fun x => mem W [x]) s then check_strategies gs s c proofs else false
      | None => false end
  | None => false
  end.

(* SOUNDNESS *)
Section Soundness.
Variables (gs : list (rules * bool)) (k : play) (p : player).
Let T := sum_legal gs.
Definition all_won (W : known) : Prop := forall s a, find W s = Some a -> wins k T p p s.

Lemma good_cases : forall W s, good gs k p W s = true ->
  mem W (norm s) = true \/ (k = Misere /\ forall t, ~ T p (norm s) t).
Proof.
  unfold good. intros W s H. destruct (mem W (norm s)); auto. right. destruct k; [easy|].
  destruct (sum_moves gs p (norm s)) eqn:E; [|easy]. split; auto. intros t Ht. apply sum_moves_exact in Ht. now rewrite E in Ht.
Qed.
Lemma safe_cases : forall W s, safe gs k p W s = true ->
  (forall t, T (other p) s t -> good gs k p W t = true) /\ (k = Misere -> exists t, T (other p) s t).
Proof.
  unfold safe. intros W s H. destruct (sum_moves gs (other p) s) as [|t l] eqn:E.
  - split; [|intros ->; easy]. intros t Ht. apply sum_moves_exact in Ht. now rewrite E in Ht.
  - split; [|intros _; exists t; apply sum_moves_exact; rewrite E; now left].
    intros u Hu. apply sum_moves_exact in Hu. rewrite E in Hu. rewrite forallb_forall in H. auto.
Qed.
Lemma is_move_sound : forall s t, is_move gs p s t = true -> exists u, T p s u /\ norm u = t.
Proof.
  unfold is_move. intros s t H. apply existsb_exists in H as [u [I Q]]. apply eqb_state_sound in Q.
  exists u. split; auto. now apply sum_moves_exact.
Qed.
Lemma good_wins : forall W s, all_won W -> good gs k p W s = true -> wins k T p p s.
Proof.
  intros W s A H. eapply wins_perm; [apply norm_perm|]. change (wins k T p p (norm s)).
  apply good_cases in H as [M | [-> Hn]]; [apply mem_find in M as [a M]; eapply A; eauto | now apply wins_stuck].
Qed.
Lemma safe_wins : forall W s, all_won W -> safe gs k p W s = true -> wins k T p (other p) s.
Proof.
  intros W s A H. unfold safe in H. destruct (sum_moves gs (other p) s) as [|t l] eqn:E.
  - destruct k eqn:K; [|easy]. apply wins_stuck; [|apply other_other]. intros t Ht.
    apply sum_moves_exact in Ht. now rewrite E in Ht.
  - apply wins_wait.
    + exists t. apply sum_moves_exact. rewrite E. now left.
    + intros u Hu. apply sum_moves_exact in Hu. rewrite E in Hu. rewrite forallb_forall in H. eapply good_wins; eauto.
Qed.
Lemma run_sound : forall l W W', all_won W -> run gs k p W l = Some W' -> all_won W'.
Proof.
  induction l as [|[s t] l IH]; intros W W' A H; cbn [run] in H; [now inversion H; subst|].
  destruct (is_move gs p (norm s) (norm t)) eqn:M; [|easy]. destruct (safe gs k p W (norm t)) eqn:Q; [|easy].
  apply is_move_sound in M as [u [I E]]. eapply IH; [|exact H]. intros s' a F.
  apply find_learn in F as [[-> _]|F]; [|eapply A; eauto]. eapply wins_move with (t := u); auto.
  eapply wins_perm; [apply norm_perm|]. rewrite E. change (wins k T p (other p) (norm t)). eapply safe_wins; eauto.
Qed.

(* Drawing strategies: the states that are known, in any order of their components. *)
Lemma all_known_in : forall (l : list (state * state)) s a, find (all_known l) s = Some a -> exists st, In st l /\ norm (fst st) = s.
Proof.
  assert (G : forall (l : list (state * state)) (W : known) s a, find (fold_left (fun W st => learn W (norm (fst st)) tt) l W) s = Some a ->
    find W s <> None \/ exists st, In st l /\ norm (fst st) = s).
  { induction l as [|st l IH]; intros W s a H; cbn in H; [left; congruence|].
    apply IH in H as [H | [st' [I E]]]; [|right; exists st'; split; auto; now right].
    destruct (find (learn W (norm (fst st)) tt) s) eqn:F; [|easy].
    apply find_learn in F as [[-> _]|F]; [right; exists st; split; auto; now left | left; congruence]. }
  intros l s a H. apply G in H as [H|H]; auto. now rewrite find_empty in H.
Qed.
Lemma refuge_sound : forall m l s, is_refuge gs k p (all_known l) l = true ->
  (if same p m then good gs k p (all_known l) s else safe gs k p (all_known l) s) = true -> survives k T p m s.
Proof.
  intros m l s RO H.
  set (X := fun s : state => (k = Misere /\ forall t, ~ T p s t) \/ exists st : state * state, In st l /\ Permutation s (fst st)).
  assert (GX : forall u, good gs k p (all_known l) u = true -> X u).
  { intros u G. apply good_cases in G as [M | [K N]].
    - apply mem_find in M as [a M]. apply all_known_in in M as [st [I E]]. right. exists st. split; auto.
      rewrite <- (norm_perm u), <- E. apply norm_perm.
    - left. split; auto. intros t Ht. destruct (perm_bisim _ (part_legal gs) _ _ (Permutation_sym (norm_perm u))) as [F _].
      destruct (F _ _ Ht) as [v [Hv _]]. exact (N v Hv). }
  assert (SX : forall u, safe gs k p (all_known l) u = true -> keeps k T p X u).
  { intros u S. apply safe_cases in S as [A B]. split; auto. }
  exists X. split.
  - intros x [[K N] | [st [I PX]]]; [left; auto|]. right.
    unfold is_refuge in RO. rewrite forallb_forall in RO. specialize (RO st I). cbv beta in RO.
    destruct (is_move gs p (norm (fst st)) (norm (snd st))) eqn:M; [|easy]. apply is_move_sound in M as [u [J Q]].
    assert (P1 : Permutation (norm (fst st)) x) by (rewrite PX; apply norm_perm).
    destruct (perm_bisim _ (part_legal gs) _ _ P1) as [F _]. destruct (F _ _ J) as [v [Hv Pv]].
    assert (P2 : Permutation v (norm (snd st))) by (rewrite <- Pv, <- Q; apply Permutation_sym, norm_perm).
    exists v. split; auto. destruct (SX _ RO) as [B A]. destruct (perm_bisim _ (part_legal gs) _ _ P2) as [F' B']. split.
    + intros K. destruct (B K) as [w Hw]. destruct (B' _ _ Hw) as [w' [Hw' _]]. eauto.
    + intros w Hw. destruct (F' _ _ Hw) as [w' [Hw' Pw]]. destruct (A w' Hw') as [[K N] | [st' [I' P3]]].
      * left. split; auto. intros t Ht. destruct (perm_bisim _ (part_legal gs) _ _ Pw) as [F2 _].
        destruct (F2 _ _ Ht) as [v' [Hv' _]]. exact (N v' Hv').
      * right. exists st'. split; auto. now rewrite Pw.
  - destruct (player_cases p m) as [-> | ->]; [left | right]; (split; [auto|]); destruct p; cbn in H; auto.
Qed.
Lemma accepts_sound : forall a m l s, accepts gs k p a m l s = true -> can a k T p m s.
Proof.
  unfold accepts. intros [|] m l s H; cbn [states can] in *.
  - destruct (run gs k p empty l) as [W|] eqn:E; [|easy].
    assert (A : all_won W) by (eapply run_sound; [|exact E]; intros u b F; now rewrite find_empty in F).
    destruct (player_cases p m) as [-> | ->].
    + eapply good_wins; [exact A|]. now destruct p.
    + eapply safe_wins; [exact A|]. now destruct p.
  - destruct (is_refuge gs k p (all_known l) l) eqn:R; [|easy]. eapply refuge_sound; eauto.
Qed.
End Soundness.

Lemma check_strategies_sound : forall gs s c proofs, check_strategies gs s c proofs = true ->
  forall a w m, In (a, w, m) (needed (claimed c)) -> can a (kind c) (sum_legal gs) w m s.
Proof.
  unfold check_strategies. intros gs s c proofs H a w m I. rewrite forallb_forall in H. specialize (H _ I). cbv beta iota in H.
  apply existsb_exists in H as [q [_ H]]. destruct (same_ability (does q) a); [|easy].
  destruct (same (player_ q) w); [|easy]. destruct (same (starter_ q) m); [|easy]. eapply accepts_sound; eauto.
Qed.
Lemma closed_sound : forall gs xs W, closed gs xs = Some W -> forall x, mem W [x] = true -> well_defined gs x.
Proof.
  unfold closed. intros gs xs W H. set (V := fold_left _ xs empty) in *.
  assert (G : forall l (U : known) x, mem (fold_left (fun W x => learn W [x] tt) l U) [x] = true -> mem U [x] = true \/ In x l).
  { induction l as [|y l IH]; intros U x M; cbn [fold_left] in M; auto. apply IH in M as [M|M]; [|right; now right].
    apply mem_find in M as [a M]. apply find_learn in M as [[E _]|M]; [inversion E; right; now left|].
    left. unfold mem. now rewrite M. }
  assert (VI : forall x, mem V [x] = true -> In x xs).
  { intros x M. apply G in M as [M|M]; auto. unfold mem in M. now rewrite find_empty in M. }
  destruct (forallb _ xs) eqn:F in H; [|easy]. inversion H; subst W. clear H G.
  assert (C : forall x y, reachable (part_legal gs) x y -> mem V [x] = true -> mem V [y] = true).
  { intros x y R. induction R as [x | p x y z Ht R IH]; intros M; auto. apply IH. rewrite forallb_forall in F.
    specialize (F x (VI x M)). cbv beta in F. destruct (defined_part gs x); [|easy].
    destruct (forallb _ (part_moves gs Left x)) eqn:FL in F; [|easy]. rewrite forallb_forall in F, FL.
    apply part_moves_exact in Ht. destruct p; auto. }
  intros x M y g sign R E. pose proof (C x y R M) as My. rewrite forallb_forall in F. specialize (F y (VI y My)). cbv beta in F.
  destruct (defined_part gs y) eqn:D; [|easy]. eapply defined_part_sound; eauto.
Qed.

(* Whatever the checker accepts is true. *)
Theorem check_sound : forall c proofs positions, check c proofs positions = true -> holds c.
Proof.
  unfold check, holds. intros c proofs positions H. destruct (read c) as [[gs s]|]; [|easy].
  destruct (closed gs positions) as [W|] eqn:C; [|easy]. destruct (forallb _ s) eqn:F in H; [|easy].
  exists gs, s. split; [reflexivity|]. split; [|eapply check_strategies_sound; eauto].
  intros x I. rewrite forallb_forall in F. eapply closed_sound; eauto.
Qed.
