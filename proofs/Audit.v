(* Every theorem that the page on the proved checker names, with the axioms it rests on.  The build
   fails unless Coq answers "Closed under the global context" to each question. *)
From Farstar Require Import Games Boards Rules Sums Recursion Short Canon Form Nimbers Values Families
  Exchange Numbers NimSum Lemmas Machines Positions Strips.
Print Assumptions one_winner.
Print Assumptions some_winner.
Print Assumptions survives_not_beaten.
Print Assumptions ge_iff.
Print Assumptions eq_iff.
Print Assumptions board_moves_exact.
Print Assumptions heap_moves_exact.
Print Assumptions moves_exact.
Print Assumptions definedb_sound.
Print Assumptions check_sound.
Print Assumptions recursion_sound.
Print Assumptions check_short_sound.
Print Assumptions ge_conway.
Print Assumptions canonical_unique.
Print Assumptions check_form_sound.
Print Assumptions grundy_nim.
Print Assumptions check_value_sound.
Print Assumptions check_family_sound.
Print Assumptions eq_total.
Print Assumptions numbers_win.
Print Assumptions grundy_total.
Print Assumptions by_strategies_sound.
Print Assumptions by_nim_sum_sound.
Print Assumptions by_numbers_sound.
Print Assumptions by_form_sound.
Print Assumptions runs_exact.
Print Assumptions falling_ends.
Print Assumptions check_outcomes_sound.
Print Assumptions check_grundy_sound.
Print Assumptions kernel_sound.
Print Assumptions invariant_sound.
Print Assumptions invariant_first.
Print Assumptions strips_2_3.
