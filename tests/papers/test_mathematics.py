"""Formulas in sentences of our pages, set as TeX: what is a formula, and what is a word."""

from __future__ import annotations

import pytest

from farstar.papers._mathematics import sentence

SENTENCES = [
    # Formulas and the words around them.
    (
        "Let v₋₁ = 0, v₀ = *, …, vₙ be values",
        r"Let $v_{-1}=0$, $v_{0}={\ast}$, …, $v_{n}$ be values",
    ),
    ("the pair (p, q): a game", "the pair $(p, q)$: a game"),
    ("n <| every aw(g^R) + 2", r"$n\lessorconfused$ every $\operatorname{aw}(g^{\mathrm{R}})+2$"),
    ("{x−2|y+2} iff s(x) <= p(y)+2", r"$\{x-2\mid y+2\}$ iff $s(x)\le p(y)+2$"),
    ("at most |s| + 2 followers", r"at most $\lvert s\rvert +2$ followers"),
    ("a || b, and {2*|1||0}", r"$a\parallel b$, and $\{2{\ast}\mid 1\mathrel{||}0\}$"),
    ("c_k = 1 − 2^(−(k−2))", "$c_{k}=1-2^{-(k-2)}$"),
    ("r̃' = 6x²ũ", r"$\tilde{r}'=6x^{2}\tilde{u}$"),
    ("(x⁸−x⁷)(x²+1)", "$(x^{8}-x^{7})(x^{2}+1)$"),
    ("U_(s after c) and L_stop", r"$U_{s\text{ after }c}$ and $L_{\text{stop}}$"),
    ("n·↑ + *(k xor 1)", r"$n\cdot {\uparrow}+{\ast}(k\mathbin{\mathrm{xor}}1)$"),
    ("K_(j+1) x K_3 and Kₙ × K₄", r"$K_{j+1}\times K_{3}$ and $K_{n}\times K_{4}$"),
    ("is 9 1/2", "is $9+1/2$"),
    ("at most M - 1 of r-runs", "at most $M-1$ of $r$-runs"),
    # Words of letters l, r and e.
    ("from l2r²e to llr^k l u e", "from $l^{2}r^{2}e$ to $llr^{k}lue$"),
    ("w = lllS, w' = lu'", "$w=lllS$, $w'=lu'$"),
    # The article and the variable a.
    ("a move; A word; a is b", "a move; A word; $a$ is $b$"),
    ("(a, {a|b}) with a < b, a and b", r"$(a, \{a\mid b\})$ with $a<b$, $a$ and $b$"),
    ("the inverse of a mod b", r"the inverse of $a\bmod b$"),
    ("A ", "A "),
    ("and a ", "and a "),
    ("is (−1)^a e(x)", "is $(-1)^{a}e(x)$"),
    # Sums with their terms, and operators with what they are applied to.
    ("at most Σ sᵢ + Σ vₖ", r"at most $\sum s_{i}+\sum v_{k}$"),
    ("Σ_(j) V(j) = 2 P_k", r"$\sum _{j}V(j)=2P_{k}$"),
    ("u = 1 + A u", "$u=1+Au$"),
    ("Σ_(d|u) 1/|u|", r"$\sum _{d\mid u}1/\lvert u\rvert$"),
    # Outcomes and the variables with their names.
    ("its outcome is L or R; f = N then", r"its outcome is L or R; $f=\mathrm{N}$ then"),
    ("R", "R"),
    ("Let N grow; P_k(N) → u", r"Let $N$ grow; $P_{k}(N)\to u$"),
    ("numbers in PSPACE, unless P = PSPACE", "numbers in PSPACE, unless P $=$ PSPACE"),
    # What is no formula.
    ("(a) Theorem 3a of (2003), 41 and 17", "(a) Theorem 3a of (2003), 41 and 17"),
    ("counts 80,872,173, Left's and F's", "counts 80,872,173, Left's and $F$'s"),
    ('the "end" of it', "the “end” of it"),
    ("R.\N{NO-BREAK SPACE}J.\N{NO-BREAK SPACE}Guy", "R.\N{NO-BREAK SPACE}J.\N{NO-BREAK SPACE}Guy"),
]


@pytest.mark.parametrize(("written", "latex"), SENTENCES, ids=[one[0] for one in SENTENCES])
def test_sentences(written: str, latex: str) -> None:
    assert sentence(written) == latex
