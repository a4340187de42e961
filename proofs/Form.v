(* The checker of canonical forms: a listed form is canonical.  The order of all its positions is
   computed once, by Conway's recursion; then no option may be dominated or reversible. *)
Require Import List Bool ZArith Lia FMapPositive.
From Farstar Require Import Games Boards Heaps Rules Canon.
Import ListNotations.
Open Scope Z_scope.

Definition zmap := PositiveMap.t.
Definition findz {A} (T : zmap A) (z : Z) : option A := if z <? 0 then None else PositiveMap.find (Z.to_pos (z + 1)) T.
Definition addz {A} (z : Z) (a : A) (T : zmap A) : zmap A := PositiveMap.add (Z.to_pos (z + 1)) a T.
Lemma find_same : forall A z (a : A) T, 0 <= z -> findz (addz z a T) z = Some a.
Proof. intros. unfold findz, addz. destruct (Z.ltb_spec z 0); [lia|]. apply PositiveMap.gss. Qed.
Lemma find_other : forall A z y (a : A) T, 0 <= z -> y <> z -> findz (addz z a T) y = findz T y.
Proof.
  intros. unfold findz, addz. destruct (Z.ltb_spec y 0); auto. apply PositiveMap.gso.
  intros E. apply Z2Pos.inj in E; lia.
Qed.
Lemma find_nonneg : forall A (T : zmap A) z a, findz T z = Some a -> 0 <= z.
Proof. intros A T z a. unfold findz. destruct (Z.ltb_spec z 0); [discriminate | auto]. Qed.

Fixpoint trees {A} (T : zmap A) (l : list Z) : option (list A) :=
  match l with [] => Some [] | z :: l' => match findz T z, trees T l' with Some g, Some gs => Some (g :: gs) | _, _ => None end end.
Lemma trees_nth : forall A (T : zmap A) l gl, trees T l = Some gl ->
  forall i g, nth_error gl i = Some g -> exists z, nth_error l i = Some z /\ findz T z = Some g.
Proof.
  induction l as [|z l IH]; intros gl H i g Hi; cbn in H; [inversion H; subst; now destruct i|].
  destruct (findz T z) eqn:E; [|easy]. destruct (trees T l) eqn:F; [|easy]. inversion H; subst.
  destruct i; cbn in *; [inversion Hi; subst; eauto | eauto].
Qed.
Lemma trees_in : forall A (T : zmap A) l gl, trees T l = Some gl -> forall z, In z l -> exists g, In g gl /\ findz T z = Some g.
Proof.
  induction l as [|y l IH]; intros gl H z I; [easy|]. cbn in H.
  destruct (findz T y) eqn:E; [|easy]. destruct (trees T l) eqn:F; [|easy]. inversion H; subst.
  destruct I as [->|I]; [exists a; cbn; auto|]. destruct (IH _ eq_refl z I) as [g [J K]]. exists g. cbn; auto.
Qed.
Lemma in_trees : forall A (T : zmap A) l gl, trees T l = Some gl -> forall g, In g gl -> exists z, In z l /\ findz T z = Some g.
Proof.
  intros A T l gl H g I. apply In_nth_error in I as [i Hi]. destruct (trees_nth _ _ _ _ H _ _ Hi) as [z [J K]].
  exists z. split; auto. eapply nth_error_In; eauto.
Qed.

Section Form.
Variable rows : list (list Z * list Z).
Definition row (z : Z) : option (list Z * list Z) := if z <? 0 then None else nth_error rows (Z.to_nat z).
Definition opts (p : player) (z : Z) : list Z := match row z with Some r => side p (fst r) (snd r) | None => [] end.

(* The trees, and the order: findg G i j = Some true if the tree of i is >= that of j. *)
Definition order := zmap (zmap bool).
Definition findg (G : order) (i j : Z) : option bool := match findz G i with Some m => findz m j | None => None end.
Definition addg (G : order) (i j : Z) (b : bool) : order :=
  addz i (addz j b (match findz G i with Some m => m | None => PositiveMap.empty _ end)) G.
Fixpoint none (G : Z -> option bool) (l : list Z) : option bool :=        (* G is false everywhere *)
  match l with
  | [] => Some true
  | z :: l' => match G z with Some true => Some false | Some false => none G l' | None => None end
  end.
Definition compare (G : order) (i j : Z) : option bool :=
  match none (fun x => findg G j x) (opts Right i) with
  | Some true => none (fun y => findg G y i) (opts Left j)
  | r => r
  end.
Fixpoint compare_all (G : order) (i : Z) (done : list Z) : option order :=
  match done with
  | [] => Some G
  | j :: done' =>
      match compare G i j with Some b =>
        let G := addg G i j b in
        match compare G j i with Some b' => compare_all (addg G j i b') i done' | None => None end
      | None => None end
  end.
Fixpoint build (T : zmap game) (G : order) (done todo : list Z) : option (zmap game * order) :=
  match todo with
  | [] => Some (T, G)
  | i :: todo' =>
      match row i, findz T i with
      | Some (l, r), None =>
          match trees T l, trees T r with
          | Some gl, Some gr =>
              let done := done ++ [i] in
              match compare_all G i done with
              | Some G' => build (addz i (Game gl gr) T) G' done todo'
              | None => None end
          | _, _ => None end
      | _, _ => None end
  end.
Definition no (o : option bool) : bool := match o with Some false => true | _ => false end.
Fixpoint pairwise (f : Z -> Z -> bool) (l : list Z) : bool :=
  match l with [] => true | x :: l' => forallb (fun y => f x y && f y x) l' && pairwise f l' end.
Definition likes (G : order) (p : player) (x y : Z) : option bool := match p with Left => findg G x y | Right => findg G y x end.
Definition plain (G : order) (i : Z) (p : player) : bool :=
  pairwise (fun a b => no (findg G a b)) (opts p i) &&
  forallb (fun a => forallb (fun b => no (likes G p i b)) (opts (other p) a)) (opts p i).
Definition check_form (todo : list Z) : bool :=
  match build (PositiveMap.empty _) (PositiveMap.empty _) [] todo with
  | Some (T, G) => match findz T 0 with
                   | Some _ => forallb (fun i => plain G i Left && plain G i Right) todo
                   | None => false end
  | None => false
  end.

Definition good_trees (T : zmap game) : Prop := forall i g, findz T i = Some g ->
  exists l r gl gr, row i = Some (l, r) /\ trees T l = Some gl /\ trees T r = Some gr /\ g = Game gl gr.
Definition good_order (T : zmap game) (G : order) : Prop := forall i j b, findg G i j = Some b ->
  exists g h, findz T i = Some g /\ findz T j = Some h /\ (b = true <-> ge g h).

Lemma trees_opts : forall T p i g, good_trees T -> findz T i = Some g -> trees T (opts p i) = Some (options p g).
Proof.
  intros T p i g H F. destruct (H i g F) as (l & r & gl & gr & Hr & Hl & Hr' & ->). unfold opts. rewrite Hr.
  now destruct p.
Qed.
Lemma none_spec : forall f l b, none f l = Some b ->
  (b = true -> forall z, In z l -> f z = Some false) /\ (b = false -> exists z, In z l /\ f z = Some true).
Proof.
  induction l as [|z l IH]; intros b H; cbn in H; [inversion H; subst; split; [easy | discriminate]|].
  destruct (f z) as [[|]|] eqn:E; [|destruct (IH b H) as [A B]|easy].
  - inversion H; subst. split; [discriminate|]. intros _. exists z. cbn; auto.
  - split; [intros Hb y [<-|I]; auto | intros Hb; destruct (B Hb) as [y [I Q]]; exists y; cbn; auto].
Qed.
Lemma compare_sound : forall T G i j b g h, good_trees T -> good_order T G -> findz T i = Some g -> findz T j = Some h ->
  compare G i j = Some b -> (b = true <-> ge g h).
Proof.
  intros T G i j b g h HT HG Fi Fj H. unfold compare in H. rewrite ge_conway.
  pose proof (trees_opts T Right i g HT Fi) as Ti. pose proof (trees_opts T Left j h HT Fj) as Tj.
  destruct (none (fun x => findg G j x) (opts Right i)) as [b1|] eqn:N1; [|easy]. apply none_spec in N1 as [A1 B1].
  assert (X1 : b1 = true -> forall x, In x (options Right g) -> ~ ge h x).
  { intros Hb x I Q. destruct (in_trees _ _ _ _ Ti x I) as [z [J K]]. specialize (A1 Hb z J).
    destruct (HG _ _ _ A1) as (h' & x' & Fh & Fx & E). rewrite Fj in Fh. rewrite K in Fx. inversion Fh; inversion Fx; subst.
    apply E in Q. discriminate. }
  destruct b1.
  - apply none_spec in H as [A2 B2]. split.
    + intros Hb. split; [auto|]. intros y I Q. destruct (in_trees _ _ _ _ Tj y I) as [z [J K]]. specialize (A2 Hb z J).
      destruct (HG _ _ _ A2) as (y' & g' & Fy & Fg & E). rewrite Fi in Fg. rewrite K in Fy. inversion Fy; inversion Fg; subst.
      apply E in Q. discriminate.
    + intros [_ Q]. destruct b; auto. destruct (B2 eq_refl) as [z [I F]].
      destruct (HG _ _ _ F) as (y' & g' & Fy & Fg & E). rewrite Fi in Fg. inversion Fg; subst.
      destruct (trees_in _ _ _ _ Tj z I) as [y [J K]]. rewrite K in Fy. inversion Fy; subst.
      exfalso. apply (Q y' J). now apply E.
  - inversion H; subst. split; [discriminate|]. intros [Q _]. destruct (B1 eq_refl) as [z [I F]].
    destruct (HG _ _ _ F) as (h' & x' & Fh & Fx & E). rewrite Fj in Fh. inversion Fh; subst.
    destruct (trees_in _ _ _ _ Ti z I) as [x [J K]]. rewrite K in Fx. inversion Fx; subst.
    exfalso. apply (Q x' J). now apply E.
Qed.
Lemma addg_sound : forall T G i j b g h, good_order T G -> findz T i = Some g -> findz T j = Some h ->
  (b = true <-> ge g h) -> good_order T (addg G i j b).
Proof.
  intros T G i j b g h HG Fi Fj E i' j' b' H. pose proof (find_nonneg _ _ _ _ Fi). pose proof (find_nonneg _ _ _ _ Fj).
  unfold findg, addg in H. destruct (Z.eq_dec i' i) as [->|Hi].
  - rewrite find_same in H by auto. destruct (Z.eq_dec j' j) as [->|Hj].
    + rewrite find_same in H by auto. inversion H; subst. eauto.
    + rewrite find_other in H by auto. destruct (findz G i) as [m|] eqn:M.
      * apply HG. unfold findg. now rewrite M.
      * unfold findz in H. destruct (j' <? 0); [easy|]. now rewrite PositiveMap.gempty in H.
  - rewrite find_other in H by auto. apply HG. exact H.
Qed.
Lemma compare_all_sound : forall T i done G G', good_trees T -> good_order T G -> (exists g, findz T i = Some g) ->
  (forall j, In j done -> exists h, findz T j = Some h) -> compare_all G i done = Some G' -> good_order T G'.
Proof.
  induction done as [|j done IH]; intros G G' HT HG [g Fi] Hd H; cbn in H; [now inversion H; subst|].
  destruct (Hd j (or_introl eq_refl)) as [h Fj]. destruct (compare G i j) as [b|] eqn:C; [|easy].
  assert (HG1 : good_order T (addg G i j b)) by (eapply addg_sound; eauto; eapply compare_sound; eauto).
  destruct (compare (addg G i j b) j i) as [b'|] eqn:C'; [|easy].
  eapply IH; [auto | | eauto | intros; apply Hd; now right | exact H].
  eapply addg_sound; eauto. eapply compare_sound; eauto.
Qed.
Lemma trees_add : forall (T : zmap game) i g l gl, 0 <= i -> findz T i = None -> trees T l = Some gl -> trees (addz i g T) l = Some gl.
Proof.
  induction l as [|z l IH]; intros gl Hi N H; cbn in *; auto.
  destruct (Z.eq_dec z i) as [->|Hne]; [now rewrite N in H|]. rewrite find_other by auto.
  destruct (findz T z); [|easy]. destruct (trees T l); [|easy]. rewrite (IH _ Hi N eq_refl). exact H.
Qed.
Lemma build_sound : forall todo T G done T' G', good_trees T -> good_order T G ->
  (forall j, In j done -> exists h, findz T j = Some h) -> build T G done todo = Some (T', G') ->
  good_trees T' /\ good_order T' G' /\ (forall j g, findz T' j = Some g -> (exists h, findz T j = Some h) \/ In j todo).
Proof.
  induction todo as [|i todo IH]; intros T G done T' G' HT HG Hd H; cbn [build] in H; [inversion H; subst; eauto 10|].
  destruct (row i) as [[l r]|] eqn:R; [|easy]. destruct (findz T i) eqn:N; [easy|].
  destruct (trees T l) as [gl|] eqn:TL; [|easy]. destruct (trees T r) as [gr|] eqn:TR; [|easy].
  assert (Hi : 0 <= i) by (unfold row in R; destruct (Z.ltb_spec i 0); [discriminate | auto]).
  set (T1 := addz i (Game gl gr) T) in *.
  assert (F1 : findz T1 i = Some (Game gl gr)) by now apply find_same.
  assert (K : forall j h, findz T j = Some h -> findz T1 j = Some h).
  { intros j h F. unfold T1. rewrite find_other; auto. intros ->. congruence. }
  assert (HT1 : good_trees T1).
  { intros j g F. destruct (Z.eq_dec j i) as [->|Hne].
    - rewrite F1 in F. inversion F; subst. exists l, r, gl, gr. repeat split; auto; now apply trees_add.
    - unfold T1 in F. rewrite find_other in F by auto. destruct (HT j g F) as (l' & r' & gl' & gr' & A & B & C & D).
      exists l', r', gl', gr'. repeat split; auto; now apply trees_add. }
  assert (HG1 : good_order T1 G).
  { intros a b c F. destruct (HG a b c F) as (g & h & A & B & C). exists g, h. auto. }
  destruct (compare_all G i (done ++ [i])) as [G1|] eqn:CA; [|easy].
  assert (Hd1 : forall j, In j (done ++ [i]) -> exists h, findz T1 j = Some h).
  { intros j I. apply in_app_or in I as [I|[<-|[]]]; [destruct (Hd j I) as [h F]; eauto | eauto]. }
  destruct (IH T1 G1 (done ++ [i]) T' G' HT1) as (X & Y & Z); auto.
  - eapply compare_all_sound; eauto.
  - split; [|split]; auto. intros j g F. destruct (Z j g F) as [[h Q]|Q]; [|right; now right].
    destruct (Z.eq_dec j i) as [->|Hne]; [right; now left|]. left. unfold T1 in Q. rewrite find_other in Q by auto. eauto.
Qed.

Lemma pairwise_spec : forall f l, pairwise f l = true -> forall i j a b,
  nth_error l i = Some a -> nth_error l j = Some b -> i <> j -> f a b = true.
Proof.
  induction l as [|x l IH]; intros H i j a b Hi Hj Hne; [now destruct i|]. cbn in H. apply andb_prop in H as [A B].
  rewrite forallb_forall in A. destruct i as [|i], j as [|j]; cbn in Hi, Hj.
  - easy.
  - inversion Hi; subst. specialize (A b (nth_error_In _ _ Hj)). now apply andb_prop in A.
  - inversion Hj; subst. specialize (A a (nth_error_In _ _ Hi)). now apply andb_prop in A.
  - eapply IH; eauto.
Qed.

Theorem check_form_sound : forall todo, check_form todo = true ->
  exists g, form (legal (Listed rows)) [[0]] g /\ canonical g.
Proof.
  unfold check_form. intros todo H. destruct (build _ _ [] todo) as [[T G]|] eqn:B; [|easy].
  assert (E0 : forall A z, @findz A (PositiveMap.empty _) z = None).
  { intros A z. unfold findz. destruct (z <? 0); auto. apply PositiveMap.gempty. }
  apply build_sound in B as (HT & HG & HI).
  2: { intros i g F. now rewrite E0 in F. }
  2: { intros i j b F. unfold findg in F. now rewrite E0 in F. }
  2: { easy. }
  destruct (findz T 0) as [g0|] eqn:F0; [|easy]. rewrite forallb_forall in H.
  assert (NO : forall i j g h, findz T i = Some g -> findz T j = Some h -> no (findg G i j) = true -> ~ ge g h).
  { intros i j g h Fi Fj Q V. unfold no in Q. destruct (findg G i j) as [[|]|] eqn:E; try easy.
    destruct (HG _ _ _ E) as (g' & h' & A & A' & C). rewrite Fi in A. rewrite Fj in A'. inversion A; inversion A'; subst.
    apply C in V. discriminate. }
  assert (M : forall n i g, (size g < n)%nat -> findz T i = Some g -> form (legal (Listed rows)) [[i]] g /\ canonical g).
  { induction n as [|n IH]; intros i g Hn Fi; [lia|].
    assert (TO : forall p, trees T (opts p i) = Some (options p g)) by (intros; now apply trees_opts).
    assert (PL : forall p, plain G i p = true).
    { destruct (HI i g Fi) as [[h Q]|I]; [now rewrite E0 in Q|]. specialize (H i I). apply andb_prop in H as [A A']. now intros [|]. }
    pose proof (find_nonneg _ _ _ _ Fi) as Hi. split.
    - constructor.
      + intros p t (m & k & rw & E1 & -> & _ & Rw & I). inversion E1; subst m.
        assert (I' : In k (opts p i)) by (unfold opts, row; destruct (Z.ltb_spec i 0); [lia|]; now rewrite Rw).
        destruct (trees_in _ _ _ _ (TO p) k I') as [h [J K]]. exists h. split; auto. apply IH; auto. apply size_option in J. lia.
      + intros p h J. destruct (in_trees _ _ _ _ (TO p) h J) as [k [I K]]. exists [[k]]. split.
        * unfold opts, row in I. destruct (Z.ltb_spec i 0); [lia|]. destruct (nth_error rows (Z.to_nat i)) as [rw|] eqn:Rw; [|easy].
          exists i, k, rw. auto.
        * apply IH; auto. apply size_option in J. lia.
    - constructor.
      + intros p a b x y Ha Hb Hne. specialize (PL p). apply andb_prop in PL as [PW _].
        destruct (trees_nth _ _ _ _ (TO p) _ _ Ha) as [za [Ia Ka]]. destruct (trees_nth _ _ _ _ (TO p) _ _ Hb) as [zb [Ib Kb]].
        destruct p; cbn [better].
        * apply (NO zb za); auto. eapply pairwise_spec in PW; [exact PW | exact Ib | exact Ia | auto].
        * apply (NO za zb); auto. eapply pairwise_spec in PW; [exact PW | exact Ia | exact Ib | auto].
      + intros p a b Ia Ib. specialize (PL p). apply andb_prop in PL as [_ RV]. rewrite forallb_forall in RV.
        destruct (in_trees _ _ _ _ (TO p) a Ia) as [za [Ja Ka]]. specialize (RV za Ja). rewrite forallb_forall in RV.
        pose proof (trees_opts T (other p) za a HT Ka) as TA. destruct (in_trees _ _ _ _ TA b Ib) as [zb [Jb Kb]].
        specialize (RV zb Jb). unfold likes in RV. destruct p; cbn [better]; [apply (NO i zb) | apply (NO zb i)]; auto.
      + intros p a Ia. destruct (in_trees _ _ _ _ (TO p) a Ia) as [za [Ja Ka]]. apply (IH za); auto. apply size_option in Ia. lia. }
  exists g0. eapply M; eauto.
Qed.
End Form.
