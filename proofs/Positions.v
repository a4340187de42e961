(* Theorems for all sizes: sets of positions from which the player who does not move wins.

   SPECIFICATION down to the line PROOFS. *)
From Farstar Require Import Games.

(* Play ends: there is no endless sequence of moves. *)
Definition ends {S} (T : system S) : Prop := well_founded (fun t s => exists p, T p s t).
(* It is known whether a player can move. *)
Definition decides {S} (T : system S) : Prop :=
  forall p s, (exists t, T p s t) \/ (forall t, ~ T p s t).

(* [P] is a set of positions such that no move leads from P to P, and every player has a move into P
   from every other position.  On heaps both players have the same moves. *)
Definition kernel {S} (T : system S) (P : S -> bool) : Prop :=
  (forall p s t, P s = true -> T p s t -> P t = false) /\
  (forall p s, P s = false -> exists t, T p s t /\ P t = true).

(* [I] is a set of positions such that the player p has a reply into I to every move from I. *)
Definition invariant {S} (T : system S) (p : player) (I : S -> Prop) : Prop :=
  forall s t, I s -> T (other p) s t -> exists u, T p t u /\ I u.

(* PROOFS *)
Lemma normal_stuck : forall p, stuck_winner Normal (other p) = p.
Proof. now destruct p. Qed.

(* The positions of a kernel are those that the previous player wins. *)
Theorem kernel_sound : forall S (T : system S) (P : S -> bool), ends T -> decides T -> kernel T P ->
  forall p s, (P s = true -> wins Normal T p (other p) s) /\ (P s = false -> wins Normal T p p s).
Proof.
  intros S T P E D [K1 K2] p s. induction (E s) as [s _ IH]. split; intro H.
  - destruct (D (other p) s) as [M | N].
    + apply wins_wait; [exact M|]. intros t Ht.
      apply (IH t); [now exists (other p) | exact (K1 _ _ _ H Ht)].
    + apply wins_stuck; [exact N | apply normal_stuck].
  - destruct (K2 p s H) as [t [Ht Pt]]. apply (wins_move _ _ _ _ t); [exact Ht|].
    apply (IH t); [now exists p | exact Pt].
Qed.

(* The induction goes along single moves, so that it also speaks of positions with a move into I. *)
Lemma invariant_both : forall S (T : system S) p I, ends T -> decides T -> invariant T p I ->
  forall s, (I s -> wins Normal T p (other p) s) /\ (forall t, T p s t -> I t -> wins Normal T p p s).
Proof.
  intros S T p I E D H s. induction (E s) as [s _ IH]. split.
  - intros Is. destruct (D (other p) s) as [M | N].
    + apply wins_wait; [exact M|]. intros t Ht. destruct (H s t Is Ht) as [u [Hu Iu]].
      now apply (IH t (ex_intro _ _ Ht)) with (t := u).
    + apply wins_stuck; [exact N | apply normal_stuck].
  - intros t Ht It. apply (wins_move _ _ _ _ t); [exact Ht|]. now apply (IH t (ex_intro _ _ Ht)).
Qed.

(* A player with an invariant wins all its positions moving second. *)
Theorem invariant_sound : forall S (T : system S) p I, ends T -> decides T -> invariant T p I ->
  forall s, I s -> wins Normal T p (other p) s.
Proof. intros S T p I E D H s. now apply invariant_both. Qed.

(* The player wins the positions with a move into the invariant moving first. *)
Theorem invariant_first : forall S (T : system S) p I, ends T -> decides T -> invariant T p I ->
  forall s t, T p s t -> I t -> wins Normal T p p s.
Proof. intros S T p I E D H s. now apply invariant_both. Qed.
