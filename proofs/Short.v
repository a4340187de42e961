(* Sums of short games: the components are trees, and the claim is about the sum of these trees. *)
Require Import List Bool ZArith Lia.
From Farstar Require Import Games Boards Heaps Rules Tables Sums Recursion.
Import ListNotations.

Definition all_short (gs : list (rules * bool)) (order : list component) : option (table unit) :=
  recursion gs (fun _ _ => Some tt) empty order.
(* [order] lists all positions of all components, options first. *)
Definition check_short (c : statement) (proofs : list strategy) (order : list component) : bool :=
  match read c with
  | Some (gs, s) =>
      match all_short gs order, kind c, claimed c with
      | None, _, _ | _, Misere, GeZero | _, Misere, LeZero => false       (* order is about normal play *)
      | Some W, _, _ => if forallb (fun x => mem W [x]) s then check_strategies gs s c proofs else false
      end
  | None => false
  end.

Lemma forms_bisim : forall S (T : system S), bisim (sum_of T) (sum_of tree) (Forall2 (form T)).
Proof.
  intros S T s g H. induction H as [|x g s gs Hx Hs IH].
  - split; intros p t Ht; now apply sum_of_nil in Ht.
  - destruct (form_bisim _ _ _ _ Hx) as [F B]. destruct IH as [F' B']. split; intros p t Ht;
      apply sum_of_cons in Ht as [[y [H ->]] | [u [H ->]]].
    + destruct (F _ _ H) as [h [Hh Hf]]. exists (h :: gs). split; [apply sum_of_cons; left; eauto | constructor; auto].
    + destruct (F' _ _ H) as [h [Hh Hf]]. exists (g :: h). split; [apply sum_of_cons; right; eauto | constructor; auto].
    + destruct (B _ _ H) as [h [Hh Hf]]. exists (h :: s). split; [apply sum_of_cons; left; eauto | constructor; auto].
    + destruct (B' _ _ H) as [h [Hh Hf]]. exists (x :: h). split; [apply sum_of_cons; right; eauto | constructor; auto].
Qed.
Lemma bisim_sym : forall S S' (T : system S) (T' : system S') R, bisim T T' R -> bisim T' T (fun s' s => R s s').
Proof. intros S S' T T' R B s' s H. destruct (B s s' H) as [F G]. split; auto. Qed.
Lemma survives_bisim : forall k S S' (T : system S) (T' : system S') R, bisim T T' R ->
  forall p m s s', R s s' -> survives k T p m s -> survives k T' p m s'.
Proof.
  intros k S S' T T' R B p m s s' HR [X [HX HS]].
  assert (K : forall t t', R t t' -> keeps k T p X t -> keeps k T' p (fun u' => exists u, R u u' /\ X u) t').
  { intros t t' Rt [K1 K2]. destruct (B _ _ Rt) as [F G]. split.
    - intros Hk. destruct (K1 Hk) as [u Hu]. destruct (F _ _ Hu) as [u' [Hu' _]]. eauto.
    - intros u' Hu'. destruct (G _ _ Hu') as [u [Hu Ru]]. eauto. }
  exists (fun u' => exists u, R u u' /\ X u). split.
  - intros t' [t [Rt Xt]]. destruct (B _ _ Rt) as [F G]. destruct (HX t Xt) as [[Hk Hn] | [u [Hu Ku]]].
    + left. split; auto. intros u' Hu'. destruct (G _ _ Hu') as [u [Hu _]]. exact (Hn u Hu).
    + right. destruct (F _ _ Hu) as [u' [Hu' Ru]]. eauto.
  - destruct HS as [[-> Xs] | [-> Ks]]; [left; eauto | right; eauto].
Qed.
Lemma can_bisim : forall a k S S' (T : system S) (T' : system S') R, bisim T T' R ->
  forall p m s s', R s s' -> can a k T p m s -> can a k T' p m s'.
Proof. intros [|] k S S' T T' R B p m s s' HR; cbn; [intros W; eapply wins_bisim; eauto | eapply survives_bisim; eauto]. Qed.

Lemma add_zero_bisim : bisim tree tree (fun g h => h = add g (neg zero)).
Proof. exact zero_bisim. Qed.
Lemma wins_minus_zero : forall k p m g, wins k tree p m g -> wins k tree p m (add g (neg zero)).
Proof. intros. eapply wins_bisim; [exact add_zero_bisim | eauto | reflexivity]. Qed.

(* Whatever is claimed of the sum of components holds for the sum of their trees. *)
Lemma holds_trees : forall c gs s gms, Forall2 (form (part_legal gs)) s gms ->
  (claimed c = GeZero \/ claimed c = LeZero -> kind c = Normal) ->
  (forall a w m, In (a, w, m) (needed (claimed c)) -> can a (kind c) (sum_legal gs) w m s) -> holds_for c gms.
Proof.
  intros c gs s gms F K H.
  assert (H' : forall a w m, In (a, w, m) (needed (claimed c)) -> can a (kind c) tree w m (total gms)).
  { intros a w m I. eapply (can_bisim a _ _ _ (sum_of tree) tree _ total_bisim); [reflexivity|].
    eapply can_bisim; [apply forms_bisim | exact F | now apply H]. }
  split; auto. destruct (claimed c) as [l r| |].
  - destruct l as [[|]|]; auto. destruct r as [[|]|]; auto. intros N. rewrite N in H'. apply eq_iff. intros [|]; apply wins_minus_zero.
    + apply (H' ForceWin Left Right). cbn. auto.
    + apply (H' ForceWin Right Left). cbn. auto.
  - specialize (K (or_introl eq_refl)). rewrite K in H'. split; auto. apply ge_iff, wins_minus_zero.
    apply (H' ForceWin Left Right). cbn. auto.
  - specialize (K (or_intror eq_refl)). rewrite K in H'. split; auto. apply ge_iff. apply (wins_swap Right Left). apply wins_minus_zero.
    apply (H' ForceWin Right Left). cbn. auto.
Qed.
Lemma check_short_inv : forall c proofs order, check_short c proofs order = true -> exists gs s W,
  read c = Some (gs, s) /\ all_short gs order = Some W /\ (forall x, In x s -> mem W [x] = true) /\
  check_strategies gs s c proofs = true /\ (claimed c = GeZero \/ claimed c = LeZero -> kind c = Normal).
Proof.
  unfold check_short. intros c proofs order H. destruct (read c) as [[gs s]|]; [|easy].
  destruct (all_short gs order) as [W|] eqn:E; [|easy]. exists gs, s, W.
  assert (H' : (if forallb (fun x => mem W [x]) s then check_strategies gs s c proofs else false) = true /\
               (claimed c = GeZero \/ claimed c = LeZero -> kind c = Normal)).
  { destruct (kind c), (claimed c); try discriminate; split; auto; intros [|]; discriminate. }
  destruct H' as [A B]. destruct (forallb _ s) eqn:F; [|easy]. rewrite forallb_forall in F. auto 10.
Qed.
Lemma short_forms : forall gs order W, all_short gs order = Some W -> forall s, (forall x, In x s -> mem W [x] = true) ->
  (exists gms, Forall2 (form (part_legal gs)) s gms) /\ forall x, In x s -> well_defined gs x.
Proof.
  intros gs order W H. apply (recursion_true _ _ (fun _ _ => True)) in H; [|auto]. intros s M.
  assert (K : forall x, In x s -> (exists g, form (part_legal gs) x g) /\ well_defined gs x).
  { intros x I. destruct (mem_find _ _ _ (M x I)) as [a F]. destruct (H x a F) as [[g [G _]] D]. eauto. }
  split; [|intros x I; now apply K]. clear M. induction s as [|x s IH]; [exists []; constructor|].
  destruct (K x (or_introl eq_refl)) as [[g G] _]. destruct IH as [gms F]; [intros; apply K; now right|].
  exists (g :: gms). now constructor.
Qed.
Theorem check_short_sound : forall c proofs order, check_short c proofs order = true ->
  holds c /\ exists gms, components_are c gms /\ holds_for c gms.
Proof.
  intros c proofs order H. destruct (check_short_inv _ _ _ H) as (gs & s & W & R & A & M & S & K).
  destruct (short_forms _ _ _ A s M) as [[gms F] D]. split.
  - exists gs, s. split; auto. split; auto. eapply check_strategies_sound; eauto.
  - exists gms. split; [exists gs, s; auto|]. eapply holds_trees; eauto. eapply check_strategies_sound; eauto.
Qed.

(* Sums of trees: how they are put together. *)
Lemma total_app : forall k p m xs ys, wins k tree p m (total (xs ++ ys)) <-> wins k tree p m (add (total xs) (total ys)).
Proof.
  intros. rewrite <- wins_total, add_list.
  assert (B : bisim (sum_of tree) (sum_of tree) (fun s t => exists xs ys, s = xs ++ ys /\ t = [total xs; total ys])).
  { intros s t (a & b & -> & ->). split; intros q u Hu.
    - apply sum_of_app in Hu as [[v [H ->]] | [v [H ->]]].
      + exists [total v; total b]. split; [|exists v, b; auto]. apply sum_of_cons. left. exists (total v). split; auto.
        destruct (total_bisim a _ eq_refl) as [F _]. destruct (F _ _ H) as [h [Hh ->]]. exact Hh.
      + exists [total a; total v]. split; [|exists a, v; auto]. apply sum_of_cons. right. exists [total v]. split; auto.
        apply sum_of_cons. left. exists (total v). split; auto.
        destruct (total_bisim b _ eq_refl) as [F _]. destruct (F _ _ H) as [h [Hh ->]]. exact Hh.
    - apply sum_of_cons in Hu as [[y [H ->]] | [z [H ->]]].
      + destruct (total_bisim a _ eq_refl) as [_ B]. destruct (B _ _ H) as [v [Hv ->]].
        exists (v ++ b). split; [apply sum_of_app; left; eauto | exists v, b; auto].
      + apply sum_of_cons in H as [[y [H ->]] | [w [H _]]]; [|now apply sum_of_nil in H].
        destruct (total_bisim b _ eq_refl) as [_ B]. destruct (B _ _ H) as [v [Hv ->]].
        exists (a ++ v). split; [apply sum_of_app; right; eauto | exists a, v; auto]. }
  split; intros H.
  - eapply wins_bisim; [exact B | exact H | exists xs, ys; auto].
  - eapply (wins_bisim k _ _ _ _ (fun t s => exists xs ys, s = xs ++ ys /\ t = [total xs; total ys])); [|exact H|exists xs, ys; auto].
    intros t s Q. destruct (B s t Q) as [X Y]. split; intros q u Hu; [apply Y | apply X]; auto.
Qed.

Lemma total_neg : forall xs, total (map neg xs) = neg (total xs).
Proof.
  assert (A : forall n g h, (size g + size h < n)%nat -> add (neg g) (neg h) = neg (add g h)).
  { induction n as [|n IH]; intros g h Hn; [lia|].
    destruct g as [gl gr], h as [hl hr].
    cbn [neg add]. rewrite !map_app, !map_map. f_equal; f_equal; apply map_ext_in.
    - intros x I. change (add (neg x) (neg (Game hl hr)) = neg (add x (Game hl hr))). apply IH.
      pose proof (size_option Right (Game gl gr) x I). lia.
    - intros x I. change (add (neg (Game gl gr)) (neg x) = neg (add (Game gl gr) x)). apply IH.
      pose proof (size_option Right (Game hl hr) x I). lia.
    - intros x I. change (add (neg x) (neg (Game hl hr)) = neg (add x (Game hl hr))). apply IH.
      pose proof (size_option Left (Game gl gr) x I). lia.
    - intros x I. change (add (neg (Game gl gr)) (neg x) = neg (add (Game gl gr) x)). apply IH.
      pose proof (size_option Left (Game hl hr) x I). lia. }
  induction xs as [|x xs IH]; [reflexivity|]. cbn [map total fold_right]. fold (total xs). fold (total (map neg xs)).
  rewrite IH. eapply A. apply Nat.lt_succ_diag_r.
Qed.
