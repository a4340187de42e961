(* From a file to the statements that the checker was proved for.  This file has to be believed,
   together with json.ml and report.ml: it decides which statement a file makes. *)

open Checker
open Json

type strategy_text = {
  ability : ability;
  player : player;
  starter : player;
  answers : ((int * int) list * (int * int) list) list;  (** sums, as parts with positions *)
}

type sum = {
  statement : statement;
  labels : string list;  (** the name of each part; nothing is proved about it *)
  games : int list;  (** the number of the game of each part *)
  strategies : strategy_text list;
  values : value list;
}

type family_file = { family : family; rule_labels : string option list }

type theory = Strategies | Nim_sum | Numbers

type lemmas_file = {
  lemmas : (sum * int option list) list;  (** certificates, with the lemmas that they use *)
  theory : theory;
  terms : (int * int) list;  (** lemmas, with how many times their forms are added *)
  numbers : Json.t;  (** what the file says that the forms are *)
  conclusion : claim;
}

type t = Sum of sum | Family of family_file | Lemmas of lemmas_file

let not_covered format =
  Printf.ksprintf (fun what -> raise (Not_covered what)) format

(* Numbers: Coq's are made of bits. *)
let rec nat n = if n = 0 then O else S (nat (n - 1))
let rec int_of_nat = function O -> 0 | S n -> 1 + int_of_nat n
let rec positive n = if n = 1 then XH else if n land 1 = 1 then XI (positive (n lsr 1)) else XO (positive (n lsr 1))
let z n = if n = 0 then Z0 else if n > 0 then Zpos (positive n) else Zneg (positive (-n))

let number what = function
  | Int digits when String.length digits > 301 -> refuse "a number that is too large for %s" what
  | Int digits ->
      let ten = z 10 in
      let step value digit = Z.add (Z.mul value ten) (z (Char.code digit - Char.code '0')) in
      if digits.[0] = '-' then
        Z.opp (Seq.fold_left step Z0 (String.to_seq (String.sub digits 1 (String.length digits - 1))))
      else Seq.fold_left step Z0 (String.to_seq digits)
  | _ -> refuse "expected a number for %s" what

(* A text of printable ASCII. *)
let plain what json =
  let escaped = text what json in
  let buffer = Buffer.create (String.length escaped) in
  let rec go i =
    if i < String.length escaped then
      match escaped.[i] with
      | '\\' when escaped.[i + 1] = '"' || escaped.[i + 1] = '\\' ->
          Buffer.add_char buffer escaped.[i + 1];
          go (i + 2)
      | '\\' -> not_covered "marks other than printable ASCII"
      | c ->
          Buffer.add_char buffer c;
          go (i + 1)
  in
  go 0;
  Buffer.contents buffer

(* A name must be something that can be seen; it is printed with its escapes. *)
let name json =
  let label = text "a name" json in
  let rec has_control i =
    match String.index_from_opt label i '\\' with
    | None -> false
    | Some j -> (
        match label.[j + 1] with
        | '"' | '\\' -> has_control (j + 2)
        | 'u' -> String.sub label (j + 2) 2 = "00" || has_control (j + 6)
        | _ -> true)
  in
  if String.trim label = "" || has_control 0 then refuse "a name that cannot be seen";
  label

let listed_moves json =
  let options side = List.map (number "a move") (list "moves" side) in
  let row json = let left, right = pair "a row of moves" json in (options left, options right) in
  List.map row (list "rows of moves" json)

let texts what json = List.map (plain what) (list what json)
let heaps json = List.map (fun heap -> List.map (number "a heap") (list "numbers" heap)) (list "heaps" json)

(* A game: its rules, where it starts, and its name. *)
let game json =
  let found = fields "a game" json in
  let get name = List.assoc name found in
  match List.map fst found with
  | [ "moves"; "name" ] -> (Moves (listed_moves (get "moves")), Row Z0, name (get "name"))
  | [ "board"; "left"; "name"; "right" ] ->
      let rules = Patterns (texts "a pattern" (get "left"), texts "a pattern" (get "right")) in
      (rules, Marks (plain "a board" (get "board")), name (get "name"))
  | [ "heaps"; "left"; "name"; "right" ] ->
      let rules = Arithmetic (texts "a rule" (get "left"), texts "a rule" (get "right")) in
      (rules, Piles (heaps (get "heaps")), name (get "name"))
  | [ "name"; "off"; "on" ] -> not_covered "a value with two sides"
  | _ -> refuse "a game with other fields"

let player json =
  match json with
  | Text "left" -> Left
  | Text "right" -> Right
  | _ -> refuse "expected \"left\" or \"right\" for a player"

let play = function
  | Text "normal" -> Normal
  | Text "misere" -> Misere
  | _ -> refuse "expected \"normal\" or \"misere\" for the play"

let left, right, drawn = (Won Left, Won Right, Drawn)

let outcomes =
  [ ("L", (left, left)); ("R", (right, right)); ("N", (left, right)); ("P", (right, left)) ]

let with_draws =
  [ ("D", (drawn, drawn)); ("P^", (drawn, left)); ("Pv", (right, drawn)); ("N^", (left, drawn));
    ("Nv", (drawn, right)) ]

let claim ~loops json =
  let name = text "the claim" json in
  match List.assoc_opt name (if loops then outcomes @ with_draws else outcomes) with
  | Some (l, r) -> Outcome (l, r)
  | None when loops && List.mem name [ "g > h"; "g < h"; "g || h"; "g == h"; "g >= h"; "g <= h" ] ->
      not_covered "relations of games that may loop"
  | None when (not loops) && name = ">=" -> GeZero
  | None when (not loops) && name = "<=" -> LeZero
  | None -> refuse "the unknown claim \"%s\"" name

let sum_state json =
  let component item = let part, place = pair "a component" item in (small "a part" part, small "a position" place) in
  List.map component (list "components" json)

let strategy ~loops json =
  let names = [ "player"; "reading"; "replies"; "starter" ] in
  let names = if loops then names else List.filter (fun name -> name <> "reading") names in
  let found = exactly "a strategy" names json in
  let get name = List.assoc name found in
  let player_ = player (get "player") in
  let ability =
    if not loops then ForceWin
    else
      (* To win is not to lose although infinite play counts for the other player. *)
      match (get "reading", player_) with
      | Text "off", Left | Text "on", Right -> ForceWin
      | Text "on", Left | Text "off", Right -> AvoidLoss
      | _ -> refuse "expected \"on\" or \"off\" for a reading"
  in
  let answer item = let before, after = pair "a reply" item in (sum_state before, sum_state after) in
  let answers = List.map answer (list "replies" (get "replies")) in
  { ability; player = player_; starter = player (get "starter"); answers }

(* A Grundy value is counted in steps of one by the checker. *)
let grundy json =
  match json with
  | Int digits when String.length digits > 5 && digits.[0] <> '-' -> not_covered "Grundy values of more than 99999"
  | _ -> (
      match small "a Grundy value" json with
      | n when n >= 0 -> nat n
      | _ -> refuse "a negative Grundy value")

let values json =
  let value (name, json) =
    match name with
    | "canonical" -> if json = Bool true then IsCanonical else refuse "expected true for canonical"
    | "grundy" -> HasGrundy (grundy json)
    | "thermograph" -> not_covered "thermographs"
    | "atomic_weight" -> not_covered "atomic weights"
    | _ -> refuse "the unknown value %S" name
  in
  List.map value (fields "values" json)

let check_digest found =
  let empty (key, value) = (key, if key = "digest" then Text "" else value) in
  let digest = Sha256.hex (to_string (Object (List.map empty found))) in
  if List.assoc_opt "digest" found <> Some (Text digest) then refuse "another digest"

let uses_all what count numbers =
  if List.sort_uniq compare numbers <> List.init count Fun.id then refuse "%s that is not used" what

let sum ~loops found =
  let names = [ "claim"; "digest"; "games"; "parts"; "play"; "start"; "strategies" ] in
  ignore (exactly "a certificate" (List.sort compare ((if loops then "h" else "values") :: names)) (Object found));
  let get name = List.assoc name found in
  let games = Array.of_list (List.map game (list "games" (get "games"))) in
  let part json =
    let number, sign = pair "a part" json in
    let number = small "a game" number in
    if number < 0 || number >= Array.length games then refuse "a part of no game";
    match sign with
    | Int "1" -> (number, true)
    | Int "-1" -> (number, false)
    | _ -> refuse "expected 1 or -1 for a sign"
  in
  let parts = List.map part (list "parts" (get "parts")) in
  let start = List.map (small "a part") (list "parts" (get "start")) in
  uses_all "a part" (List.length parts) start;
  uses_all "a game" (Array.length games) (List.map fst parts);
  let text (number, sign) = let rules, place, _ = games.(number) in ((rules, place), sign) in
  let label (number, _) = let _, _, name = games.(number) in name in
  if loops then (
    if get "h" <> List [] then not_covered "relations of games that may loop";
    let is_heaps = function Arithmetic _, _, _ -> true | _ -> false in
    if Array.exists is_heaps games then refuse "heaps in a certificate with loops");
  let statement =
    { parts = List.map text parts; start = List.map nat start; kind = play (get "play");
      claimed = claim ~loops (get "claim") }
  in
  let strategies = List.map (strategy ~loops) (list "strategies" (get "strategies")) in
  let shown = List.map (fun s -> ((s.ability, s.player), s.starter)) strategies in
  if List.sort compare shown <> List.sort compare (needed statement.claimed) then
    refuse "strategies for something else";
  let values = if loops then [] else values (get "values") in
  if values <> [] && (statement.kind, statement.claimed) <> (Normal, Outcome (right, left)) then
    refuse "values of a sum with another claim or play";
  { statement; labels = List.map label parts; games = List.map fst parts; strategies; values }

let most_copies = 100_000

let lemmas found =
  let names = [ "claim"; "digest"; "lemmas"; "numbers"; "sum"; "theory"; "weights" ] in
  ignore (exactly "a certificate by lemmas" names (Object found));
  let get name = List.assoc name found in
  let theory =
    match text "the theory" (get "theory") with
    | "strategies" -> Strategies
    | "nim-sum" -> Nim_sum
    | "numbers" -> Numbers
    | "stops" -> not_covered "sums by stops"
    | "two-ahead" -> not_covered "sums by atomic weights"
    | other -> refuse "the unknown theory \"%s\"" other
  in
  if get "weights" <> List [] then refuse "weights that are not used";
  let use = function Null -> None | number -> Some (small "a lemma" number) in
  let lemma json =
    let found = exactly "a lemma" [ "certificate"; "uses" ] json in
    let certificate = fields "a certificate" (List.assoc "certificate" found) in
    check_digest certificate;
    (sum ~loops:false certificate, List.map use (list "lemmas" (List.assoc "uses" found)))
  in
  let lemmas = List.map lemma (list "lemmas" (get "lemmas")) in
  let count = List.length lemmas in
  let is_last i = theory = Strategies && i = count - 1 in
  let require i (s, _) =
    if s.statement.kind <> Normal then refuse "a lemma under another play";
    if s.values <> [] && not (is_last i) then refuse "a lemma with values of its own"
  in
  List.iteri require lemmas;
  let term json = let lemma, times = pair "a term" json in (small "a lemma" lemma, small "how many times" times) in
  let terms = List.map term (list "terms" (get "sum")) in
  if List.exists (fun (lemma, times) -> lemma < 0 || lemma >= count || times = 0) terms then
    refuse "a term that is no lemma, or 0 times";
  if List.fold_left (fun total (_, times) -> total + abs times) 0 terms > most_copies then
    not_covered "a sum of more than %d components" most_copies;
  if theory = Strategies && (count = 0 || terms <> [] || get "numbers" <> List []) then
    refuse "terms that are not used, or no lemma";
  let last = if theory = Strategies then [ count - 1 ] else [] in
  uses_all "a lemma" count (last @ List.map fst terms @ List.concat_map (fun (_, uses) -> List.filter_map Fun.id uses) lemmas);
  Lemmas { lemmas; theory; terms; numbers = get "numbers"; conclusion = claim ~loops:false (get "claim") }

(* A family: positions of one kind that share their rules are a group. *)
let family found =
  let names = [ "digest"; "forms"; "none"; "play"; "positions"; "results"; "rules"; "what" ] in
  ignore (exactly "a family" names (Object found));
  let get name = List.assoc name found in
  let what = text "what is proved" (get "what") in
  if List.mem what [ "tree"; "lengths"; "moves"; "value"; "weight" ] then
    not_covered "families of %s"
      (List.assoc what [ ("tree", "trees"); ("lengths", "lengths of play"); ("moves", "moves");
                         ("value", "values"); ("weight", "atomic weights") ]);
  if get "forms" <> List [] then refuse "forms that are not used";
  let rules = Array.of_list (list "rules" (get "rules")) in
  let texts_of json make =
    let found = exactly "rules" [ "left"; "right" ] json in
    make (texts "a rule" (List.assoc "left" found)) (texts "a rule" (List.assoc "right" found))
  in
  let groups = ref [] in
  let group key = (* the number of a group, from its rules and kind of positions *)
    let rec index i = function
      | [] -> groups := !groups @ [ key ]; i
      | other :: rest -> if other = key then i else index (i + 1) rest
    in
    index 0 !groups
  in
  let position json =
    let which, place = pair "a position" json in
    let which = small "rules" which in
    if which < 0 || which >= Array.length rules then refuse "a position without rules";
    let kind, place =
      match place with
      | Text _ -> (`Board, Marks (plain "a board" place))
      | List _ -> (`Heaps, Piles (heaps place))
      | _ -> (`Row, Row (number "a row" place))
    in
    (which, (nat (group (which, kind)), place))
  in
  let positions = List.map position (list "positions" (get "positions")) in
  uses_all "rules" (Array.length rules) (List.map fst positions);
  let group_text (number, kind) =
    match kind with
    | `Board -> (texts_of rules.(number) (fun l r -> Patterns (l, r)), None)
    | `Heaps -> (texts_of rules.(number) (fun l r -> Arithmetic (l, r)), None)
    | `Row ->
        let found = exactly "rules" [ "moves"; "name" ] rules.(number) in
        (Moves (listed_moves (List.assoc "moves" found)), Some (name (List.assoc "name" found)))
  in
  let group_texts = List.map group_text !groups in
  let outcome json =
    match List.assoc_opt (text "an outcome" json) outcomes with
    | Some (Won l, Won r) -> (l, r)
    | _ -> refuse "expected an outcome"
  in
  let results = list "results" (get "results") and none = list "results" (get "none") in
  if results = [] then refuse "a family without positions";
  let claims, never =
    match what with
    | "outcome" -> (Outcomes (List.map outcome results), NeverOutcomes (List.map outcome none))
    | "grundy" -> (GrundyValues (List.map grundy results), NeverValues (List.map grundy none))
    | _ -> refuse "the unknown kind \"%s\" of a family" what
  in
  let family_play = play (get "play") in
  if family_play = Misere && what <> "outcome" then refuse "Grundy values under misere play";
  Family
    { family = { family_rules = List.map fst group_texts; positions = List.map snd positions; family_play; claims; never };
      rule_labels = List.map snd group_texts }

let read json =
  let found = fields "a certificate" json in
  check_digest found;
  let has name = List.mem_assoc name found in
  if has "lemmas" then lemmas found
  else if has "positions" then family found
  else if has "code" then not_covered "periods"
  else if has "plays" then not_covered "sums with positions written in full"
  else if has "format" then not_covered "misere quotients"
  else Sum (sum ~loops:(has "h") found)
