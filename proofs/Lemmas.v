(* Certificates of large sums by lemmas: each lemma shows that a sum is equal to a form, and later
   lemmas use the form in its place.

   SPECIFICATION down to the line CHECKER: a sum of signed games, as text, and what is claimed. *)
Require Import List Bool Arith ZArith Lia.
From Farstar Require Import Games Boards Heaps Rules Tables Sums Recursion Short Canon Form Nimbers Values Exchange Numbers NimSum.
Import ListNotations.
Open Scope nat_scope.

Definition signed := (rules_text * place_text * bool)%type.
(* The game of a text: a short game, negated if the sign is false. *)
Definition text_is (t : signed) (g : game) : Prop := exists r x g0,
  read_rules (fst (fst t)) = Some r /\ read_place r (snd (fst t)) = Some x /\ form (legal r) x g0 /\
  g = if snd t then g0 else neg g0.
Definition sum_holds (terms : list signed) (c : claim) : Prop := exists gms,
  Forall2 text_is terms gms /\
  forall a winner starter, In (a, winner, starter) (needed c) -> can a Normal tree winner starter (total gms).
(* The sum is equal to the listed form, which is canonical or has this Grundy value. *)
Definition sum_has (terms : list signed) (rows : list (list Z * list Z)) (v : value) : Prop := exists gms g,
  Forall2 text_is terms gms /\ form (legal (Listed rows)) [[0%Z]] g /\ eq (total gms) g /\
  match v with IsCanonical => canonical g | HasGrundy n => eq (total gms) (nim n) end.

(* CHECKER *)
Record lemma := { shows : statement; by_ : list strategy; order_ : list component; uses : list (option nat) }.
Definition flip (t : signed) : signed := (fst t, negb (snd t)).
Definition with_sign (sign : bool) (l : list signed) : list signed := if sign then l else map flip l.
Definition eqb_rows : list (list Z * list Z) -> list (list Z * list Z) -> bool :=
  eqb_list (fun a b => if eqb_list Z.eqb (fst a) (fst b) then eqb_list Z.eqb (snd a) (snd b) else false).
(* What is known: forms, each equal to a sum. *)
Definition forms := list (list (list Z * list Z) * list signed).
Fixpoint expanded (known : forms) (ps : list signed) (us : list (option nat)) : option (list signed) :=
  match ps, us with
  | [], [] => Some []
  | p :: ps', None :: us' => option_map (cons p) (expanded known ps' us')
  | (Moves rows, Row 0%Z, sign) :: ps', Some k :: us' =>
      match nth_error known k, expanded known ps' us' with
      | Some (rows', l), Some rest => if eqb_rows rows rows' then Some (with_sign sign l ++ rest) else None
      | _, _ => None end
  | _, _ => None
  end.
Definition components (c : statement) : option (list signed) := all_some (map (nth_error (parts c)) (start c)).
Definition normal (c : statement) : bool := match kind c with Normal => true | Misere => false end.
Definition is_zero (c : statement) : bool :=
  match claimed c with Outcome (Won Right) (Won Left) => normal c | _ => false end.
Fixpoint run_lemmas (known : forms) (ls : list lemma) : option forms :=
  match ls with
  | [] => Some known
  | l :: rest =>
      if is_zero (shows l) then if check_short (shows l) (by_ l) (order_ l) then
        match components (shows l) with
        | Some ps => match rev ps with
            | (Moves rows, Row 0%Z, false) :: init => match expanded known (rev init) (uses l) with
                | Some sum => run_lemmas (known ++ [(rows, sum)]) rest
                | None => None end
            | _ => None end
        | None => None end else None else None
  end.
Definition same_need (a b : ability * player * player) : bool :=
  if same_ability (fst (fst a)) (fst (fst b)) then if same (snd (fst a)) (snd (fst b)) then same (snd a) (snd b) else false else false.
Definition is_force (a : ability * player * player) : bool := same_ability (fst (fst a)) ForceWin.
(* What is needed for c follows from what is needed for d. *)
Definition follows (c d : claim) : bool :=
  forallb (fun a => if is_force a then existsb (same_need a) (needed d) else false) (needed c).
(* By strategies: the last lemma is about the sum itself. *)
Definition by_strategies (ls : list lemma) (last : lemma) (c : claim) : option (list signed) :=
  match run_lemmas [] ls, components (shows last) with
  | Some known, Some ps =>
      if normal (shows last) then if check_short (shows last) (by_ last) (order_ last) then
        if follows c (claimed (shows last)) then expanded known ps (uses last) else None else None else None
  | _, _ => None
  end.

(* SOUNDNESS *)
Lemma form_plain : forall gs k r, nth_error gs k = Some (r, true) -> forall n g x, size g < n ->
  form (part_legal gs) (k, x) g -> form (legal r) x g.
Proof.
  intros gs k r E. induction n as [|n IH]; intros g x Hn F; [lia|]. inversion F as [s' g' A B]; subst. constructor.
  - intros p y L. destruct (A p (k, y)) as [h [I G]]; [split; auto; exists r, true; auto|].
    exists h. split; auto. apply IH; auto. apply size_option in I. lia.
  - intros p h I. destruct (B _ _ I) as [[k' y] [[E' (r' & s & E2 & L)] G]].
    cbn [fst snd] in *. subst k'. rewrite E in E2. inversion E2; subst. exists y. split; auto.
    apply IH; auto. apply size_option in I. lia.
Qed.
Lemma read_parts_nth : forall l gs xs k t, read_parts l = Some (gs, xs) -> nth_error l k = Some t ->
  exists r x, read_rules (fst (fst t)) = Some r /\ read_place r (snd (fst t)) = Some x /\
  nth_error gs k = Some (r, snd t) /\ nth_error xs k = Some x.
Proof.
  induction l as [|[[t0 p0] b0] l IH]; intros gs xs k t H N; [now destruct k|]. cbn in H.
  destruct (read_rules t0) as [r|] eqn:R; [|easy]. destruct (read_place r p0) as [x|] eqn:X; [|easy].
  destruct (read_parts l) as [[gs' xs']|] eqn:P; [|easy]. inversion H; subst.
  destruct k; cbn in *; [inversion N; subst; exists r, x; auto | eauto].
Qed.
Lemma components_texts : forall c gs s gms ps, read c = Some (gs, s) -> components c = Some ps ->
  Forall2 (form (part_legal gs)) s gms -> Forall2 text_is ps gms.
Proof.
  unfold read, components. intros c gs s gms ps H C F. destruct (read_parts (parts c)) as [[gs' xs]|] eqn:R; [|easy].
  destruct (all_some (map (component_of xs) (start c))) as [s'|] eqn:S; [|easy]. inversion H; subst gs' s'. clear H.
  revert s gms ps S C F. induction (start c) as [|i l IH]; intros s gms ps S C F; cbn in S, C.
  - inversion S; inversion C; subst. inversion F; subst. constructor.
  - destruct (component_of xs i) as [x|] eqn:X; [|easy]. destruct (all_some (map (component_of xs) l)) as [s0|] eqn:S0; [|easy].
    destruct (nth_error (parts c) i) as [t|] eqn:T; [|easy]. destruct (all_some (map (nth_error (parts c)) l)) as [p0|] eqn:P0; [|easy].
    inversion S; inversion C; subst. inversion F as [|x' g s' gms' Fg Fs]; subst. constructor; [|eapply IH; eauto].
    destruct (read_parts_nth _ _ _ _ _ R T) as (r & y & R1 & R2 & N1 & N2). unfold component_of in X. rewrite N2 in X.
    inversion X; subst x. exists r, y. destruct t as [[t p] [|]]; cbn [fst snd] in *.
    + exists g. split; auto. split; auto. split; auto. eapply form_plain; eauto using Nat.lt_succ_diag_r.
    + exists (neg g). rewrite (neg_neg _ g (Nat.lt_succ_diag_r _)). split; auto. split; auto. split; auto.
      eapply form_unnegated; eauto using Nat.lt_succ_diag_r.
Qed.
Lemma flip_is : forall t g, text_is t g -> text_is (flip t) (neg g).
Proof.
  intros [[t p] sign] g (r & x & g0 & R & X & F & ->). exists r, x, g0. cbn [fst snd flip] in *. split; auto. split; auto. split; auto.
  destruct sign; cbn; auto. exact (neg_neg _ g0 (Nat.lt_succ_diag_r _)).
Qed.
Lemma with_sign_is : forall sign l gms, Forall2 text_is l gms ->
  Forall2 text_is (with_sign sign l) (if sign then gms else map neg gms).
Proof.
  intros [|] l gms F; cbn; auto. induction F; constructor; auto. now apply flip_is.
Qed.
Lemma eqb_rows_sound : forall a b, eqb_rows a b = true -> a = b.
Proof.
  apply eqb_list_sound. intros [a b] [c d]. cbn. destruct (eqb_list Z.eqb a c) eqn:E; [|easy]. intros E'.
  apply eqb_list_sound in E, E'; try (intros; now apply Z.eqb_eq). now subst.
Qed.
Definition known_true (known : forms) : Prop := forall rows l, In (rows, l) known ->
  exists g gms, form (legal (Listed rows)) [[0%Z]] g /\ Forall2 text_is l gms /\ eq g (total gms).
Lemma listed_text : forall rows sign g, text_is (Moves rows, Row 0%Z, sign) g ->
  exists g0, form (legal (Listed rows)) [[0%Z]] g0 /\ g = if sign then g0 else neg g0.
Proof.
  intros rows sign g (r & x & g0 & R & X & F & ->). cbn [fst snd] in *. unfold read_rules in R. cbv zeta in R.
  destruct (forallb _ rows); [|easy]. inversion R; subst. cbn in X. destruct (0 <? _)%Z; [|easy]. inversion X; subst. eauto.
Qed.
Lemma expanded_sound : forall known, known_true known -> forall ps us l gms, expanded known ps us = Some l ->
  Forall2 text_is ps gms -> exists hms, Forall2 text_is l hms /\ eq (total gms) (total hms).
Proof.
  intros known K. induction ps as [|p ps IH]; intros us l gms H F.
  - inversion F; subst. destruct us; cbn in H; inversion H; subst. exists []. split; [constructor | apply eq_refl_game].
  - inversion F as [|p' g ps' gs Fg Fs]; subst. destruct us as [|[k|] us]; [destruct p as [[[] [[]| |]] ?]; easy | |].
    + destruct p as [[t pl] sign]. cbn in H. destruct t as [rows| |]; try easy. destruct pl as [z| |]; try easy.
      destruct z; try easy. destruct (nth_error known k) as [[rows' lk]|] eqn:N; [|easy].
      destruct (expanded known ps us) as [rest|] eqn:E; [|easy]. destruct (eqb_rows rows rows') eqn:Q; [|easy].
      inversion H; subst l. apply eqb_rows_sound in Q. subst rows'. apply nth_error_In in N.
      destruct (K _ _ N) as (g1 & gk & F1 & Fk & Ek). destruct (IH us rest gs E Fs) as (hr & Fr & Er).
      destruct (listed_text _ _ _ Fg) as (g0 & F0 & ->). pose proof (form_eq _ _ _ _ _ F0 F1) as E01.
      exists ((if sign then gk else map neg gk) ++ hr). split; [apply Forall2_app; auto using with_sign_is|].
      eapply eq_trans; [|apply eq_sym, eq_total_app]. cbn [total fold_right]. apply eq_add; auto.
      destruct sign; [eapply eq_trans; eauto|]. rewrite total_neg. apply eq_neg. eapply eq_trans; eauto.
    + assert (H' : option_map (cons p) (expanded known ps us) = Some l) by (destruct p as [[[] [[]| |]] ?]; exact H).
      destruct (expanded known ps us) as [rest|] eqn:E; [|easy]. inversion H'; subst l.
      destruct (IH us rest gs E Fs) as (hr & Fr & Er). exists (g :: hr). split; [constructor; auto|].
      cbn [total fold_right]. apply eq_add; auto using eq_refl_game.
Qed.
Lemma short_texts : forall c proofs order ps, check_short c proofs order = true -> normal c = true -> components c = Some ps ->
  exists gms, Forall2 text_is ps gms /\
  forall a w m, In (a, w, m) (needed (claimed c)) -> can a Normal tree w m (total gms).
Proof.
  intros c proofs order ps H K C. destruct (check_short_sound _ _ _ H) as [_ (gms & (gs & s & R & F) & HF & _)].
  exists gms. split; [eapply components_texts; eauto|]. unfold normal in K. destruct (kind c); [|easy]. auto.
Qed.
Lemma run_lemmas_sound : forall ls known known', known_true known -> run_lemmas known ls = Some known' -> known_true known'.
Proof.
  induction ls as [|l ls IH]; intros known known' K H; cbn [run_lemmas] in H; [now inversion H; subst|].
  destruct (is_zero (shows l)) eqn:Z; [|easy]. destruct (check_short (shows l) (by_ l) (order_ l)) eqn:S; [|easy].
  destruct (components (shows l)) as [ps|] eqn:C; [|easy]. destruct (rev ps) as [|[[t pl] sign] init] eqn:RV; [easy|].
  destruct t as [rows| |]; try easy. destruct pl as [z| |]; try easy. destruct z; try easy. destruct sign; try easy.
  destruct (expanded known (rev init) (uses l)) as [sum|] eqn:E; [|easy]. eapply IH; [|exact H]. clear IH H.
  intros rows' l' I. apply in_app_or in I as [I|[I|[]]]; [now apply K|]. inversion I; subst rows' l'.
  unfold is_zero in Z. destruct (claimed (shows l)) as [[[|]|] [[|]|]| |] eqn:CL; try easy.
  destruct (short_texts _ _ _ _ S Z C) as (gms & F & HF).
  assert (PS : ps = rev init ++ [(Moves rows, Row 0%Z, false)]) by (rewrite <- (rev_involutive ps), RV; reflexivity).
  subst ps. apply Forall2_app_inv_l in F as (gi & gl & Fi & Fl & ->). inversion Fl as [|p g l1 l2 Fg Fn]; subst. inversion Fn; subst.
  destruct (listed_text _ _ _ Fg) as (g0 & F0 & ->). destruct (expanded_sound known K _ _ _ _ E Fi) as (hms & Fh & Eh).
  exists g0, hms. split; auto. split; auto. apply eq_sym. eapply eq_trans; [apply eq_sym; exact Eh|].
  apply eq_of_last. rewrite CL in HF. intros [|]; [apply (HF ForceWin Left Right) | apply (HF ForceWin Right Left)]; cbn; auto.
Qed.
Lemma follows_sound : forall c d g, follows c d = true ->
  (forall a w m, In (a, w, m) (needed d) -> can a Normal tree w m g) -> forall h, eq g h ->
  forall a w m, In (a, w, m) (needed c) -> can a Normal tree w m h.
Proof.
  unfold follows. intros c d g H HD h E a w m I. rewrite forallb_forall in H. specialize (H _ I).
  destruct (is_force (a, w, m)) eqn:FA; [|easy]. apply existsb_exists in H as [[[b v] n] [J Q]].
  destruct a; [|easy]. unfold same_need in Q. cbn [fst snd] in Q. destruct b; [|easy].
  destruct w, v; cbn in Q; try easy; destruct m, n; cbn in Q; try easy; cbn; eapply wins_eq; eauto; exact (HD ForceWin _ _ J).
Qed.
Theorem by_strategies_sound : forall ls last c terms, by_strategies ls last c = Some terms -> sum_holds terms c.
Proof.
  unfold by_strategies. intros ls last c terms H. destruct (run_lemmas [] ls) as [known|] eqn:R; [|easy].
  destruct (components (shows last)) as [ps|] eqn:C; [|easy]. destruct (normal (shows last)) eqn:N; [|easy].
  destruct (check_short _ _ _) eqn:S; [|easy]. destruct (follows c (claimed (shows last))) eqn:FO; [|easy].
  apply run_lemmas_sound in R; [|intros rows l []]. destruct (short_texts _ _ _ _ S N C) as (gms & F & HF).
  destruct (expanded_sound known R _ _ _ _ H F) as (hms & Fh & Eh). exists hms. split; auto.
  eapply follows_sound; eauto.
Qed.

(* By the values of the forms: copies of forms, each with a sign, and the order of their positions. *)
Section Values.
Context {A : Type}.
Variable compute : list A -> list A -> option A.
Definition value_of (rows : list (list Z * list Z)) (order : list Z) : option A :=
  match recursion [(Listed rows, true)] compute empty (map (fun i => (0, [[i]])) order) with
  | Some W => find W [(0, [[0%Z]])]
  | None => None
  end.
Definition valued (known : forms) (orders : list (list Z)) (copy : nat * bool) : option (A * bool * list signed) :=
  match nth_error known (fst copy), nth_error orders (fst copy) with
  | Some (rows, l), Some order => option_map (fun a => (a, snd copy, with_sign (snd copy) l)) (value_of rows order)
  | _, _ => None
  end.

Variable true_of : game -> A -> Prop.
Hypothesis computes : forall gl gr l r a, Forall2 true_of gl l -> Forall2 true_of gr r -> compute l r = Some a ->
  true_of (Game gl gr) a.
Lemma value_of_sound : forall rows order a, value_of rows order = Some a ->
  exists g, form (legal (Listed rows)) [[0%Z]] g /\ true_of g a.
Proof.
  unfold value_of. intros rows order a H. destruct (recursion _ compute empty _) as [W|] eqn:R; [|easy].
  apply (recursion_true _ _ true_of computes) in R. destruct (R _ _ H) as [[g [F T]] _]. exists g. split; auto.
  eapply (form_plain [(Listed rows, true)] 0 (Listed rows)); [reflexivity | apply Nat.lt_succ_diag_r | exact F].
Qed.
Lemma valued_sound : forall known orders, known_true known -> forall copies vs,
  all_some (map (valued known orders) copies) = Some vs -> exists gs hms,
  Forall2 (fun (g : game) (v : A * bool * list signed) => exists g0, true_of g0 (fst (fst v)) /\ g = if snd (fst v) then g0 else neg g0) gs vs /\
  Forall2 text_is (concat (map snd vs)) hms /\ eq (total gs) (total hms).
Proof.
  intros known orders K. induction copies as [|c copies IH]; intros vs H; cbn [map all_some] in H.
  - inversion H; subst. exists [], []. split; [constructor|]. split; [constructor | apply eq_refl_game].
  - destruct (valued known orders c) as [v|] eqn:V; [|easy]. destruct (all_some _) as [vs'|] eqn:E in H; [|easy].
    inversion H; subst vs. destruct (IH vs' E) as (gs & hms & F & T & Q). unfold valued in V.
    destruct (nth_error known (fst c)) as [[rows l]|] eqn:N; [|easy]. destruct (nth_error orders (fst c)) as [order|]; [|easy].
    destruct (value_of rows order) as [a|] eqn:VO; [|easy]. inversion V; subst v. clear V.
    destruct (value_of_sound _ _ _ VO) as (g0 & F0 & T0). apply nth_error_In in N.
    destruct (K _ _ N) as (g1 & gk & F1 & Fk & Ek). pose proof (form_eq _ _ _ _ _ F0 F1) as E01.
    exists ((if snd c then g0 else neg g0) :: gs), ((if snd c then gk else map neg gk) ++ hms).
    split; [constructor; auto; exists g0; auto|]. split; [cbn [map concat snd]; apply Forall2_app; auto using with_sign_is|].
    eapply eq_trans; [|apply eq_sym, eq_total_app]. cbn [total fold_right]. apply eq_add; auto.
    destruct (snd c); [eapply eq_trans; eauto|]. rewrite total_neg. apply eq_neg. eapply eq_trans; eauto.
Qed.
End Values.

Definition by_values {A} (compute : list A -> list A -> option A) (conclude : list (A * bool) -> claim)
    (ls : list lemma) (orders : list (list Z)) (copies : list (nat * bool)) (c : claim) : option (list signed) :=
  match run_lemmas [] ls with
  | Some known => match all_some (map (valued compute known orders) copies) with
      | Some vs => if follows c (conclude (map fst vs)) then Some (concat (map snd vs)) else None
      | None => None end
  | None => None
  end.
Lemma by_values_sound : forall A (compute : list A -> list A -> option A) conclude true_of ls orders copies c terms,
  (forall gl gr l r a, Forall2 true_of gl l -> Forall2 true_of gr r -> compute l r = Some a -> true_of (Game gl gr) a) ->
  (forall gs vs, Forall2 (fun (g : game) (v : A * bool) => exists g0, true_of g0 (fst v) /\ g = if snd v then g0 else neg g0) gs vs ->
    forall a w m, In (a, w, m) (needed (conclude vs)) -> can a Normal tree w m (total gs)) ->
  by_values compute conclude ls orders copies c = Some terms -> sum_holds terms c.
Proof.
  unfold by_values. intros A compute conclude true_of ls orders copies c terms HC HW H.
  destruct (run_lemmas [] ls) as [known|] eqn:R; [|easy]. apply run_lemmas_sound in R; [|intros rows l []].
  destruct (all_some _) as [vs|] eqn:V in H; [|easy]. destruct (follows _ _) eqn:FO in H; [|easy]. inversion H; subst terms.
  destruct (valued_sound compute true_of HC known orders R copies vs V) as (gs & hms & F & T & E).
  exists hms. split; auto. eapply follows_sound; eauto. apply HW. clear - F.
  induction F; constructor; auto.
Qed.

(* Nimbers: the nim-sum decides.  A nimber is its own negative. *)
Definition nim_claim (vs : list (nat * bool)) : claim :=
  if Nat.eqb (fold_right Nat.lxor 0 (map fst vs)) 0 then Outcome (Won Right) (Won Left) else Outcome (Won Left) (Won Right).
Definition by_nim_sum := by_values mex nim_claim.
Lemma nim_wins : forall n, (n = 0 -> forall p, wins Normal tree p (other p) (nim n)) /\ (n <> 0 -> forall p, wins Normal tree p p (nim n)).
Proof.
  assert (Z : forall p, wins Normal tree p (other p) zero) by (intros p; apply wins_stuck; [intros t Ht; now destruct p | apply other_other]).
  intros n. split; [intros -> p; apply Z|]. intros Hn p. apply wins_move with (t := nim 0); [|apply Z].
  apply nim_options. exists 0. split; auto. lia.
Qed.
Theorem by_nim_sum_sound : forall ls orders copies c terms, by_nim_sum ls orders copies c = Some terms -> sum_holds terms c.
Proof.
  intros ls orders copies c terms. apply (by_values_sound nat mex nim_claim grundy); [apply mex_sound|].
  intros gs vs F. assert (G : Forall2 grundy gs (map fst vs)).
  { induction F as [|g [n sign] gs vs [g0 [G ->]] F IH]; constructor; auto. cbn [fst snd] in *.
    destruct sign; auto. eapply grundy_neg; eauto using Nat.lt_succ_diag_r. }
  apply grundy_total in G. apply grundy_nim, eq_sym in G. unfold nim_claim.
  set (x := fold_right Nat.lxor 0 (map fst vs)) in *. destruct (nim_wins x) as [P0 P1].
  destruct (Nat.eqb_spec x 0) as [E|E]; intros a w m I; cbn in I; destruct I as [I|[I|[]]]; inversion I; subst; cbn; eapply wins_eq; eauto.
  - exact (P0 E Right).
  - exact (P0 E Left).
Qed.

(* Numbers: the sign of the sum decides. *)
Definition number_claim (vs : list (Z * Z * bool)) : claim :=
  let s := fold_right (fun (v : Z * Z * bool) s => (if snd v then fst (fst v) else - fst (fst v)) + s)%Z 0%Z vs in
  if (0 <? s)%Z then Outcome (Won Left) (Won Left) else if (s <? 0)%Z then Outcome (Won Right) (Won Right)
  else Outcome (Won Right) (Won Left).
(* Values are counted in units of 1/2^bits. *)
Definition by_numbers (bits : nat) := by_values (number_of (2 ^ Z.of_nat bits)) number_claim.
Theorem by_numbers_sound : forall bits ls orders copies c terms, by_numbers bits ls orders copies c = Some terms -> sum_holds terms c.
Proof.
  intros bits ls orders copies c terms. set (D := (2 ^ Z.of_nat bits)%Z).
  apply (by_values_sound (Z * Z) (number_of D) number_claim (fun g vu => number D g (fst vu) (snd vu))); [apply number_of_sound|].
  intros gs vs F.
  assert (G : are D gs (map (fun v : Z * Z * bool => (if snd v then fst (fst v) else - fst (fst v), snd (fst v))%Z) vs)).
  { induction F as [|g [[v u] sign] gs vs [g0 [G ->]] F IH]; constructor; auto. cbn [fst snd] in *.
    destruct sign; auto. eapply number_neg; eauto using Nat.lt_succ_diag_r. }
  destruct (numbers_win D gs _ (ex_intro _ (Z.of_nat bits) (conj (Nat2Z.is_nonneg bits) eq_refl)) G) as (A & B & C & E).
  assert (S : sum (map (fun v : Z * Z * bool => (if snd v then fst (fst v) else - fst (fst v), snd (fst v))%Z) vs) =
    fold_right (fun (v : Z * Z * bool) s => (if snd v then fst (fst v) else - fst (fst v)) + s)%Z 0%Z vs).
  { clear. induction vs as [|v vs IH]; cbn; auto. unfold sum in IH. now rewrite IH. }
  rewrite S in A, B, C, E. unfold number_claim. cbv zeta.
  set (s := fold_right _ 0%Z vs) in *. intros a w m I.
  destruct (Z.ltb_spec 0 s); [|destruct (Z.ltb_spec s 0)]; cbn in I; destruct I as [I|[I|[]]]; inversion I; subst; cbn;
    first [apply A | apply B | apply C | apply E]; lia.
Qed.

(* The value of a sum: that of the form of the last lemma. *)
Definition by_form (ls : list lemma) (v : value) (todo : list Z) : option (list (list Z * list Z) * list signed) :=
  match run_lemmas [] ls with
  | Some known => match rev known with
      | (rows, l) :: _ =>
          if match v with
             | IsCanonical => check_form rows todo
             | HasGrundy n => match value_of mex rows todo with Some m => Nat.eqb m n | None => false end
             end then Some (rows, l) else None
      | [] => None end
  | None => None
  end.
Theorem by_form_sound : forall ls v todo rows terms, by_form ls v todo = Some (rows, terms) -> sum_has terms rows v.
Proof.
  unfold by_form. intros ls v todo rows terms H. destruct (run_lemmas [] ls) as [known|] eqn:R; [|easy].
  apply run_lemmas_sound in R; [|intros rows' l []]. destruct (rev known) as [|[rows' l] rest] eqn:RV; [easy|].
  assert (I : In (rows', l) known) by (apply in_rev; rewrite RV; now left).
  destruct (match v with IsCanonical => _ | HasGrundy n => _ end) eqn:V; [|easy]. inversion H; subst rows' l.
  destruct (R _ _ I) as (g1 & gms & F1 & T & E). destruct v as [|n].
  - destruct (check_form_sound rows todo V) as [g [Fg Cg]]. exists gms, g. split; auto. split; auto. split; auto.
    eapply eq_trans; [apply eq_sym; exact E | eapply form_eq; eauto].
  - destruct (value_of mex rows todo) as [m|] eqn:VO; [|easy]. apply Nat.eqb_eq in V. subst m.
    destruct (value_of_sound mex grundy mex_sound _ _ _ VO) as (g & Fg & Gg). exists gms, g.
    assert (Q : eq (total gms) g) by (eapply eq_trans; [apply eq_sym; exact E | eapply form_eq; eauto]).
    split; auto. split; auto. split; auto. eapply eq_trans; [exact Q | now apply grundy_nim].
Qed.
