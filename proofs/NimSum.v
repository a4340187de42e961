(* Bouton's theorem: the Grundy value of a sum is the nim-sum of the Grundy values. *)
Require Import List Bool Arith Lia.
From Farstar Require Import Games Nimbers.
Import ListNotations.
Open Scope nat_scope.

(* Numbers that agree above a bit are compared by this bit. *)
Lemma smaller_by_bit : forall t x y, (forall n, t < n -> Nat.testbit x n = Nat.testbit y n) ->
  Nat.testbit x t = false -> Nat.testbit y t = true -> x < y.
Proof.
  intros t x y A Hx Hy. pose proof (Nat.testbit_spec' x t) as Bx. pose proof (Nat.testbit_spec' y t) as By.
  rewrite Hx in Bx. rewrite Hy in By. cbn [Nat.b2n] in Bx, By.
  assert (E : x / 2 ^ S t = y / 2 ^ S t).
  { rewrite <- !Nat.shiftr_div_pow2. apply Nat.bits_inj. intros n. rewrite !Nat.shiftr_spec by lia. apply A. lia. }
  assert (D : forall z, z / 2 ^ S t = z / 2 ^ t / 2).
  { intros z. rewrite Nat.pow_succ_r', Nat.mul_comm, Nat.div_div; auto. apply Nat.pow_nonzero. lia. }
  rewrite !D in E. pose proof (Nat.div_mod (x / 2 ^ t) 2 (Nat.neq_succ_0 1)).
  pose proof (Nat.div_mod (y / 2 ^ t) 2 (Nat.neq_succ_0 1)).
  assert (L : x / 2 ^ t < y / 2 ^ t).
  { clear D A. generalize dependent (x / 2 ^ t). generalize dependent (y / 2 ^ t). intros. lia. }
  apply Nat.nle_gt. intros G.
  assert (Z : 2 ^ t <> 0) by (apply Nat.pow_nonzero; lia). pose proof (Nat.div_le_mono y x (2 ^ t) Z G). lia.
Qed.
Lemma nim_move : forall a b k, k < Nat.lxor a b -> Nat.lxor k b < a \/ Nat.lxor k a < b.
Proof.
  intros a b k H. set (d := Nat.lxor (Nat.lxor a b) k).
  assert (Nz : d <> 0) by (intros E; apply Nat.lxor_eq in E; lia).
  set (t := Nat.log2 d). assert (Dt : Nat.testbit d t = true) by (apply Nat.bit_log2; auto).
  assert (Da : forall n, t < n -> Nat.testbit d n = false) by (intros; now apply Nat.bits_above_log2).
  assert (Ab : forall n, Nat.testbit d n = xorb (xorb (Nat.testbit a n) (Nat.testbit b n)) (Nat.testbit k n))
    by (intros; unfold d; now rewrite !Nat.lxor_spec).
  assert (Kt : Nat.testbit k t = false).
  { destruct (Nat.testbit k t) eqn:K; auto. exfalso. enough (Nat.lxor a b < k) by lia. apply (smaller_by_bit t); auto.
    - intros n Hn. specialize (Da n Hn). rewrite Ab in Da. rewrite Nat.lxor_spec. now apply xorb_eq in Da.
    - rewrite Ab in Dt. rewrite Nat.lxor_spec. rewrite K in Dt. destruct (Nat.testbit a t), (Nat.testbit b t); easy. }
  assert (Ct : xorb (Nat.testbit a t) (Nat.testbit b t) = true) by (rewrite Ab, Kt, xorb_false_r in Dt; auto).
  assert (Up : forall n, t < n -> xorb (Nat.testbit a n) (Nat.testbit b n) = Nat.testbit k n)
    by (intros n Hn; specialize (Da n Hn); rewrite Ab in Da; now apply xorb_eq in Da).
  destruct (Nat.testbit a t) eqn:At, (Nat.testbit b t) eqn:Bt; try easy; [left | right]; apply (smaller_by_bit t); auto;
    intros; rewrite ?Nat.lxor_spec, ?Kt, ?At, ?Bt; auto; rewrite <- Up by auto;
    destruct (Nat.testbit a n), (Nat.testbit b n); auto.
Qed.
Theorem grundy_add : forall m g h a b, size g + size h < m -> grundy g a -> grundy h b -> grundy (add g h) (Nat.lxor a b).
Proof.
  induction m as [|m IH]; intros g h a b Hm Hg Hh; [lia|].
  assert (X : forall x y, Nat.lxor (Nat.lxor x y) y = x) by (intros; now rewrite Nat.lxor_assoc, Nat.lxor_nilpotent, Nat.lxor_0_r).
  constructor.
  - intros p k Hk. destruct (nim_move a b k Hk) as [L|L].
    + destruct (grundy_smaller g a p _ Hg L) as [g' [I G]]. exists (add g' h). split; [apply in_options_add; left; eauto|].
      rewrite <- (X k b). apply IH; auto. apply size_option in I. lia.
    + destruct (grundy_smaller h b p _ Hh L) as [h' [I G]]. exists (add g h'). split; [apply in_options_add; right; eauto|].
      rewrite <- (X k a), Nat.lxor_comm. apply IH; auto. apply size_option in I. lia.
  - intros p t I. apply in_options_add in I as [[g' [I ->]] | [h' [I ->]]].
    + destruct (grundy_option _ _ _ _ Hg I) as [k [Hk G]]. exists (Nat.lxor k b). split.
      * intros E. apply Hk. rewrite <- (X k b), E. apply X.
      * apply IH; auto. apply size_option in I. lia.
    + destruct (grundy_option _ _ _ _ Hh I) as [k [Hk G]]. exists (Nat.lxor a k). split.
      * intros E. apply Hk. rewrite <- (X k a), (Nat.lxor_comm k a), E, (Nat.lxor_comm a b). apply X.
      * apply IH; auto. apply size_option in I. lia.
Qed.
Theorem grundy_total : forall gs ns, Forall2 grundy gs ns -> grundy (total gs) (fold_right Nat.lxor 0 ns).
Proof.
  intros gs ns F. induction F as [|g n gs ns G F IH].
  - constructor; [intros p k H; cbn in H; lia | intros [|] h []].
  - cbn [total fold_right]. eapply grundy_add; eauto using Nat.lt_succ_diag_r.
Qed.
