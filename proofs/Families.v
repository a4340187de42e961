(* Certificates about families: the outcome or the Grundy value of each of many positions.

   SPECIFICATION down to the line CHECKER. *)
Require Import List Bool ZArith.
From Farstar Require Import Games Boards Heaps Rules Tables Sums Recursion Short Nimbers.
Import ListNotations.

(* Outcomes, by who wins if Left starts and if Right starts; or Grundy values. *)
Inductive results_text := Outcomes (l : list (player * player)) | GrundyValues (l : list nat).
Inductive never_text := NeverOutcomes (l : list (player * player)) | NeverValues (l : list nat).
Record family := {
  family_rules : list rules_text;
  positions : list (nat * place_text);                     (* by the number of their rules *)
  family_play : play;
  claims : results_text;
  never : never_text                                       (* these do not occur *)
}.
Definition read_position (gs : list (rules * bool)) (p : nat * place_text) : option component :=
  match nth_error gs (fst p) with
  | Some (g, _) => option_map (pair (fst p)) (read_place g (snd p))
  | None => None
  end.
Definition read_family (f : family) : option (list (rules * bool) * list component) :=
  match all_some (map read_rules (family_rules f)) with
  | Some gs => let gs := map (fun g => (g, true)) gs in
               option_map (pair gs) (all_some (map (read_position gs) (positions f)))
  | None => None
  end.
Definition outcome_is (k : play) (g : game) (o : player * player) : Prop :=
  wins k tree (fst o) Left g /\ wins k tree (snd o) Right g.
(* Each position is a short game with the claimed result, and what never occurs does not. *)
Definition family_holds (f : family) : Prop := exists gs xs gms, read_family f = Some (gs, xs) /\
  (forall x, In x xs -> well_defined gs x) /\ Forall2 (form (part_legal gs)) xs gms /\
  match claims f, never f with
  | Outcomes l, NeverOutcomes none => Forall2 (outcome_is (family_play f)) gms l /\ forall o, In o none -> ~ In o l
  | GrundyValues l, NeverValues none =>
      family_play f = Normal /\ Forall2 (fun g n => eq g (nim n)) gms l /\ forall n, In n none -> ~ In n l
  | _, _ => False
  end.

(* CHECKER: plain recursion.  [order] lists all positions that can be reached, options first. *)
Definition first_wins (k : play) (p : player) (results : list (player * player)) : bool :=   (* p moves first *)
  match k, results with
  | Misere, [] => true
  | _, _ => existsb (fun o => same p (match p with Left => snd o | Right => fst o end)) results
  end.
Definition outcome (k : play) (l r : list (player * player)) : option (player * player) :=
  Some (if first_wins k Left l then Left else Right, if first_wins k Right r then Right else Left).
Definition same_outcome (a b : player * player) : bool := if same (fst a) (fst b) then same (snd a) (snd b) else false.
Definition absent {A} (e : A -> A -> bool) (none l : list A) : bool := forallb (fun n => negb (existsb (e n) l)) none.
Definition check_results {A} (gs : list (rules * bool)) (compute : list A -> list A -> option A) (e : A -> A -> bool)
    (order xs : list component) (l : list A) : bool :=
  match recursion gs compute empty order with
  | Some W => match results_of W xs with Some l' => eqb_list e l' l | None => false end
  | None => false
  end.
Definition check_family (f : family) (order : list component) : bool :=
  match read_family f with
  | Some (gs, xs) =>
      match claims f, never f, family_play f with
      | Outcomes l, NeverOutcomes none, k =>
          if check_results gs (outcome k) same_outcome order xs l then absent same_outcome none l else false
      | GrundyValues l, NeverValues none, Normal =>
          if check_results gs mex Nat.eqb order xs l then absent Nat.eqb none l else false
      | _, _, _ => false
      end
  | None => false
  end.

(* SOUNDNESS *)
Lemma same_sound : forall p q, same p q = true <-> p = q.
Proof. intros [|] [|]; cbn; split; congruence. Qed.
Lemma same_outcome_sound : forall a b, same_outcome a b = true <-> a = b.
Proof.
  intros [a a'] [b b']. unfold same_outcome. cbn. destruct (same a b) eqn:E.
  - apply same_sound in E. subst. rewrite same_sound. split; [now intros -> | congruence].
  - split; [easy|]. intros H. inversion H; subst. now destruct b.
Qed.
Lemma absent_sound : forall A (e : A -> A -> bool), (forall a b, e a b = true <-> a = b) ->
  forall none l, absent e none l = true -> forall n, In n none -> ~ In n l.
Proof.
  unfold absent. intros A e He none l H n I J. rewrite forallb_forall in H. specialize (H n I).
  apply negb_true_iff in H. assert (X : existsb (e n) l = true); [|congruence].
  apply existsb_exists. exists n. split; auto. now apply He.
Qed.
(* The player who moves first: she wins if some option is won with the other player to move. *)
Lemma first_sound : forall k p gl l g, options p g = gl -> Forall2 (outcome_is k) gl l ->
  wins k tree (if first_wins k p l then p else other p) p g.
Proof.
  intros k p gl l g E F.
  assert (W : forall q, first_wins k p l = true -> q = p -> wins k tree q p g).
  { intros q H ->. destruct l as [|o l].
    - assert (N : gl = []) by (now inversion F). rewrite N in E. destruct k; [easy|]. apply wins_stuck; auto. intros t Ht. unfold tree in Ht. now rewrite E in Ht.
    - assert (H' : existsb (fun o => same p (match p with Left => snd o | Right => fst o end)) (o :: l) = true) by (destruct k; exact H).
      clear H. revert H'. rewrite existsb_exists. intros [o' [I S]].
      assert (X : exists h, In h gl /\ outcome_is k h o').
      { clear - F I. induction F as [|h r hs rs G F IH]; [easy|]. destruct I as [<-|I]; [exists h; cbn; auto|].
        destruct (IH I) as [h' [J K]]. exists h'. cbn; auto. }
      destruct X as [h [J [O1 O2]]]. subst gl. apply same_sound in S. apply wins_move with (t := h); auto.
      destruct p; cbn [other] in *; rewrite S; auto. }
  destruct (first_wins k p l) eqn:H; [now apply W|]. clear W.
  assert (A : forall h, In h gl -> wins k tree (other p) (other p) h).
  { assert (H' : existsb (fun o => same p (match p with Left => snd o | Right => fst o end)) l = false)
      by (destruct k, l; auto; easy).
    clear - F H'. induction F as [|h o gl l [O1 O2] F IH]; [easy|]. cbn in H'. apply orb_false_elim in H' as [S H'].
    intros g [<-|I]; [|now apply IH]. destruct p; cbn [other] in *.
    - destruct (snd o); [easy | auto].
    - destruct (fst o); [auto | easy]. }
  destruct gl as [|h gl].
  - assert (N : l = []) by (now inversion F). subst l. destruct k; [|easy]. apply wins_stuck; auto.
    intros t Ht. unfold tree in Ht. now rewrite E in Ht.
  - rewrite <- (other_other p) at 2. apply wins_wait; rewrite !other_other.
    + exists h. unfold tree. rewrite E. now left.
    + intros t Ht. unfold tree in Ht. rewrite E in Ht. auto.
Qed.
Lemma outcome_sound : forall k gl gr l r o, Forall2 (outcome_is k) gl l -> Forall2 (outcome_is k) gr r ->
  outcome k l r = Some o -> outcome_is k (Game gl gr) o.
Proof.
  unfold outcome. intros k gl gr l r o FL FR H. inversion H; subst. split; cbn [fst snd].
  - exact (first_sound k Left gl l (Game gl gr) eq_refl FL).
  - exact (first_sound k Right gr r (Game gl gr) eq_refl FR).
Qed.
Lemma check_results_sound : forall A gs (compute : list A -> list A -> option A) e true_of order xs l,
  (forall gl gr l r a, Forall2 true_of gl l -> Forall2 true_of gr r -> compute l r = Some a -> true_of (Game gl gr) a) ->
  (forall a b, e a b = true <-> a = b) -> check_results gs compute e order xs l = true ->
  exists gms, Forall2 (form (part_legal gs)) xs gms /\ Forall2 true_of gms l /\ forall x, In x xs -> well_defined gs x.
Proof.
  unfold check_results. intros A gs compute e true_of order xs l HC He H.
  destruct (recursion gs compute empty order) as [W|] eqn:R; [|easy]. apply (recursion_true _ _ true_of HC) in R.
  destruct (results_of W xs) as [l'|] eqn:E; [|easy]. apply eqb_list_sound in H; [subst l' | intros; now apply He].
  destruct (results_forms _ _ _ R _ _ E) as [gms [F G]]. exists gms. split; auto. split; auto.
  intros x I. destruct (results_in _ _ _ E x I) as [a K]. now apply (R x a).
Qed.
Theorem check_family_sound : forall f order, check_family f order = true -> family_holds f.
Proof.
  unfold check_family, family_holds. intros f order H. destruct (read_family f) as [[gs xs]|]; [|easy].
  destruct (claims f) as [l|l], (never f) as [none|none]; try easy.
  - destruct (check_results _ _ _ _ _ _) eqn:C in H; [|easy].
    apply (check_results_sound _ _ _ _ (outcome_is (family_play f))) in C as (gms & F & G & D);
      [| apply outcome_sound | apply same_outcome_sound].
    exists gs, xs, gms. split; auto. split; auto. split; auto. split; auto.
    eapply absent_sound; eauto using same_outcome_sound.
  - destruct (family_play f); [|easy]. destruct (check_results _ _ _ _ _ _) eqn:C in H; [|easy].
    apply (check_results_sound _ _ _ _ grundy) in C as (gms & F & G & D); [| apply mex_sound | apply Nat.eqb_eq].
    exists gs, xs, gms. split; auto. split; auto. split; auto. split; auto. split.
    + clear - G. induction G; constructor; auto. now apply grundy_nim.
    + eapply absent_sound; eauto using Nat.eqb_eq.
Qed.
