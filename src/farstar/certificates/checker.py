"""Check a certificate about combinatorial games: ``python checker.py FILE``. Needs only Python.

It makes every move again from the rules in the certificate, and walks every play against the
strategies; a player who cannot move loses. The fields: `games`, each {"moves": [[left, right],
...]}, for every position the numbers of the positions that Left and that Right can move to, or
{"nim": true}, heaps that are made smaller; `parts`, [game, sign], where -1 exchanges the players;
`start`, the sum, [part, position] for each component; `claims`, the outcome of the sum or its
relation to zero, and with P that the last component is the negative of a "canonical" form, or the
heap of the "grundy" value; `proofs`, strategies {"winner", "starter", "replies"}, a reply being
[sum before it, sum after it]; `digest`, SHA-256 of the rest.
"""

import hashlib
import json
import sys
from typing import Any

LEFT, RIGHT = "left", "right"
OTHER = {LEFT: RIGHT, RIGHT: LEFT}
CLAIMS = {  # who wins, and who starts
    "L": [(LEFT, LEFT), (LEFT, RIGHT)],
    "R": [(RIGHT, LEFT), (RIGHT, RIGHT)],
    "N": [(LEFT, LEFT), (RIGHT, RIGHT)],
    "P": [(LEFT, RIGHT), (RIGHT, LEFT)],
    ">=": [(LEFT, RIGHT)],
    "<=": [(RIGHT, LEFT)],
}


class Refused(Exception): ...


def require(condition: bool, message: str) -> None:
    if not condition:
        raise Refused(message)


def is_number(value: Any, end: int) -> bool:
    return type(value) is int and 0 <= value < end


def digest(certificate: dict[str, Any]) -> str:
    text = json.dumps({**certificate, "digest": ""}, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


class Sums:
    def __init__(self, games: Any, parts: Any) -> None:
        for game in games:
            require(list(game) in (["moves"], ["nim"]), "a game of an unknown kind")
            for left, right in game.get("moves", []):
                for p in [*left, *right]:
                    require(is_number(p, len(game["moves"])), "an option that is no position")
        for number, sign in parts:
            require(is_number(number, len(games)) and sign in (1, -1), "a part of no game")
        self.games, self.parts = games, parts

    def read(self, state: Any) -> Any:
        for part, position in state:
            require(is_number(part, len(self.parts)), "a component of no part")
            rows = self.games[self.parts[part][0]].get("moves", range(10**6))
            require(is_number(position, len(rows)), "a component that is no position")
        return tuple(sorted(map(tuple, state)))

    def moves(self, state: Any, player: str) -> Any:
        for i, (part, position) in enumerate(state):
            number, sign = self.parts[part]
            rows = self.games[number].get("moves")
            side = (player == RIGHT) != (sign == -1)
            for option in rows[position][side] if rows else range(position):
                yield tuple(sorted((*state[:i], (part, option), *state[i + 1 :])))


def walk(sums: Sums, start: Any, proof: Any) -> tuple[str, str]:
    require(sorted(proof) == ["replies", "starter", "winner"], "a strategy with other fields")
    winner, starter = proof["winner"], proof["starter"]
    replies = {sums.read(before): sums.read(after) for before, after in proof["replies"]}
    entered, done, used = set(), set(), set()
    stack: list[tuple[Any, Any]] = [((start, starter), None)]
    while stack:
        at, onward = stack.pop()
        state, player = at
        if at in done:
            continue
        if onward is None:
            require(at not in entered, "play comes back to an earlier position")
            entered.add(at)
            onward = set(sums.moves(state, player))
            if player == winner:
                require(replies.get(state) in onward, "the winner has no legal reply")
                used.add(state)
                onward = {replies[state]}
            onward = [(after, OTHER[player]) for after in onward]
        if onward:
            stack += [(at, onward[1:]), (onward[0], None)]
        else:
            done.add(at)
    require(len(used) == len(proof["replies"]), "a reply that is never needed")
    return winner, starter


def at_least(moves: Any, known: dict[Any, Any], g: int, h: int) -> bool:
    if (g, h) not in known:
        known[g, h] = None  # met again before it is known: there is a loop
        better = any(at_least(moves, known, h, x) for x in moves[g][1])
        known[g, h] = not (better or any(at_least(moves, known, y, g) for y in moves[h][0]))
    require(known[g, h] is not None, "a form with a loop")
    return bool(known[g, h])


def check_canonical(moves: Any, is_negative: bool) -> None:
    require(is_negative, "the last component is the negative of position 0 of a form")
    known: dict[Any, Any] = {}
    for p, sides in enumerate(moves):
        for right, options in enumerate(sides):
            pairs = [(a, b) for i, a in enumerate(options) for b in options[:i] + options[i + 1 :]]
            pairs += [(p, reply) for option in options for reply in moves[option][1 - right]]
            for a, b in pairs:
                worse = at_least(moves, known, *((b, a) if right else (a, b)))
                require(not worse, "a dominated or reversible option")


def check(certificate: Any) -> list[str]:
    try:
        fields = ["claims", "digest", "games", "parts", "proofs", "start"]
        require(sorted(certificate) == fields, "other fields than those of a certificate")
        require(certificate["digest"] == digest(certificate), "the digest is another one")
        sums, start = Sums(certificate["games"], certificate["parts"]), certificate["start"]
        proved = [walk(sums, sums.read(start), proof) for proof in certificate["proofs"]]
        claims: list[str] = certificate["claims"]
        values = [claim for claim in claims if claim in ("canonical", "grundy")]
        needed = [pair for claim in claims if claim not in values for pair in CLAIMS[claim]]
        require(sorted(needed) == sorted(proved) != [], "strategies that do not fit the claims")
        for claim in values:
            number, sign = sums.parts[start[-1][0]]
            game, kind = sums.games[number], {"canonical": "moves", "grundy": "nim"}[claim]
            require("P" in claims and kind in game, "a value needs a sum equal to zero")
            if claim == "canonical":
                check_canonical(game["moves"], sign == -1 and start[-1][1] == 0)
        return claims
    except (TypeError, ValueError, KeyError, IndexError, AttributeError, RecursionError) as error:
        raise Refused(f"not a certificate: {error!r}") from None


if __name__ == "__main__":
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            print("proved:", ", ".join(check(json.load(file))))
    except (Refused, ValueError) as error:
        sys.exit(f"refused: {error}")
