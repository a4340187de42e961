(* JSON as Farstar writes it, and nothing else: keys in order, no spaces, integers, ASCII.
   This file has to be believed. *)

type t =
  | Null
  | Bool of bool
  | Int of string  (** its digits *)
  | Text of string  (** as in the file, with its escapes *)
  | List of t list
  | Object of (string * t) list

exception Refused of string

exception Not_covered of string

let refuse format = Printf.ksprintf (fun message -> raise (Refused message)) format

let is_digit c = '0' <= c && c <= '9'

(* The one spelling that Python's json module gives to a character. *)
let is_usual_escape text i =
  match text.[i] with
  | '"' | '\\' | 'n' | 'r' | 't' | 'b' | 'f' -> 1
  | 'u' when i + 4 < String.length text ->
      let digits = String.sub text (i + 1) 4 in
      let is_hex c = is_digit c || ('a' <= c && c <= 'f') in
      let code = if String.for_all is_hex digits then int_of_string ("0x" ^ digits) else 0x20 in
      if code > 0x7f || (code < 0x20 && not (List.mem code [ 8; 9; 10; 12; 13 ])) then 5
      else refuse "a character that is escaped in another way"
  | _ -> refuse "a character that is escaped in another way"

let parse text =
  let place = ref 0 in
  let peek () = if !place < String.length text then text.[!place] else '\000' in
  let expect c =
    if peek () = c then incr place else refuse "expected %C at byte %d of the file" c !place
  in
  let word name value =
    let length = String.length name in
    if !place + length <= String.length text && String.sub text !place length = name then (
      place := !place + length;
      value)
    else refuse "expected JSON at byte %d of the file" !place
  in
  let string () =
    expect '"';
    let first = !place in
    while peek () <> '"' do
      match peek () with
      | '\\' ->
          incr place;
          if !place >= String.length text then refuse "a text without an end";
          place := !place + is_usual_escape text !place
      | ' ' .. '\127' -> incr place
      | _ -> refuse "expected ASCII at byte %d of the file" !place
    done;
    incr place;
    String.sub text first (!place - first - 1)
  in
  let integer () =
    let first = !place in
    if peek () = '-' then incr place;
    let digits = !place in
    while is_digit (peek ()) do incr place done;
    let length = !place - digits in
    if length = 0 || (text.[digits] = '0' && (length > 1 || digits > first)) then
      refuse "expected JSON with integers at byte %d of the file" first;
    Int (String.sub text first (!place - first))
  in
  (* The items of a list or object, up to its closing bracket. *)
  let rec items close item found =
    let found = item found :: found in
    if peek () = ',' then (
      incr place;
      items close item found)
    else (
      expect close;
      List.rev found)
  in
  let rec value depth =
    if depth > 50 then refuse "expected less than 50 lists within each other";
    match peek () with
    | '{' ->
        incr place;
        if peek () = '}' then (incr place; Object [])
        else Object (items '}' (field depth) [])
    | '[' ->
        incr place;
        if peek () = ']' then (incr place; List [])
        else List (items ']' (fun _ -> value (depth + 1)) [])
    | '"' -> Text (string ())
    | 't' -> word "true" (Bool true)
    | 'f' -> word "false" (Bool false)
    | 'n' -> word "null" Null
    | _ -> integer ()
  and field depth before =
    let key = string () in
    (match before with
    | (last, _) :: _ when String.compare last key >= 0 ->
        refuse "the field %S twice, or not in order" key
    | _ -> ());
    expect ':';
    (key, value (depth + 1))
  in
  let found = value 0 in
  if String.trim (String.sub text !place (String.length text - !place)) <> "" then
    refuse "expected the end of the file at byte %d" !place;
  found

let rec write buffer = function
  | Null -> Buffer.add_string buffer "null"
  | Bool b -> Buffer.add_string buffer (string_of_bool b)
  | Int digits -> Buffer.add_string buffer digits
  | Text text -> Buffer.add_char buffer '"'; Buffer.add_string buffer text; Buffer.add_char buffer '"'
  | List items -> enclose buffer '[' ']' (write buffer) items
  | Object fields ->
      let field (key, value) = write buffer (Text key); Buffer.add_char buffer ':'; write buffer value in
      enclose buffer '{' '}' field fields

and enclose : 'a. Buffer.t -> char -> char -> ('a -> unit) -> 'a list -> unit =
 fun buffer first last item items ->
  Buffer.add_char buffer first;
  List.iteri (fun i x -> if i > 0 then Buffer.add_char buffer ','; item x) items;
  Buffer.add_char buffer last

let to_string value =
  let buffer = Buffer.create 1000 in
  write buffer value;
  Buffer.contents buffer

(* What is inside, or a refusal. *)
let fields what = function Object l -> l | _ -> refuse "expected %s with fields" what
let list what = function List l -> l | _ -> refuse "expected a list of %s" what
let text what = function Text s -> s | _ -> refuse "expected a text for %s" what

let small what = function
  | Int digits when String.length digits <= 9 -> int_of_string digits
  | _ -> refuse "expected a number below 1000000000 for %s" what

let pair what item =
  match list what item with [ a; b ] -> (a, b) | _ -> refuse "expected two entries for %s" what

let exactly what names value =
  let found = fields what value in
  if List.map fst found <> names then
    refuse "expected %s with the fields %s" what (String.concat ", " names);
  found
