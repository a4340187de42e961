// What clicks on a board mean: a move is a path of places, and nothing is known about rules.

const startsWith = (path, picked) => picked.every((cell, i) => path[i] === cell);

const tally = (cells) => {
  const counts = new Map();
  for (const cell of cells) counts.set(cell, (counts.get(cell) ?? 0) + 1);
  return counts;
};

const holds = (path, picked) => {
  const counts = tally(path);
  return [...tally(picked)].every(([cell, count]) => (counts.get(cell) ?? 0) >= count);
};

const without = (path, picked) => {
  const counts = tally(picked);
  return path.filter((cell) => {
    const count = counts.get(cell) ?? 0;
    counts.set(cell, count - 1);
    return count <= 0;
  });
};

/** The places that were clicked on one board so far, and the moves that they may mean.
 *
 * The places of a move are clicked in the order of its path. Any other order is accepted if it can
 * mean only one move. `paths` is a list of [key of a move, places]. */
export class Clicks {
  constructor(paths, picked = []) {
    this.paths = paths;
    this.picked = picked;
  }

  /** The places to click next, and the moves that each may still lead to: a Map. */
  next() {
    const at = this.picked.length;
    const begun = this.paths.filter(([, path]) => startsWith(path, this.picked));
    const rests = begun.length
      ? begun.map(([key, path]) => [key, path.slice(at, at + 1)])
      : this.#holding(this.picked).map(([key, path]) => [key, without(path, this.picked)]);
    const following = new Map();
    for (const [key, rest] of rests) {
      for (const cell of rest) {
        if (!following.has(cell)) following.set(cell, new Set());
        following.get(cell).add(key);
      }
    }
    return following;
  }

  /** The places of one way to make a move that agrees with the clicks so far; null if there is none. */
  toward(key) {
    const ways = this.paths.filter(([name, path]) => name === key && startsWith(path, this.picked)).map(([, path]) => path);
    return ways.reduce((best, path) => (best && best.length <= path.length ? best : path), null);
  }

  /** Whether a move may begin at a place. */
  begins(cell) {
    return this.paths.some(([, path]) => path[0] === cell);
  }

  /** Return the clicks after one more, and the key of the move if only one is left. */
  click(cell) {
    const picked = [...this.picked, cell];
    const cleared = new Clicks(this.paths);
    let keys = this.#begun(picked);
    if (!keys.size) {
      keys = new Set(this.#holding(picked).map(([key]) => key));
      if (keys.size !== 1 && this.picked.length && this.#begun([cell]).size) {
        // Rather another move than an uncertain one; the same place again takes the click back.
        return this.picked.length === 1 && this.picked[0] === cell ? [cleared, null] : cleared.click(cell);
      }
    }
    if (keys.size === 1) return [cleared, [...keys][0]];
    return [keys.size ? new Clicks(this.paths, picked) : cleared, null];
  }

  #begun(picked) {
    return new Set(this.paths.filter(([, path]) => startsWith(path, picked)).map(([key]) => key));
  }

  #holding(picked) {
    return this.paths.filter(([, path]) => holds(path, picked));
  }
}
