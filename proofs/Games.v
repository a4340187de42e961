(* Combinatorial games: players, moves, winning, drawing, short games and their order.

   SPECIFICATION.  What the theorems say is said in these words; read this file down to the line
   THEORY.  Everything below that line is proof, and Coq checks it. *)
Require Import List Bool Arith Lia Permutation.
Import ListNotations.

Inductive player := Left | Right.
Definition other (p : player) : player := match p with Left => Right | Right => Left end.

(* A system: states, and the moves of each player.  [T p s t]: player p can move from s to t. *)
Definition system (S : Type) := player -> S -> S -> Prop.

Inductive play := Normal | Misere.
(* Who wins if [mover] cannot move: the other player, or under misère play the mover. *)
Definition stuck_winner (k : play) (mover : player) : player :=
  match k with Normal => other mover | Misere => mover end.

(* [wins k T p m s]: player p can force a win, in finitely many moves, from state s with player m
   to move.  Nothing is assumed about the end of play. *)
Inductive wins (k : play) {S} (T : system S) (p : player) : player -> S -> Prop :=
| wins_stuck : forall m s, (forall t, ~ T m s t) -> stuck_winner k m = p -> wins k T p m s
| wins_move  : forall s t, T p s t -> wins k T p (other p) t -> wins k T p p s
| wins_wait  : forall s, (exists t, T (other p) s t) ->
               (forall t, T (other p) s t -> wins k T p p t) -> wins k T p (other p) s.

(* [survives k T p m s]: player p can avoid losing, perhaps by playing for ever.  There is a set X
   of states, with p to move, from each of which p has a move such that every answer leads back to
   X.  Under misère play p may also be unable to move, and must leave the other player a move. *)
Definition keeps (k : play) {S} (T : system S) (p : player) (X : S -> Prop) (s : S) : Prop :=
  (k = Misere -> exists t, T (other p) s t) /\ forall t, T (other p) s t -> X t.
Definition refuge (k : play) {S} (T : system S) (p : player) (X : S -> Prop) : Prop :=
  forall s, X s -> (k = Misere /\ forall t, ~ T p s t) \/ exists t, T p s t /\ keeps k T p X t.
Definition survives (k : play) {S} (T : system S) (p m : player) (s : S) : Prop :=
  exists X, refuge k T p X /\ ((m = p /\ X s) \/ (m = other p /\ keeps k T p X s)).

(* The states that can be reached by moves of both players, in any order. *)
Inductive reachable {S} (T : system S) : S -> S -> Prop :=
| reach_here : forall s, reachable T s s
| reach_move : forall p s t u, T p s t -> reachable T t u -> reachable T s u.

(* Short games: trees, with their negatives and sums. *)
Inductive game := Game (l r : list game).
Definition options (p : player) (g : game) : list game :=
  match g with Game l r => match p with Left => l | Right => r end end.
Definition tree : system game := fun p g h => In h (options p g).
Definition zero : game := Game [] [].
Fixpoint neg (g : game) : game := match g with Game l r => Game (map neg r) (map neg l) end.
Fixpoint add (g : game) : game -> game :=
  fix add_g (h : game) : game :=
    match g, h with Game gl gr, Game hl hr =>
      Game (map (fun g' => add g' h) gl ++ map add_g hl) (map (fun g' => add g' h) gr ++ map add_g hr)
    end.
Definition total (gs : list game) : game := fold_right add zero gs.
(* Nim-heaps. *)
Fixpoint nim (n : nat) : game :=
  match n with O => zero | S m => match nim m with Game l r => Game (nim m :: l) (nim m :: r) end end.

(* G >= H: whenever Left wins H + X, she wins G + X, for all X and whoever starts. *)
Definition ge (g h : game) : Prop :=
  forall x m, wins Normal tree Left m (add h x) -> wins Normal tree Left m (add g x).
Definition eq (g h : game) : Prop := ge g h /\ ge h g.

(* [form T s g]: the tree g has the same moves as the state s; so s is a short game. *)
Inductive form {S} (T : system S) : S -> game -> Prop :=
| Form : forall s g,
    (forall p t, T p s t -> exists h, In h (options p g) /\ form T t h) ->
    (forall p h, In h (options p g) -> exists t, T p s t /\ form T t h) -> form T s g.

(* A disjunctive sum as a list of states: a move is a move in one of them. *)
Definition sum_of {S} (T : system S) : system (list S) := fun p xs ys =>
  exists a x y b, T p x y /\ xs = a ++ x :: b /\ ys = a ++ y :: b.

(* THEORY *)
Lemma other_other : forall p, other (other p) = p. Proof. now destruct p. Qed.
Lemma other_neq : forall p, other p <> p. Proof. now destruct p. Qed.
Lemma player_cases : forall p m : player, m = p \/ m = other p. Proof. destruct p, m; auto. Qed.

Lemma wins_inv : forall k S (T : system S) p m s, wins k T p m s ->
  ((forall t, ~ T m s t) /\ stuck_winner k m = p) \/
  (m = p /\ exists t, T m s t /\ wins k T p (other m) t) \/
  (m = other p /\ (exists t, T m s t) /\ forall t, T m s t -> wins k T p (other m) t).
Proof.
  intros k S T p m s W. destruct W; [left; auto | right; left; eauto | right; right; rewrite other_other; auto].
Qed.

(* A player who survives is not beaten; so nobody wins a draw. *)
Theorem survives_not_beaten : forall k S (T : system S) p m s,
  survives k T p m s -> ~ wins k T (other p) m s.
Proof.
  intros k S T p m s [X [HR H]] W. revert H.
  induction W as [m s Hn Hs | s t Ht W IH | s [t Ht] Ha IH]; intros [[E H] | [E [H1 H2]]].
  - subst m. apply HR in H as [[-> _] | [t [Ht _]]]; [|exact (Hn t Ht)]. symmetry in Hs. now apply other_neq in Hs.
  - subst m. assert (K : k = Misere) by (destruct k, p; easy). destruct (H1 K) as [t Ht]. exact (Hn t Ht).
  - now apply other_neq in E.
  - apply IH. left. split; [apply other_other | auto].
  - rewrite other_other in *. apply HR in H as [[_ Hn] | [u [Hu K]]]; [exact (Hn t Ht) | exact (IH u Hu (or_intror (conj eq_refl K)))].
  - rewrite other_other in E. symmetry in E. now apply other_neq in E.
Qed.

(* A relation between the states of two systems under which they have the same moves. *)
Definition bisim {S S'} (T : system S) (T' : system S') (R : S -> S' -> Prop) : Prop :=
  forall s s', R s s' ->
    (forall p t, T p s t -> exists t', T' p s' t' /\ R t t') /\
    (forall p t', T' p s' t' -> exists t, T p s t /\ R t t').

Lemma wins_bisim : forall k S S' (T : system S) (T' : system S') R, bisim T T' R ->
  forall p m s, wins k T p m s -> forall s', R s s' -> wins k T' p m s'.
Proof.
  intros k S S' T T' R HB p m s W. induction W as [m s Hn Hs | s t Ht W IH | s [t Ht] Ha IH]; intros s' HR;
    destruct (HB _ _ HR) as [F B].
  - apply wins_stuck; auto. intros t' Ht'. destruct (B _ _ Ht') as [t [Ht _]]. exact (Hn t Ht).
  - destruct (F _ _ Ht) as [t' [Ht' HR']]. eapply wins_move; eauto.
  - apply wins_wait.
    + destruct (F _ _ Ht) as [t' [Ht' _]]. eauto.
    + intros t' Ht'. destruct (B _ _ Ht') as [u [Hu HRu]]. eauto.
Qed.

(* Exchanging the players. *)
Lemma wins_dual : forall k S S' (T : system S) (T' : system S') (R : S -> S' -> Prop),
  (forall s s', R s s' ->
    (forall p t, T p s t -> exists t', T' (other p) s' t' /\ R t t') /\
    (forall p t', T' (other p) s' t' -> exists t, T p s t /\ R t t')) ->
  forall p m s, wins k T p m s -> forall s', R s s' -> wins k T' (other p) (other m) s'.
Proof.
  intros k S S' T T' R HB p m s W. induction W as [m s Hn Hs | s t Ht W IH | s [t Ht] Ha IH]; intros s' HR;
    destruct (HB _ _ HR) as [F B].
  - apply wins_stuck; [|now subst; destruct k, m]. intros t' Ht'. destruct (B _ _ Ht') as [t [Ht _]]. exact (Hn t Ht).
  - destruct (F _ _ Ht) as [t' [Ht' HR']]. eapply wins_move; eauto.
  - apply wins_wait.
    + destruct (F _ _ Ht) as [t' [Ht' _]]. eauto.
    + intros t' Ht'. destruct (B _ _ Ht') as [u [Hu HRu]]. eauto.
Qed.

Lemma form_bisim : forall S (T : system S), bisim T tree (form T).
Proof.
  intros S T s g H. destruct H as [s g A B]. split.
  - intros p t Ht. destruct (A p t Ht) as [h [Hh Hf]]. exists h. auto.
  - intros p h Hh. destruct (B p h Hh) as [t [Ht Hf]]. exists t. auto.
Qed.

Theorem wins_form : forall k S (T : system S) p m s g,
  form T s g -> wins k T p m s -> wins k tree p m g.
Proof. intros. eapply wins_bisim; eauto using form_bisim. Qed.

Lemma in_options_add : forall p g h k, In k (options p (add g h)) <->
  (exists g', In g' (options p g) /\ k = add g' h) \/ (exists h', In h' (options p h) /\ k = add g h').
Proof.
  intros p [gl gr] [hl hr] k. destruct p; cbn [add options].
  all: rewrite in_app_iff, !in_map_iff; split; intros [[x [A B]] | [x [A B]]]; subst; eauto.
Qed.

Lemma in_options_neg : forall p g k, In k (options p (neg g)) <-> exists g', In g' (options (other p) g) /\ k = neg g'.
Proof. intros p [l r] k. destruct p; cbn; rewrite in_map_iff; split; intros [x [A B]]; subst; eauto. Qed.


Lemma sum_of_cons : forall S (T : system S) p x xs ys, sum_of T p (x :: xs) ys <->
  (exists y, T p x y /\ ys = y :: xs) \/ (exists zs, sum_of T p xs zs /\ ys = x :: zs).
Proof.
  intros. split.
  - intros [a [u [v [b [H [E1 E2]]]]]]. destruct a as [|a0 a]; cbn in *; inversion E1; subst.
    + left. eauto.
    + right. exists (a ++ v :: b). split; auto. exists a, u, v, b. auto.
  - intros [[y [H E]] | [zs [[a [u [v [b [H [E1 E2]]]]]] E]]]; subst.
    + exists [], x, y, xs. auto.
    + exists (x :: a), u, v, b. auto.
Qed.

Lemma sum_of_nil : forall S (T : system S) p ys, ~ sum_of T p [] ys.
Proof. intros S T p ys [a [x [y [b [_ [E _]]]]]]. destruct a; discriminate. Qed.

Lemma sum_of_app : forall S (T : system S) p xs zs ys, sum_of T p (xs ++ zs) ys <->
  (exists us, sum_of T p xs us /\ ys = us ++ zs) \/ (exists us, sum_of T p zs us /\ ys = xs ++ us).
Proof.
  induction xs as [|x xs IH]; intros zs ys; cbn [app].
  - split.
    + intros H. right. eauto.
    + intros [[us [H _]] | [us [H E]]]; [now apply sum_of_nil in H | now subst].
  - rewrite sum_of_cons. split.
    + intros [[y [H E]] | [us [H E]]].
      * left. exists (y :: xs). split; [apply sum_of_cons; eauto | now subst].
      * apply IH in H as [[vs [H E']] | [vs [H E']]]; subst.
        -- left. exists (x :: vs). split; [apply sum_of_cons; eauto | reflexivity].
        -- right. eauto.
    + intros [[us [H E]] | [us [H E]]]; subst.
      * apply sum_of_cons in H as [[y [H E]] | [vs [H E]]]; subst; [left; eauto | right].
        exists (vs ++ zs). split; auto. apply IH. eauto.
      * right. exists (xs ++ us). split; auto. apply IH. eauto.
Qed.

Lemma perm_bisim : forall S (T : system S), bisim (sum_of T) (sum_of T) (@Permutation S).
Proof.
  assert (F : forall S (T : system S) xs ys, Permutation xs ys -> forall p t, sum_of T p xs t ->
     exists u, sum_of T p ys u /\ Permutation t u).
  { intros S T xs ys HP p t [a [x [y [b [H [E1 E2]]]]]]. subst.
    assert (I : In x ys) by (eapply Permutation_in; [exact HP | apply in_or_app; right; left; auto]).
    apply in_split in I as [c [d E]]. subst. exists (c ++ y :: d). split; [exists c, x, y, d; auto|].
    apply Permutation_app_inv in HP. rewrite <- !Permutation_middle. now constructor. }
  intros S T xs ys HP. split; intros p t Ht.
  - eauto.
  - apply Permutation_sym in HP. destruct (F _ _ _ _ HP _ _ Ht) as [u [Hu HPu]]. eauto using Permutation_sym.
Qed.

Lemma wins_perm : forall k S (T : system S) p m xs ys,
  Permutation xs ys -> wins k (sum_of T) p m xs -> wins k (sum_of T) p m ys.
Proof. intros. eapply wins_bisim; eauto using perm_bisim. Qed.

Lemma total_bisim : bisim (sum_of tree) tree (fun xs g => g = total xs).
Proof.
  assert (A : forall p xs ys, sum_of tree p xs ys -> In (total ys) (options p (total xs))).
  { induction xs as [|x xs IH]; intros ys H; [now apply sum_of_nil in H|].
    cbn [total fold_right]. apply in_options_add.
    apply sum_of_cons in H as [[y [H E]] | [zs [H E]]]; subst; cbn; [left | right]; eauto. }
  assert (B : forall p xs k, In k (options p (total xs)) -> exists ys, sum_of tree p xs ys /\ k = total ys).
  { induction xs as [|x xs IH]; intros k H; [now destruct p|].
    cbn [total fold_right] in H. apply in_options_add in H as [[x' [H E]] | [h [H E]]]; subst.
    - exists (x' :: xs). split; auto. apply sum_of_cons. left. eauto.
    - apply IH in H as [ys [H E]]. subst. exists (x :: ys). split; auto. apply sum_of_cons. right. eauto. }
  intros xs g ->. split; intros p t Ht; [exists (total t) | ]; unfold tree; auto.
Qed.

Lemma wins_total : forall k p m xs, wins k (sum_of tree) p m xs <-> wins k tree p m (total xs).
Proof.
  intros. split; intros H.
  - eapply wins_bisim; [exact total_bisim | exact H | reflexivity].
  - eapply (wins_bisim k _ _ tree (sum_of tree) (fun g xs => g = total xs)); [| exact H | reflexivity].
    intros g ys E. destruct (total_bisim ys g E) as [F B]. split; intros q t Ht; [apply B | apply F]; auto.
Qed.

Lemma zero_bisim : bisim tree tree (fun g h => h = add g zero).
Proof.
  intros g h ->. split; intros p t Ht.
  - exists (add t zero). split; auto. apply in_options_add. left. eauto.
  - apply in_options_add in Ht as [[g' [H E]] | [h' [H E]]]; [eauto | destruct p; contradiction].
Qed.

Lemma add_list : forall k p m g h, wins k tree p m (add g h) <-> wins k (sum_of tree) p m [g; h].
Proof.
  intros. rewrite wins_total. cbn [total fold_right].
  assert (B : bisim tree tree (fun a b => exists g h, a = add g h /\ b = add g (add h zero))).
  { intros a b [x [y [-> ->]]]. split; intros q t Ht; apply in_options_add in Ht as [[z [H E]] | [z [H E]]]; subst.
    - exists (add z (add y zero)). split; [apply in_options_add; left; eauto | eauto].
    - exists (add x (add z zero)). split; [| eauto]. apply in_options_add; right. exists (add z zero).
      split; auto. apply in_options_add; left; eauto.
    - exists (add z y). split; [apply in_options_add; left; eauto | eauto].
    - apply in_options_add in H as [[w [H E]] | [w [H E]]]; [subst | destruct q; contradiction].
      exists (add x w). split; [apply in_options_add; right; eauto | eauto]. }
  split; intros H.
  - eapply wins_bisim; [exact B | exact H | exists g, h; auto].
  - eapply (wins_bisim k _ _ tree tree (fun b a => exists g h, a = add g h /\ b = add g (add h zero)));
      [| exact H | exists g, h; auto].
    intros b a R. destruct (B a b R) as [X Y]. split; intros q t Ht; [apply Y | apply X]; auto.
Qed.

(* Sizes, for induction. *)
Fixpoint size (g : game) : nat :=
  match g with Game l r => 1 + list_sum (map size l) + list_sum (map size r) end.
Lemma in_sum : forall x l, In x l -> x <= list_sum l.
Proof. induction l as [|y l IH]; cbn; [easy|]. intros [->|H]; [lia | specialize (IH H); unfold list_sum in *; cbn in *; lia]. Qed.
Lemma size_option : forall p g h, In h (options p g) -> size h < size g.
Proof.
  intros p [l r] h H. destruct p; cbn [options size] in *; apply (in_map size) in H; apply in_sum in H; lia.
Qed.
Definition sizes xs := list_sum (map size xs).
Lemma sizes_move : forall p xs ys, sum_of tree p xs ys -> sizes ys < sizes xs.
Proof.
  intros p xs ys [a [x [y [b [H [E1 E2]]]]]]. subst. apply size_option in H.
  unfold sizes. rewrite !map_app, !list_sum_app. cbn. lia.
Qed.

(* If p wins g as second player and h with m to move, then p wins g + h with m to move. *)
Lemma wins_plus : forall n p m xs ys, sizes xs + sizes ys < n ->
  wins Normal (sum_of tree) p (other p) xs -> wins Normal (sum_of tree) p m ys ->
  wins Normal (sum_of tree) p m (xs ++ ys).
Proof.
  induction n as [|n IH]; intros p m xs ys Hn Wx Wy; [lia|].
  assert (inv_first : forall q s, wins Normal (sum_of tree) q q s ->
    exists t, sum_of tree q s t /\ wins Normal (sum_of tree) q (other q) t).
  { intros q s W. inversion W; subst.
    - cbn in *. now destruct q.
    - eauto.
    - match goal with H : other ?z = ?z |- _ => now apply other_neq in H end. }
  assert (inv_second : forall q s t, wins Normal (sum_of tree) q (other q) s -> sum_of tree (other q) s t ->
    wins Normal (sum_of tree) q q t).
  { intros q s t W Ht. inversion W; subst; auto.
    - exfalso; match goal with H : forall _, ~ _ |- _ => eapply H; eauto end.
    - exfalso. match goal with H : ?z = other ?z |- _ => symmetry in H; now apply other_neq in H end. }
  destruct (player_cases p m) as [-> | ->].
  - destruct (inv_first _ _ Wy) as [t [Ht W]]. eapply wins_move with (t := xs ++ t).
    + apply sum_of_app. right. eauto.
    + apply IH; auto. apply sizes_move in Ht. lia.
  - assert (Hall : forall t, sum_of tree (other p) (xs ++ ys) t -> wins Normal (sum_of tree) p p t).
    { intros t Ht. apply sum_of_app in Ht as [[u [Hu ->]] | [u [Hu ->]]].
      - pose proof (inv_second _ _ _ Wx Hu) as W. destruct (inv_first _ _ W) as [v [Hv Wv]].
        eapply wins_move with (t := v ++ ys); [apply sum_of_app; left; eauto|].
        apply IH; auto. apply sizes_move in Hu, Hv. lia.
      - pose proof (inv_second _ _ _ Wy Hu) as W. destruct (inv_first _ _ W) as [v [Hv Wv]].
        eapply wins_move with (t := xs ++ v); [apply sum_of_app; right; eauto|].
        apply IH; auto. apply sizes_move in Hu, Hv. lia. }
    assert (D : (exists t, sum_of tree (other p) (xs ++ ys) t) \/ forall t, ~ sum_of tree (other p) (xs ++ ys) t).
    { generalize (xs ++ ys). intros l. induction l as [|x l IHl].
      - right. intros t. apply sum_of_nil.
      - destruct IHl as [[t Ht] | Hno].
        + left. exists (x :: t). apply sum_of_cons. eauto.
        + destruct (options (other p) x) as [|y o] eqn:E.
          * right. intros t Ht. apply sum_of_cons in Ht as [[y [H _]] | [z [H _]]]; [|eapply Hno; eauto].
            unfold tree in H. rewrite E in H. contradiction.
          * left. exists (y :: l). apply sum_of_cons. left. exists y. split; auto. unfold tree. rewrite E. now left. }
    destruct D as [[t Ht] | Hno].
    + apply wins_wait; eauto.
    + apply wins_stuck; auto. cbn. apply other_other.
Qed.

(* Tweedledum and Tweedledee. *)
Lemma tweedle : forall n g, size g < n -> forall p, wins Normal (sum_of tree) p (other p) [g; neg g].
Proof.
  induction n as [|n IH]; intros g Hn p; [lia|].
  assert (Hall : forall t, sum_of tree (other p) [g; neg g] t -> wins Normal (sum_of tree) p p t).
  { intros t Ht. apply sum_of_cons in Ht as [[y [H ->]] | [z [H ->]]].
    - eapply wins_move with (t := [y; neg y]).
      + apply sum_of_cons. right. exists [neg y]. split; auto. apply sum_of_cons. left. exists (neg y). split; auto.
        apply in_options_neg. eauto.
      + apply IH. apply size_option in H. lia.
    - apply sum_of_cons in H as [[y [H ->]] | [w [H _]]]; [|now apply sum_of_nil in H].
      apply in_options_neg in H as [h [H ->]]. rewrite other_other in H.
      eapply wins_move with (t := [h; neg h]).
      + apply sum_of_cons. left. eauto.
      + apply IH. apply size_option in H. lia. }
  destruct (options (other p) g) as [|y o] eqn:E; [destruct (options (other p) (neg g)) as [|y o] eqn:E2|].
  - apply wins_stuck; [|apply other_other]. intros t Ht. apply sum_of_cons in Ht as [[y [H _]] | [z [H _]]].
    + unfold tree in H. now rewrite E in H.
    + apply sum_of_cons in H as [[y [H _]] | [w [H _]]]; [|now apply sum_of_nil in H]. unfold tree in H. now rewrite E2 in H.
  - apply wins_wait; auto. exists [g; y]. apply sum_of_cons. right. exists [y]. split; auto. apply sum_of_cons. left.
    exists y. split; auto. unfold tree. rewrite E2. now left.
  - apply wins_wait; auto. exists [y; neg g]. apply sum_of_cons. left. exists y. split; auto. unfold tree. rewrite E. now left.
Qed.

(* Never both players win, in any system. *)
Theorem one_winner : forall k S (T : system S) p m s, wins k T p m s -> wins k T (other p) m s -> False.
Proof.
  intros k S T p m s W. induction W as [m s Hn Hs | s t Ht W IH | s [t Ht] Ha IH]; intros V;
    apply wins_inv in V as [[Hn' Hs'] | [[E [u [Hu V]]] | [E [[u Hu] V]]]].
  - subst; destruct k, m; discriminate.
  - exact (Hn u Hu).
  - exact (Hn u Hu).
  - exact (Hn' t Ht).
  - symmetry in E. now apply other_neq in E.
  - apply IH. now apply V.
  - exact (Hn' t Ht).
  - apply (IH u Hu). now rewrite other_other in V.
  - rewrite other_other in E. now apply other_neq in E.
Qed.

Theorem some_winner : forall k n g m, size g < n -> wins k tree Left m g \/ wins k tree Right m g.
Proof.
  intros k. induction n as [|n IH]; intros g m Hn; [lia|].
  assert (D : (exists h, In h (options m g) /\ wins k tree m (other m) h) \/
              (forall h, In h (options m g) -> wins k tree (other m) (other m) h)).
  { assert (I : forall h, In h (options m g) -> size h < n) by (intros h H; apply size_option in H; lia).
    induction (options m g) as [|x l IHl]; [right; easy|].
    destruct IHl as [[h [H W]] | A]; [intros; apply I; now right | left; exists h; split; auto; now right |].
    assert (X : wins k tree m (other m) x \/ wins k tree (other m) (other m) x).
    { destruct (IH x (other m)) as [W|W]; [apply I; now left| |]; destruct m; auto. }
    destruct X as [W|W]; [left; exists x; split; auto; now left | right; intros h [<-|H]; auto]. }
  assert (Y : wins k tree m m g \/ wins k tree (other m) m g).
  { destruct (options m g) as [|x l] eqn:E.
    - assert (St : forall t, ~ tree m g t) by (intros t Ht; unfold tree in Ht; now rewrite E in Ht).
      destruct k; [right | left]; apply wins_stuck; auto.
    - destruct D as [[h [H W]] | A].
      + left. eapply wins_move; eauto. unfold tree. now rewrite E.
      + right. rewrite <- (other_other m) at 2. apply wins_wait; rewrite !other_other.
        * exists x. unfold tree. rewrite E. now left.
        * intros t Ht. unfold tree in Ht. rewrite E in Ht. auto. }
  destruct m; cbn in *; tauto.
Qed.

(* G >= H if and only if Left wins G - H as second player. *)
Theorem ge_iff : forall g h, ge g h <-> wins Normal tree Left Right (add g (neg h)).
Proof.
  intros g h. split.
  - intros H. apply H. apply add_list. apply (tweedle (S (size h)) h (Nat.lt_succ_diag_r _) Left).
  - intros W x m V. destruct (some_winner Normal (S (size (add g x))) (add g x) m) as [L|R]; auto. exfalso.
    rewrite add_list in W, V, R.
    pose proof (wins_plus _ Left m _ _ (Nat.lt_succ_diag_r _) W V) as A.
    pose proof (wins_plus _ Right m _ _ (Nat.lt_succ_diag_r _) (tweedle (S (size h)) h (Nat.lt_succ_diag_r _) Right) R) as B.
    eapply (one_winner Normal _ _ Left m); [exact A|]. eapply wins_perm; [|exact B].
    cbn [app]. eapply perm_trans; [apply perm_swap|]. eapply perm_trans; [apply perm_skip; apply perm_swap|]. apply perm_swap.
Qed.

(* G - H with the players exchanged is H - G. *)
Lemma wins_swap : forall p m g h,
  wins Normal tree p m (add g (neg h)) -> wins Normal tree (other p) (other m) (add h (neg g)).
Proof.
  intros p m g h W.
  eapply (wins_dual _ _ _ tree tree (fun a b => exists g h, a = add g (neg h) /\ b = add h (neg g))); [|exact W|eauto].
  intros a b [x [y [-> ->]]]. split; intros q t Ht; apply in_options_add in Ht as [[z [H E]] | [z [H E]]]; subst.
  - exists (add y (neg z)). split; [|eauto]. apply in_options_add. right. exists (neg z). split; auto.
    apply in_options_neg. rewrite other_other. eauto.
  - apply in_options_neg in H as [w [H ->]]. exists (add w (neg x)). split; [|eauto]. apply in_options_add. left. eauto.
  - exists (add x (neg z)). split; [|eauto]. apply in_options_add. right. exists (neg z). split; auto.
    apply in_options_neg. eauto.
  - apply in_options_neg in H as [w [H ->]]. rewrite other_other in H.
    exists (add w (neg y)). split; [|eauto]. apply in_options_add. left. eauto.
Qed.

(* G = H if and only if whoever moves second wins G - H. *)
Theorem eq_iff : forall g h, eq g h <-> forall p, wins Normal tree p (other p) (add g (neg h)).
Proof.
  intros g h. unfold eq. rewrite !ge_iff. split.
  - intros [A B] [|]; auto. exact (wins_swap _ _ _ _ B).
  - intros H. split; [exact (H Left) | exact (wins_swap _ _ _ _ (H Right))].
Qed.
