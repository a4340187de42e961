(* A certificate as a Coq file, which Coq checks by itself: [vm_compute] runs the checker, and the
   theorem says that what it accepts is true.  Nothing here has to be believed: read the statement
   in the file that is written. *)

open Checker
open Certificate

let list f items = "[" ^ String.concat "; " (List.map f items) ^ "]"
let number n = "(" ^ Report.decimal n ^ ")%Z"
let natural n = string_of_int (int_of_nat n) ^ "%nat"
let position = list (list number)
let text s = "\"" ^ String.concat "\"\"" (String.split_on_char '"' s) ^ "\"%string"
let player = function Left -> "Left" | Right -> "Right"
let sign b = string_of_bool b
let ability = function ForceWin -> "ForceWin" | AvoidLoss -> "AvoidLoss"
let play = function Normal -> "Normal" | Misere -> "Misere"

let rules = function
  | Moves rows ->
      let row (left, right) = "(" ^ list number left ^ ", " ^ list number right ^ ")" in
      "Moves " ^ list row rows
  | Patterns (left, right) -> "Patterns " ^ list text left ^ " " ^ list text right
  | Arithmetic (left, right) -> "Arithmetic " ^ list text left ^ " " ^ list text right

let place = function
  | Row n -> "Row " ^ number n
  | Marks board -> "Marks " ^ text board
  | Piles heaps -> "Piles " ^ position heaps

let result = function Won p -> "(Won " ^ player p ^ ")" | Drawn -> "Drawn"

let claim = function
  | GeZero -> "GeZero"
  | LeZero -> "LeZero"
  | Outcome (l, r) -> "Outcome " ^ result l ^ " " ^ result r

let statement (s : statement) =
  let part ((r, p), b) = Printf.sprintf "(%s, %s, %s)" (rules r) (place p) (sign b) in
  Printf.sprintf "{| parts := %s;\n     start := %s; kind := %s; claimed := %s |}"
    (list part s.parts) (list natural s.start) (play s.kind) (claim s.claimed)

let component (part, x) = Printf.sprintf "(%s, %s)" (natural part) (position x)
let state = list component

let strategy (s : Checker.strategy) =
  let reply (before, after) = Printf.sprintf "(%s, %s)" (state before) (state after) in
  Printf.sprintf "{| does := %s; player_ := %s; starter_ := %s;\n     replies := %s |}" (ability s.does)
    (player s.player_) (player s.starter_) (list reply s.replies)

let value = function IsCanonical -> "IsCanonical" | HasGrundy n -> "(HasGrundy " ^ natural n ^ ")"
let pair (l, r) = Printf.sprintf "(%s, %s)" (player l) (player r)

let family (f : family) =
  let claims, never =
    ( (match f.claims with Outcomes l -> "Outcomes " ^ list pair l | GrundyValues l -> "GrundyValues " ^ list natural l),
      match f.never with NeverOutcomes l -> "NeverOutcomes " ^ list pair l | NeverValues l -> "NeverValues " ^ list natural l )
  in
  Printf.sprintf "{| family_rules := %s;\n     positions := %s;\n     family_play := %s; claims := %s; never := %s |}"
    (list rules f.family_rules)
    (list (fun (n, p) -> Printf.sprintf "(%s, %s)" (natural n) (place p)) f.positions)
    (play f.family_play) claims never

let beginning =
  "From Farstar Require Import Games Boards Heaps Rules Tables Sums Recursion Short Values Families.\n\
   Require Import String List ZArith.\nImport ListNotations.\n\n"

(* A theorem with its proof: the checker accepts, so the statement holds. *)
let theorem name statement check sound =
  Printf.sprintf
    "Lemma %s_accepted : %s = true.\nProof. vm_compute. reflexivity. Qed.\nTheorem %s : %s.\n\
     Proof. exact (%s %s_accepted). Qed.\nPrint Assumptions %s.\n\n"
    name check name statement sound name name

let of_sum (s : sum) (ready : Prepare.ready) =
  let definitions =
    Printf.sprintf
      "Definition the_claim : statement :=\n  {| %s.\n\nDefinition the_proof : list strategy :=\n  %s.\n\n\
       Definition the_positions : list component :=\n  %s.\n\n"
      (String.sub (statement s.statement) 3 (String.length (statement s.statement) - 3))
      (list strategy ready.proofs) (list component ready.order)
  in
  let main =
    if ready.short then
      theorem "proved" "holds the_claim /\\ exists games, components_are the_claim games /\\ holds_for the_claim games"
        "check_short the_claim the_proof the_positions" "check_short_sound _ _ _"
    else theorem "proved" "holds the_claim" "check the_claim the_proof the_positions" "check_sound _ _ _"
  in
  let of_value i v =
    theorem (Printf.sprintf "value_%d" (i + 1))
      (Printf.sprintf "value_holds the_claim %s" (value v))
      (Printf.sprintf "check_value the_claim the_proof the_positions %s %s" (value v) (list number (List.map z (ready.form ()))))
      "check_value_sound _ _ _ _ _"
  in
  beginning ^ definitions ^ main ^ String.concat "" (List.mapi of_value s.values)

let of_family (f : family_file) order =
  Printf.sprintf "%sDefinition the_family : family :=\n  %s.\n\nDefinition the_positions : list component :=\n  %s.\n\n%s"
    beginning (family f.family) (list component order)
    (theorem "proved" "family_holds the_family" "check_family the_family the_positions" "check_family_sound _ _")
