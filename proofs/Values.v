(* Certificates about the value of a sum: its canonical form, or its Grundy value.

   SPECIFICATION down to the line CHECKER.  The sum has one more component, the negative of a form;
   the strategies show that whoever moves second wins, so the form is equal to the rest. *)
Require Import List Bool ZArith Lia.
From Farstar Require Import Games Boards Heaps Rules Tables Sums Recursion Short Canon Form Nimbers.
Import ListNotations.

Inductive value := IsCanonical | HasGrundy (n : nat).
Definition value_holds (c : statement) (v : value) : Prop := exists gs s x rows gms g,
  read c = Some (gs, s ++ [x]) /\ nth_error gs (fst x) = Some (Listed rows, false) /\ snd x = [[0%Z]] /\
  form (legal (Listed rows)) [[0%Z]] g /\               (* the form that the file lists *)
  Forall2 (form (part_legal gs)) s gms /\               (* the other components *)
  eq (total gms) g /\
  match v with IsCanonical => canonical g | HasGrundy n => eq (total gms) (nim n) end.

(* CHECKER.  [todo] lists the positions of the form, options first. *)
Definition listed_at_end (gs : list (rules * bool)) (s : state) : option (state * nat * list (list Z * list Z)) :=
  match rev s with
  | (k, [[0%Z]]) :: rest => match nth_error gs k with
      | Some (Listed rows, false) => Some (rev rest, k, rows)
      | _ => None end
  | _ => None
  end.
Definition check_value (c : statement) (proofs : list strategy) (order : list component) (v : value) (todo : list Z) : bool :=
  match kind c, claimed c, read c with
  | Normal, Outcome (Won Right) (Won Left), Some (gs, s) =>
      if check_short c proofs order then
        match listed_at_end gs s with
        | Some (_, k, rows) =>
            match v with
            | IsCanonical => check_form rows todo
            | HasGrundy n => match recursion gs mex empty (map (fun i => (k, [[i]])) todo) with
                             | Some W => match find W [(k, [[0%Z]])] with Some m => Nat.eqb m n | None => false end
                             | None => false end
            end
        | None => false end
      else false
  | _, _, _ => false
  end.

(* SOUNDNESS *)
Open Scope nat_scope.
Lemma neg_neg : forall n g, size g < n -> neg (neg g) = g.
Proof.
  induction n as [|n IH]; intros [l r] H; [lia|]. cbn [neg]. rewrite !map_map. f_equal.
  - rewrite <- (map_id l) at 2. apply map_ext_in. intros a I. apply IH. pose proof (size_option Left (Game l r) a I). lia.
  - rewrite <- (map_id r) at 2. apply map_ext_in. intros a I. apply IH. pose proof (size_option Right (Game l r) a I). lia.
Qed.
(* A negated part has the negative of the tree. *)
Lemma form_negated : forall gs k r, nth_error gs k = Some (r, false) -> forall n g x, size g < n ->
  form (legal r) x g -> form (part_legal gs) (k, x) (neg g).
Proof.
  intros gs k r E. induction n as [|n IH]; intros g x Hn F; [lia|]. destruct F as [x g A B]. constructor.
  - intros p [k' y] [E' (r' & s & E2 & L)]. cbn [fst snd] in *. subst k'. rewrite E in E2. inversion E2; subst.
    destruct (A _ _ L) as [h [I F]]. exists (neg h). split; [apply in_options_neg; eauto|].
    apply IH; auto. apply size_option in I. lia.
  - intros p h I. apply in_options_neg in I as [w [I ->]]. destruct (B _ _ I) as [y [L F]]. exists (k, y). split.
    + split; auto. exists r, false. auto.
    + apply IH; auto. apply size_option in I. lia.
Qed.
Lemma form_unnegated : forall gs k r, nth_error gs k = Some (r, false) -> forall n g x, size g < n ->
  form (part_legal gs) (k, x) g -> form (legal r) x (neg g).
Proof.
  intros gs k r E. induction n as [|n IH]; intros g x Hn F; [lia|]. inversion F as [s' g' A B]; subst. constructor.
  - intros p y L. destruct (A (other p) (k, y)) as [h [I G]].
    + split; auto. exists r, false. split; auto. now rewrite other_other.
    + exists (neg h). split; [apply in_options_neg; eauto|]. apply IH; auto. apply size_option in I. lia.
  - intros p h I. apply in_options_neg in I as [w [I ->]]. destruct (B _ _ I) as [[k' y] [[E' (r' & s & E2 & L)] G]].
    cbn [fst snd] in *. subst k'. rewrite E in E2. inversion E2; subst. rewrite other_other in L. exists y. split; auto.
    apply IH; auto. apply size_option in I. lia.
Qed.
Lemma eq_add_zero : forall g, eq (add g zero) g.
Proof.
  intros g.
  assert (B : bisim (sum_of tree) (sum_of tree) (fun s t => exists a b, s = [add a zero; b] /\ t = [a; b])).
  { intros s t (a & b & -> & ->). split; intros q u Hu; apply sum_of_cons in Hu as [[v [I ->]] | [v [I ->]]].
    - apply in_options_add in I as [[w [I ->]] | [w [I _]]]; [|destruct q; contradiction].
      exists [w; b]. split; [apply sum_of_cons; left; exists w; auto | exists w, b; auto].
    - exists (a :: v). apply sum_of_cons in I as [[w [I ->]] | [w [I _]]]; [|now apply sum_of_nil in I].
      split; [apply sum_of_cons; right; exists [w]; split; auto; apply sum_of_cons; left; exists w; auto | exists a, w; auto].
    - exists [add v zero; b]. split; [|exists v, b; auto]. apply sum_of_cons. left. exists (add v zero). split; auto.
      apply in_options_add. left. exists v. auto.
    - exists (add a zero :: v). apply sum_of_cons in I as [[w [I ->]] | [w [I _]]]; [|now apply sum_of_nil in I].
      split; [apply sum_of_cons; right; exists [w]; split; auto; apply sum_of_cons; left; exists w; auto | exists a, w; auto]. }
  split; intros y m W; rewrite add_list in *.
  - eapply (wins_bisim _ _ _ _ _ (fun t s => exists a b, s = [add a zero; b] /\ t = [a; b])); [|exact W|exists g, y; auto].
    intros t s Q. destruct (B s t Q) as [X Y]. split; intros q u Hu; [apply Y | apply X]; auto.
  - eapply wins_bisim; [exact B | exact W | exists g, y; auto].
Qed.
Lemma eq_trans : forall g h k, eq g h -> eq h k -> eq g k.
Proof. intros g h k [A B] [C D]. split; eapply ge_trans; eauto. Qed.
Lemma eq_sym : forall g h, eq g h -> eq h g.
Proof. intros g h [A B]. now split. Qed.
(* If the sum minus g is won by whoever moves second, then g is equal to the sum. *)
Lemma eq_of_last : forall gms g, (forall p, wins Normal tree p (other p) (total (gms ++ [neg g]))) -> eq (total gms) g.
Proof.
  intros gms g H. apply (eq_trans _ (total [g])); [|apply eq_add_zero].
  apply eq_iff. intros p. rewrite <- total_neg. apply total_app. apply H.
Qed.
Lemma listed_at_end_spec : forall gs s init k rows, listed_at_end gs s = Some (init, k, rows) ->
  s = init ++ [(k, [[0%Z]])] /\ nth_error gs k = Some (Listed rows, false).
Proof.
  unfold listed_at_end. intros gs s init k rows H. destruct (rev s) as [|[k' x] rest] eqn:E; [easy|].
  assert (X : exists n, x = [[n]] /\ n = 0%Z) by (destruct x as [|[|[| |] []] []]; try easy; eauto).
  destruct X as [n [-> ->]]. destruct (nth_error gs k') as [[[rows'| |] [|]]|] eqn:N; try easy. inversion H; subst.
  split; auto. rewrite <- (rev_involutive s), E. reflexivity.
Qed.
(* The form is equal to the rest of the sum. *)
Lemma form_of_rest : forall gs init gms k r x g, nth_error gs k = Some (r, false) -> form (legal r) x g ->
  Forall2 (form (part_legal gs)) init gms ->
  (forall p, wins Normal (sum_legal gs) p (other p) (init ++ [(k, x)])) -> eq (total gms) g.
Proof.
  intros gs init gms k r x g N F FI H. apply eq_of_last. intros p. apply wins_total.
  eapply wins_bisim; [apply forms_bisim | apply H |]. apply Forall2_app; auto. constructor; [|constructor].
  eapply form_negated; eauto using Nat.lt_succ_diag_r.
Qed.
Theorem check_value_sound : forall c proofs order v todo, check_value c proofs order v todo = true -> value_holds c v.
Proof.
  unfold check_value. intros c proofs order v todo H. destruct (kind c) eqn:K; [|easy].
  destruct (claimed c) as [[[|]|] [[|]|]| |] eqn:C; try easy. destruct (read c) as [[gs s]|] eqn:R; [|easy].
  destruct (check_short c proofs order) eqn:S; [|easy].
  destruct (check_short_inv _ _ _ S) as (gs' & s' & W & R' & A & M & Q & _). rewrite R in R'. inversion R'; subst gs' s'.
  destruct (short_forms _ _ _ A s M) as [[all F] _].
  destruct (listed_at_end gs s) as [[[init k] rows]|] eqn:L; [|easy]. apply listed_at_end_spec in L as [-> N].
  apply Forall2_app_inv_l in F as (gms & last & F & _ & ->).
  assert (H2 : forall p, wins Normal (sum_legal gs) p (other p) (init ++ [(k, [[0%Z]])])).
  { pose proof (check_strategies_sound _ _ _ _ Q) as Q'. rewrite K, C in Q'.
    intros [|]; [apply (Q' ForceWin Left Right) | apply (Q' ForceWin Right Left)]; cbn; auto. }
  assert (G : forall g, form (legal (Listed rows)) [[0%Z]] g -> eq (total gms) g) by (intros; eapply form_of_rest; eauto).
  destruct v as [|n].
  - destruct (check_form_sound rows todo H) as [g [Fg Cg]].
    exists gs, init, (k, [[0%Z]]), rows, gms, g. auto 10.
  - destruct (recursion gs mex empty _) as [V|] eqn:RC; [|easy]. destruct (find V _) as [m|] eqn:FV; [|easy].
    apply Nat.eqb_eq in H. subst m. apply (recursion_true _ _ grundy mex_sound) in RC.
    destruct (RC _ _ FV) as [[g [Fg Gg]] _].
    assert (FN : form (legal (Listed rows)) [[0%Z]] (neg g)) by (eapply form_unnegated; eauto using Nat.lt_succ_diag_r).
    exists gs, init, (k, [[0%Z]]), rows, gms, (neg g).
    refine (conj R (conj N (conj eq_refl (conj FN (conj F (conj (G _ FN) _)))))).
    eapply eq_trans; [apply G; exact FN|]. apply grundy_nim. eapply grundy_neg; eauto using Nat.lt_succ_diag_r.
Qed.
