(* Grundy values: a game in which both players' options have the same Grundy values, with the mex n,
   is equal to a nim-heap of size n. *)
Require Import List Bool Arith Lia.
From Farstar Require Import Games.
Import ListNotations.

Inductive grundy : game -> nat -> Prop := Grundy : forall g n,
  (forall p k, k < n -> exists h, In h (options p g) /\ grundy h k) ->
  (forall p h, In h (options p g) -> exists k, k <> n /\ grundy h k) -> grundy g n.

Lemma grundy_smaller : forall g n p k, grundy g n -> k < n -> exists h, In h (options p g) /\ grundy h k.
Proof. intros g n p k []. eauto. Qed.
Lemma grundy_option : forall g n p h, grundy g n -> In h (options p g) -> exists k, k <> n /\ grundy h k.
Proof. intros g n p h []. eauto. Qed.

(* The sum of two games with the same Grundy value is won by whoever moves second. *)
Lemma grundy_second : forall m g h n, size g + size h < m -> grundy g n -> grundy h n ->
  forall p, wins Normal tree p (other p) (add g h).
Proof.
  induction m as [|m IH]; intros g h n Hm Hg Hh p; [lia|].
  assert (All : forall t, In t (options (other p) (add g h)) -> wins Normal tree p p t).
  { intros t Ht. apply in_options_add in Ht as [[g' [I ->]] | [h' [I ->]]]; pose proof (size_option _ _ _ I) as Hs.
    - destruct (grundy_option _ _ _ _ Hg I) as [k [Hk Gk]]. destruct (Nat.lt_ge_cases k n) as [L|L].
      + destruct (grundy_smaller _ _ p k Hh L) as [h' [J Gh]]. apply wins_move with (t := add g' h').
        * apply in_options_add. right. eauto.
        * apply (IH g' h' k); auto. pose proof (size_option _ _ _ J). lia.
      + destruct (grundy_smaller g' k p n Gk) as [g'' [J Gg]]; [lia|]. apply wins_move with (t := add g'' h).
        * apply in_options_add. left. eauto.
        * apply (IH g'' h n); auto. pose proof (size_option _ _ _ J). lia.
    - destruct (grundy_option _ _ _ _ Hh I) as [k [Hk Gk]]. destruct (Nat.lt_ge_cases k n) as [L|L].
      + destruct (grundy_smaller _ _ p k Hg L) as [g' [J Gg]]. apply wins_move with (t := add g' h').
        * apply in_options_add. left. eauto.
        * apply (IH g' h' k); auto. pose proof (size_option _ _ _ J). lia.
      + destruct (grundy_smaller h' k p n Gk) as [h'' [J Gh]]; [lia|]. apply wins_move with (t := add g h'').
        * apply in_options_add. right. eauto.
        * apply (IH g h'' n); auto. pose proof (size_option _ _ _ J). lia. }
  destruct (options (other p) (add g h)) as [|t l] eqn:E.
  - apply wins_stuck; [|apply other_other]. intros t Ht. unfold tree in Ht. now rewrite E in Ht.
  - apply wins_wait.
    + exists t. unfold tree. rewrite E. now left.
    + intros u Hu. unfold tree in Hu. rewrite E in Hu. auto.
Qed.
Lemma grundy_neg : forall m g n, size g < m -> grundy g n -> grundy (neg g) n.
Proof.
  induction m as [|m IH]; intros g n Hm G; [lia|]. destruct G as [g n A B]. constructor.
  - intros p k Hk. destruct (A (other p) k Hk) as [h [I G]]. exists (neg h). split; [apply in_options_neg; eauto|].
    apply IH; auto. apply size_option in I. lia.
  - intros p h I. apply in_options_neg in I as [h' [I ->]]. destruct (B _ _ I) as [k [Hk G]]. exists k. split; auto.
    apply IH; auto. apply size_option in I. lia.
Qed.
Theorem grundy_eq : forall g h n, grundy g n -> grundy h n -> eq g h.
Proof.
  intros g h n Hg Hh. apply eq_iff. intros p. eapply grundy_second; [apply Nat.lt_succ_diag_r | exact Hg|].
  eapply grundy_neg; [apply Nat.lt_succ_diag_r | exact Hh].
Qed.

(* The options of a nim-heap are all smaller ones. *)
Lemma nim_options : forall n p h, In h (options p (nim n)) <-> exists k, k < n /\ h = nim k.
Proof.
  induction n as [|n IH]; intros p h.
  - cbn. destruct p; split; [easy | intros [k [H _]]; lia | easy | intros [k [H _]]; lia].
  - assert (E : In h (options p (nim (S n))) <-> nim n = h \/ In h (options p (nim n))).
    { cbn [nim]. destruct (nim n) as [l r]. destruct p; cbn [options In]; reflexivity. }
    rewrite E, IH. split.
    + intros [<- | [k [H ->]]]; [exists n; auto | exists k; auto].
    + intros [k [H ->]]. destruct (Nat.eq_dec k n) as [->|Hne]; [auto | right; exists k; split; auto; lia].
Qed.
Lemma nim_grundy : forall n, grundy (nim n) n.
Proof.
  assert (G : forall m n, n < m -> grundy (nim n) n).
  { induction m as [|m IH]; intros n Hn; [lia|]. constructor.
    - intros p k Hk. exists (nim k). split; [apply nim_options; eauto | apply IH; lia].
    - intros p h I. apply nim_options in I as [k [Hk ->]]. exists k. split; [lia | apply IH; lia]. }
  intros n. apply (G (S n)). lia.
Qed.
Corollary grundy_nim : forall g n, grundy g n -> eq g (nim n).
Proof. intros. eapply grundy_eq; eauto using nim_grundy. Qed.

(* The mex, computed: the least number that is not among the values of the options, which must be
   the same numbers for both players. *)
Definition memn (n : nat) (l : list nat) : bool := existsb (Nat.eqb n) l.
Fixpoint least (fuel n : nat) (l : list nat) : option nat :=
  match fuel with O => None | S fuel => if memn n l then least fuel (S n) l else Some n end.
Definition mex (l r : list nat) : option nat :=
  if forallb (fun n => memn n r) l then if forallb (fun n => memn n l) r then least (S (length l)) 0 l else None else None.

Lemma memn_in : forall n l, memn n l = true <-> In n l.
Proof.
  intros. unfold memn. rewrite existsb_exists. split.
  - intros [x [I E]]. apply Nat.eqb_eq in E. now subst.
  - intros I. exists n. split; auto. apply Nat.eqb_refl.
Qed.
Lemma least_spec : forall fuel n l m, least fuel n l = Some m -> ~ In m l /\ forall k, n <= k < m -> In k l.
Proof.
  induction fuel as [|fuel IH]; intros n l m H; cbn in H; [easy|]. destruct (memn n l) eqn:M.
  - apply memn_in in M. apply IH in H as [A B]. split; auto. intros k Hk.
    destruct (Nat.eq_dec k n) as [->|Hne]; auto. apply B. lia.
  - inversion H; subst. split; [|intros; lia]. intros I. apply memn_in in I. congruence.
Qed.
Lemma value_in : forall gl l, Forall2 grundy gl l -> forall k, In k l -> exists h, In h gl /\ grundy h k.
Proof.
  intros gl l F. induction F as [|g n gl l G F IH]; intros k I; [easy|]. destruct I as [<-|I]; [exists g; cbn; auto|].
  destruct (IH k I) as [h [J K]]. exists h. cbn; auto.
Qed.
Lemma option_in : forall gl l, Forall2 grundy gl l -> forall h, In h gl -> exists k, In k l /\ grundy h k.
Proof.
  intros gl l F. induction F as [|g n gl l G F IH]; intros k I; [easy|]. destruct I as [<-|I]; [exists n; cbn; auto|].
  destruct (IH k I) as [h [J K]]. exists h. cbn; auto.
Qed.
Lemma mex_sound : forall gl gr l r n, Forall2 grundy gl l -> Forall2 grundy gr r -> mex l r = Some n -> grundy (Game gl gr) n.
Proof.
  unfold mex. intros gl gr l r n FL FR H. destruct (forallb _ l) eqn:A; [|easy]. destruct (forallb _ r) eqn:B; [|easy].
  rewrite forallb_forall in A, B. apply least_spec in H as [N S].
  assert (A' : forall k, In k l -> In k r) by (intros; now apply memn_in, A).
  assert (B' : forall k, In k r -> In k l) by (intros; now apply memn_in, B).
  constructor.
  - intros [|] k Hk; assert (I : In k l) by (apply S; lia); cbn; eapply value_in; eauto.
  - intros [|] h I; cbn in I; [destruct (option_in _ _ FL h I) as [k [J K]] | destruct (option_in _ _ FR h I) as [k [J K]]];
      exists k; split; auto; intros ->; auto.
Qed.
