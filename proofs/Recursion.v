(* Whatever is computed from the options upwards: all positions are listed, options first, so they
   are short games, and a result is computed for each of them from the results of its options. *)
Require Import List Bool ZArith.
From Farstar Require Import Games Boards Heaps Rules Tables.
Import ListNotations.

Section Recursion.
Context {A : Type}.
Variable gs : list (rules * bool).
Variable compute : list A -> list A -> option A.        (* from the results of Left's and Right's options *)
Let T := part_legal gs.

Definition results_of (W : table A) (xs : list component) : option (list A) := all_some (map (fun x => find W [x]) xs).
Fixpoint recursion (W : table A) (order : list component) : option (table A) :=
  match order with
  | [] => Some W
  | x :: rest =>
      if defined_part gs x then
        match results_of W (part_moves gs Left x), results_of W (part_moves gs Right x) with
        | Some l, Some r => match compute l r with Some a => recursion (learn W [x] a) rest | None => None end
        | _, _ => None end
      else None
  end.

Variable true_of : game -> A -> Prop.
Hypothesis computes : forall gl gr l r a, Forall2 true_of gl l -> Forall2 true_of gr r -> compute l r = Some a ->
  true_of (Game gl gr) a.
Definition all_true (W : table A) : Prop := forall x a, find W [x] = Some a ->
  (exists g, form T x g /\ true_of g a) /\ well_defined gs x.

Lemma results_forms : forall W, all_true W -> forall xs l, results_of W xs = Some l ->
  exists gl, Forall2 (form T) xs gl /\ Forall2 true_of gl l.
Proof.
  intros W HW. unfold results_of. induction xs as [|x xs IH]; intros l H; cbn in H.
  - inversion H; subst. exists []. split; constructor.
  - destruct (find W [x]) as [a|] eqn:F; [|easy]. destruct (all_some _) as [l'|] eqn:E in H; [|easy]. inversion H; subst.
    destruct (IH l') as [gl [A1 A2]]; auto. destruct (HW x a F) as [[g [G1 G2]] _]. exists (g :: gl). split; constructor; auto.
Qed.
Lemma results_in : forall W xs l, results_of W xs = Some l -> forall x, In x xs -> exists a, find W [x] = Some a.
Proof.
  unfold results_of. induction xs as [|x xs IH]; intros l H y I; [easy|]. cbn in H.
  destruct (find W [x]) as [a|] eqn:F; [|easy]. destruct (all_some _) as [l'|] eqn:E in H; [|easy].
  destruct I as [<-|I]; eauto.
Qed.
Lemma forall2_l : forall (R : component -> game -> Prop) l gl, Forall2 R l gl -> forall y, In y l -> exists g, In g gl /\ R y g.
Proof. intros R l gl F. induction F; intros z []; subst; [exists y; cbn; auto|]. destruct (IHF z H0) as [g [B C]]. exists g. cbn; auto. Qed.
Lemma forall2_r : forall (R : component -> game -> Prop) l gl, Forall2 R l gl -> forall g, In g gl -> exists y, In y l /\ R y g.
Proof. intros R l gl F. induction F; intros z []; subst; [exists x; cbn; auto|]. destruct (IHF z H0) as [g [B C]]. exists g. cbn; auto. Qed.

Theorem recursion_sound : forall order W W', all_true W -> recursion W order = Some W' -> all_true W'.
Proof.
  induction order as [|x order IH]; intros W W' HW H; cbn [recursion] in H; [now inversion H; subst|].
  destruct (defined_part gs x) eqn:D; [|easy].
  destruct (results_of W (part_moves gs Left x)) as [l|] eqn:RL; [|easy].
  destruct (results_of W (part_moves gs Right x)) as [r|] eqn:RR; [|easy].
  destruct (compute l r) as [a|] eqn:C; [|easy]. eapply IH; [|exact H]. clear H IH.
  intros y b F. apply find_learn in F as [[E ->]|F]; [|now apply HW]. inversion E; subst y.
  destruct (results_forms W HW _ _ RL) as [gl [FL TL]]. destruct (results_forms W HW _ _ RR) as [gr [FR TR]]. split.
  - exists (Game gl gr). split; [|eapply computes; eauto]. constructor.
    + intros [|] t Ht; apply part_moves_exact in Ht; cbn; eapply forall2_l; eauto.
    + intros [|] h Hh; cbn in Hh; [eapply forall2_r in FL | eapply forall2_r in FR]; eauto.
      * destruct FL as [z [I G]]. exists z. split; auto. now apply part_moves_exact.
      * destruct FR as [z [I G]]. exists z. split; auto. now apply part_moves_exact.
  - intros z g sign R N. inversion R as [u Eu | p u v w Ht Rv]; subst.
    + eapply defined_part_sound; eauto.
    + apply part_moves_exact in Ht. assert (K : exists c, find W [v] = Some c) by (destruct p; eauto using results_in).
      destruct K as [c K]. destruct (HW v c K) as [_ D']. eapply D'; eauto.
Qed.
Corollary recursion_true : forall order W, recursion empty order = Some W -> all_true W.
Proof. intros order W H. eapply recursion_sound; [|exact H]. intros x a F. now rewrite find_empty in F. Qed.
End Recursion.
