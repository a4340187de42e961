(* Canonical forms: what they are, and that a value has only one.

   SPECIFICATION down to the line THEORY. *)
Require Import List Bool ZArith Lia.
From Farstar Require Import Games.
Import ListNotations.

(* Player p likes x at least as much as y. *)
Definition better (p : player) (x y : game) : Prop := match p with Left => ge x y | Right => ge y x end.
(* No option is dominated by another one, none is reversible, and all options are canonical. *)
Inductive canonical : game -> Prop := Canonical : forall g,
  (forall p i j a b, nth_error (options p g) i = Some a -> nth_error (options p g) j = Some b -> i <> j -> ~ better p b a) ->
  (forall p a b, In a (options p g) -> In b (options (other p) a) -> ~ better p g b) ->
  (forall p a, In a (options p g) -> canonical a) -> canonical g.
(* The same tree, up to order and repetition of options. *)
Inductive same_tree : game -> game -> Prop := Same : forall g h,
  (forall p a, In a (options p g) -> exists b, In b (options p h) /\ same_tree a b) ->
  (forall p b, In b (options p h) -> exists a, In a (options p g) /\ same_tree a b) -> same_tree g h.

(* THEORY *)
Lemma ge_refl : forall g, ge g g. Proof. intros g x m. auto. Qed.
Lemma ge_trans : forall g h k, ge g h -> ge h k -> ge g k. Proof. unfold ge. auto. Qed.
Lemma winner : forall g m, wins Normal tree Left m g \/ wins Normal tree Right m g.
Proof. intros. eapply some_winner. apply Nat.lt_succ_diag_r. Qed.

(* Conway's recursion. *)
Theorem ge_conway : forall g h, ge g h <->
  (forall x, In x (options Right g) -> ~ ge h x) /\ (forall y, In y (options Left h) -> ~ ge y g).
Proof.
  assert (N : forall g h, ~ ge h g <-> wins Normal tree Left Left (add g (neg h))).
  { intros g h. rewrite ge_iff. split.
    - intros H. destruct (winner (add g (neg h)) Left) as [W|W]; auto. apply wins_swap in W. contradiction.
    - intros W V. apply wins_swap in V. exact (one_winner _ _ _ _ _ _ W V). }
  intros g h. rewrite ge_iff. split.
  - intros W. assert (A : forall t, In t (options Right (add g (neg h))) -> wins Normal tree Left Left t).
    { intros t Ht. apply wins_inv in W as [[Hn _] | [[E _] | [_ [_ Ha]]]]; [exfalso; exact (Hn t Ht) | discriminate | exact (Ha t Ht)]. }
    split; intros x I; apply N; apply A; apply in_options_add; [left; eauto | right].
    exists (neg x). split; auto. apply in_options_neg. eauto.
  - intros [A B]. assert (All : forall t, In t (options Right (add g (neg h))) -> wins Normal tree Left Left t).
    { intros t Ht. apply in_options_add in Ht as [[x [I ->]] | [y [I ->]]]; [apply N; auto|].
      apply in_options_neg in I as [z [I ->]]. apply N. auto. }
    destruct (options Right (add g (neg h))) as [|t l] eqn:E.
    + apply wins_stuck; auto. intros t Ht. unfold tree in Ht. now rewrite E in Ht.
    + apply (wins_wait Normal tree Left).
      * exists t. unfold tree. cbn [other]. rewrite E. now left.
      * intros u Hu. unfold tree in Hu. cbn [other] in Hu. rewrite E in Hu. auto.
Qed.

Lemma ge_dec : forall n g h, (size g + size h < n)%nat -> ge g h \/ ~ ge g h.
Proof.
  intros n g h _. rewrite ge_iff. destruct (winner (add g (neg h)) Right) as [W|W]; auto.
  right. intros V. exact (one_winner _ _ _ _ _ _ V W).
Qed.

Lemma ge_not : forall g h, ~ ge g h -> (exists x, In x (options Right g) /\ ge h x) \/ (exists y, In y (options Left h) /\ ge y g).
Proof.
  intros g h H.
  assert (D : forall l (Q : game -> Prop), (forall x, Q x \/ ~ Q x) -> (exists x, In x l /\ Q x) \/ (forall x, In x l -> ~ Q x)).
  { induction l as [|x l IH]; intros Q d; [right; easy|]. destruct (d x) as [q|q]; [left; exists x; cbn; auto|].
    destruct (IH Q d) as [[y [I q']]|A]; [left; exists y; cbn; auto | right; intros y [<-|I]; auto]. }
  destruct (D (options Right g) (fun x => ge h x)) as [E|A]; [intros; eapply ge_dec; apply Nat.lt_succ_diag_r | auto |].
  destruct (D (options Left h) (fun y => ge y g)) as [E|B]; [intros; eapply ge_dec; apply Nat.lt_succ_diag_r | auto |].
  exfalso. apply H. apply ge_conway. auto.
Qed.

(* Each option of g has an option of h that is at least as good. *)
Lemma option_below : forall p g h, canonical g -> canonical h -> eq g h -> forall a, In a (options p g) ->
  exists b, In b (options p h) /\ better p b a.
Proof.
  intros p g h Cg Ch [GH HG] a I. destruct Cg as [g _ Rev _]. destruct p; cbn [better].
  - assert (Na : ~ ge a h).
    { intros Q. assert (ge a g) by (eapply ge_trans; eauto). destruct (proj1 (ge_conway g g) (ge_refl g)) as [_ B]. exact (B a I H). }
    destruct (ge_not a h Na) as [[x [J Q]] | [y [J Q]]]; [|eauto].
    exfalso. apply (Rev Left a x I J). cbn. eapply ge_trans; eauto.
  - assert (Na : ~ ge h a).
    { intros Q. assert (ge g a) by (eapply ge_trans; eauto). destruct (proj1 (ge_conway g g) (ge_refl g)) as [B _]. exact (B a I H). }
    destruct (ge_not h a Na) as [[x [J Q]] | [y [J Q]]]; [eauto|].
    exfalso. apply (Rev Right a y I J). cbn. eapply ge_trans; eauto.
Qed.
Lemma better_trans : forall p x y z, better p x y -> better p y z -> better p x z.
Proof. intros [|] x y z; cbn; intros; eapply ge_trans; eauto. Qed.

Lemma option_equal : forall p g h, canonical g -> canonical h -> eq g h -> forall a, In a (options p g) ->
  exists b, In b (options p h) /\ eq a b.
Proof.
  intros p g h Cg Ch E a I. destruct (option_below p g h Cg Ch E a I) as [b [J B]].
  assert (E' : eq h g) by (destruct E; split; auto).
  destruct (option_below p h g Ch Cg E' b J) as [c [K C]].
  destruct Cg as [g Dom _ _]. apply In_nth_error in I as [i Hi]. apply In_nth_error in K as [j Hj].
  destruct (Nat.eq_dec i j) as [->|Hne].
  - assert (a = c) by congruence. subst c. exists b. split; auto. destruct p; cbn in *; split; auto.
  - exfalso. exact (Dom p i j a c Hi Hj Hne (better_trans _ _ _ _ C B)).
Qed.

Theorem canonical_unique : forall n g h, (size g < n)%nat -> canonical g -> canonical h -> eq g h -> same_tree g h.
Proof.
  induction n as [|n IH]; intros g h Hn Cg Ch E; [lia|]. assert (E' : eq h g) by (destruct E; split; auto).
  assert (Og : forall p a, In a (options p g) -> canonical a) by (destruct Cg; auto).
  assert (Oh : forall p a, In a (options p h) -> canonical a) by (destruct Ch; auto).
  constructor.
  - intros p a I. destruct (option_equal p g h Cg Ch E a I) as [b [J B]]. exists b. split; auto.
    apply IH; eauto. apply size_option in I. lia.
  - intros p b J. destruct (option_equal p h g Ch Cg E' b J) as [a [I B]]. exists a. split; auto.
    apply IH; eauto; [apply size_option in I; lia | destruct B; split; auto].
Qed.
