(* The checker as an OCaml program. *)
From Farstar Require Import Rules Tables Sums Recursion Short Values Families Lemmas.
Require Extraction.
Require Import ExtrOcamlBasic ExtrOcamlNativeString.
Extraction Language OCaml.
Extraction "checker.ml" check check_short check_value check_family by_strategies by_nim_sum by_numbers by_form moves definedb read_rules read_place lexp.
