// A game on the page Play: what the address says, and back.

const SIDES = ["left", "right"];
const OTHER = { left: "right", right: "left" };
const USUAL = { side: "left", first: "you", opponent: "perfect", ending: "normal" };

/** The players that differ in strength only, the weakest first. */
export const LEVELS = { random: "Random", novice: "Novice", club: "Club player", expert: "Expert", perfect: "Perfect" };
const OPPONENTS = [...Object.keys(LEVELS), "thermal", "human"];

/** Whether two people play at one board. */
export const isShared = (game) => game.opponent === "human";

/** Return the game of an address; what is not among the choices becomes the usual one. */
export const readGame = (state) => {
  const chosen = (key, values) => (values.includes(state[key]) ? state[key] : USUAL[key]);
  const side = chosen("side", SIDES);
  const moves = state.m ? state.m.split("_").filter(Boolean) : [];
  const at = /^\d{1,4}$/.test(state.at ?? "") ? Math.min(Number(state.at), moves.length) : moves.length;
  return {
    e: state.puzzle ? "" : state.e ?? "",
    puzzle: state.puzzle ?? "",
    rules: state.rules ?? "",
    side,
    starter: chosen("first", ["you", "opponent"]),
    opponent: chosen("opponent", OPPONENTS),
    misere: state.ending === "misere",
    moves,
    at,
  };
};

/** Return the fields of the address of a game. */
export const stateOf = (game) => {
  const unusual = (key, value) => (value === USUAL[key] ? undefined : value);
  return {
    e: game.puzzle ? undefined : game.e,
    puzzle: game.puzzle,
    rules: game.rules,
    side: unusual("side", game.side),
    first: unusual("first", game.starter),
    opponent: unusual("opponent", game.opponent),
    ending: !game.puzzle && game.misere ? "misere" : undefined,
    m: game.moves.join("_"),
    at: game.at < game.moves.length ? String(game.at) : undefined,
  };
};

export const firstOf = (game) => (game.starter === "you" ? game.side : OTHER[game.side]);
export const moverOf = (game, place) => (place % 2 ? OTHER[firstOf(game)] : firstOf(game));
export const isYours = (game, place = game.at) => isShared(game) || moverOf(game, place) === game.side;

/** Return what the tasks need to know of a game, up to the position that is looked at. */
export const argumentsOf = (game, count = game.at) => ({
  expression: game.e,
  first: firstOf(game),
  misere: game.misere,
  moves: game.moves.slice(0, count),
  rules: game.rules,
});

/** Return the game after one more move at the position that is looked at. */
export const played = (game, key) => {
  const moves = [...game.moves.slice(0, game.at), key];
  return { ...game, moves, at: moves.length };
};

/** Return the game cut off at a place, so that it goes on from there. */
export const cutAt = (game, place) => ({ ...game, moves: game.moves.slice(0, place), at: place });

/** Return the game with the visitor on the other side; who moved first stays. */
export const swapped = (game) => ({
  ...game,
  side: OTHER[game.side],
  starter: game.starter === "you" ? "opponent" : "you",
});

/** The place of the visitor's last move before the position that is looked at, or -1. */
export const lastOwn = (game) => {
  for (let place = game.at - 1; place >= 0; place -= 1) if (isYours(game, place)) return place;
  return -1;
};

export const NAMES = { left: "Left", right: "Right" };
export const other = (side) => OTHER[side];
