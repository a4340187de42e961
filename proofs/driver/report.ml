(* What was proved, in full, from the statement that the checker was given: rules, positions and
   claim.  This file has to be believed.  Names appear only as what the file calls a game. *)

open Checker
open Certificate

(* The decimal digits of a number: doubled once for each of its bits. *)
let decimal number =
  let double digits carry =
    let step (carry, digits) d = let t = (2 * d) + carry in (t / 10, (t mod 10) :: digits) in
    let carry, digits = List.fold_left step (carry, []) digits in
    List.rev (if carry > 0 then carry :: digits else digits)
  in
  let rec digits = function XH -> [ 1 ] | XO p -> double (digits p) 0 | XI p -> double (digits p) 1 in
  let text p = String.concat "" (List.rev_map string_of_int (digits p)) in
  match number with Z0 -> "0" | Zpos p -> text p | Zneg p -> "-" ^ text p

let joined f items = String.concat ", " (List.map f items)
let heap_text = function [ n ] -> decimal n | heap -> "(" ^ joined decimal heap ^ ")"

let place_text = function
  | Row n -> "row " ^ decimal n
  | Marks board -> "board " ^ board
  | Piles [] -> "no heaps"
  | Piles heaps -> "heaps " ^ joined heap_text heaps

let rules_lines = function
  | Moves rows ->
      let row i (left, right) = Printf.sprintf "row %d: {%s | %s}" i (joined decimal left) (joined decimal right) in
      "listed moves of Left | of Right, as rows:" :: List.mapi row rows
  | Patterns (left, right) -> [ "Left:  " ^ joined Fun.id left; "Right: " ^ joined Fun.id right ]
  | Arithmetic (left, right) ->
      [ "Left:  " ^ String.concat "; " left; "Right: " ^ String.concat "; " right ]

let claim_name = function
  | GeZero -> ">="
  | LeZero -> "<="
  | Outcome (l, r) -> fst (List.find (fun (_, claim) -> claim = (l, r)) (outcomes @ with_draws))

let under = function Normal -> "" | Misere -> " under misere play"

let result_words = function
  | Won Left -> "Left can force a win"
  | Won Right -> "Right can force a win"
  | Drawn -> "both players can avoid losing"

let claim_lines kind short = function
  | GeZero -> [ "the sum is >= 0: Left can force a win if Right starts" ]
  | LeZero -> [ "the sum is <= 0: Right can force a win if Left starts" ]
  | Outcome (l, r) ->
      [ "if Left starts, " ^ result_words l; "if Right starts, " ^ result_words r ]
      @ if short && kind = Normal && (l, r) = (Won Right, Won Left) then [ "so the sum is equal to 0" ] else []

let value_name = function
  | IsCanonical -> "canonical form"
  | HasGrundy n -> Printf.sprintf "Grundy value %d" (int_of_nat n)

let value_line = function
  | IsCanonical -> "the last component is minus the canonical form of the sum of the others"
  | HasGrundy n -> Printf.sprintf "the sum of all components but the last is equal to a nim-heap of %d" (int_of_nat n)

let sum_claims (s : sum) =
  if s.values <> [] then List.map value_name s.values
  else [ claim_name s.statement.claimed ^ under s.statement.kind ]

let sum_lines (s : sum) short =
  let part i (((rules, place), sign), label) =
    let count = List.length (List.filter (fun n -> int_of_nat n = i) s.statement.start) in
    Printf.sprintf "%c%d times, from %s (called \"%s\" by the file):" (if sign then '+' else '-') count (place_text place) label
    :: List.map (fun line -> "    " ^ line) (rules_lines rules)
  in
  [ (match s.statement.kind with
    | Normal -> "play: normal, a player who cannot move loses"
    | Misere -> "play: misere, a player who cannot move wins") ]
  @ claim_lines s.statement.kind short s.statement.claimed
  @ List.map value_line s.values
  @ [ (if short then "every play ends" else "play need not end"); "the sum is:" ]
  @ List.concat (List.mapi part (List.combine s.statement.parts s.labels))
  @ if s.values = [] then []
    else [ Printf.sprintf "its components in order: %s" (joined (fun n -> string_of_int (int_of_nat n + 1)) s.statement.start) ]

let outcome_name (l, r) = claim_name (Outcome (Won l, Won r))

let family_results family =
  match family.claims with
  | Outcomes results -> List.map outcome_name results
  | GrundyValues results -> List.map (fun n -> string_of_int (int_of_nat n)) results

let family_claims (f : family_file) =
  let what =
    match (f.family.claims, f.family.family_play) with
    | GrundyValues _, _ -> "Grundy value"
    | Outcomes _, Normal -> "outcome"
    | Outcomes _, Misere -> "misere outcome"
  in
  let never =
    match f.family.never with
    | NeverOutcomes l -> List.map outcome_name l
    | NeverValues l -> List.map (fun n -> string_of_int (int_of_nat n)) l
  in
  let once = List.fold_left (fun seen name -> if List.mem name seen then seen else seen @ [ name ]) [] never in
  let count = List.length f.family.positions in
  let s = if count = 1 then "" else "s" in
  [ Printf.sprintf "the %s%s of %d position%s%s" what s count s
      (if once = [] then "" else ", never " ^ String.concat ", " once) ]

let family_lines (f : family_file) =
  let group i (rules, label) =
    Printf.sprintf "rules %d%s:" (i + 1)
      (match label with Some name -> Printf.sprintf " (called \"%s\" by the file)" name | None -> "")
    :: List.map (fun line -> "    " ^ line) (rules_lines rules)
  in
  let position (group, place) result =
    Printf.sprintf "%s by rules %d: %s" (place_text place) (int_of_nat group + 1) result
  in
  (match f.family.family_play with
  | Normal -> "play: normal, a player who cannot move loses"
  | Misere -> "play: misere, a player who cannot move wins")
  :: List.concat (List.mapi group (List.combine f.family.family_rules f.rule_labels))
  @ List.map2 position f.family.positions (family_results f.family)

(* Equal terms of a large sum are counted. *)
let terms_lines (f : lemmas_file) terms =
  let labels = Hashtbl.create 10 in
  List.iter (fun ((s : sum), _) ->
      List.iter2 (fun (text, _) label -> Hashtbl.replace labels text label) s.statement.parts s.labels) f.lemmas;
  let counts = Hashtbl.create 10 in
  let count term = Option.value (Hashtbl.find_opt counts term) ~default:0 in
  let add order term =
    Hashtbl.replace counts term (count term + 1);
    if count term = 1 then term :: order else order
  in
  let line ((((rules, place) as text), sign) as term) =
    Printf.sprintf "%c%d times, from %s (called \"%s\" by the file):" (if sign then '+' else '-') (count term)
      (place_text place) (Option.value (Hashtbl.find_opt labels text) ~default:"")
    :: List.map (fun line -> "    " ^ line) (rules_lines rules)
  in
  let order = List.rev (List.fold_left add [] terms) in
  "every play ends" :: "the sum is:" :: List.concat_map line order

let lemmas_claims (f : lemmas_file) values =
  if values <> [] then List.map value_name values else [ claim_name f.conclusion ]

let lemmas_lines (f : lemmas_file) terms form values =
  let value = function
    | IsCanonical -> "the sum is equal to this canonical form, from row 0:"
    | HasGrundy n -> Printf.sprintf "the sum is equal to a nim-heap of %d, and to this form, from row 0:" (int_of_nat n)
  in
  let about = match (form, values) with
    | Some rows, _ :: _ -> List.map value values @ List.map (fun line -> "    " ^ line) (rules_lines (Moves rows))
    | _ -> claim_lines Normal true f.conclusion
  in
  ("play: normal, a player who cannot move loses" :: about) @ terms_lines f terms
