(* A theorem for all sizes that Coq checks by itself: who wins a strip on which Left covers two
   adjacent free cells and Right covers three, wherever other cells are covered already. *)
Require Import List Bool.
From Farstar Require Import Games Machines.
Import ListNotations.

(* Letter 0 is a free cell, letter 1 a covered one. *)
Definition two_cells : list rule := [Rule false false [0; 0] [1; 1]].
Definition three_cells : list rule := [Rule false false [0; 0; 0] [1; 1; 1]].
Definition free (letter : nat) : nat := 1 - letter.

(* For each state the states after a free and after a covered cell; does Left win if she starts, does
   Right win if he starts? *)
Definition strips : machine (bool * bool) := of_table (false, false) [
  ([1; 0], (false, false)); ([2; 0], (false, false)); ([3; 4], (true, false)); ([5; 6], (true,
   true)); ([4; 4], (true, false)); ([7; 8], (true, true)); ([9; 6], (true, true)); ([10; 8],
   (true, true)); ([11; 8], (true, true)); ([12; 6], (true, true)); ([13; 10], (true, false));
   ([14; 8], (true, true)); ([15; 4], (true, false)); ([16; 10], (true, false)); ([17; 4],
   (true, false)); ([18; 0], (false, false)); ([19; 4], (true, false)); ([4; 10], (true,
   false)); ([20; 10], (true, false)); ([4; 8], (true, true)); ([8; 10], (true, false))].

Theorem strips_2_3 : forall w, over 2 w -> outcome_is Normal (rewriting two_cells three_cells) w (label_of strips w).
Proof.
  apply (check_outcomes_sound Normal 2 two_cells three_cells free free strips (products 2 two_cells three_cells strips 1000)).
  vm_compute. reflexivity.
Qed.
