(* Sums of numbers, by their values, and sums of nimbers, by their nim-sum. *)
Require Import List Bool Arith ZArith Lia.
From Farstar Require Import Games Short Nimbers.
Import ListNotations.
Open Scope Z_scope.

(* Numbers in units of 1/D, where D is a power of 2.  A number of value v with the unit u: its
   options are numbers, Left's less and Right's greater; unless it is an integer both players can
   move by the unit; a positive integer lets Left move to the integer below it, a negative one lets
   Right move to the integer above it. *)
Definition power (u : Z) : Prop := exists k, 0 <= k /\ u = 2 ^ k.
Inductive number (D : Z) : game -> Z -> Z -> Prop := Number : forall g v u,
  power u -> u <= D -> (u | v) ->
  (forall h, In h (options Left g) -> exists v' u', number D h v' u' /\ v' < v) ->
  (forall h, In h (options Right g) -> exists v' u', number D h v' u' /\ v < v') ->
  (u < D \/ 0 < v -> exists h u', In h (options Left g) /\ number D h (v - u) u') ->
  (u < D \/ v < 0 -> exists h u', In h (options Right g) /\ number D h (v + u) u') -> number D g v u.

Definition sum (vs : list (Z * Z)) : Z := fold_right (fun vu s => fst vu + s) 0 vs.
Definition are (D : Z) (gs : list game) (vs : list (Z * Z)) : Prop := Forall2 (fun g vu => number D g (fst vu) (snd vu)) gs vs.
Lemma sum_app : forall a b, sum (a ++ b) = sum a + sum b.
Proof. unfold sum. induction a as [|x a IH]; intros b; cbn [app fold_right]; [lia|]. rewrite IH. lia. Qed.
Lemma power_divides : forall a b, power a -> power b -> a <= b -> (a | b).
Proof.
  intros a b (j & Hj & ->) (k & Hk & ->) H. apply Z.pow_le_mono_r_iff in H; [|lia|lia].
  exists (2 ^ (k - j)). rewrite <- Z.pow_add_r by lia. f_equal. lia.
Qed.
Lemma least_unit : forall vs : list (Z * Z), vs <> [] -> exists v u, In (v, u) vs /\ forall v' u', In (v', u') vs -> u <= u'.
Proof.
  induction vs as [|[v u] vs IH]; intros H; [easy|]. destruct vs as [|x vs].
  - exists v, u. split; [now left|]. intros v' u' [E|[]]. inversion E. lia.
  - destruct IH as (v1 & u1 & I & A); [easy|]. destruct (Z_le_gt_dec u u1).
    + exists v, u. split; [now left|]. intros v' u' [E|I']; [inversion E; lia | specialize (A _ _ I'); lia].
    + exists v1, u1. split; [now right|]. intros v' u' [E|I']; [inversion E; lia | exact (A v' u' I')].
Qed.
Lemma number_in : forall D gs vs v u, are D gs vs -> In (v, u) vs -> power u /\ u <= D /\ (u | v).
Proof.
  intros D gs vs v u F. induction F as [|g [v0 u0] gs vs N F IH]; intros I; [easy|].
  destruct I as [E|I]; auto. inversion E; subst. inversion N; subst. auto.
Qed.
Lemma sum_divides : forall m vs, (forall v u, In (v, u) vs -> (m | v)) -> (m | sum vs).
Proof.
  induction vs as [|[v u] vs IH]; intros H; cbn; [apply Z.divide_0_r|]. apply Z.divide_add_r.
  - apply (H v u). now left.
  - apply IH. intros v' u' I. apply (H v' u'). now right.
Qed.
Lemma positive_in : forall vs, 0 < sum vs -> exists v u, In (v, u) vs /\ 0 < v.
Proof.
  induction vs as [|[v u] vs IH]; intros H; cbn in H; [lia|]. fold (sum vs) in H. destruct (Z_lt_le_dec 0 v).
  - exists v, u. split; auto. now left.
  - destruct IH as (v' & u' & I & Hv); [lia|]. exists v', u'. split; auto. now right.
Qed.
(* A member of a sum of numbers, with the games around it. *)
Lemma are_split : forall D gs vs v u, are D gs vs -> In (v, u) vs -> exists a g b va vb,
  gs = a ++ g :: b /\ vs = va ++ (v, u) :: vb /\ are D a va /\ are D b vb /\ number D g v u.
Proof.
  intros D gs vs v u F I. apply in_split in I as (va & vb & ->). apply Forall2_app_inv_r in F as (a & gb & Fa & Fb & ->).
  inversion Fb as [|g p b vb' N Fb']; subst. exists a, g, b, va, vb. auto.
Qed.
Lemma move_or_none : forall p gs, (exists t, sum_of tree p gs t) \/ forall t, ~ sum_of tree p gs t.
Proof.
  induction gs as [|x l IHl]; [right; intros t; apply sum_of_nil|]. destruct IHl as [[t Ht] | Hno].
  - left. exists (x :: t). apply sum_of_cons. eauto.
  - destruct (options p x) as [|y o] eqn:E.
    + right. intros t Ht. apply sum_of_cons in Ht as [[y [H _]] | [z [H _]]]; [|eapply Hno; eauto].
      unfold tree in H. rewrite E in H. contradiction.
    + left. exists (y :: l). apply sum_of_cons. left. exists y. split; auto. unfold tree. rewrite E. now left.
Qed.
Lemma numbers_left : forall D, power D -> forall n gs vs, (sizes gs < n)%nat -> are D gs vs ->
  (0 <= sum vs -> wins Normal (sum_of tree) Left Right gs) /\ (0 < sum vs -> wins Normal (sum_of tree) Left Left gs).
Proof.
  intros D PD. induction n as [|n IH]; intros gs vs Hn F; [lia|]. split; intros H.
  - assert (A : forall t, sum_of tree Right gs t -> wins Normal (sum_of tree) Left Left t).
    { intros t Ht. pose proof (sizes_move _ _ _ Ht) as Hs. destruct Ht as (a & g & h & b & I & -> & ->).
      apply Forall2_app_inv_l in F as (va & vb' & Fa & Fb & ->). inversion Fb as [|g' [v u] b' vb N Fb']; subst.
      inversion N as [g' v' u' _ _ _ _ NR _ _]; subst. destruct (NR h I) as (v' & u' & Nh & Hv). cbn [fst snd] in Hv.
      apply (IH _ (va ++ (v', u') :: vb)); [lia | apply Forall2_app; auto |]. rewrite sum_app in *. cbn in *. fold (sum vb) in *. lia. }
    destruct (move_or_none Right gs) as [E|E].
    + apply (wins_wait Normal (sum_of tree) Left); auto.
    + apply wins_stuck; auto.
  - assert (NE : vs <> []) by (intros ->; cbn in H; lia).
    assert (M : exists v u, In (v, u) vs /\ u <= sum vs /\ (u < D \/ 0 < v)).
    { destruct (least_unit vs NE) as (v & u & I & L). destruct (number_in _ _ _ _ _ F I) as (Pu & Lu & _).
      assert (Du : u <= sum vs).
      { apply Z.divide_pos_le; auto. apply sum_divides. intros v' u' I'. destruct (number_in _ _ _ _ _ F I') as (Pu' & _ & Dv').
        eapply Z.divide_trans; [apply (power_divides u u'); eauto | exact Dv']. }
      destruct (Z_lt_le_dec u D) as [Hu|Hu]; [exists v, u; auto|].
      destruct (positive_in vs H) as (v1 & u1 & I1 & Hv1). destruct (number_in _ _ _ _ _ F I1) as (_ & L1 & _).
      exists v1, u1. split; auto. split; auto. lia. }
    destruct M as (v & u & I & Du & C). destruct (are_split _ _ _ _ _ F I) as (a & g & b & va & vb & -> & -> & Fa & Fb & N).
    inversion N as [g' v' u0 _ _ _ _ _ ML _]; subst. destruct (ML C) as (h & u' & Ih & Nh).
    assert (T : sum_of tree Left (a ++ g :: b) (a ++ h :: b)) by (exists a, g, h, b; auto).
    apply wins_move with (t := a ++ h :: b); auto. pose proof (sizes_move _ _ _ T) as Hs.
    apply (IH _ (va ++ (v - u, u') :: vb)); [lia | apply Forall2_app; auto |]. rewrite sum_app in *. cbn in *. fold (sum vb) in *. lia.
Qed.
Lemma number_neg : forall D n g v u, (size g < n)%nat -> number D g v u -> number D (neg g) (- v) u.
Proof.
  intros D. induction n as [|n IH]; intros g v u Hn N; [lia|]. inversion N as [g' v' u0 Pu Lu Dv NL NR ML MR]; subst.
  assert (S : forall p h, In h (options p g) -> (size h < n)%nat) by (intros p h I; apply size_option in I; lia).
  constructor; auto.
  - now apply Z.divide_opp_r.
  - intros h I. apply in_options_neg in I as [w [I ->]]. destruct (NR w I) as (v' & u' & Nw & Hv). exists (- v'), u'. split; [eauto | lia].
  - intros h I. apply in_options_neg in I as [w [I ->]]. destruct (NL w I) as (v' & u' & Nw & Hv). exists (- v'), u'. split; [eauto | lia].
  - intros C. destruct MR as (h & u' & I & Nh); [lia|]. exists (neg h), u'. split; [apply in_options_neg; eauto|].
    replace (- v - u) with (- (v + u)) by lia. eauto.
  - intros C. destruct ML as (h & u' & I & Nh); [lia|]. exists (neg h), u'. split; [apply in_options_neg; eauto|].
    replace (- v + u) with (- (v - u)) by lia. eauto.
Qed.
Lemma wins_neg : forall p m g, wins Normal tree p m (neg g) -> wins Normal tree (other p) (other m) g.
Proof.
  intros p m g W. eapply (wins_dual Normal _ _ tree tree (fun a b => a = neg b)); [|exact W|reflexivity].
  intros a b ->. split; intros q t Ht.
  - apply in_options_neg in Ht as [w [I ->]]. eauto.
  - exists (neg t). split; auto. apply in_options_neg. eauto.
Qed.
(* The sign of the sum of their values decides. *)
Theorem numbers_win : forall D gs vs, power D -> are D gs vs ->
  (0 <= sum vs -> wins Normal tree Left Right (total gs)) /\ (0 < sum vs -> wins Normal tree Left Left (total gs)) /\
  (sum vs <= 0 -> wins Normal tree Right Left (total gs)) /\ (sum vs < 0 -> wins Normal tree Right Right (total gs)).
Proof.
  intros D gs vs PD F. destruct (numbers_left D PD _ gs vs (Nat.lt_succ_diag_r _) F) as [A B].
  assert (FN : are D (map neg gs) (map (fun vu => (- fst vu, snd vu)) vs)).
  { clear - F. induction F as [|g vu gs vs N F IH]; constructor; auto. cbn [fst snd].
    eapply number_neg; eauto using Nat.lt_succ_diag_r. }
  assert (SN : sum (map (fun vu => (- fst vu, snd vu)) vs) = - sum vs).
  { clear. induction vs as [|x vs IH]; cbn; auto. unfold sum in IH. rewrite IH. lia. }
  destruct (numbers_left D PD _ _ _ (Nat.lt_succ_diag_r _) FN) as [C E]. rewrite SN in C, E.
  repeat split; intros H; try (apply wins_total; auto; fail).
  - apply (wins_neg Left Right). rewrite <- total_neg. apply wins_total. apply C. lia.
  - apply (wins_neg Left Left). rewrite <- total_neg. apply wins_total. apply E. lia.
Qed.

(* The value of a number, computed from the values of its options. *)
Definition best (f : Z -> Z -> Z) (vs : list (Z * Z)) : option Z :=
  match map fst vs with [] => None | v :: l => Some (fold_left f l v) end.
Definition has (v : Z) (vs : list (Z * Z)) : bool := existsb (fun vu => fst vu =? v) vs.
Definition number_of (D : Z) (l r : list (Z * Z)) : option (Z * Z) :=
  let '(v, u) := match best Z.max l, best Z.min r with
    | None, None => (0, D)
    | Some low, None => (low + D, D)
    | None, Some high => (high - D, D)
    | Some low, Some high => ((low + high) / 2, (high - low) / 2)
    end in
  if (0 <? u) && (u =? 2 ^ Z.log2 u) && (u <=? D) && (v mod u =? 0) &&
     forallb (fun x => fst x <? v) l && forallb (fun x => v <? fst x) r &&
     (if (u <? D) || (0 <? v) then has (v - u) l else true) && (if (u <? D) || (v <? 0) then has (v + u) r else true)
  then Some (v, u) else None.

Lemma value_of_option : forall D gl l, are D gl l -> forall h, In h gl -> exists v u, number D h v u /\ In (v, u) l.
Proof.
  intros D gl l F. induction F as [|g [v u] gl l N F IH]; intros h I; [easy|]. destruct I as [<-|I].
  - exists v, u. split; auto. now left.
  - destruct (IH h I) as (v' & u' & N' & I'). exists v', u'. split; auto. now right.
Qed.
Lemma has_option : forall D gl l v, are D gl l -> has v l = true -> exists h u, In h gl /\ number D h v u.
Proof.
  intros D gl l v F H. unfold has in H. apply existsb_exists in H as [[v' u] [I E]]. apply Z.eqb_eq in E. cbn in E. subst v'.
  destruct (are_split _ _ _ _ _ F I) as (a & g & b & va & vb & -> & _ & _ & _ & N). exists g, u. split; auto.
  apply in_or_app. right. now left.
Qed.
Lemma number_of_sound : forall D gl gr l r vu, are D gl l -> are D gr r -> number_of D l r = Some vu ->
  number D (Game gl gr) (fst vu) (snd vu).
Proof.
  unfold number_of. intros D gl gr l r vu FL FR H.
  destruct (match best Z.max l with Some _ => _ | None => _ end) as [v u].
  destruct (_ && _) eqn:C in H; [|easy]. inversion H; subst vu. cbn [fst snd]. rewrite !andb_true_iff in C.
  destruct C as [[[[[[[C1 C2] C3] C4] C5] C6] C7] C8]. apply Z.ltb_lt in C1. apply Z.eqb_eq in C2, C4. apply Z.leb_le in C3.
  rewrite forallb_forall in C5, C6. constructor; auto.
  - exists (Z.log2 u). split; [apply Z.log2_nonneg | auto].
  - apply Z.mod_divide; lia.
  - intros h I. destruct (value_of_option _ _ _ FL h I) as (v' & u' & N & J). exists v', u'. split; auto. now apply Z.ltb_lt, (C5 (v', u')).
  - intros h I. destruct (value_of_option _ _ _ FR h I) as (v' & u' & N & J). exists v', u'. split; auto. now apply Z.ltb_lt, (C6 (v', u')).
  - intros Q. destruct ((u <? D) || (0 <? v)) eqn:B; [eapply has_option; eauto|].
    apply orb_false_elim in B as [B1 B2]. apply Z.ltb_ge in B1, B2. lia.
  - intros Q. destruct ((u <? D) || (v <? 0)) eqn:B; [eapply has_option; eauto|].
    apply orb_false_elim in B as [B1 B2]. apply Z.ltb_ge in B1, B2. lia.
Qed.
