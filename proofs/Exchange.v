(* Equal games can be exchanged in sums. *)
Require Import List Bool Arith Lia.
From Farstar Require Import Games Canon Rules Short Values.
Import ListNotations.
Open Scope nat_scope.

(* Trees with the same moves are equal games. *)
Lemma bisim_eq : forall R : game -> game -> Prop, bisim tree tree R -> forall g h, R g h -> eq g h.
Proof.
  assert (G : forall R : game -> game -> Prop, bisim tree tree R -> forall g h, R g h -> ge h g).
  { intros R B g h H x m W. rewrite add_list in *.
    eapply (wins_bisim Normal _ _ (sum_of tree) (sum_of tree) (fun s t => exists a b y, s = [a; y] /\ t = [b; y] /\ R a b));
      [|exact W | exists g, h, x; auto].
    intros s t (a & b & y & -> & -> & H'). destruct (B a b H') as [F F']. split; intros p u Hu.
    - apply sum_of_cons in Hu as [[v [I ->]] | [v [I ->]]].
      + destruct (F _ _ I) as [w [J K]]. exists [w; y]. split; [apply sum_of_cons; left; eauto | exists v, w, y; auto].
      + apply sum_of_cons in I as [[v' [I ->]] | [w [I _]]]; [|now apply sum_of_nil in I].
        exists [b; v']. split; [|exists a, b, v'; auto]. apply sum_of_cons. right. exists [v']. split; auto.
        apply sum_of_cons. left. eauto.
    - apply sum_of_cons in Hu as [[v [I ->]] | [v [I ->]]].
      + destruct (F' _ _ I) as [w [J K]]. exists [w; y]. split; [apply sum_of_cons; left; eauto | exists w, v, y; auto].
      + apply sum_of_cons in I as [[v' [I ->]] | [w [I _]]]; [|now apply sum_of_nil in I].
        exists [a; v']. split; [|exists a, b, v'; auto]. apply sum_of_cons. right. exists [v']. split; auto.
        apply sum_of_cons. left. eauto. }
  intros R B g h H. split; [|eapply G; eauto]. eapply (G (fun b a => R a b)); [apply bisim_sym; exact B | exact H].
Qed.
Lemma eq_refl_game : forall g, eq g g. Proof. intros g. split; apply ge_refl. Qed.
Lemma eq_comm : forall a b, eq (add a b) (add b a).
Proof.
  intros a b. apply (bisim_eq (fun g h => exists a b, g = add a b /\ h = add b a)); [|eauto].
  intros g h (c & d & -> & ->). split; intros p t Ht; apply in_options_add in Ht as [[u [H ->]] | [u [H ->]]].
  - exists (add d u). split; [apply in_options_add; right; eauto | exists u, d; auto].
  - exists (add u c). split; [apply in_options_add; left; eauto | exists c, u; auto].
  - exists (add c u). split; [apply in_options_add; right; eauto | exists c, u; auto].
  - exists (add u d). split; [apply in_options_add; left; eauto | exists u, d; auto].
Qed.
Lemma eq_assoc : forall a b c, eq (add (add a b) c) (add a (add b c)).
Proof.
  intros a b c. apply (bisim_eq (fun x y => exists a b c, x = add (add a b) c /\ y = add a (add b c))); [|exists a, b, c; auto].
  clear. intros x y (a & b & c & -> & ->). split; intros p t Ht; apply in_options_add in Ht as [[u [H ->]] | [u [H ->]]].
  - apply in_options_add in H as [[v [H ->]] | [v [H ->]]].
    + exists (add v (add b c)). split; [apply in_options_add; left; eauto | exists v, b, c; auto].
    + exists (add a (add v c)). split; [|exists a, v, c; auto]. apply in_options_add; right. exists (add v c). split; auto.
      apply in_options_add; left; eauto.
  - exists (add a (add b u)). split; [|exists a, b, u; auto]. apply in_options_add; right. exists (add b u). split; auto.
    apply in_options_add; right; eauto.
  - exists (add (add u b) c). split; [|exists u, b, c; auto]. apply in_options_add; left. exists (add u b). split; auto.
    apply in_options_add; left; eauto.
  - apply in_options_add in H as [[v [H ->]] | [v [H ->]]].
    + exists (add (add a v) c). split; [|exists a, v, c; auto]. apply in_options_add; left. exists (add a v). split; auto.
      apply in_options_add; right; eauto.
    + exists (add (add a b) v). split; [apply in_options_add; right; eauto | exists a, b, v; auto].
Qed.
Lemma wins_eq : forall g h p m, eq g h -> wins Normal tree p m g -> wins Normal tree p m h.
Proof.
  assert (L : forall g h m, ge h g -> wins Normal tree Left m g -> wins Normal tree Left m h).
  { intros g h m H W. eapply (wins_bisim Normal _ _ tree tree (fun b a => b = add a zero)); [|apply H|reflexivity].
    - apply (bisim_sym _ _ tree tree (fun g h => h = add g zero)). exact zero_bisim.
    - eapply wins_bisim; [exact zero_bisim | exact W | reflexivity]. }
  intros g h [|] m [A B] W; [eapply L; eauto|].
  destruct (winner h m) as [V|V]; auto. exfalso. apply (one_winner Normal _ tree Left m g); auto. exact (L h g m A V).
Qed.
Lemma ge_add_right : forall a b c, ge a b -> ge (add a c) (add b c).
Proof.
  intros a b c H x m W. eapply wins_eq; [apply eq_sym, eq_assoc|]. apply H. eapply wins_eq; [apply eq_assoc | exact W].
Qed.
Lemma eq_add : forall a b c d, eq a b -> eq c d -> eq (add a c) (add b d).
Proof.
  assert (R : forall a c d, eq c d -> eq (add a c) (add a d)).
  { intros a c d [H1 H2]. eapply eq_trans; [apply eq_comm|]. eapply eq_trans; [|apply eq_comm]. split; now apply ge_add_right. }
  intros a b c d [H1 H2] H. eapply eq_trans; [|apply R; exact H]. split; now apply ge_add_right.
Qed.
Lemma eq_neg : forall g h, eq g h -> eq (neg g) (neg h).
Proof.
  assert (N : forall g h, ge g h -> ge (neg h) (neg g)).
  { intros g h H. apply ge_iff. rewrite (neg_neg _ g (Nat.lt_succ_diag_r _)).
    eapply wins_eq; [apply eq_comm|]. now apply ge_iff. }
  intros g h [A B]. split; auto.
Qed.
Lemma eq_total_app : forall xs ys, eq (total (xs ++ ys)) (add (total xs) (total ys)).
Proof.
  induction xs as [|x xs IH]; intros ys; cbn [app total fold_right].
  - apply eq_sym. eapply eq_trans; [apply eq_comm | apply eq_add_zero].
  - fold (total (xs ++ ys)). fold (total xs). eapply eq_trans; [apply eq_add; [apply eq_refl_game | apply IH]|].
    apply eq_sym, eq_assoc.
Qed.
(* Each game of a sum is replaced by a sum that is equal to it. *)
Theorem eq_total : forall gs sums, Forall2 (fun g l => eq g (total l)) gs sums -> eq (total gs) (total (concat sums)).
Proof.
  intros gs sums F. induction F as [|g l gs sums E F IH]; cbn [concat]; [apply eq_refl_game|].
  eapply eq_trans; [|apply eq_sym, eq_total_app]. cbn [total fold_right]. now apply eq_add.
Qed.
Lemma form_eq : forall S (T : system S) s g h, form T s g -> form T s h -> eq g h.
Proof.
  intros S T s g h G H. apply (bisim_eq (fun a b => exists t, form T t a /\ form T t b)); [|eauto].
  intros a b (t & A & B). destruct (form_bisim _ _ _ _ A) as [FA BA], (form_bisim _ _ _ _ B) as [FB BB]. split; intros p u Hu.
  - destruct (BA _ _ Hu) as [v [Hv Fv]]. destruct (FB _ _ Hv) as [w [Hw Fw]]. exists w. split; auto. exists v. auto.
  - destruct (BB _ _ Hu) as [v [Hv Fv]]. destruct (FA _ _ Hv) as [w [Hw Fw]]. exists w. split; auto. exists v. auto.
Qed.
