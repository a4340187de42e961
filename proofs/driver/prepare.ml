(* What the checker needs besides the statement: the positions behind their numbers, in an order,
   and the replies in an order.  Nothing here has to be believed: whatever is wrong is refused by
   the checker.  Parts of a certificate that are never needed are refused here; what is beyond the
   limits is not covered. *)

open Checker
open Certificate
open Json

type rows = (int list * int list) array

let most_positions = 30_000
let most_family_positions = 300_000
let most_moves = 10_000
let most_heaps = 200

let rec bits = function XH -> 1 | XO p | XI p -> 1 + bits p

let largest = lazy (number "a limit" (Int ("1" ^ String.make 300 '0')))

(* What a position must fulfil: rules with a range take heaps up to 1000, there are at most two
   loops, numbers are below 10^300, and the rules are defined. *)
let required text rules =
  let spaced rule = String.split_on_char ' ' (String.map (function '(' -> ' ' | c -> c) rule) in
  let count word rule = List.length (List.filter (String.equal word) (spaced rule)) in
  let arithmetic = match text with Arithmetic (left, right) -> left @ right | _ -> [] in
  if List.exists (fun rule -> count "for" rule > 2) arithmetic then
    not_covered "a rule with more than two loops";
  let has_range = List.exists (fun rule -> count "range" rule > 0) arithmetic in
  let is_large = function Zpos p as n -> bits p > 996 && not (Z.ltb n (Lazy.force largest)) | _ -> false in
  let is_above n = has_range && not (Z.leb n (z 1000)) in
  fun position ->
    if arithmetic <> [] then (
      if List.compare_length_with position most_heaps > 0 then
        not_covered "a position with more than %d heaps" most_heaps;
      if List.exists (List.exists is_large) position then refuse "a heap of 10^300 or more";
      if List.exists (List.exists is_above) position then
        not_covered "rules with a range for a heap of more than 1000");
    if not (definedb rules position) then
      refuse "rules that are not defined in a position, or a negative heap"

let compare_positions a b = match lexp a b with Eq -> 0 | Lt -> -1 | Gt -> 1
let key (position : position) = Marshal.to_string position [ Marshal.No_sharing ]

(* The positions that can be reached, in the order in which Farstar numbers them. *)
let derived text rules first : rows * position array =
  let require = required text rules in
  let numbers = Hashtbl.create 1000 and found = Queue.create () and count = ref 0 in
  let number position =
    let key = key position in
    match Hashtbl.find_opt numbers key with
    | Some n -> n
    | None ->
        let n = !count in
        if n >= most_positions then not_covered "a game with more than %d positions" most_positions;
        require position;
        Hashtbl.add numbers key n;
        Queue.add position found;
        incr count;
        n
  in
  ignore (number first);
  let rows = ref [] and met = ref [] in
  while not (Queue.is_empty found) do
    let position = Queue.pop found in
    let options player = List.map number (List.sort_uniq compare_positions (moves rules player position)) in
    let left = options Left in
    rows := (left, options Right) :: !rows;
    met := position :: !met
  done;
  (Array.of_list (List.rev !rows), Array.of_list (List.rev !met))

let rec small_int = function XH -> 1 | XO p -> 2 * small_int p | XI p -> (2 * small_int p) + 1
let int_of_z = function Z0 -> 0 | Zpos p -> small_int p | Zneg p -> -small_int p

(* Numbers of more than three digits are beyond the limits; other rules are wrong. *)
let unreadable text =
  let has_long_number rule =
    let rec from i digits =
      digits > 3 || (i < String.length rule && from (i + 1) (if is_digit rule.[i] then digits + 1 else 0))
    in
    from 0 0
  in
  match text with
  | Arithmetic (left, right) when List.exists has_long_number (left @ right) ->
      not_covered "a rule with numbers of more than three digits"
  | _ -> refuse "rules that cannot be read"

let rows_of (text, place) : rows * position array =
  match read_rules text with
  | None -> unreadable text
  | Some rules -> (
      match (rules, read_place rules place) with
      | _, None -> refuse "a position that cannot be read"
      | Listed rows, Some _ ->
          let ints = List.map int_of_z in
          ( Array.of_list (List.map (fun (l, r) -> (ints l, ints r)) rows),
            Array.init (List.length rows) (fun i -> [ [ z i ] ]) )
      | _, Some first -> derived text rules first)

(* The positions from these on, options first; None if there is a loop. *)
let options_first (rows : rows) starts =
  let state = Array.make (Array.length rows) `New and order = ref [] and loop = ref false in
  let rec visit i =
    match state.(i) with
    | `New ->
        state.(i) <- `Open;
        let left, right = rows.(i) in
        List.iter visit left;
        List.iter visit right;
        state.(i) <- `Done;
        order := i :: !order
    | `Open -> loop := true
    | `Done -> ()
  in
  List.iter visit starts;
  (List.rev !order, not !loop)

type ready = {
  order : component list;  (** all positions of all parts, options first if the games are short *)
  short : bool;
  proofs : strategy list;
  form : unit -> int list;  (** the positions of the form at the end, options first *)
}

let ready_strategy parts (start : (int * int) list) misere (s : strategy_text) =
  let options who (part, place) =
    let rows, _, sign = parts.(part) in
    let left, right = rows.(place) in
    if (who = Left) = sign then left else right
  in
  let rec moves who before = function
    | [] -> []
    | ((part, _) as component) :: rest ->
        let move option = List.sort compare (List.rev_append before ((part, option) :: rest)) in
        List.map move (options who component) @ moves who (component :: before) rest
  in
  let state_of sum = List.map (fun (part, place) -> let _, met, _ = parts.(part) in (nat part, met.(place))) sum in
  let reply = Hashtbl.create 1000 in
  List.iter (fun (before, after) -> Hashtbl.replace reply before after) s.answers;
  let opponent = other s.player in
  let seen = Hashtbl.create 1000 and order = ref [] and count = ref 0 in
  let is_component (part, place) =
    0 <= part && part < Array.length parts && (let rows, _, _ = parts.(part) in 0 <= place && place < Array.length rows)
  in
  let rec visit sum =
    if not (Hashtbl.mem seen sum) then (
      Hashtbl.add seen sum ();
      match Hashtbl.find_opt reply sum with
      | None -> if not (misere && moves s.player [] sum = []) then refuse "a sum without a reply"
      | Some after ->
          if List.sort compare after <> after || not (List.for_all is_component after) then
            refuse "a reply that is no move";
          incr count;
          List.iter visit (moves opponent [] after);
          order := (state_of sum, state_of after) :: !order)
  in
  if s.player = s.starter then visit start else List.iter visit (moves opponent [] start);
  if !count <> List.length s.answers then refuse "replies that are never needed";
  { does = s.ability; player_ = s.player; starter_ = s.starter; replies = List.rev !order }

let sum (s : sum) =
  let known = Hashtbl.create 10 in
  let part game ((text, place), sign) =
    let rows, met =
      match Hashtbl.find_opt known game with
      | Some found -> found
      | None ->
          let found = rows_of (text, place) in
          Hashtbl.add known game found;
          found
    in
    (rows, met, sign)
  in
  let parts = Array.of_list (List.map2 part s.games s.statement.parts) in
  let orders = Array.map (fun (rows, _, _) -> options_first rows [ 0 ]) parts in
  let place part i = let _, met, _ = parts.(part) in (nat part, met.(i)) in
  let order = List.concat (Array.to_list (Array.mapi (fun part (order, _) -> List.map (place part) order) orders)) in
  let short = Array.for_all snd orders in
  let start = List.map int_of_nat s.statement.start in
  let state = List.sort compare (List.map (fun part -> (part, 0)) start) in
  let proofs = List.map (ready_strategy parts state (s.statement.kind = Misere)) s.strategies in
  let form () =
    let last = List.nth start (List.length start - 1) in
    let rows, _, sign = parts.(last) in
    (match List.nth s.statement.parts last with
    | (Moves _, _), false when not sign -> ()
    | _ -> refuse "values without a form at the end of the sum");
    let all, is_short = options_first rows (List.init (Array.length rows) Fun.id) in
    if not is_short then refuse "a form with a loop";
    all
  in
  { order; short; proofs; form }

let family (f : family_file) =
  let groups = Array.of_list (List.map (fun text -> (text, read_rules text)) f.family.family_rules) in
  let state = Hashtbl.create 1000 and order = ref [] in
  let rec visit depth group rules require position =
    if depth > most_moves then not_covered "a play of more than %d moves" most_moves;
    let key = (group, key position) in
    match Hashtbl.find_opt state key with
    | Some `Open -> refuse "a game that may loop"
    | Some `Done -> ()
    | None ->
        if Hashtbl.length state >= most_family_positions then
          not_covered "a family with more than %d positions" most_family_positions;
        require position;
        Hashtbl.replace state key `Open;
        List.iter (fun player -> List.iter (visit (depth + 1) group rules require) (moves rules player position)) [ Left; Right ];
        Hashtbl.replace state key `Done;
        order := (nat group, position) :: !order
  in
  let start (group, place) =
    let group = int_of_nat group in
    match groups.(group) with
    | text, None -> unreadable text
    | text, Some rules -> (
        match read_place rules place with
        | None -> refuse "a position that cannot be read"
        | Some position -> visit 0 group rules (required text rules) position)
  in
  List.iter start f.family.positions;
  List.rev !order

let lemma (s, uses) =
  let ready = sum s in
  if not ready.short then not_covered "lemmas about games that may loop";
  let use = Option.map (fun k -> if k < 0 then refuse "a lemma that is not there" else nat k) in
  { shows = s.statement; by_ = ready.proofs; order_ = ready.order; uses = List.map use uses }

(* The rows of the form at the end of a lemma, and its positions with options first. *)
let form_of (s : sum) =
  let last = int_of_nat (List.nth s.statement.start (List.length s.statement.start - 1)) in
  match List.nth s.statement.parts last with
  | (Moves rows, _), false ->
      let ints = List.map int_of_z in
      let table = Array.of_list (List.map (fun (l, r) -> (ints l, ints r)) rows) in
      let inside i = 0 <= i && i < Array.length table in
      if not (Array.for_all (fun (l, r) -> List.for_all inside (l @ r)) table) then refuse "a form with another position";
      let order, short = options_first table (List.init (Array.length table) Fun.id) in
      if not short then refuse "a form with a loop";
      (rows, List.map z order)
  | _ -> refuse "a lemma without a form at its end"

let copies terms =
  List.concat_map (fun (lemma, times) -> List.init (abs times) (fun _ -> (nat lemma, times > 0))) terms

(* Forms may have as many binary digits as positions. *)
let bits forms = List.fold_left (fun most (rows, _) -> max most (List.length rows)) 1 forms

let two_to n = List.fold_left (fun p _ -> XO p) XH (List.init n Fun.id)
