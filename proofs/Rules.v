(* The three kinds of rules: boards with patterns, heaps with arithmetic, and listed moves.

   SPECIFICATION down to the line THEORY. *)
Require Import String List Bool ZArith Lia.
From Farstar Require Import Games Boards Heaps.
Import ListNotations.
Open Scope list_scope. Open Scope Z_scope.

Inductive rules :=
| Listed (rows : list (list Z * list Z))             (* for each row those that Left and Right can move to *)
| Board (left right : list pattern)
| Heap (left right : list heap_rule).
Definition side {A} (p : player) (l r : A) : A := match p with Left => l | Right => r end.
Definition legal (g : rules) : system position := fun p x y =>
  match g with
  | Listed rows => exists n k row, x = [[n]] /\ y = [[k]] /\ 0 <= n /\
                   nth_error rows (Z.to_nat n) = Some row /\ In k (side p (fst row) (snd row))
  | Board l r => exists pat, In pat (side p l r) /\ rewrites pat x y
  | Heap l r => exists q, In q (side p l r) /\ heap_move q x y
  end.
(* Rules of heaps may divide by zero, or lead to negative heaps or to such of another kind. *)
Definition defined (g : rules) (x : position) : Prop :=
  match g with Heap l r => forall q, In q (l ++ r) -> defined_at q x | _ => True end.

(* Text, as a file has it. *)
Inductive rules_text :=
| Moves (rows : list (list Z * list Z))
| Patterns (left right : list string)
| Arithmetic (left right : list string).
Inductive place_text := Row (n : Z) | Marks (board : string) | Piles (heaps : position).
Definition is_row (count n : Z) : bool := (0 <=? n) && (n <? count).
Definition read_rules (t : rules_text) : option rules :=
  let both {A B} (f : A -> option B) make l r :=
    match all_some (map f l), all_some (map f r) with Some l', Some r' => Some (make l' r') | _, _ => None end in
  match t with
  | Moves rows => let count := Z.of_nat (length rows) in
                  if forallb (fun row => forallb (is_row count) (fst row ++ snd row)) rows then Some (Listed rows) else None
  | Patterns l r => both read_pattern Board l r
  | Arithmetic l r => both read_heap_rule Heap l r
  end.
Definition read_place (g : rules) (t : place_text) : option position :=
  match g, t with
  | Listed rows, Row n => if is_row (Z.of_nat (length rows)) n then Some [[n]] else None
  | Board _ _, Marks s => read_board s
  (* Heaps of zeros vanish, so a position that lists one is refused. *)
  | Heap _ _, Piles h =>
      if forallb (fun heap => forallb (Z.leb 0) heap && existsb (fun n => negb (n =? 0)) heap) h then Some h else None
  | _, _ => None
  end.

(* A part of a sum: rules, with the players exchanged if the sign is false.  A component: the number
   of its part, and its position. *)
Definition component := (nat * position)%type.
Definition part_legal (parts : list (rules * bool)) : system component := fun p x y =>
  fst y = fst x /\ exists g sign, nth_error parts (fst x) = Some (g, sign) /\
  legal g (if sign then p else other p) (snd x) (snd y).
Definition sum_legal (parts : list (rules * bool)) : system (list component) := sum_of (part_legal parts).
(* The rules are defined wherever play may lead. *)
Definition well_defined (parts : list (rules * bool)) (x : component) : Prop := forall y g sign,
  reachable (part_legal parts) x y -> nth_error parts (fst y) = Some (g, sign) -> defined g (snd y).

(* THEORY: an executable list of moves, exactly those of the specification. *)
Fixpoint heap_moves (q : heap_rule) (a x : position) : list position :=
  match x with
  | [] => []
  | h :: b =>
      (if Nat.eqb (length h) (arity q) then
        match results (clauses q) (becomes q) h with
        | Some all => map (fun new => tidy (rev_append a (new ++ b))) all
        | None => [] end
       else []) ++ heap_moves q (h :: a) b
  end.
Definition row_moves (rows : list (list Z * list Z)) (p : player) (x : position) : list position :=
  match x with
  | [[n]] => if n <? 0 then [] else
      match nth_error rows (Z.to_nat n) with Some row => map (fun k => [[k]]) (side p (fst row) (snd row)) | None => [] end
  | _ => []
  end.
Definition moves (g : rules) (p : player) (x : position) : list position :=
  match g with
  | Listed rows => row_moves rows p x
  | Board l r => flat_map (fun pat => board_moves pat x) (side p l r)
  | Heap l r => flat_map (fun q => heap_moves q [] x) (side p l r)
  end.
Definition defined_atb (q : heap_rule) (x : position) : bool :=
  forallb (fun h => if Nat.eqb (length h) (arity q) then if forallb (Z.leb 0) h
    then match results (clauses q) (becomes q) h with Some _ => true | None => false end else false else false) x.
Definition definedb (g : rules) (x : position) : bool :=
  match g with Heap l r => forallb (fun q => defined_atb q x) (l ++ r) | _ => true end.

Theorem heap_moves_exact : forall q x y, In y (heap_moves q [] x) <-> heap_move q x y.
Proof.
  assert (G : forall q x acc y, In y (heap_moves q acc x) <-> exists a h b all new,
    x = a ++ h :: b /\ length h = arity q /\ results (clauses q) (becomes q) h = Some all /\ In new all /\
    y = tidy (rev acc ++ a ++ new ++ b)).
  { induction x as [|h x IH]; intros acc y; cbn [heap_moves].
    - split; [easy|]. intros ([|] & ? & ? & ? & ? & E & _); discriminate.
    - rewrite in_app_iff, IH. split.
      + intros [H | (a & k & b & all & new & -> & A & R & C & ->)].
        * destruct (Nat.eqb_spec (length h) (arity q)); [|easy]. destruct (results _ _ h) as [all|] eqn:R; [|easy].
          apply in_map_iff in H as [new [<- I]]. exists [], h, x, all, new. rewrite rev_append_rev. repeat split; auto.
        * exists (h :: a), k, b, all, new. repeat split; auto. cbn [rev app]. now rewrite <- app_assoc.
      + intros ([|k a] & h' & b & all & new & E & A & R & C & ->); cbn [app] in E; inversion E; subst.
        * left. rewrite A, Nat.eqb_refl, R. apply in_map_iff. exists new. rewrite rev_append_rev. auto.
        * right. exists a, h', b, all, new. repeat split; auto. cbn [rev app]. now rewrite <- app_assoc. }
  intros. rewrite G. unfold heap_move. reflexivity.
Qed.
Theorem moves_exact : forall g p x y, In y (moves g p x) <-> legal g p x y.
Proof.
  intros [rows|l r|l r] p x y; cbn [moves legal].
  - unfold row_moves. split.
    + destruct x as [|[|n []] []]; try easy. destruct (Z.ltb_spec n 0); [easy|].
      destruct (nth_error rows (Z.to_nat n)) as [row|] eqn:E; [|easy]. rewrite in_map_iff. intros [k [<- H1]].
      exists n, k, row. auto.
    + intros (n & k & row & -> & -> & Hn & E & H). destruct (Z.ltb_spec n 0); [lia|]. rewrite E. apply in_map_iff. eauto.
  - rewrite in_flat_map. split; intros [pat [A B]]; exists pat; rewrite board_moves_exact in *; auto.
  - rewrite in_flat_map. split; intros [pat [A B]]; exists pat; rewrite heap_moves_exact in *; auto.
Qed.
Theorem definedb_sound : forall g x, definedb g x = true -> defined g x.
Proof.
  intros [rows|l r|l r] x H; cbn in *; auto. intros q I h J. rewrite forallb_forall in H. specialize (H q I).
  unfold defined_atb in H. rewrite forallb_forall in H. specialize (H h J).
  destruct (Nat.eqb_spec (length h) (arity q)); [|easy]. destruct (forallb (Z.leb 0) h) eqn:N; [|easy].
  split; auto. split.
  - intros n K. rewrite forallb_forall in N. now apply Z.leb_le, N.
  - destruct (results _ _ h); easy.
Qed.

Definition part_moves (gs : list (rules * bool)) (p : player) (x : component) : list component :=
  match nth_error gs (fst x) with
  | Some (g, sign) => map (pair (fst x)) (moves g (if sign then p else other p) (snd x))
  | None => []
  end.
Fixpoint sum_moves (gs : list (rules * bool)) (p : player) (s : list component) : list (list component) :=
  match s with
  | [] => []
  | x :: s' => map (fun y => y :: s') (part_moves gs p x) ++ map (cons x) (sum_moves gs p s')
  end.
Definition defined_part (gs : list (rules * bool)) (x : component) : bool :=
  match nth_error gs (fst x) with Some (g, _) => definedb g (snd x) | None => false end.

Lemma part_moves_exact : forall gs p x y, In y (part_moves gs p x) <-> part_legal gs p x y.
Proof.
  intros gs p [i x] [j y]. unfold part_moves, part_legal. cbn [fst snd]. split.
  - destruct (nth_error gs i) as [[g sign]|] eqn:E; [|easy]. rewrite in_map_iff. intros [z [H M]]. inversion H; subst.
    split; auto. exists g, sign. rewrite <- moves_exact. auto.
  - intros [-> (g & sign & E & M)]. rewrite E. apply in_map_iff. exists y. rewrite moves_exact. auto.
Qed.
Lemma sum_moves_exact : forall gs p s t, In t (sum_moves gs p s) <-> sum_legal gs p s t.
Proof.
  intros gs p. unfold sum_legal. induction s as [|x s IH]; intros t; cbn [sum_moves].
  - split; [easy | intros H; now apply sum_of_nil in H].
  - rewrite in_app_iff, !in_map_iff, sum_of_cons. split.
    + intros [[y [<- H]] | [u [<- H]]]; [left; exists y; rewrite <- part_moves_exact | right; exists u; rewrite <- IH]; auto.
    + intros [[y [H ->]] | [u [H ->]]]; [left; exists y; rewrite part_moves_exact | right; exists u; rewrite IH]; auto.
Qed.
Lemma defined_part_sound : forall gs x g sign, defined_part gs x = true -> nth_error gs (fst x) = Some (g, sign) ->
  defined g (snd x).
Proof. unfold defined_part. intros gs x g sign H E. rewrite E in H. now apply definedb_sound. Qed.
