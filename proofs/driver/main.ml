(* fcheck FILE...: check certificates with the checker that was proved in Coq. *)

open Certificate

let usage =
  "usage: fcheck FILE...      check certificates: one is reported in full, several in a line each\n\
  \       fcheck --coq FILE   write a certificate as a Coq file, which Coq can check by itself\n\
   exit codes: 0 proved, 1 refused, 2 usage or a file that cannot be read,\n\
  \            3 not covered by the proved checker (and nothing was refused)\n"

let most_bytes = 50_000_000

type verdict = Proved of string list * string list Lazy.t | Refused of string | Not_covered of string

let read_file path =
  let channel = open_in_bin path in
  Fun.protect ~finally:(fun () -> close_in channel) (fun () ->
      let size = in_channel_length channel in
      if size > most_bytes then Certificate.not_covered "a file of more than %d bytes" most_bytes;
      really_input_string channel size)

let check_sum (s : sum) =
  let ready = Prepare.sum s in
  let is_order = match s.statement.claimed with Outcome _ -> false | GeZero | LeZero -> true in
  if (not ready.short) && (is_order || s.values <> []) then
    Certificate.not_covered "the order of games that may loop";
  let accepted =
    if ready.short then Checker.check_short s.statement ready.proofs ready.order
    else Checker.check s.statement ready.proofs ready.order
  in
  let has v = Checker.check_value s.statement ready.proofs ready.order v (List.map z (ready.form ())) in
  if not accepted then Refused "the strategies or the rules do not show what is claimed"
  else if not (List.for_all has s.values) then Refused "the form does not have the claimed values"
  else Proved (Report.sum_claims s, lazy (Report.sum_lines s ready.short))

let check_family f =
  if Checker.check_family f.family (Prepare.family f) then
    Proved (Report.family_claims f, lazy (Report.family_lines f))
  else Refused "the results are not those of the positions"

(* A dyadic number in units of 1/2^bits, as Python writes fractions. *)
let rec fraction v bits =
  match v with
  | Checker.Z0 -> "0"
  | Checker.Zpos (XO p) when bits > 0 -> fraction (Checker.Zpos p) (bits - 1)
  | Checker.Zneg (XO p) when bits > 0 -> fraction (Checker.Zneg p) (bits - 1)
  | _ ->
      let whole = Report.decimal v in
      if bits = 0 then whole else whole ^ "/" ^ Report.decimal (Checker.Zpos (Prepare.two_to bits))

(* The numbers that the file lists must be those of the forms; nothing is proved from them. *)
let check_numbers f forms bits =
  let number (lemma, _) =
    let rows, order = List.nth forms lemma in
    match f.theory with
    | Nim_sum -> (
        match Checker.value_of Checker.mex rows order with
        | Some n -> Json.Int (string_of_int (int_of_nat n))
        | None -> Json.refuse "a form that is no nimber")
    | Numbers | Strategies -> (
        match Checker.value_of (Checker.number_of (Checker.Zpos (Prepare.two_to bits))) rows order with
        | Some (v, _) -> let text = Json.Text (fraction v bits) in Json.List [ text; text ]
        | None -> Json.refuse "a form that is no number in canonical form")
  in
  if f.theory <> Strategies && f.numbers <> Json.List (List.map number f.terms) then
    Json.refuse "the forms are other numbers"

let check_lemmas (f : lemmas_file) =
  let lemmas = List.map Prepare.lemma f.lemmas in
  let proved terms form values =
    Proved (Report.lemmas_claims f values, lazy (Report.lemmas_lines f terms form values))
  in
  match (f.theory, List.rev f.lemmas) with
  | Strategies, (last, uses) :: _ when last.values <> [] -> (
      (* The last lemma is about the form of the whole sum, which is no component of it. *)
      match List.rev uses with
      | None :: rest when Checker.follows f.conclusion (Outcome (Won Right, Won Left)) -> (
          let ready = Prepare.lemma (last, List.rev rest) in
          let all = List.rev (ready :: List.tl (List.rev lemmas)) in
          let _, order = Prepare.form_of last in
          match List.map (fun v -> Checker.by_form all v order) last.values with
          | Some (rows, terms) :: others when List.for_all Option.is_some others ->
              proved terms (Some rows) last.values
          | _ -> Refused "the lemmas do not show what is claimed")
      | _ -> Refused "a form that is not at the end of the sum")
  | Strategies, _ -> (
      let earlier = List.rev (List.tl (List.rev lemmas)) and last = List.nth lemmas (List.length lemmas - 1) in
      match Checker.by_strategies earlier last f.conclusion with
      | Some terms -> proved terms None []
      | None -> Refused "the lemmas do not show what is claimed")
  | (Nim_sum | Numbers), _ -> (
      let forms = List.map (fun (s, _) -> Prepare.form_of s) f.lemmas in
      let bits = Prepare.bits forms and orders = List.map snd forms and copies = Prepare.copies f.terms in
      check_numbers f forms bits;
      match
        if f.theory = Nim_sum then Checker.by_nim_sum lemmas orders copies f.conclusion
        else Checker.by_numbers (nat bits) lemmas orders copies f.conclusion
      with
      | Some terms -> proved terms None []
      | None -> Refused "the lemmas do not show what is claimed")

let guarded path work =
  try work (Certificate.read (Json.parse (read_file path))) with
  | Json.Refused message -> Refused message
  | Json.Not_covered what -> Not_covered what
  | Stack_overflow -> Not_covered "a certificate of this size"

let check path = guarded path (function Sum s -> check_sum s | Family f -> check_family f | Lemmas f -> check_lemmas f)

let code = function Proved _ -> 0 | Refused _ -> 1 | Not_covered _ -> 3

let words = function
  | Proved (claims, _) -> "proved: " ^ String.concat "; " claims
  | Refused message -> "refused: " ^ message
  | Not_covered what -> "not covered by the proved checker: " ^ what

let write_coq path =
  let write text = print_string text; Proved ([], lazy []) in
  match
    guarded path (function
      | Sum s -> write (Coq_text.of_sum s (Prepare.sum s))
      | Family f -> write (Coq_text.of_family f (Prepare.family f))
      | Lemmas _ -> Not_covered "lemmas as a Coq file")
  with
  | Proved _ -> 0
  | verdict -> prerr_endline (words verdict); code verdict

let () =
  let result =
    try
      match List.tl (Array.to_list Sys.argv) with
      | [ "--coq"; path ] -> write_coq path
      | [] -> prerr_string usage; 2
      | first :: _ when String.length first > 1 && first.[0] = '-' ->
          let is_help = List.mem first [ "-h"; "--help" ] in
          (if is_help then print_string else prerr_string) usage;
          if is_help then 0 else 2
      | [ path ] ->
          let verdict = check path in
          print_endline (words verdict);
          (match verdict with
          | Proved (_, lines) -> List.iter print_endline (Lazy.force lines)
          | Refused _ | Not_covered _ -> ());
          code verdict
      | paths ->
          let one path =
            let verdict = check path in
            Printf.printf "%s: %s\n%!" path (words verdict);
            code verdict
          in
          let codes = List.map one paths in
          if List.mem 1 codes then 1 else List.fold_left max 0 codes
    with Sys_error message -> prerr_endline message; 2
  in
  exit result
