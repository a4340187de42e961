// The page Play: any game against the computer. The whole game is in the address.

import * as address from "../address.js";
import { run } from "../api.js";
import { Boards } from "../boards.js";
import { button, fill, h, sentence, trusted } from "../dom.js";
import { prover } from "../proof.js";
import { showCode } from "../qr-code.js";
import { copy, setHelp } from "../shell.js";
import { Work } from "../work.js";
import { Editor } from "./play-editor.js";
import { following, remember, showArchive, today } from "./play-puzzles.js";
import { Record, lesson } from "./play-record.js";
import { Settings, isAnimated, saveTranscript } from "./play-settings.js";
import { howToMove, moveList, sumRules } from "./play-words.js";
import { NAMES, argumentsOf, cutAt, isShared, isYours, lastOwn, other, played, readGame, stateOf, swapped } from "./play-state.js";

export const title = "Play";

const FIRST = "Domineering(4x4)";
const arrows = (text) => text.replaceAll("->", "→");

/** Explain technical words; the board does not wait for the glossary. */
const explain = (element) => {
  import("../glossary.js").then((glossary) => glossary.explain(element));
  return element;
};

const HELP = [
  h("p", {}, "Click a marked place, or drag a piece. Where a move has several places, click one after the other; to take a single pin, click it twice. Any legal move can also be typed."),
  h("p", {}, "Keys: Tab leads to the board, the arrow keys from place to place, Enter chooses one. Outside the board, ← and → step through the game."),
  h("p", {}, "Hint shows one move as an arrow, and marks the place to click next. Show all numbers every winning move."),
  h("p", {}, "The address contains the whole game: copy it to share the game, or come back later."),
];

export const mount = (container, state) => new Play(container, state).handle;

class Play {
  constructor(container, state) {
    this.game = null;
    this.view = null;
    this.colours = false;
    this.analysis = null;
    this.notes = {};
    this.boards = new Boards({ onMove: (key) => this.play(key), onCell: (_, cell) => this.editor.click(cell), isAnimated });
    this.looking = new Work("Looking at the position");
    this.thinking = new Work("The opponent thinks");
    this.asking = new Work("Thinking");
    this.judging = new Work("Finding out who wins");
    this.record = new Record({ onGo: (place) => this.go(place) });
    this.settings = new Settings({
      onBegin: (changes) => this.begin(changes),
      onChange: (changes) => this.change(changes),
      onEdit: () => {
        // A hint is about the board as it was.
        fill(this.hint);
        this.editor.toggle(this.view?.boards[0]?.edit);
      },
      onOpenFile: (input) => this.openFile(input),
      onSave: () => this.save(),
    });
    this.editor = new Editor({ boards: this.boards, onPlay: (e) => this.begin({ ...this.settings.chosen(), e }), onEnd: () => this.render() });
    this.build(container);
    setHelp(HELP);
    this.listeners = new AbortController();
    addEventListener("keydown", (event) => this.key(event), { signal: this.listeners.signal });
    this.settings.load();
    this.update(state);
    this.handle = { update: (next) => this.update(next), unmount: () => this.unmount() };
  }

  unmount() {
    this.listeners.abort();
    this.boards.close();
    [this.looking, this.thinking, this.asking, this.judging].forEach((work) => work.stop());
  }

  build(container) {
    this.name = h("p", { class: "game-name" }, " ");
    this.status = h("h2", { class: "status", tabindex: "-1", "aria-live": "polite" }, " ");
    this.told = h("p", { class: "told" }, " ");
    this.hint = h("div", { class: "hint", role: "status" });
    this.typed = h("input", { type: "text", "aria-label": "Type a move", placeholder: "Type a move", autocomplete: "off", autocapitalize: "off", spellcheck: "false", maxlength: 4_000 });
    const typing = h("form", { class: "typing", onsubmit: (event) => this.type(event) }, this.typed, h("button", { class: "quiet" }, "Play it"));
    this.tools = {
      undo: button("Undo", () => this.undo()),
      hint: button("Hint", () => this.askHint()),
      colours: button("Show who wins", () => this.toggleColours(), { "aria-pressed": "false" }),
      why: button("Why?", () => this.askWhy()),
      again: button("Start again", () => this.again()),
      swap: button("Swap sides", () => this.push(swapped(this.game))),
      explore: h("a", { class: "quiet", href: address.href("explore") }, "Explore"),
      copy: button("Copy link", () => copy(location.href)),
      code: button("QR code", () => showCode(location.href)),
      full: button("Full screen", () => this.toggleFullScreen(), { "aria-pressed": "false" }),
    };
    this.retry = h("div", { class: "retry row", hidden: true });
    this.lesson = h("div", { "aria-live": "polite" });
    this.list = h("div", { class: "choices" });
    this.listing = h("details", { class: "fold" }, h("summary", {}, "All moves"), this.list);
    this.why = h("div", { class: "why", "aria-live": "polite" });
    this.rules = h("section", { class: "card rules", "aria-label": "How to play" });
    this.archive = h("div", {});
    this.puzzles = h("details", { class: "fold" }, h("summary", {}, "Puzzles"), this.archive);
    this.puzzles.addEventListener("toggle", () => this.puzzles.open && this.showPuzzles());
    this.settle = h("details", { class: "fold" }, h("summary", {}, "Game and opponent"), this.settings.element);
    container.className = "play";
    // What comes and goes is below the buttons, so that these keep their places during a game.
    this.parts = [h("div", { class: "tools row waiting" }, Object.values(this.tools)), h("div", { class: "under waiting" }, typing, this.looking.element, this.thinking.element, this.asking.element, this.judging.element, this.retry, this.hint)];
    this.table = h(
      "section",
      { class: "card table", "aria-label": "Board" },
      h("div", { class: "head" }, this.name, this.status, this.told),
      this.boards.element,
      this.editor.element,
      this.parts,
      this.why,
    );
    container.append(
      this.table,
      (this.column = h(
        "div",
        { class: "column waiting" },
        h("section", { class: "card side", "aria-label": "Game" }, this.record.element, this.lesson, this.listing, this.settle, this.puzzles),
        this.rules,
      )),
    );
  }

  /** Show what would have moved when the first board came. */
  reveal() {
    [...this.parts, this.column].forEach((part) => part.classList.remove("waiting"));
  }

  // The address.

  /** Show what the address says: at first, after Back, and after a link. */
  update(state) {
    const before = this.game;
    const game = readGame(state);
    if (!game.e && !game.puzzle) game.e = FIRST;
    const isSame = before && ["e", "puzzle", "rules"].every((key) => before[key] === game[key] || (key === "e" && game.puzzle));
    if (!isSame) {
      this.reset();
      this.boards.element.style.minHeight = "";
    }
    if (game.puzzle) {
      const known = isSame ? before : null;
      if (!known?.e) return this.pose(game);
      Object.assign(game, { e: known.e, misere: known.misere, title: known.title });
    }
    return this.load(game);
  }

  reset() {
    this.colours = false;
    this.analysis = null;
    this.notes = {};
    this.pictured = null;
    fill(this.why);
  }

  push(game) {
    address.push("play", stateOf(game));
    this.load(game);
  }

  /** Find out what a puzzle is, and show it. */
  pose(game) {
    this.looking.start(
      "play.puzzle",
      { name: game.puzzle },
      {
        onResult: ({ expression, misere, title }) => this.load({ ...game, e: expression, misere, title }),
        onError: (error) => this.fail(game, error),
      },
    );
  }

  load(game) {
    const animate = this.game && game.at === this.game.at + 1;
    [this.thinking, this.asking, this.judging].forEach((work) => work.stop());
    this.game = game;
    this.editor.close();
    this.settings.show(game);
    this.looking.start("play.view", argumentsOf(game), {
      onResult: (view) => this.showView(view, animate),
      onError: (error) => this.fail(game, error),
    });
  }

  fail(game, error) {
    this.reveal();
    if (error.kind === "Cancelled") return;
    this.game = game;
    this.view = null;
    this.boards.show([], [], { whole: "There is no position to show." });
    this.status.textContent = "This cannot be played";
    this.status.className = "status";
    this.told.textContent = `${sentence(error.message)}.`;
    this.settings.show(game);
    this.settings.say(`${sentence(error.message)}.`);
    this.settle.open = true;
    fill(this.list);
    fill(this.lesson);
    fill(this.rules);
    fill(this.hint);
    fill(this.why);
    fill(this.name);
    this.rules.hidden = true;
    this.retry.hidden = true;
    this.listing.hidden = true;
    this.record.clear();
    this.setTools(["undo", "hint", "colours", "why", "again", "swap"], []);
    this.tools.explore.href = address.href("explore");
    this.typed.readOnly = true;
  }

  /** Disable some buttons, and enable others. */
  setTools(disabled, enabled) {
    for (const name of disabled) this.tools[name].disabled = true;
    for (const name of enabled) this.tools[name].disabled = false;
  }

  // Showing.

  showView(view, animate) {
    this.reveal();
    this.view = view;
    this.settings.say("");
    fill(this.hint);
    fill(this.why);
    // The address may lack what is usual: Back does not stop at its normal form.
    address.replace("play", stateOf(this.game));
    const hadList = this.list.contains(document.activeElement);
    const focused = this.boards.show(view.boards, view.moves, { animate, whole: "Nothing is left." });
    this.render();
    this.keepHeight();
    // While the opponent thinks nothing can be chosen; then the focus returns to where it was.
    const wanted = focused ?? (document.activeElement === this.status ? this.wanted : null);
    this.wanted = wanted;
    if (wanted || hadList) {
      const isKept = hadList ? this.focusList() : this.boards.focus(wanted);
      if (!isKept) this.status.focus({ preventScroll: true });
    }
    this.showRules();
    address.setPosition({ e: view.text, rules: this.game.rules });
    this.goOn();
  }

  /** Boards get smaller during a game; the buttons below them stay where they are. */
  keepHeight() {
    const { element } = this.boards;
    const high = element.getBoundingClientRect().height;
    if (high > (Number.parseFloat(element.style.minHeight) || 0)) element.style.minHeight = `${Math.ceil(high)}px`;
  }

  get isOver() {
    return this.view?.result !== null;
  }

  get isLatest() {
    return this.game.at === this.game.moves.length;
  }

  get isYourTurn() {
    return Boolean(this.view) && !this.isOver && isYours(this.game);
  }

  render() {
    const { game, view } = this;
    if (!view) return;
    this.showStatus();
    this.boards.mark({ live: this.isYourTurn, good: this.good(), hint: this.notes.hint ?? null, numbered: this.notes.numbered ?? null });
    this.listMoves();
    this.record.show(game, this.recordOf(), this.analysis);
    const end = this.isOver && this.isLatest;
    const off = { undo: lastOwn(game) < 0, hint: !this.isYourTurn, swap: Boolean(game.puzzle) || isShared(game), again: !game.moves.length, colours: false, why: false };
    const names = Object.keys(off);
    this.setTools(names.filter((name) => off[name]), names.filter((name) => !off[name]));
    this.tools.explore.href = address.href("explore", { e: view.text, rules: game.rules });
    this.tools.colours.setAttribute("aria-pressed", String(this.colours));
    this.settings.editor.hidden = view.boards.length !== 1 || !view.boards[0].edit;
    this.retry.hidden = this.isLatest;
    fill(
      this.retry,
      h("span", {}, `Looking at move ${game.at} of ${game.moves.length}.`),
      button("Try again from here", () => this.push(cutAt(game, game.at)), { class: "quiet small" }),
    );
    fill(this.lesson, end && this.analysis ? lesson(game, this.analysis, { onGo: (place) => this.go(place), onRetry: (place) => this.push(cutAt(game, place)) }) : null);
  }

  /** The moves of the whole game; those after the position that is looked at were seen before. */
  recordOf() {
    const { game, view } = this;
    const key = game.moves.join("_");
    if (view.record.length === game.moves.length) this.whole = { key, e: game.e, record: view.record };
    if (this.whole?.key === key && this.whole.e === game.e) return this.whole.record;
    return view.record;
  }

  showStatus() {
    const { game, view } = this;
    const you = game.side;
    const result = view.result;
    const stuck = view.to_move === you ? "You cannot move" : `${NAMES[view.to_move]} cannot move`;
    const ending = { draw: "The position came up for the third time: a draw", [you]: `${stuck}: you win`, [other(you)]: `${stuck}: you lose` };
    const shared = { draw: ending.draw, left: `${NAMES[view.to_move]} cannot move: Left wins`, right: `${NAMES[view.to_move]} cannot move: Right wins` };
    const turn = isShared(game) ? `${NAMES[view.to_move]}, your turn` : isYours(game) ? `Your turn, ${NAMES[you]}` : `${NAMES[view.to_move]} to move`;
    this.status.textContent = result ? (isShared(game) ? shared : ending)[result] : turn;
    this.status.className = `status ${result && isShared(game) ? (result === "draw" ? "" : result) : result === you ? "good" : result && result !== "draw" ? "bad" : view.to_move}`;
    this.showName();
    const last = view.record.at(-1);
    const notes = [
      game.puzzle ? this.puzzleNote() : null,
      last ? `${NAMES[last.player]} played ${arrows(last.text)}.` : null,
      this.notes.guessed && isYours(game) ? "The opponent ran out of time and guessed." : null,
      !last && view.boards.length > 1 ? "A sum: make a move in one of the games." : null,
      !last && !game.puzzle ? `${game.misere ? "Misère play: a" : "A"} player who cannot move ${game.misere ? "wins" : "loses"}${view.loops ? "; a third repetition is a draw" : ""}.` : null,
    ];
    fill(this.told, notes.filter(Boolean).flatMap((note) => [note, " "]));
  }

  showName() {
    const { game, view } = this;
    const titles = view.games.map(({ title }) => title);
    const name = titles.length > 2 ? `A sum of ${titles.length} games` : titles.join(" + ");
    fill(this.name, h("b", {}, name || "A game"), " ", h("code", {}, view.name), game.opponent === "human" ? " · two players" : null);
  }

  puzzleNote() {
    const { solved } = this.notes;
    const name = this.game.puzzle;
    if (solved === undefined) return `${this.game.title}: Left to move, and one move wins${this.game.misere ? " under misère play" : ""}.`;
    const next = h("a", { href: address.href("play", { puzzle: following(name) }) }, "Another puzzle");
    return h("span", { class: solved ? "good" : "bad" }, solved ? "Solved! " : "That was not it: undo and try again. ", solved ? next : null);
  }

  good() {
    return this.colours && this.judged ? new Set(this.judged.good) : null;
  }

  listMoves() {
    const { view } = this;
    const good = this.good();
    this.listing.hidden = this.isOver;
    const summary = this.listing.querySelector("summary");
    summary.textContent = view.count === null ? "Moves" : `All moves (${view.count.toLocaleString("en")})`;
    const item = ({ key, text, html }) => {
      const sign = good ? h("span", { class: "sign" }, good.has(key) ? "✓" : "✗", h("span", { class: "hidden" }, good.has(key) ? " good" : " bad")) : null;
      const classes = ["quiet small move", good ? (good.has(key) ? "wins" : "loses") : "", key === this.notes.hint ? "hinted" : ""].join(" ");
      return h("li", {}, button([trusted(html), sign], () => this.play(key), { class: classes, "data-move": key, disabled: !this.isYourTurn, title: arrows(text) }));
    };
    let at = 0;
    const groups = view.groups.map(({ title, count }) => {
      const moves = view.moves.slice(at, at + count);
      at += count;
      return [title ? h("p", { class: "soft" }, "In ", h("code", {}, title)) : null, h("ul", { class: "move-list" }, moves.map(item))];
    });
    const hidden = view.count === null ? "There are too many moves to list: type what you want to move to." : view.count > at ? `${(view.count - at).toLocaleString("en")} more moves are not listed: type one.` : "";
    fill(this.list, groups, hidden ? h("p", { class: "soft" }, hidden) : null);
    this.typed.readOnly = !this.isYourTurn;
    this.typed.placeholder = view.moves.length && !this.isOver ? `Type a move, such as ${view.moves[0].key.slice(0, 24)}` : "Type a move";
  }

  focusList() {
    const first = this.list.querySelector("button:not(:disabled)");
    first?.focus({ preventScroll: true });
    return Boolean(first);
  }

  async showRules() {
    const { games } = this.view;
    this.rules.hidden = !games.length;
    const names = games.map(({ title }) => title).join();
    if (this.pictured === names) return;
    this.pictured = names;
    const { boards } = this.view;
    fill(this.rules, h("h2", {}, "How to play"), boards.length > 1 ? sumRules(boards.length) : null, howToMove(boards), games.map(({ title, rules }) => h("div", { class: "rule" }, games.length > 1 ? h("h3", {}, title) : null, explain(h("p", {}, trusted(rules))))));
    for (const [place, { name }] of games.entries()) {
      if (!name) continue;
      const { pictures } = await run("play.rules", { name });
      if (this.pictured !== names) return;
      this.rules.querySelectorAll(".rule")[place]?.append(
        h("div", { class: "pictures" }, pictures.map(({ caption, before, after }) => h("div", { class: "example", "aria-label": caption, role: "img" }, h("div", { class: "pair", "aria-hidden": "true" }, trusted(before), h("span", {}, "→"), trusted(after)), h("div", { class: "caption", "aria-hidden": "true" }, caption)))),
      );
    }
  }

  // Playing.

  /** Let the opponent move, or show what is asked for. */
  goOn() {
    const { game } = this;
    if (game.puzzle && game.moves.length) this.checkPuzzle();
    if (this.isOver) {
      if (this.isLatest) this.analyse();
    } else if (!isYours(game)) {
      if (this.isLatest) this.answer();
    } else if (this.colours) this.judge();
    if (this.colours || this.analysis) this.analyse();
  }

  play(key) {
    if (!this.isYourTurn) return;
    this.notes = { ...this.notes, hint: null, numbered: null, guessed: false };
    this.judged = null;
    this.push(played(this.game, key));
  }

  type(event) {
    event.preventDefault();
    const text = this.typed.value.trim();
    if (!text || !this.isYourTurn) return;
    this.asking.start(
      "play.read_move",
      { ...argumentsOf(this.game), text },
      {
        onResult: ({ key }) => {
          this.typed.value = "";
          this.play(key);
        },
        onError: (error) => this.say(error),
      },
    );
  }

  say(error) {
    if (error.kind !== "Cancelled") this.hint.textContent = `${sentence(error.message)}.`;
  }

  answer() {
    const { game } = this;
    this.thinking.start(
      "play.reply",
      { ...argumentsOf(game), opponent: game.misere && game.opponent === "thermal" ? "perfect" : game.opponent, seed: Math.floor(Math.random() * 2 ** 31) },
      {
        onResult: ({ key, guessed }) => {
          if (game !== this.game) return;
          this.notes = { ...this.notes, guessed, hint: null, numbered: null };
          this.judged = null;
          const next = played(game, key);
          // The answer belongs to the visitor's move: Back undoes both.
          address.replace("play", stateOf(next));
          this.load(next);
        },
        onError: (error) => {
          this.hint.textContent = `The opponent has not moved: ${error.message}.`;
          this.hint.append(" ", button("Let the opponent move", () => this.load(this.game), { class: "quiet small" }));
        },
      },
    );
  }

  undo() {
    const place = lastOwn(this.game);
    if (place >= 0) {
      this.notes = {};
      this.push(cutAt(this.game, place));
    }
  }

  /** Look at the position after so many moves. */
  go(place) {
    if (place < 0 || place > this.game.moves.length || place === this.game.at) return;
    this.judged = null;
    this.notes = { ...this.notes, hint: null, numbered: null };
    this.push({ ...this.game, at: place });
  }

  begin(changes) {
    if (!changes.e) return;
    this.reset();
    this.push({ ...this.game, ...changes, puzzle: "", title: "", moves: [], at: 0 });
    this.boards.element.scrollIntoView({ block: "nearest" });
  }

  again() {
    this.reset();
    this.push(cutAt(this.game, 0));
  }

  change(changes) {
    if (this.game) this.push({ ...this.game, ...changes });
  }

  // Asking.

  askHint() {
    const { game } = this;
    this.asking.start(
      "play.hint",
      { ...argumentsOf(game), seed: 1 },
      {
        onResult: ({ key, text, leads_to: leadsTo, count, guessed }) => {
          if (game !== this.game) return;
          this.notes = { ...this.notes, hint: key, numbered: null };
          this.boards.clear();
          if (!this.boards.shows(key)) this.listing.open = true;
          const move = arrows(text);
          const words = { win: `This wins: ${move}.`, draw: `Nothing wins; this holds the draw: ${move}.`, loss: count === 1 ? `The only move, ${move}, loses.` : `Every move loses against a perfect player. This one is hard to answer: ${move}.` };
          this.render();
          fill(this.hint, h("p", {}, guessed ? `Not found in time. A guess: ${move}.` : words[leadsTo]));
          if (leadsTo === "win" && count !== 1) this.hint.append(button("Show all", () => this.showAll(), { class: "quiet small" }));
        },
        onError: (error) => this.say(error),
      },
    );
  }

  /** Number all winning moves on the board, and list them. */
  showAll() {
    const { game } = this;
    this.asking.start("play.judge", argumentsOf(game), {
      onResult: ({ good, texts }) => {
        if (game !== this.game) return;
        this.notes = { ...this.notes, hint: null, numbered: good };
        this.boards.clear();
        this.render();
        fill(this.hint, h("p", {}, good.length === 1 ? "One move wins:" : `${good.length.toLocaleString("en")} moves win:`), moveList(good, texts, (key) => this.play(key)));
      },
      onError: (error) => this.say(error),
    });
  }

  async toggleFullScreen() {
    if (document.fullscreenElement) await document.exitFullscreen();
    else await this.table.requestFullscreen?.();
    this.tools.full.setAttribute("aria-pressed", String(Boolean(document.fullscreenElement)));
  }

  toggleColours() {
    this.colours = !this.colours;
    if (this.colours) {
      this.judge();
      this.analyse();
    } else {
      this.judging.stop();
      this.analysis = null;
    }
    this.render();
  }

  judge() {
    const { game } = this;
    if (!this.isYourTurn) return;
    this.judging.start("play.judge", argumentsOf(game), {
      onResult: (judged) => {
        if (game !== this.game || !this.colours) return;
        this.judged = judged;
        this.render();
        const { value, mean, temperature } = judged;
        this.hint.textContent = value ? `Value ${value}${mean === null || mean === value ? "" : `, mean ${mean}, temperature ${temperature}`}.` : mean === null ? "" : `Mean ${mean}, temperature ${temperature}.`;
      },
      onError: (error) => this.say(error),
    });
  }

  async analyse() {
    const { game } = this;
    const key = `${game.e} ${game.moves.join("_")}`;
    if (this.analysis?.key === key) return this.render();
    try {
      const analysis = await run("play.analyse", { ...argumentsOf(game, game.moves.length) });
      if (this.game.e !== game.e || this.game.moves !== game.moves) return undefined;
      this.analysis = { ...analysis, key };
      this.render();
    } catch (error) {
      if (error.kind === undefined) throw error;
    }
    return undefined;
  }

  async checkPuzzle() {
    const { game } = this;
    const first = game.moves[0];
    if (this.notes.checked === first) return;
    this.notes.checked = first;
    const { turning_points: points } = await run("play.analyse", { ...argumentsOf(game, 1), advise: false });
    if (this.game.puzzle !== game.puzzle || this.game.moves[0] !== first) return;
    this.notes.solved = !points.length;
    if (this.notes.solved) remember(game.puzzle);
    this.showStatus();
  }

  askWhy() {
    const { game } = this;
    if (!this.view) return;
    this.asking.start("play.why", argumentsOf(game), {
      onResult: ({ title, html }) => {
        if (game !== this.game) return;
        const proof = prover("Prove it", { text: this.view.text, prove: game.misere ? "misere" : "outcome", rules: game.rules });
        fill(this.why, h("h3", {}, "Why: ", trusted(title)), explain(h("div", {}, trusted(html))), h("p", { class: "row" }, proof.button), proof.answer);
      },
      onError: (error) => this.say(error),
    });
  }

  // Puzzles, files, keys.

  showPuzzles() {
    showArchive(this.archive, this.game?.puzzle ?? "", (puzzle) => {
      address.push("play", { puzzle });
      this.update({ puzzle });
    });
  }

  save() {
    const { game } = this;
    const { expression, first, misere, moves } = argumentsOf(game, game.moves.length);
    this.asking.start("play.save", { expression, first, misere, moves, you: game.side, opponent: game.opponent }, { onResult: saveTranscript, onError: (error) => this.say(error) });
  }

  async openFile(input) {
    const [file] = input.files;
    if (!file) return;
    const text = await file.text();
    input.value = "";
    this.asking.start(
      "play.load",
      { text },
      {
        onResult: ({ expression: e, you, first, opponent, misere, moves }) => {
          this.reset();
          this.push({ e, puzzle: "", rules: "", side: you, starter: first === you ? "you" : "opponent", opponent, misere, moves, at: moves.length });
        },
        onError: (error) => {
          this.say(error);
          this.settings.say(`${sentence(error.message)}.`);
        },
      },
    );
  }

  key(event) {
    const isFree = !event.target.closest?.("input, select, textarea, [data-cell], dialog") && !event.ctrlKey && !event.metaKey && !event.altKey;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!isFree || !step || !this.view) return;
    event.preventDefault();
    this.go(this.game.at + step);
  }
}
