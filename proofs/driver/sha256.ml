(* SHA-256 (FIPS 180-4).  The digest proves nothing: it only shows that a file was changed. *)

let first_primes count =
  let rec go n found =
    if List.length found = count then List.rev found
    else go (n + 1) (if List.exists (fun p -> n mod p = 0) found then found else n :: found)
  in
  go 2 []

(* The first 32 bits of the fraction of the nth root of p: the largest x with x^n <= p * 2^(32 n),
   compared by long multiplication with digits of 16 bits. *)
let root_bits degree p =
  let multiply a b =
    let product = Array.make (Array.length a + Array.length b) 0 in
    Array.iteri (fun i x ->
        let carry = ref 0 in
        Array.iteri (fun j y ->
            let t = product.(i + j) + (x * y) + !carry in
            product.(i + j) <- t land 0xffff;
            carry := t lsr 16) b;
        product.(i + Array.length b) <- !carry) a;
    product
  in
  let digits x = Array.init 3 (fun i -> (x lsr (16 * i)) land 0xffff) in
  let rec power x n = if n = 1 then digits x else multiply (digits x) (power x (n - 1)) in
  let bound = Array.append (Array.make (2 * degree) 0) (digits p) in
  let fits x =
    let value = power x degree in
    let size = max (Array.length value) (Array.length bound) in
    let digit a i = if i < Array.length a then a.(i) else 0 in
    let rec compare i =
      if i < 0 then true
      else if digit value i <> digit bound i then digit value i < digit bound i
      else compare (i - 1)
    in
    compare (size - 1)
  in
  let rec search low high = (* low fits, high does not *)
    if high - low = 1 then low land 0xffffffff
    else
      let middle = (low + high) / 2 in
      if fits middle then search middle high else search low middle
  in
  search 0 (1 lsl 38)

let constants = lazy (Array.of_list (List.map (root_bits 3) (first_primes 64)))
let beginning = lazy (Array.of_list (List.map (root_bits 2) (first_primes 8)))

let hex text =
  let k = Lazy.force constants and h = Array.copy (Lazy.force beginning) in
  let length = String.length text in
  let padding = ((55 - length) land 63) + 1 in
  let bytes = Bytes.make (length + padding + 8) '\000' in
  Bytes.blit_string text 0 bytes 0 length;
  Bytes.set bytes length '\128';
  Bytes.set_int64_be bytes (length + padding) (Int64.of_int (8 * length));
  let turn x n = ((x lsr n) lor (x lsl (32 - n))) land 0xffffffff in
  let w = Array.make 64 0 in
  for block = 0 to (Bytes.length bytes / 64) - 1 do
    for i = 0 to 15 do
      w.(i) <- Int32.to_int (Bytes.get_int32_be bytes ((64 * block) + (4 * i))) land 0xffffffff
    done;
    for i = 16 to 63 do
      let a = w.(i - 15) and b = w.(i - 2) in
      let s0 = turn a 7 lxor turn a 18 lxor (a lsr 3) in
      let s1 = turn b 17 lxor turn b 19 lxor (b lsr 10) in
      w.(i) <- (w.(i - 16) + s0 + w.(i - 7) + s1) land 0xffffffff
    done;
    let v = Array.copy h in
    for i = 0 to 63 do
      let a = v.(0) and e = v.(4) in
      let s1 = turn e 6 lxor turn e 11 lxor turn e 25 in
      let choice = (e land v.(5)) lxor (lnot e land v.(6)) in
      let t1 = v.(7) + s1 + choice + k.(i) + w.(i) in
      let s0 = turn a 2 lxor turn a 13 lxor turn a 22 in
      let majority = (a land v.(1)) lxor (a land v.(2)) lxor (v.(1) land v.(2)) in
      Array.blit v 0 v 1 7;
      v.(4) <- (v.(4) + t1) land 0xffffffff;
      v.(0) <- (t1 + s0 + majority) land 0xffffffff
    done;
    Array.iteri (fun i x -> h.(i) <- (h.(i) + x) land 0xffffffff) v
  done;
  String.concat "" (Array.to_list (Array.map (Printf.sprintf "%08x") h))
