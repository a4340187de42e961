(* Heaps and rules such as "n -> a, n-1-a for a in range(1, n-1) if a > 2".

   SPECIFICATION: all of this file.  A rule says what a heap becomes, as a list comprehension in
   Python would.  It is undefined (None) where it divides by zero. *)
Require Import String Ascii List Bool ZArith.
From Farstar Require Import Games Boards.
Import ListNotations.
Open Scope string_scope. Open Scope list_scope. Open Scope Z_scope.

(* Division and remainder are rounded down, as in Python.  Variables are numbered. *)
Inductive expr := Num (n : Z) | Var (i : nat) | Plus (a b : expr) | Minus (a b : expr) | Mod (a b : expr) | Div (a b : expr).
Fixpoint eval (env : list Z) (e : expr) : option Z :=
  let both a b f := match eval env a, eval env b with Some x, Some y => f x y | _, _ => None end in
  match e with
  | Num n => Some n
  | Var i => nth_error env i
  | Plus a b => both a b (fun x y => Some (x + y))
  | Minus a b => both a b (fun x y => Some (x - y))
  | Mod a b => both a b (fun x y => if y =? 0 then None else Some (x mod y))
  | Div a b => both a b (fun x y => if y =? 0 then None else Some (x / y))
  end.

(* The second side of "and" and "or" is looked at only if it matters. *)
Inductive cond := Le (a b : expr) | Lt (a b : expr) | Eq (a b : expr) | Ne (a b : expr) | And (a b : cond) | Or (a b : cond).
Fixpoint true_in (env : list Z) (q : cond) : option bool :=
  let compare a b f := match eval env a, eval env b with Some x, Some y => Some (f x y) | _, _ => None end in
  match q with
  | Le a b => compare a b Z.leb
  | Lt a b => compare a b Z.ltb
  | Eq a b => compare a b Z.eqb
  | Ne a b => compare a b (fun x y => negb (x =? y))
  | And a b => match true_in env a with Some true => true_in env b | r => r end
  | Or a b => match true_in env a with Some false => true_in env b | r => r end
  end.

Fixpoint all_some {A} (l : list (option A)) : option (list A) :=
  match l with
  | [] => Some []
  | Some x :: l' => option_map (cons x) (all_some l')
  | None :: _ => None
  end.
Inductive clause := ForRange (lo hi : expr) | ForAmong (es : list expr) | If (q : cond).
Record heap_rule := { arity : nat; clauses : list clause; becomes : list (list expr) }.
(* All that a heap may become: the clauses from left to right, each loop with a new variable. *)
Fixpoint results (cs : list clause) (news : list (list expr)) (env : list Z) : option (list position) :=
  let each xs cs := option_map (@concat position) (all_some (map (fun x => results cs news (env ++ [x])) xs)) in
  match cs with
  | [] => option_map (fun new => [new]) (all_some (map (fun es => all_some (map (eval env) es)) news))
  | If q :: cs' => match true_in env q with Some true => results cs' news env | Some false => Some [] | None => None end
  | ForRange lo hi :: cs' => match eval env lo, eval env hi with Some x, Some y => each (range x y) cs' | _, _ => None end
  | ForAmong es :: cs' => match all_some (map (eval env) es) with Some xs => each xs cs' | None => None end
  end.

(* Heaps of zeros vanish; the others are kept in order. *)
Fixpoint lex (a b : list Z) : comparison :=
  match a, b with
  | [], [] => Datatypes.Eq | [], _ => Datatypes.Lt | _, [] => Datatypes.Gt
  | x :: a', y :: b' => match x ?= y with Datatypes.Eq => lex a' b' | o => o end
  end.
Fixpoint insert (h : list Z) (hs : position) : position :=
  match hs with [] => [h] | k :: hs' => match lex h k with Gt => k :: insert h hs' | _ => h :: hs end end.
Definition tidy (hs : position) : position :=
  fold_right insert [] (filter (fun h => existsb (fun n => negb (n =? 0)) h) hs).

Definition heap_move (q : heap_rule) (x y : position) : Prop := exists a h b all new,
  x = a ++ h :: b /\ length h = arity q /\ results (clauses q) (becomes q) h = Some all /\ In new all /\
  y = tidy (a ++ new ++ b).
(* The rule applies to every heap, is defined there, and no heap is negative. *)
Definition defined_at (q : heap_rule) (x : position) : Prop := forall h, In h x ->
  length h = arity q /\ (forall n, In n h -> 0 <= n) /\ results (clauses q) (becomes q) h <> None.

(* Reading.  Words, numbers and signs: *)
Inductive word := Int (n : Z) (digits : Z) | Word (w : string) | Sign (w : string) | Space.
Fixpoint words (s : string) : list word :=
  match s with
  | EmptyString => []
  | String a s' =>
      let c := code a in let rest := words s' in let one := String a EmptyString in
      if c =? 32 then Space :: rest
      else if (48 <=? c) && (c <=? 57) then
        match rest with Int n d :: r => Int ((c - 48) * 10 ^ d + n) (d + 1) :: r | _ => Int (c - 48) 1 :: rest end
      else if (97 <=? c) && (c <=? 122) then match rest with Word w :: r => Word (String a w) :: r | _ => Word one :: rest end
      else match rest with
           | Sign w :: r => if existsb (String.eqb (String a w)) ["->"; "//"; "<="; ">="; "=="; "!="]%string
                            then Sign (String a w) :: r else Sign one :: rest
           | _ => Sign one :: rest
           end
  end.
(* Words and numbers are kept apart, and numbers have at most three digits. *)
Fixpoint well_spaced (ts : list word) : bool :=
  match ts with
  | Int _ _ :: Word _ :: _ | Word _ :: Int _ _ :: _ => false
  | Int _ d :: r => if d <=? 3 then well_spaced r else false
  | _ :: r => well_spaced r
  | [] => true
  end.
Fixpoint index (w : string) (names : list string) : option nat :=
  match names with [] => None | v :: r => if String.eqb v w then Some O else option_map S (index w r) end.
(* Arithmetic: + - bind less than % //, all from the left; a sign before a number binds most.
   [fuel] bounds the depth. *)
Fixpoint atom (fuel : nat) (names : list string) (ts : list word) {struct fuel} : option (expr * list word) :=
  match fuel with O => None | S fuel =>
    match ts with
    | Int n _ :: r => Some (Num n, r)
    | Word w :: r => option_map (fun i => (Var i, r)) (index w names)
    | Sign "-" :: r => option_map (fun er => (Minus (Num 0) (fst er), snd er)) (atom fuel names r)
    | Sign "(" :: r => match arith fuel names r with Some (e, Sign ")" :: r') => Some (e, r') | _ => None end
    | _ => None
    end end
with factors (fuel : nat) (names : list string) (a : expr) (ts : list word) {struct fuel} : option (expr * list word) :=
  match fuel with O => None | S fuel =>
    match ts with
    | Sign "%" :: r => match atom fuel names r with Some (b, r') => factors fuel names (Mod a b) r' | None => None end
    | Sign "//" :: r => match atom fuel names r with Some (b, r') => factors fuel names (Div a b) r' | None => None end
    | _ => Some (a, ts)
    end end
with summands (fuel : nat) (names : list string) (a : expr) (ts : list word) {struct fuel} : option (expr * list word) :=
  match fuel with O => None | S fuel =>
    let next make r := match atom fuel names r with
      | Some (b, r') => match factors fuel names b r' with Some (b', r'') => summands fuel names (make a b') r'' | None => None end
      | None => None end in
    match ts with Sign "+" :: r => next Plus r | Sign "-" :: r => next Minus r | _ => Some (a, ts) end
  end
with arith (fuel : nat) (names : list string) (ts : list word) {struct fuel} : option (expr * list word) :=
  match fuel with O => None | S fuel =>
    match atom fuel names ts with
    | Some (a, r) => match factors fuel names a r with Some (b, r') => summands fuel names b r' | None => None end
    | None => None
    end end.
Definition compares (w : string) (a b : expr) : option cond :=
  match w with
  | "<=" => Some (Le a b) | "<" => Some (Lt a b) | ">=" => Some (Le b a) | ">" => Some (Lt b a)
  | "==" => Some (Eq a b) | "!=" => Some (Ne a b) | _ => None
  end%string.
(* a < b <= c means a < b and b <= c; "and" (level 1) binds more than "or" (level 2). *)
Fixpoint chain (fuel : nat) (names : list string) (a : expr) (ts : list word) : option (cond * list word) :=
  match fuel, ts with
  | S fuel, Sign w :: r =>
      match arith fuel names r with
      | Some (b, r') => match compares w a b, r' with
                        | Some q, Sign ")" :: _ => Some (q, r')
                        | Some q, Sign _ :: _ => option_map (fun qr => (And q (fst qr), snd qr)) (chain fuel names b r')
                        | Some q, _ => Some (q, r')
                        | None, _ => None end
      | None => None
      end
  | _, _ => None
  end.
Fixpoint logic (fuel : nat) (names : list string) (level : nat) (ts : list word) : option (cond * list word) :=
  match fuel with O => None | S fuel =>
    match level with
    | O => match arith fuel names ts with
           | Some (a, r) => chain fuel names a r
           | None => match ts with
                     | Sign "(" :: r => match logic fuel names 2 r with Some (q, Sign ")" :: r') => Some (q, r') | _ => None end
                     | _ => None end
           end
    | S below => match logic fuel names below ts with
                 | Some (q, Word w :: r) =>
                     if String.eqb w (match below with O => "and" | _ => "or" end)%string
                     then option_map (fun qr => ((match below with O => And | _ => Or end) q (fst qr), snd qr)) (logic fuel names level r)
                     else Some (q, Word w :: r)
                 | other => other
                 end
    end end.
(* "e, e, e)", perhaps with a comma before the parenthesis. *)
Fixpoint commas (fuel : nat) (names : list string) (ts : list word) : option (list expr * list word) :=
  match fuel with O => None | S fuel =>
    match arith fuel names ts with
    | Some (e, Sign "," :: Sign ")" :: r) | Some (e, Sign ")" :: r) => Some ([e], r)
    | Some (e, Sign "," :: r) => option_map (fun er => (e :: fst er, snd er)) (commas fuel names r)
    | _ => None
    end end.
(* The new heaps: "e, (e, e)". *)
Fixpoint heaps (fuel : nat) (names : list string) (ts : list word) : option (list (list expr)) :=
  match fuel with O => None | S fuel =>
    let heap := match arith fuel names ts, ts with
                | Some (e, r), _ => Some ([e], r)
                | None, Sign "(" :: r => match commas fuel names r with Some (_ :: _ :: _, _) as es => es | _ => None end
                | None, _ => None end in
    match heap with
    | Some (es, Sign "," :: r) => option_map (cons es) (heaps fuel names r)
    | Some (es, []) => Some [es]
    | _ => None
    end end.
Definition is_letter (v : string) : bool := Nat.eqb (String.length v) 1.
(* The loops and conditions at the end, and all names. *)
Fixpoint read_clauses (fuel : nat) (names : list string) (ts : list word) : option (list string * list clause) :=
  match fuel, ts with
  | S fuel, [] => Some (names, [])
  | S fuel, Word "for" :: Word v :: Word "in" :: r =>
      let loop := match r with
        | Word "range" :: Sign "(" :: r' => match commas fuel names r' with
            | Some ([hi], r'') => Some (ForRange (Num 0) hi, r'')
            | Some ([lo; hi], r'') => Some (ForRange lo hi, r'') | _ => None end
        | Sign "(" :: r' => option_map (fun er => (ForAmong (fst er), snd er)) (commas fuel names r')
        | _ => None end in
      match loop, index v names with
      | Some (c, r'), None =>
          if is_letter v then match read_clauses fuel (names ++ [v]) r' with Some (all, cs) => Some (all, c :: cs) | None => None end
          else None
      | _, _ => None end
  | S fuel, Word "if" :: r =>
      match logic fuel names 2 r with
      | Some (q, r') => match read_clauses fuel names r' with Some (all, cs) => Some (all, If q :: cs) | None => None end
      | None => None end
  | _, _ => None
  end.
(* The numbers of the heap, up to the arrow: "p, q ->". *)
Fixpoint variables (ts : list word) : option (list string * list word) :=
  match ts with
  | Word v :: Sign "->" :: r => if is_letter v then Some ([v], r) else None
  | Word v :: Sign "," :: r => match variables r with
      | Some (names, r') => if is_letter v && negb (existsb (String.eqb v) names) then Some (v :: names, r') else None
      | None => None end
  | _ => None
  end.
Fixpoint before_clauses (ts : list word) : list word * list word :=
  match ts with
  | Word "for" :: _ | Word "if" :: _ | [] => ([], ts)
  | t :: r => let q := before_clauses r in (t :: fst q, snd q)
  end.
Definition read_heap_rule (s : string) : option heap_rule :=
  let spaced := words s in
  let ts := filter (fun t => match t with Space => false | _ => true end) spaced in
  let fuel := (10 + 10 * length ts)%nat in
  match variables ts with
  | Some (names, rest) =>
      let (after, ends) := before_clauses rest in
      match read_clauses fuel names ends with
      | Some (all, cs) => match heaps fuel all after with
          | Some news => if well_spaced spaced then Some {| arity := length names; clauses := cs; becomes := news |} else None
          | None => None end
      | None => None end
  | None => None
  end.
