(* Tables of what is known about states.  Nothing in this file has to be read for the statements:
   [norm] only rearranges, and any hash function would do. *)
Require Import List Bool ZArith Permutation FMapPositive.
From Farstar Require Import Games Boards Heaps Rules.
Import ListNotations.

Definition state := list component.

(* Sums are kept in order, so that equal sums look equal. *)
Fixpoint lexp (a b : position) : comparison :=
  match a, b with
  | [], [] => Datatypes.Eq | [], _ => Datatypes.Lt | _, [] => Datatypes.Gt
  | x :: a', y :: b' => match lex x y with Datatypes.Eq => lexp a' b' | o => o end
  end.
Definition compare_components (x y : component) : comparison :=
  match Nat.compare (fst x) (fst y) with Datatypes.Eq => lexp (snd x) (snd y) | o => o end.
Fixpoint put (x : component) (s : state) : state :=
  match s with [] => [x] | y :: s' => match compare_components x y with Gt => y :: put x s' | _ => x :: s end end.
Definition norm (s : state) : state := fold_right put [] s.

Fixpoint push (b acc : positive) : positive :=
  match b with xH => acc | xO b' => push b' (xO acc) | xI b' => push b' (xI acc) end.
Definition pushz (z : Z) (acc : positive) : positive :=
  match z with Z0 => xO acc | Zpos b => push b (xI acc) | Zneg b => push b (xO acc) end.
Definition hash (s : state) : positive :=
  fold_left (fun acc (x : component) =>
    fold_left (fun acc row => fold_left (fun acc z => pushz z acc) row (xI acc)) (snd x) (xO acc)) s xH.
Fixpoint eqb_list {A} (e : A -> A -> bool) (a b : list A) : bool :=
  match a, b with [], [] => true | x :: a', y :: b' => if e x y then eqb_list e a' b' else false | _, _ => false end.
Definition eqb_state : state -> state -> bool :=
  eqb_list (fun x y => if Nat.eqb (fst x) (fst y) then eqb_list (eqb_list Z.eqb) (snd x) (snd y) else false).

Section Table.
Context {A : Type}.
Definition table := PositiveMap.t (list (state * A)).
Definition empty : table := PositiveMap.empty _.
Definition bucket (T : table) (s : state) : list (state * A) :=
  match PositiveMap.find (hash s) T with Some l => l | None => [] end.
Fixpoint assoc (s : state) (l : list (state * A)) : option A :=
  match l with [] => None | (t, a) :: l' => if eqb_state s t then Some a else assoc s l' end.
Definition find (T : table) (s : state) : option A := assoc s (bucket T s).
Definition learn (T : table) (s : state) (a : A) : table := PositiveMap.add (hash s) ((s, a) :: bucket T s) T.
Definition mem (T : table) (s : state) : bool := match find T s with Some _ => true | None => false end.
End Table.
Arguments table : clear implicits.

Lemma put_perm : forall x s, Permutation (put x s) (x :: s).
Proof.
  induction s as [|y s IH]; cbn; auto. destruct (compare_components x y); auto. rewrite IH. apply perm_swap.
Qed.
Lemma norm_perm : forall s, Permutation (norm s) s.
Proof. induction s as [|x s IH]; cbn; auto. rewrite put_perm. auto. Qed.
Lemma eqb_list_sound : forall A (e : A -> A -> bool), (forall x y, e x y = true -> x = y) ->
  forall a b, eqb_list e a b = true -> a = b.
Proof.
  intros A e H. induction a as [|x a IH]; intros [|y b]; cbn; try easy. destruct (e x y) eqn:E; [|easy].
  intros. f_equal; auto.
Qed.
Lemma eqb_state_sound : forall s t, eqb_state s t = true -> s = t.
Proof.
  apply eqb_list_sound. intros [i x] [j y]. cbn. destruct (Nat.eqb_spec i j); [|easy]. intros H. subst. f_equal.
  revert H. apply eqb_list_sound. apply eqb_list_sound. intros a b. apply Z.eqb_eq.
Qed.
Lemma find_empty : forall A s, find (A := A) empty s = None.
Proof. intros. unfold find, bucket, empty. now rewrite PositiveMap.gempty. Qed.
(* What is found was learned last, or was there before. *)
Lemma find_learn : forall A (T : table A) s a t b, find (learn T s a) t = Some b -> (t = s /\ b = a) \/ find T t = Some b.
Proof.
  unfold find, learn. intros A T s a t b H. unfold bucket at 1 in H. destruct (Pos.eq_dec (hash t) (hash s)) as [E|N].
  - rewrite E, PositiveMap.gss in H. cbn in H. destruct (eqb_state t s) eqn:Q.
    + left. apply eqb_state_sound in Q. now inversion H.
    + right. unfold bucket in *. now rewrite E.
  - rewrite PositiveMap.gso in H by auto. auto.
Qed.
Lemma mem_find : forall A (T : table A) s, mem T s = true -> exists a, find T s = Some a.
Proof. unfold mem. intros A T s. destruct (find T s) as [a|]; [eauto | easy]. Qed.
