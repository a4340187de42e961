(* Theorems for all sizes: a Moore machine that labels every position of a game on words.

   SPECIFICATION down to the line CHECKER. *)
Require Import List Bool Arith Lia Wf_nat.
From Farstar Require Import Games.
Import ListNotations.

(* Positions are words.  Letters are numbers below [letters]. *)
Definition word := list nat.
Definition over (letters : nat) (w : word) : Prop := Forall (fun a => a < letters) w.

(* A rule replaces a word by another one of the same length, anywhere, or only at the start or at
   the end of the position. *)
Record rule := Rule { at_start : bool; at_end : bool; reads : word; writes : word }.
Definition replaces (r : rule) (u v : word) : Prop := exists a b,
  u = a ++ reads r ++ b /\ v = a ++ writes r ++ b /\
  (at_start r = true -> a = []) /\ (at_end r = true -> b = []).
Definition rewriting (left right : list rule) : system word := fun p u v =>
  exists r, In r (match p with Left => left | Right => right end) /\ replaces r u v.

(* A machine reads a word from its first letter to its last; the state it ends in has a label. *)
Record machine (label : Type) := { start : nat; step : nat -> nat -> nat; out : nat -> label }.
Arguments start {label}. Arguments step {label}. Arguments out {label}.
Definition state_after {L} (m : machine L) (w : word) : nat := fold_left (step m) w (start m).
Definition label_of {L} (m : machine L) (w : word) : L := out m (state_after m w).

(* What labels mean.  An outcome: does Left win if she starts, and does Right win if he starts?
   A Grundy value: the least number that no option has, where both players have the same moves. *)
Definition outcome_is (k : play) (T : system word) (w : word) (o : bool * bool) : Prop :=
  wins k T (if fst o then Left else Right) Left w /\ wins k T (if snd o then Right else Left) Right w.
Inductive grundy_is (T : system word) : word -> nat -> Prop :=
| Grundy : forall w n,
    (forall m, m < n -> exists v, T Left w v /\ grundy_is T v m) ->
    (forall v, T Left w v -> exists m, grundy_is T v m /\ m <> n) -> grundy_is T w n.

(* CHECKER *)
(* Reading a word, a player who wants to move has not begun to replace letters, or has begun and must
   still read and write the rest of a rule, after which everything is copied, or nothing may follow. *)
Inductive place := Before | Inside (at_end : bool) (reads writes : word).
Definition same_word (u v : word) : bool := if list_eq_dec Nat.eq_dec u v then true else false.
Definition same_place (p q : place) : bool :=
  match p, q with
  | Before, Before => true
  | Inside e u v, Inside f x y => Bool.eqb e f && same_word u x && same_word v y
  | _, _ => false
  end.
Definition enter (r : rule) : place := Inside (at_end r) (reads r) (writes r).
Definition go_on (p : place) (a : nat) : list (nat * place) :=
  match p with
  | Before => []
  | Inside e [] [] => if e then [] else [(a, p)]
  | Inside e (b :: u) (c :: v) => if a =? b then [(c, Inside e u v)] else []
  | Inside _ _ _ => []
  end.
Definition is_done (p : place) : bool := match p with Inside _ [] [] => true | _ => false end.
Definition initial (rules : list rule) : list place := Before :: map enter (filter at_start rules).
Definition steps (rules : list rule) (p : place) (a : nat) : list (nat * place) :=
  match p with
  | Before => (a, Before) :: flat_map (fun r => go_on (enter r) a) (filter (fun r => negb (at_start r)) rules)
  | Inside _ _ _ => go_on p a
  end.

(* So all options of a word are read at once: each is at some place, with the machine in some state. *)
Definition option_state := (place * nat)%type.
Record product := Product { at_word : nat; at_left : list option_state; at_right : list option_state }.

Definition has (xs : list option_state) (x : option_state) : bool :=
  existsb (fun y => if snd x =? snd y then same_place (fst x) (fst y) else false) xs.
Definition once (xs : list option_state) : list option_state :=
  fold_right (fun x kept => if has kept x then kept else x :: kept) [] xs.
Definition equal_sets (xs ys : list option_state) : bool := if forallb (has xs) ys then forallb (has ys) xs else false.
Definition equal (x y : product) : bool :=
  if at_word x =? at_word y then
    if equal_sets (at_left x) (at_left y) then equal_sets (at_right x) (at_right y) else false
  else false.

Section Check.
  Context {L : Type} (same : L -> L -> bool) (letters : nat) (left right : list rule) (m : machine L).
  (* The label that a word must have, from the labels of Left's and of Right's options. *)
  Context (combine : list L -> list L -> L).

  Definition begin (rules : list rule) : list option_state := map (fun p => (p, start m)) (initial rules).
  Definition follow (rules : list rule) (a : nat) (x : option_state) : list option_state :=
    map (fun bq => (snd bq, step m (snd x) (fst bq))) (steps rules (fst x) a).
  Definition first : product := Product (start m) (begin left) (begin right).
  Definition next (x : product) (a : nat) : product :=
    Product (step m (at_word x) a)
      (once (flat_map (follow left a) (at_left x))) (once (flat_map (follow right a) (at_right x))).
  Definition complete (xs : list option_state) : list L :=
    map (fun x => out m (snd x)) (filter (fun x => is_done (fst x)) xs).
  Definition is_right (x : product) : bool :=
    same (out m (at_word x)) (combine (complete (at_left x)) (complete (at_right x))).

  (* A list of products is closed if it has the first one, and with each one all that follow it. *)
  Definition closed (xs : list product) : bool :=
    existsb (equal first) xs &&
    forallb (fun x => forallb (fun a => existsb (equal (next x a)) xs) (seq 0 letters)) xs.
  (* Such a list, if it is complete within [fuel] steps; nothing has to be believed about it. *)
  Fixpoint explore (fuel : nat) (seen waiting : list product) : list product :=
    match fuel, waiting with
    | S f, x :: rest =>
        if existsb (equal x) seen then explore f seen rest
        else explore f (x :: seen) (map (next x) (seq 0 letters) ++ rest)
    | _, _ => seen
    end.
  Definition products (fuel : nat) : list product := explore fuel [] [first].
  Definition proper (r : rule) : bool :=
    (length (reads r) =? length (writes r)) && negb (length (reads r) =? 0) &&
    forallb (fun b => b <? letters) (writes r).
  Definition check_labels (xs : list product) : bool :=
    forallb proper (left ++ right) && closed xs && forallb is_right xs.
End Check.

(* The mover wins who has a move to a word in which the other player, who is then to move, loses. *)
Definition combine_outcomes (k : play) (left right : list (bool * bool)) : bool * bool :=
  let stuck := match k with Normal => false | Misere => true end in
  (match left with [] => stuck | _ => existsb (fun o => negb (snd o)) left end,
   match right with [] => stuck | _ => existsb (fun o => negb (fst o)) right end).
Definition same_outcome (o p : bool * bool) : bool := Bool.eqb (fst o) (fst p) && Bool.eqb (snd o) (snd p).
Fixpoint least_excluded (fuel n : nat) (xs : list nat) : nat :=
  match fuel with O => n | S f => if existsb (Nat.eqb n) xs then least_excluded f (S n) xs else n end.
Definition combine_grundy (left _ : list nat) : nat := least_excluded (length left) 0 left.

(* Play ends if the weights of the letters fall with every rule, or stay the same while a moment
   falls: the sum of another weight of each letter times its place. *)
Definition total (weight : nat -> nat) (w : word) : nat := list_sum (map weight w).
Fixpoint moment (weight : nat -> nat) (w : word) : nat :=
  match w with [] => 0 | a :: u => moment weight u + total weight u + weight a end.
Definition falls (weight second : nat -> nat) (r : rule) : bool :=
  (total weight (writes r) <? total weight (reads r)) ||
  (total weight (writes r) =? total weight (reads r)) &&
  (total second (writes r) =? total second (reads r)) &&
  (moment second (writes r) <? moment second (reads r)).

Definition check_outcomes (k : play) (letters : nat) (left right : list rule) (weight second : nat -> nat)
    (m : machine (bool * bool)) (xs : list product) : bool :=
  forallb (falls weight second) (left ++ right) &&
  check_labels same_outcome letters left right m (combine_outcomes k) xs.
Definition check_grundy (letters : nat) (rules : list rule) (weight second : nat -> nat)
    (m : machine nat) (xs : list product) : bool :=
  forallb (falls weight second) rules &&
  check_labels Nat.eqb letters rules rules m combine_grundy xs.

(* A machine as a table: for each state the state after each letter, and its label. *)
Definition of_table {L} (wrong : L) (rows : list (list nat * L)) : machine L :=
  {| start := 0; step := fun s a => nth a (fst (nth s rows ([], wrong))) 0; out := fun s => snd (nth s rows ([], wrong)) |}.

(* THEORY *)
Lemma same_word_true : forall u v, same_word u v = true -> u = v.
Proof. intros u v. unfold same_word. destruct (list_eq_dec _ _ _); easy. Qed.
Lemma same_place_true : forall p q, same_place p q = true -> p = q.
Proof.
  intros [|e u v] [|f x y] H; cbn in H; try easy. apply andb_true_iff in H as [H H3]. apply andb_true_iff in H as [H1 H2].
  apply eqb_prop in H1. apply same_word_true in H2, H3. now subst.
Qed.

Lemma has_in : forall xs x, has xs x = true -> In x xs.
Proof.
  intros xs [p s] H. apply existsb_exists in H as [[q t] [I H]]. cbn in H. destruct (Nat.eqb_spec s t); [|easy].
  apply same_place_true in H. now subst.
Qed.
Lemma once_in : forall xs x, In x (once xs) <-> In x xs.
Proof.
  induction xs as [|y xs IH]; intros x; cbn; [easy|]. fold (once xs). destruct (has (once xs) y) eqn:H.
  - apply has_in in H. rewrite IH in *. split; auto. intros [<-|]; auto.
  - cbn. now rewrite IH.
Qed.
Lemma equal_sets_in : forall xs ys, equal_sets xs ys = true -> forall x, In x xs <-> In x ys.
Proof.
  intros xs ys H x. unfold equal_sets in H. destruct (forallb (has xs) ys) eqn:G; [|easy].
  rewrite forallb_forall in G, H. split; intros I; apply has_in; auto.
Qed.

(* A run: the places passed while u is read and v is written. *)
Inductive run (rules : list rule) : place -> word -> word -> place -> Prop :=
| run_end : forall p, run rules p [] [] p
| run_step : forall p a b q u v r, In (b, q) (steps rules p a) -> run rules q u v r -> run rules p (a :: u) (b :: v) r.

Lemma run_app : forall rules p u v q, run rules p u v q -> forall u' v' r, run rules q u' v' r ->
  run rules p (u ++ u') (v ++ v') r.
Proof. intros rules p u v q H. induction H; intros; cbn; auto. econstructor; eauto. Qed.
Lemma run_last : forall rules u a p v r, run rules p (u ++ [a]) v r ->
  exists v' b q, v = v' ++ [b] /\ run rules p u v' q /\ In (b, r) (steps rules q a).
Proof.
  induction u as [|c u IH]; intros a p v r H; cbn in H; inversion H; subst.
  - match goal with K : run _ _ [] _ _ |- _ => inversion K; subst end.
    exists [], b, p. repeat split; auto. constructor.
  - match goal with K : run _ _ (u ++ [a]) _ _ |- _ => destruct (IH _ _ _ _ K) as (v' & b' & q' & -> & R & I) end.
    exists (b :: v'), b', q'. repeat split; auto. econstructor; eauto.
Qed.

(* From inside a rule the rest of the rule is replaced, and the rest of the word copied. *)
Lemma run_inside : forall rules e x y u v p, length x = length y ->
  (run rules (Inside e x y) u v p /\ is_done p = true <->
   exists b, u = x ++ b /\ v = y ++ b /\ (e = true -> b = []) /\ p = Inside e [] []).
Proof.
  intros rules e x. induction x as [|a x IH]; intros [|c y] u v p E; try discriminate.
  - revert v. induction u as [|a u IHu]; intros v; split.
    + intros [H D]. inversion H; subst. exists []. repeat split; auto.
    + intros (b & U & -> & B & ->). cbn in U. subst b. split; [constructor | easy].
    + intros [H D]. inversion H; subst. destruct e; cbn in *; [easy|].
      match goal with K : _ \/ False |- _ => destruct K as [K|[]]; inversion K; subst end.
      match goal with K : run _ _ u _ _ |- _ => destruct (proj1 (IHu _) (conj K D)) as (z & Z1 & Z2 & Z3 & ->) end.
      cbn in *. subst. eexists (_ :: _). repeat split; auto; easy.
    + intros (b & U & -> & B & ->). cbn in U. subst b. destruct e; [now specialize (B eq_refl)|]. split; [|easy].
      cbn. econstructor; [cbn; auto|]. apply IHu. exists u. repeat split; auto; easy.
  - cbn in E. injection E as E. split.
    + intros [H D]. inversion H; subst; [easy|]. cbn in *. destruct (Nat.eqb_spec a0 a); [|easy]. subst a0.
      match goal with K : In _ [_] |- _ => destruct K as [K|[]]; inversion K; subst end.
      match goal with K : run _ _ u0 _ _ |- _ => destruct (proj1 (IH _ _ _ _ E) (conj K D)) as (z & -> & -> & Z3 & ->) end.
      exists z. repeat split; auto.
    + intros (b & -> & -> & B & ->). split; [|easy]. cbn. econstructor; [cbn; rewrite Nat.eqb_refl; cbn; auto|].
      apply (IH y (x ++ b) (y ++ b) (Inside e [] []) E). exists b. repeat split; auto.
Qed.

Section Moves.
  Context (rules : list rule) (proper_rules : forall r, In r rules -> length (reads r) = length (writes r) /\ reads r <> []).

  Lemma go_on_enter : forall r a b q, In r rules -> In (b, q) (go_on (enter r) a) ->
    exists x y, reads r = a :: x /\ writes r = b :: y /\ q = Inside (at_end r) x y /\ length x = length y.
  Proof.
    intros r a b q I H. destruct (proper_rules r I) as [E N]. unfold enter in H.
    destruct (reads r) as [|c x] eqn:R; [easy|]. destruct (writes r) as [|d y] eqn:W; [easy|].
    cbn in H. destruct (Nat.eqb_spec a c); [|easy]. subst c.
    destruct H as [H|[]]. inversion H; subst. exists x, y. repeat split; auto.
  Qed.
  Lemma run_before : forall u v p, run rules Before u v p -> is_done p = true ->
    exists r a b, In r rules /\ at_start r = false /\ u = a ++ reads r ++ b /\ v = a ++ writes r ++ b /\ (at_end r = true -> b = []).
  Proof.
    induction u as [|c u IH]; intros v p H D; inversion H; subst; [easy|].
    match goal with K : In _ (steps _ _ _) |- _ => cbn in K; destruct K as [K|K] end.
    - match goal with K : _ = _ |- _ => inversion K; subst end.
      match goal with K : run _ Before _ _ _ |- _ => destruct (IH _ _ K D) as (r & x & z & I & S & -> & -> & B) end.
      exists r, (b :: x), z. repeat split; auto.
    - match goal with K : In _ (flat_map _ _) |- _ => apply in_flat_map in K as [r [I K]]; apply filter_In in I as [I S];
        destruct (go_on_enter _ _ _ _ I K) as (x & y & R & W & -> & E) end.
      match goal with K : run _ (Inside _ _ _) _ _ _ |- _ =>
        destruct (proj1 (run_inside _ _ _ _ _ _ _ E) (conj K D)) as (z & -> & -> & B & ->) end.
      exists r, [], z. rewrite R, W. apply negb_true_iff in S. repeat split; auto.
  Qed.
  Lemma before_run : forall a u v p, run rules Before u v p -> run rules Before (a ++ u) (a ++ v) p.
  Proof. induction a as [|c a IH]; intros; cbn; auto. econstructor; [cbn; auto|]. auto. Qed.

  (* The options of a word are what complete runs write. *)
  Lemma runs_exact : forall u v,
    (exists r, In r rules /\ replaces r u v) <->
    (exists p q, In p (initial rules) /\ run rules p u v q /\ is_done q = true).
  Proof.
    intros u v. split.
    - intros (r & I & a & b & -> & -> & A & B). destruct (proper_rules r I) as [E N].
      assert (F : run rules (enter r) (reads r ++ b) (writes r ++ b) (Inside (at_end r) [] []) /\ is_done (Inside (at_end r) [] []) = true).
      { apply run_inside; auto. exists b. repeat split; auto. }
      destruct F as [F _]. destruct (at_start r) eqn:S.
      + rewrite (A eq_refl). exists (enter r), (Inside (at_end r) [] []). repeat split; auto.
        right. apply in_map, filter_In. auto.
      + exists Before, (Inside (at_end r) [] []). repeat split; [now left|]. apply before_run.
        inversion F; subst; [destruct (reads r); easy|].
        econstructor; [|eassumption]. right. apply in_flat_map. exists r. split; [|assumption].
        apply filter_In. now rewrite S.
    - intros (p & q & I & R & D). cbn in I. destruct I as [<-|I].
      + destruct (run_before _ _ _ R D) as (r & a & b & J & S & -> & -> & B).
        exists r. split; auto. exists a, b. repeat split; auto. now rewrite S.
      + apply in_map_iff in I as [r [<- I]]. apply filter_In in I as [I S]. destruct (proper_rules r I) as [E N].
        destruct (proj1 (run_inside _ _ _ _ _ _ _ E) (conj R D)) as (b & -> & -> & B & ->).
        exists r. split; auto. exists [], b. repeat split; auto.
  Qed.
End Moves.

Section Soundness.
  Context {L : Type} (same : L -> L -> bool) (letters : nat) (left right : list rule) (m : machine L).
  Context (combine : list L -> list L -> L).
  Hypothesis same_true : forall x y, same x y = true -> x = y.
  Let T := rewriting left right.
  Let rules_of (p : player) := match p with Left => left | Right => right end.

  Definition begun (rules : list rule) (w : word) (x : option_state) : Prop :=
    exists p v, In p (initial rules) /\ run rules p w v (fst x) /\ state_after m v = snd x.
  Definition describes (x : product) (w : word) : Prop :=
    at_word x = state_after m w /\
    (forall b, In b (at_left x) <-> begun left w b) /\ (forall b, In b (at_right x) <-> begun right w b).

  Lemma state_after_last : forall w a, state_after m (w ++ [a]) = step m (state_after m w) a.
  Proof. intros. unfold state_after. now rewrite fold_left_app. Qed.
  Lemma begun_nil : forall rules b, In b (begin m rules) <-> begun rules [] b.
  Proof.
    intros rules [p s]. unfold begin, begun. rewrite in_map_iff. split.
    - intros [q [E I]]. inversion E; subst. exists p, []. repeat split; auto. constructor.
    - intros (q & v & I & R & E). cbn in *. inversion R; subst. exists p. split; auto. 
  Qed.
  Lemma begun_last : forall rules w a xs, (forall b, In b xs <-> begun rules w b) ->
    forall c, In c (once (flat_map (follow m rules a) xs)) <-> begun rules (w ++ [a]) c.
  Proof.
    intros rules w a xs H [q s]. rewrite once_in, in_flat_map. split.
    - intros [[p t] [I F]]. apply H in I as (p0 & v & I & R & E). cbn in R, E. unfold follow in F.
      apply in_map_iff in F as [[b q'] [F J]]. cbn in F, J. inversion F; subst.
      exists p0, (v ++ [b]). repeat split; auto; cbn [fst snd].
      + eapply run_app; [eassumption|]. econstructor; [eassumption|constructor].
      + apply state_after_last.
    - intros (p0 & v & I & R & E). cbn in R, E. apply run_last in R as (v' & b & p & -> & R & J).
      exists (p, state_after m v'). split.
      + apply H. exists p0, v'. auto.
      + unfold follow. apply in_map_iff. exists (b, q). cbn. rewrite <- E, state_after_last. auto.
  Qed.
  Lemma describes_first : describes (first left right m) [].
  Proof. repeat split; cbn; try apply begun_nil. Qed.
  Lemma describes_next : forall x w a, describes x w -> describes (next left right m x a) (w ++ [a]).
  Proof.
    intros x w a (A & B & C). repeat split; cbn [next at_word at_left at_right].
    - now rewrite A, state_after_last.
    - apply begun_last; auto.
    - apply begun_last; auto.
    - apply begun_last; auto.
    - apply begun_last; auto.
  Qed.
  Lemma equal_describes : forall x y w, equal x y = true -> describes x w -> describes y w.
  Proof.
    intros x y w H (A & B & C). unfold equal in H. destruct (Nat.eqb_spec (at_word x) (at_word y)); [|easy].
    destruct (equal_sets (at_left x) (at_left y)) eqn:H2; [|easy].
    pose proof (equal_sets_in _ _ H2) as E2. pose proof (equal_sets_in _ _ H) as E3.
    repeat split; [congruence|..]; intros I.
    - now apply B, E2. - now apply E2, B. - now apply C, E3. - now apply E3, C.
  Qed.
  Lemma closed_reaches : forall xs, closed letters left right m xs = true ->
    forall w, over letters w -> exists x, In x xs /\ describes x w.
  Proof.
    intros xs H. apply andb_true_iff in H as [H1 H2]. rewrite forallb_forall in H2.
    induction w as [|a w IH] using rev_ind; intros O.
    - apply existsb_exists in H1 as [x [I E]]. exists x. split; auto. eapply equal_describes; eauto using describes_first.
    - apply Forall_app in O as [O A]. inversion A; subst. destruct (IH O) as [x [I D]].
      specialize (H2 x I). rewrite forallb_forall in H2. specialize (H2 a).
      rewrite in_seq in H2. specialize (H2 ltac:(lia)).
      apply existsb_exists in H2 as [y [J E]]. exists y. split; auto. eapply equal_describes; eauto using describes_next.
  Qed.

  Hypothesis all_proper : forallb (proper letters) (left ++ right) = true.
  Lemma proper_in : forall p r, In r (rules_of p) -> length (reads r) = length (writes r) /\ reads r <> [] /\ over letters (writes r).
  Proof.
    intros p r I. rewrite forallb_forall in all_proper.
    assert (J : In r (left ++ right)) by (apply in_app_iff; destruct p; auto). apply all_proper in J.
    apply andb_true_iff in J as [J C]. apply andb_true_iff in J as [A B]. apply Nat.eqb_eq in A. repeat split; auto.
    - intros E. rewrite E in B. discriminate.
    - rewrite forallb_forall in C. apply Forall_forall. intros b K. now apply Nat.ltb_lt, C.
  Qed.
  Lemma option_over : forall p u v, T p u v -> over letters u -> over letters v.
  Proof.
    intros p u v (r & I & a & b & -> & -> & _) O. destruct (proper_in p r I) as (_ & _ & W).
    unfold over in *. rewrite !Forall_app in *. tauto.
  Qed.
  Lemma complete_labels : forall p w xs, (forall b, In b xs <-> begun (rules_of p) w b) ->
    forall l, In l (complete m xs) <-> exists v, T p w v /\ label_of m v = l.
  Proof.
    intros p w xs H l.
    assert (E : forall v, T p w v <-> exists q z, In q (initial (rules_of p)) /\ run (rules_of p) q w v z /\ is_done z = true).
    { intros v. unfold T, rewriting. fold (rules_of p). apply runs_exact. intros r I.
      destruct (proper_in p r I) as (A & B & _). auto. }
    unfold complete. rewrite in_map_iff. split.
    - intros [[z s] [<- I]]. apply filter_In in I as [I D]. apply H in I as (q & v & I & R & S). cbn in *.
      exists v. split; [apply E; eauto|]. unfold label_of. now rewrite S.
    - intros [v [M <-]]. apply E in M as (q & z & I & R & D). exists (z, state_after m v). split; auto.
      apply filter_In. split; auto. apply H. exists q, v. auto.
  Qed.

  (* What a label means, and that labels of options may be combined. *)
  Context (true_of : word -> L -> Prop).
  Hypothesis combines : forall w ls rs,
    (forall l, In l ls <-> exists v, T Left w v /\ label_of m v = l) ->
    (forall l, In l rs <-> exists v, T Right w v /\ label_of m v = l) ->
    (forall p v, T p w v -> true_of v (label_of m v)) -> true_of w (combine ls rs).
  Hypothesis ends : well_founded (fun v u => exists p, T p u v).

  Theorem labels_sound : forall xs, closed letters left right m xs = true ->
    forallb (is_right same m combine) xs = true -> forall w, over letters w -> true_of w (label_of m w).
  Proof.
    intros xs C R. rewrite forallb_forall in R. intros w. induction (ends w) as [w _ IH]. intros O.
    destruct (closed_reaches xs C w O) as [x [I (A & B & D)]]. apply R in I. apply same_true in I.
    unfold label_of. rewrite <- A, I. apply combines.
    - now apply (complete_labels Left).
    - now apply (complete_labels Right).
    - intros p v M. apply IH; eauto using option_over.
  Qed.
End Soundness.

(* Termination. *)
Lemma total_app : forall f u v, total f (u ++ v) = total f u + total f v.
Proof. intros. unfold total. now rewrite map_app, list_sum_app. Qed.
Lemma moment_app : forall f u v, moment f (u ++ v) = moment f u + moment f v + length u * total f v.
Proof.
  intros f u v. induction u as [|a u IH]; cbn [moment app length]; [lia|]. rewrite IH, total_app. nia.
Qed.
Theorem falling_ends : forall weight second left right,
  forallb (falls weight second) (left ++ right) = true ->
  (forall r, In r (left ++ right) -> length (reads r) = length (writes r)) ->
  well_founded (fun v u => exists p, rewriting left right p u v).
Proof.
  intros f g left right H E.
  assert (F : forall u v p, rewriting left right p u v ->
    total f v < total f u \/ total f v = total f u /\ moment g v < moment g u).
  { intros u v p (r & I & a & b & -> & -> & _). assert (J : In r (left ++ right)) by (apply in_app_iff; destruct p; auto).
    rewrite forallb_forall in H. specialize (H r J). specialize (E r J). apply orb_true_iff in H as [H|H].
    - apply Nat.ltb_lt in H. left. rewrite !total_app. lia.
    - apply andb_true_iff in H as [H H3]. apply andb_true_iff in H as [H1 H2].
      apply Nat.eqb_eq in H1, H2. apply Nat.ltb_lt in H3. right. rewrite !total_app, !moment_app, !total_app, H2, E. nia. }
  assert (G : forall n k u, total f u <= n -> (total f u = n -> moment g u <= k) ->
    Acc (fun v u => exists p, rewriting left right p u v) u).
  { induction n as [n IHn] using lt_wf_ind. induction k as [k IHk] using lt_wf_ind. intros u A B. constructor. intros v [p M].
    destruct (F u v p M) as [C | [C D]].
    - apply (IHn (total f v) ltac:(lia) (moment g v)); auto.
    - destruct (Nat.eq_dec (total f u) n) as [N|N].
      + apply (IHk (moment g v)); [specialize (B N); lia | lia | auto].
      + apply (IHn (total f v) ltac:(lia) (moment g v)); auto. }
  intros u. apply (G (total f u) (moment g u)); auto.
Qed.

(* Outcomes. *)
Lemma same_outcome_true : forall x y, same_outcome x y = true -> x = y.
Proof. intros [[] []] [[] []]; now cbn. Qed.
Lemma check_labels_parts : forall L (same : L -> L -> bool) letters left right m combine xs,
  check_labels same letters left right m combine xs = true ->
  forallb (proper letters) (left ++ right) = true /\ closed letters left right m xs = true /\
  forallb (is_right same m combine) xs = true.
Proof. intros *. unfold check_labels. rewrite !andb_true_iff. tauto. Qed.
Lemma proper_length : forall letters rules, forallb (proper letters) rules = true ->
  forall r, In r rules -> length (reads r) = length (writes r).
Proof.
  intros letters rules H r I. rewrite forallb_forall in H. apply H in I. unfold proper in I.
  rewrite !andb_true_iff in I. now apply Nat.eqb_eq.
Qed.

(* Who wins, for one player to move; [winner o] says whether the mover wins in a word labelled o. *)
Lemma mover_wins : forall k (T : system word) p w (labels : list (bool * bool)) (lab : word -> bool * bool)
    (wins_next : bool * bool -> bool),
  (forall l, In l labels <-> exists v, T p w v /\ lab v = l) ->
  (forall v, T p w v -> wins k T (if wins_next (lab v) then other p else p) (other p) v) ->
  wins k T (if match labels with [] => match k with Normal => false | Misere => true end
               | _ => existsb (fun o => negb (wins_next o)) labels end then p else other p) p w.
Proof.
  intros k T p w labels lab nxt H V. destruct labels as [|l0 rest].
  - assert (N : forall t, ~ T p w t) by (intros t M; apply (proj2 (H (lab t))); eauto).
    destruct k; apply wins_stuck; auto.
  - destruct (existsb _ (l0 :: rest)) eqn:X.
    + apply existsb_exists in X as [l [I X]]. apply negb_true_iff in X. apply H in I as [v [M <-]].
      specialize (V v M). rewrite X in V. eapply wins_move; eauto.
    + assert (A : forall v, T p w v -> nxt (lab v) = true).
      { intros v M. destruct (nxt (lab v)) eqn:Y; auto. exfalso. enough (Z : existsb (fun o => negb (nxt o)) (l0 :: rest) = true) by congruence. apply existsb_exists.
        exists (lab v). split; [apply H; eauto | now rewrite Y]. }
      pose proof (wins_wait k T (other p) w) as W. rewrite other_other in W. apply W.
      * destruct (proj1 (H l0) (or_introl eq_refl)) as [v [M _]]. eauto.
      * intros t M. specialize (V t M). now rewrite (A t M) in V.
Qed.

(* An accepted machine is right about every word, of any length. *)
Theorem check_outcomes_sound : forall k letters left right weight second m xs,
  check_outcomes k letters left right weight second m xs = true ->
  forall w, over letters w -> outcome_is k (rewriting left right) w (label_of m w).
Proof.
  intros k letters left right f g m xs H. unfold check_outcomes in H. apply andb_true_iff in H as [F H].
  destruct (check_labels_parts _ _ _ _ _ _ _ _ H) as (P & C & R).
  apply (labels_sound same_outcome letters left right m (combine_outcomes k) same_outcome_true P) with (xs := xs); auto.
  - intros w ls rs HL HR V. unfold outcome_is, combine_outcomes; cbn [fst snd]. split.
    + apply (mover_wins k _ Left w ls (label_of m) snd HL). intros v M. destruct (V Left v M) as [_ B].
      cbn. destruct (snd (label_of m v)); exact B.
    + apply (mover_wins k _ Right w rs (label_of m) fst HR). intros v M. destruct (V Right v M) as [B _].
      cbn. destruct (fst (label_of m v)); exact B.
  - eapply falling_ends; eauto using proper_length.
Qed.

(* Grundy values. *)
Lemma least_excluded_spec : forall xs fuel n, (forall k, k < n -> In k xs) -> NoDup (seq 0 n) ->
  length xs <= n + fuel -> let e := least_excluded fuel n xs in (forall k, k < e -> In k xs) /\ ~ In e xs.
Proof.
  intros xs fuel. induction fuel as [|fuel IH]; intros n A N B; cbn.
  - split; auto. intros I. assert (D : incl (seq 0 (S n)) xs).
    { intros k K. apply in_seq in K. destruct (Nat.eq_dec k n) as [->|]; auto. apply A. lia. }
    pose proof (NoDup_incl_length (seq_NoDup (S n) 0) D) as Z. rewrite seq_length in Z. lia.
  - destruct (existsb (Nat.eqb n) xs) eqn:X.
    + apply existsb_exists in X as [k [I X]]. apply Nat.eqb_eq in X. subst k. apply IH; auto using seq_NoDup; [|lia].
      intros k K. destruct (Nat.eq_dec k n) as [->|]; auto. apply A. lia.
    + split; auto. intros I. assert (existsb (Nat.eqb n) xs = true); [|congruence].
      apply existsb_exists. exists n. split; auto. apply Nat.eqb_refl.
Qed.
Theorem check_grundy_sound : forall letters rules weight second m xs,
  check_grundy letters rules weight second m xs = true ->
  forall w, over letters w -> grundy_is (rewriting rules rules) w (label_of m w).
Proof.
  intros letters rules f g m xs H. unfold check_grundy in H. apply andb_true_iff in H as [F H].
  destruct (check_labels_parts _ _ _ _ _ _ _ _ H) as (P & C & R).
  apply (labels_sound Nat.eqb letters rules rules m combine_grundy (fun x y => proj1 (Nat.eqb_eq x y)) P) with (xs := xs); auto.
  - intros w ls rs HL HR V. unfold combine_grundy.
    destruct (least_excluded_spec ls (length ls) 0 ltac:(lia) ltac:(constructor) ltac:(lia)) as [A B].
    constructor.
    + intros n N. apply A, HL in N as [v [M <-]]. eauto.
    + intros v M. exists (label_of m v). split; [eauto|]. intros E. apply B. rewrite <- E. apply HL. eauto.
  - eapply falling_ends; [|eapply proper_length; eauto]. rewrite forallb_app, F. reflexivity.
Qed.
