(* Boards and patterns such as "xo|.[^x] -> .x|=?".

   SPECIFICATION down to the line THEORY: what a pattern means, and how its text is read. *)
Require Import String Ascii List Bool ZArith Lia.
From Farstar Require Import Games.
Import ListNotations.
Open Scope string_scope. Open Scope list_scope. Open Scope Z_scope.

(* A position is a list of rows: of marks, as the codes of their characters; of heaps, each with its
   numbers; or of one number, that of a row of listed moves. *)
Definition position := list (list Z).

(* The board lies in an endless plane of outside.  A cell of a pattern is a test and what is
   written; None leaves the cell as it is. *)
Inductive test := Any | OneOf (marks : list Z) | NoneOf (marks : list Z).
Definition pattern := list (list (test * option Z)).
Definition outside : Z := 36.                              (* "$", which is no mark on boards *)

Definition get {A} (rows : list (list A)) (r c : Z) : option A :=
  if (r <? 0) || (c <? 0) then None
  else match nth_error rows (Z.to_nat r) with Some row => nth_error row (Z.to_nat c) | None => None end.
Definition mark (b : position) (r c : Z) : Z := match get b r c with Some m => m | None => outside end.
Definition fits (t : test) (m : Z) : Prop :=
  match t with Any => True | OneOf ms => In m ms | NoneOf ms => ~ In m ms end.
Definition height {A} (b : list (list A)) : Z := Z.of_nat (length b).
Definition width {A} (b : list (list A)) : Z := match b with [] => 0 | row :: _ => Z.of_nat (length row) end.
(* The mark m at (r, c) after the pattern was written, moved by (dr, dc). *)
Definition rewritten (pat : pattern) (dr dc r c m : Z) : Z :=
  match get pat (r - dr) (c - dc) with Some (_, Some w) => w | _ => m end.

(* The pattern, moved by (dr, dc), covers a cell of board b and fits everywhere; b' is the board
   after it was written.  What lies outside is never written. *)
Definition rewrites (pat : pattern) (b b' : position) : Prop := exists dr dc,
  - height pat < dr < height b /\ - width pat < dc < width b /\
  (forall r c t w, get pat r c = Some (t, w) -> fits t (mark b (dr + r) (dc + c))) /\
  length b' = length b /\
  forall r c, get b' r c = option_map (rewritten pat dr dc r c) (get b r c).

(* Reading.  Marks are printable characters except [ ] ^ $ ? = and |, which are signs. *)
Definition code (a : ascii) : Z := Z.of_N (N_of_ascii a).
Fixpoint memz (x : Z) (l : list Z) : bool :=
  match l with [] => false | y :: l' => if x =? y then true else memz x l' end.
Definition is_mark (c : Z) : bool := (32 <=? c) && (c <=? 126) && negb (memz c [91; 93; 94; 36; 63; 61; 124]).
Definition rectangle {A} (b : list (list A)) : bool :=
  match b with [] | [] :: _ => false | row :: rows => forallb (fun r => Nat.eqb (length r) (length row)) rows end.

Inductive token := Char (c : Z) | Class (none : bool) (cs : list Z).
(* Rows of tokens; [inside] is the class in square brackets that is being read. *)
Fixpoint tokens (inside : option (bool * list Z)) (s : string) : option (list (list token)) :=
  match s, inside with
  | EmptyString, None => Some [[]]
  | EmptyString, Some _ => None
  | String a s', None =>
      let c := code a in
      if c =? 124 then option_map (fun rows => [] :: rows) (tokens None s')
      else if c =? 91 then
        match s' with
        | String "^" s'' => tokens (Some (true, [])) s''
        | _ => tokens (Some (false, [])) s'
        end
      else match tokens None s' with Some (row :: rows) => Some ((Char c :: row) :: rows) | _ => None end
  | String a s', Some (none, cs) =>
      let c := code a in
      if c =? 124 then None
      else if c =? 93 then
        match tokens None s' with Some (row :: rows) => Some ((Class none cs :: row) :: rows) | _ => None end
      else tokens (Some (none, c :: cs)) s'
  end.
Fixpoint split_arrow (s : string) : option (string * string) :=
  match s with
  | String " " (String "-" (String ">" (String " " rest))) => Some (EmptyString, rest)
  | String a s' => option_map (fun q => (String a (fst q), snd q)) (split_arrow s')
  | EmptyString => None
  end.
Definition test_of (t : token) : option test :=
  match t with
  | Char 63 => Some Any                                                                  (* ? *)
  | Char 36 => Some (OneOf [outside])                                                    (* $ *)
  | Char c => if is_mark c then Some (OneOf [c]) else None
  | Class none cs => if forallb (fun c => is_mark c || (c =? outside)) cs
                     then Some (if none then NoneOf cs else OneOf cs) else None
  end.
Definition write_of (t : token) : option (option Z) :=
  match t with
  | Char 61 => Some None                                                                 (* = *)
  | Char c => if is_mark c then Some (Some c) else None
  | Class _ _ => None
  end.
Fixpoint zip {A B C} (f : A -> B -> option C) (xs : list A) (ys : list B) : option (list C) :=
  match xs, ys with
  | [], [] => Some []
  | x :: xs', y :: ys' => match f x y, zip f xs' ys' with Some z, Some zs => Some (z :: zs) | _, _ => None end
  | _, _ => None
  end.
Definition read_cell (before after : token) : option (test * option Z) :=
  match test_of before, write_of after with Some t, Some w => Some (t, w) | _, _ => None end.
Definition read_pattern (s : string) : option pattern :=
  match split_arrow s with
  | Some (before, after) =>
      match tokens None before, tokens None after, split_arrow after with
      | Some b, Some a, None => match zip (zip read_cell) b a with
                          | Some pat => if rectangle pat then Some pat else None
                          | None => None end
      | _, _, _ => None
      end
  | None => None
  end.
Fixpoint rows_of (s : string) : position :=
  match s with
  | EmptyString => [[]]
  | String a s' => if code a =? 124 then [] :: rows_of s'
                   else match rows_of s' with row :: rows => (code a :: row) :: rows | [] => [] end
  end.
Definition read_board (s : string) : option position :=
  if rectangle (rows_of s) && forallb (forallb is_mark) (rows_of s) then Some (rows_of s) else None.

(* THEORY: an executable list of moves, exactly those of the specification. *)
Fixpoint mapi {A B} (f : Z -> A -> B) (z : Z) (l : list A) : list B :=
  match l with [] => [] | x :: l' => f z x :: mapi f (z + 1) l' end.
Fixpoint alli {A} (f : Z -> A -> bool) (z : Z) (l : list A) : bool :=
  match l with [] => true | x :: l' => if f z x then alli f (z + 1) l' else false end.
Fixpoint upto (n : nat) (z : Z) : list Z := match n with O => [] | S n' => z :: upto n' (z + 1) end.
Definition range (lo hi : Z) : list Z := upto (Z.to_nat (hi - lo)) lo.
Definition fitsb (t : test) (m : Z) : bool :=
  match t with Any => true | OneOf ms => memz m ms | NoneOf ms => if memz m ms then false else true end.
Definition matches (pat : pattern) (b : position) (dr dc : Z) : bool :=
  alli (fun r row => alli (fun c tw => fitsb (fst tw) (mark b (dr + r) (dc + c))) 0 row) 0 pat.
Definition apply (pat : pattern) (dr dc : Z) (b : position) : position :=
  mapi (fun r row => mapi (fun c m => rewritten pat dr dc r c m) 0 row) 0 b.
Definition board_moves (pat : pattern) (b : position) : list position :=
  flat_map (fun dr => flat_map (fun dc => if matches pat b dr dc then [apply pat dr dc b] else [])
    (range (1 - width pat) (width b))) (range (1 - height pat) (height b)).

Lemma in_upto : forall n z x, In x (upto n z) <-> z <= x < z + Z.of_nat n.
Proof. induction n as [|n IH]; intros z x; cbn [upto In]; [lia|]. rewrite IH. lia. Qed.
Lemma in_range : forall lo hi x, In x (range lo hi) <-> lo <= x < hi.
Proof. intros. unfold range. rewrite in_upto. lia. Qed.
Lemma memz_in : forall x l, memz x l = true <-> In x l.
Proof.
  induction l as [|y l IH]; cbn; [easy|]. destruct (Z.eqb_spec x y); subst; [tauto|]. rewrite IH. intuition congruence.
Qed.
Lemma fitsb_fits : forall t m, fitsb t m = true <-> fits t m.
Proof.
  intros [|ms|ms] m; cbn; [tauto | apply memz_in |]. rewrite <- memz_in. destruct (memz m ms); intuition congruence.
Qed.
Lemma alli_spec : forall A (f : Z -> A -> bool) l z, alli f z l = true <->
  forall n x, nth_error l n = Some x -> f (z + Z.of_nat n) x = true.
Proof.
  induction l as [|y l IH]; intros z; cbn [alli].
  - split; auto. intros _ [|n] x; discriminate.
  - destruct (f z y) eqn:E.
    + rewrite IH. split.
      * intros H [|n] x Hn; cbn in Hn; [inversion Hn; subst; now rewrite Z.add_0_r|].
        specialize (H n x Hn). now replace (z + Z.of_nat (S n)) with (z + 1 + Z.of_nat n) by lia.
      * intros H n x Hn. specialize (H (S n) x Hn). now replace (z + 1 + Z.of_nat n) with (z + Z.of_nat (S n)) by lia.
    + split; [discriminate|]. intros H. specialize (H 0%nat y eq_refl). rewrite Z.add_0_r in H. congruence.
Qed.
Lemma get_some : forall A (b : list (list A)) r c x, get b r c = Some x <->
  exists i j row, r = Z.of_nat i /\ c = Z.of_nat j /\ nth_error b i = Some row /\ nth_error row j = Some x.
Proof.
  intros. unfold get. split.
  - destruct (Z.ltb_spec r 0); [discriminate|]. destruct (Z.ltb_spec c 0); [discriminate|]. cbn.
    destruct (nth_error b (Z.to_nat r)) as [row|] eqn:E; [|discriminate]. intros H1.
    exists (Z.to_nat r), (Z.to_nat c), row. rewrite !Z2Nat.id; auto.
  - intros (i & j & row & -> & -> & Hi & Hj).
    destruct (Z.ltb_spec (Z.of_nat i) 0); [lia|]. destruct (Z.ltb_spec (Z.of_nat j) 0); [lia|]. cbn.
    now rewrite !Nat2Z.id, Hi.
Qed.
Lemma get_nat : forall A (b : list (list A)) i j, get b (Z.of_nat i) (Z.of_nat j) =
  match nth_error b i with Some row => nth_error row j | None => None end.
Proof.
  intros. unfold get. destruct (Z.ltb_spec (Z.of_nat i) 0); [lia|]. destruct (Z.ltb_spec (Z.of_nat j) 0); [lia|]. cbn.
  now rewrite !Nat2Z.id.
Qed.
Lemma get_neg : forall A (b : list (list A)) r c, r < 0 \/ c < 0 -> get b r c = None.
Proof. intros A b r c [H|H]; unfold get; destruct (Z.ltb_spec r 0), (Z.ltb_spec c 0); auto; lia. Qed.
Lemma matches_spec : forall pat b dr dc, matches pat b dr dc = true <->
  forall r c t w, get pat r c = Some (t, w) -> fits t (mark b (dr + r) (dc + c)).
Proof.
  intros. unfold matches. rewrite alli_spec. split.
  - intros H r c t w G. apply get_some in G as (i & j & row & -> & -> & Hi & Hj).
    specialize (H i row Hi). rewrite alli_spec in H. specialize (H j (t, w) Hj). cbn in H. now apply fitsb_fits.
  - intros H i row Hi. apply alli_spec. intros j [t w] Hj. cbn. apply fitsb_fits. apply (H _ _ t w).
    apply get_some. exists i, j, row. auto.
Qed.
Lemma nth_mapi : forall A B (f : Z -> A -> B) l z n, nth_error (mapi f z l) n = option_map (f (z + Z.of_nat n)) (nth_error l n).
Proof.
  induction l as [|x l IH]; intros z [|n]; cbn [mapi nth_error option_map]; auto.
  - now rewrite Z.add_0_r.
  - rewrite IH. now replace (z + 1 + Z.of_nat n) with (z + Z.of_nat (S n)) by lia.
Qed.
Lemma length_mapi : forall A B (f : Z -> A -> B) l z, length (mapi f z l) = length l.
Proof. induction l; intros; cbn; auto. Qed.
Lemma get_apply : forall pat dr dc b r c,
  get (apply pat dr dc b) r c = option_map (rewritten pat dr dc r c) (get b r c).
Proof.
  intros. destruct (Z_lt_le_dec r 0) as [H|H]; [rewrite !get_neg; auto|].
  destruct (Z_lt_le_dec c 0) as [H'|H']; [rewrite !get_neg; auto|].
  rewrite <- (Z2Nat.id r H), <- (Z2Nat.id c H'), !get_nat. unfold apply. rewrite nth_mapi.
  destruct (nth_error b (Z.to_nat r)) as [row|]; cbn [option_map]; auto. now rewrite nth_mapi.
Qed.
Lemma nth_ext : forall A (l l' : list A), (forall n, nth_error l n = nth_error l' n) -> l = l'.
Proof.
  induction l as [|x l IH]; intros [|y l'] H; auto; try (now specialize (H 0%nat)).
  pose proof (H 0%nat) as E. cbn in E. inversion E; subst. f_equal. apply IH. intros n. exact (H (S n)).
Qed.
Lemma get_ext : forall A (b b' : list (list A)), length b = length b' -> (forall r c, get b r c = get b' r c) -> b = b'.
Proof.
  intros A b b' L H. apply nth_ext. intros i. 
  destruct (nth_error b i) as [row|] eqn:E, (nth_error b' i) as [row'|] eqn:E'; auto.
  - f_equal. apply nth_ext. intros j. specialize (H (Z.of_nat i) (Z.of_nat j)). rewrite !get_nat, E, E' in H. auto.
  - apply nth_error_None in E'. assert (nth_error b i <> None) by congruence. apply nth_error_Some in H0. lia.
  - apply nth_error_None in E. assert (nth_error b' i <> None) by congruence. apply nth_error_Some in H0. lia.
Qed.
Theorem board_moves_exact : forall pat b b', In b' (board_moves pat b) <-> rewrites pat b b'.
Proof.
  intros. unfold board_moves, rewrites. rewrite in_flat_map. split.
  - intros [dr [Hr H]]. apply in_flat_map in H as [dc [Hc H]]. rewrite in_range in Hr, Hc.
    destruct (matches pat b dr dc) eqn:M; [|easy]. destruct H as [<-|[]]. exists dr, dc. repeat split; try lia.
    + now apply matches_spec.
    + unfold apply. apply length_mapi.
    + intros. apply get_apply.
  - intros (dr & dc & Hr & Hc & M & L & G). exists dr. rewrite in_range. split; [lia|]. apply in_flat_map.
    exists dc. rewrite in_range. split; [lia|]. apply matches_spec in M. rewrite M. left. apply get_ext.
    + unfold apply. rewrite length_mapi. auto.
    + intros. now rewrite get_apply, G.
Qed.
