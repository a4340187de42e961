// What the page Evaluate shows about a game, or about two that are compared.

import * as address from "../address.js";
import { button, card, clip, fill, h, math, save, select, sentence, trusted } from "../dom.js";
import { explain, term } from "../glossary.js";
import { prover } from "../proof.js";
import { run } from "../api.js";
import { clearMarks, drawArrow, drawNumbers } from "../marks.js";
import { copy } from "../shell.js";
import { connect } from "../thermograph.js";
import { Work, complaint } from "../work.js";

const LARGE = 34; // characters of a value that is set in large letters
const LONGEST_LINK = 2_000;
const LONGEST_SOUGHT = 200;

/** The cards about one game. */
export const showCard = (answer, { names, rules, cool, onCool, isPartial, more }) => [
  resultCard(answer, { names, rules, isPartial, more }),
  h(
    "div",
    { class: "columns" },
    h("div", {}, boards(answer, { names, rules }), measures(answer.rows, isPartial), options(answer)),
    h("div", {}, thermograph(answer, { names, rules, cool, onCool })),
  ),
  !address.isStatic && answer.pictures.map((drawn) => picture(answer.expression, rules, drawn)),
  !isPartial && !address.isStatic && answer.ascii !== null && answer.ascii.length <= LONGEST_SOUGHT && answer.provable.includes("canonical") && sameValue(answer),
  !isPartial && answer.has_misere && misere(answer.expression, { names, rules }),
  !isPartial && answer.letter && explain(card("Why", trusted(answer.why))),
];

const LOOKING = "still looking …";

/** The status of a row that says only between which numbers something is. */
const BOUNDS = "bounds";
const bounds = () => h("span", { class: "bounds" }, " (bounds)");

const PROVERS = { outcome: "who wins", canonical: "the value", loopy_value: "the value", grundy: "the Grundy value", thermograph: "the thermograph", atomic_weight: "the atomic weight" };

const resultCard = (answer, { names, rules, isPartial, more }) => {
  const proofs = h("div", {});
  const who = answer.letter === null && isPartial ? `who wins: ${LOOKING}` : answer.outcome;
  const element = card(
    null,
    h("h2", {}, "Value of ", h("code", {}, answer.name)),
    value(answer, isPartial),
    h("p", { class: "outcome" }, sentence(who), answer.letter && h("span", { class: "soft" }, term("outcome"), ` ${answer.letter}`)),
    answer.lacks_time && h("div", { class: "more" }, more),
    h("div", { class: "row" }, copies(answer, rules), links(answer.expression, rules)),
    proofs,
  );
  element.setAttribute("aria-label", "Result");
  if (!isPartial && answer.provable.length) offerProofs(proofs, answer, { names, rules });
  return element;
};

/** Offer proofs, unless they would be too large to be written. */
const offerProofs = async (place, { expression: text, provable }, { names, rules }) => {
  place.className = "proofs";
  place.setAttribute("aria-busy", "true");
  const provers = provable.map((prove) => prover(`Prove ${PROVERS[prove]}`, { text, prove, names, rules }));
  fill(place, h("div", { class: "row provers waiting", role: "group", "aria-label": "Proofs" }, provers.map(({ button: prove }) => prove)), provers.map(({ answer }) => answer));
  try {
    if (!(await run("evaluate.can_prove", { text, names, rules }))) return;
  } catch (error) {
    if (error.kind === undefined) throw error;
    return;
  } finally {
    place.setAttribute("aria-busy", "false");
  }
  place.firstChild.classList.remove("waiting");
};

const value = ({ unicode, ascii, mathml, rows }, isPartial) => {
  const row = rows.find(({ name }) => name === "value");
  if (unicode === null && row?.status === BOUNDS) return h("p", { class: "soft" }, "Value ", trusted(row.html), bounds(), isPartial && `; the value itself: ${LOOKING}`);
  if (unicode === null && isPartial) return h("p", { class: "soft" }, `Value: ${LOOKING}`);
  if (unicode === null) return row ? h("p", { class: "soft" }, `Value ${row.text}.`) : null;
  const size = unicode.length <= LARGE ? "" : mathml ? "medium" : "long";
  return h("div", { class: `value ${size}`, tabindex: "0", role: "group", "aria-label": "Value" }, math(mathml, clip(unicode, 5_000), ascii));
};

const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

const copies = (answer, rules) => [
  ...[["ascii", "Copy ASCII"], ["unicode", "Copy Unicode"], ["latex", "Copy LaTeX"]]
    .filter(([key]) => answer[key] !== null)
    .map(([key, label]) => button(label, () => copy(answer[key]), { class: "quiet small" })),
  button("Copy link", () => copy(location.href), { class: "quiet small" }),
  // Rules of one's own are in no file yet.
  !rules && button("Copy Python", () => copy(`import farstar as fs\ngame = fs.parse(${JSON.stringify(answer.expression)})\n`), { class: "quiet small" }),
  !rules && button("Copy command", () => copy(`farstar eval ${quoted(answer.expression)}`), { class: "quiet small" }),
];

const links = (e, rules) => ["play", "explore"].map((page) => h("a", { class: "quiet small", href: address.href(page, { e, rules }) }, sentence(page)));

const boards = (answer, { names, rules }) => answer.boards.length > 0 && card("Board", answer.boards.map(board), boardFiles(answer, { names, rules }));

/** The board as a file for a paper or a worksheet. */
const boardFiles = ({ expression: text }, { names, rules }) => {
  const work = new Work("Drawing");
  const keep = (form, name, type) => button(`Save ${name}`, () => work.start("evaluate.board_file", { text, form, names, rules }, { onResult: (data) => save(`board.${form === "tikz" ? "tex" : form}`, data, type), onError: () => {} }), { class: "quiet small" });
  return h("div", { class: "row" }, keep("svg", "SVG", "image/svg+xml"), keep("tikz", "TikZ", "application/x-tex"), work.element);
};

const CELLS = { 4: "4 cells", 5: "5 cells", 6: "6 cells", 7: "7 cells", 8: "8 cells" };

/** Which positions have this value? The smallest one of each game on a board. */
const sameValue = ({ ascii }) => {
  const work = new Work("Looking through the games", "Stop");
  const place = h("div", { class: "same-value", role: "status" });
  const size = select("Boards up to", CELLS, "6");
  const show = (found) =>
    fill(
      place,
      h("p", {}, found.length ? "The smallest position of each game:" : "No board of this size has this value."),
      h("ul", { class: "found" }, found.map(({ position, svg }) => h("li", {}, svg && h("div", { "aria-hidden": "true" }, trusted(svg)), h("a", { href: address.href("evaluate", { e: position }) }, h("code", {}, position))))),
    );
  const look = () => work.start("evaluate.same_value", { text: ascii, cells: Number(size.input.value) }, { onResult: show, onError: (error) => fill(place, complaint(error)), seconds: 600 });
  return card(null, h("details", { class: "bare" }, h("summary", {}, "Which positions have this value?"), h("div", { class: "row" }, size, button("Look", look)), work.element, place));
};

const board = ({ player, svg: picture_, count, moves }) => {
  const isBoth = player === "Either player";
  const place = h("div", { class: "scroll figure", tabindex: "0", role: "group", "aria-label": !player ? "Board" : count ? `Board with a winning move of ${isBoth ? "either player" : player}` : "Board" }, trusted(picture_));
  const svg = place.querySelector("svg");
  const list = h("ol", { class: "numbered", hidden: true }, moves.map(({ text }) => h("li", {}, text.replaceAll("->", "→"))), count > moves.length && h("li", { class: "soft" }, "…"));
  const show = (isAll) => {
    clearMarks(svg);
    if (isAll) drawNumbers(svg, moves.map(({ path }) => path));
    else if (moves.length) drawArrow(svg, moves[0].path);
    list.hidden = !isAll;
  };
  const all = button(`Show all ${count}`, () => {
    const isAll = list.hidden;
    all.setAttribute("aria-pressed", String(isAll));
    show(isAll);
  }, { class: "quiet small", "aria-pressed": "false" });
  show(false);
  const how = !count ? " to move has no winning move" : ` to move wins, for example by ${moves[0].text.replaceAll("->", "→")}`;
  return h("figure", { class: "winning" }, player && h("figcaption", {}, h("span", { class: isBoth ? "" : player.toLowerCase() }, player), how), place, count > 1 && all, list);
};

const IN_OTHER_CARDS = new Set(["question", "value", "options"]);

const facts = (rows, isPartial = false) => h("dl", { class: "facts pairs" }, rows.map(({ label, html, meaning, term: entry, status }) => [h("dt", {}, entry || meaning ? term(entry, label, meaning) : label), h("dd", {}, isPartial && status === "not known" ? LOOKING : trusted(html), status === BOUNDS && bounds())]));

const measures = (rows, isPartial) => {
  const shown = rows.filter(({ name, group }) => !IN_OTHER_CARDS.has(group) && name !== "outcome");
  return shown.length > 0 && card("Measures", facts(shown, isPartial));
};

const options = ({ rows, options: sides }) => {
  const shown = rows.filter(({ group }) => group === "options");
  if (!shown.length) return null;
  return card(
    null,
    h("h2", {}, term("canonical form", "Canonical options")),
    ["left", "right"].map((side, i) => [
      h("h3", {}, h("span", { class: side }, sentence(side))),
      sides[side]?.length
        ? h("ul", { class: "options" }, sides[side].map((option) => h("li", {}, optionLink(option), option.wins && h("span", { class: "wins" }, `wins for ${sentence(side)}`))))
        : h("p", { class: "soft" }, trusted(shown[i].html)),
    ]),
  );
};

const optionLink = ({ text, words, mathml }) => {
  const formula = math(mathml, words, text);
  if (text === null || text.length > LONGEST_LINK) return formula;
  return h("a", { href: address.href("evaluate", { e: text }), "aria-label": text }, formula);
};

const thermograph = ({ thermograph: figure, expression }, { names, rules, cool, onCool }) => {
  if (!figure) return null;
  const work = new Work("Cooling");
  const place = h("p", { class: "cooled", role: "status" }, h("span", { class: "soft" }, "Move the slider, or click in the picture, to cool the game."));
  const section = card(null, h("h2", {}, term("thermograph", "Thermograph")), trusted(figure), place, work.element);
  const show = (temperature) =>
    work.start("evaluate.cool", { text: expression, temperature, names, rules }, {
      onResult: ({ mathml, words, text }) => fill(place, "Cooled by ", math(null, temperature), ": ", optionLink({ mathml, words, text })),
      onError: (error) => fill(place, complaint(error)),
    });
  connect(section, (temperature) => {
    onCool(temperature);
    show(temperature);
  });
  if (cool) show(cool);
  return section;
};

/** A picture that is drawn when it is opened. */
const picture = (text, rules, { kind, title }) => {
  const work = new Work("Drawing");
  const place = h("div");
  const details = h("details", { class: "bare" }, h("summary", {}, title), work.element, place);
  details.addEventListener("toggle", () => {
    if (!details.open || place.hasChildNodes() || work.isRunning) return;
    work.start("evaluate.picture", { text, kind, rules }, {
      onResult: ({ svg, caption }) => fill(place, h("div", { class: "scroll figure wide", tabindex: "0", role: "group", "aria-label": title }, trusted(svg)), h("p", { class: "soft" }, trusted(caption))),
      onError: (error) => fill(place, complaint(error)),
    });
  });
  return card(null, details);
};

/** Misère play, found when it is opened. */
const misere = (text, { names, rules }) => {
  const work = new Work("Playing misère");
  const proof = prover("Prove it", { text, prove: "misere", names, rules });
  const place = h("div");
  const details = h("details", { class: "bare", id: "misere" }, h("summary", {}, "Misère play: a player who cannot move wins"), work.element, place);
  const show = ({ letter, outcome, rows }) =>
    fill(
      place,
      h("p", { class: "outcome" }, sentence(outcome), letter && h("span", { class: "soft" }, `misère outcome ${letter}`)),
      facts(rows.filter(({ name }) => name !== "outcome" && name !== "expression")),
      h("div", { class: "row" }, h("a", { class: "quiet small", href: address.href("play", { e: text, rules, ending: "misere" }) }, "Play misère"), letter && proof.button),
      proof.answer,
    );
  details.addEventListener("toggle", () => {
    if (!details.open || place.hasChildNodes() || work.isRunning) return;
    work.start("evaluate.misere", { text, names, rules }, { onResult: show, onError: (error) => fill(place, complaint(error)) });
  });
  return card(null, details);
};

/** Ways to compare the same games elsewhere. */
const relationCopies = ([{ expression: g }, { expression: h }]) => [
  button("Copy Python", () => copy(`import farstar as fs\nrelation = fs.compare(${JSON.stringify(g)}, ${JSON.stringify(h)})\n`), { class: "quiet small" }),
  button("Copy command", () => copy(`farstar compare ${quoted(g)} ${quoted(h)}`), { class: "quiet small" }),
];

const WORDS = { "=": "The games are equal", "<": "The first game is less", ">": "The first game is greater", "||": "The games are confused" };

/** The cards about two games. */
export const showComparison = ({ relation, asked, holds, reason, sides, difference }, { text, other, names, rules }) => {
  const proof = prover("Prove it", { text, ...(other ? { other } : {}), names, rules });
  const side = ({ expression, unicode, mathml, ascii }) => h("span", {}, h("code", {}, clip(expression, 80)), unicode && [" = ", math(mathml, clip(unicode, 200), ascii)]);
  const element = card(
    null,
    h("h2", {}, "Comparison"),
    asked && h("p", { class: `verdict-line ${holds ? "good" : "bad"}` }, holds ? "True" : "False"),
    h("p", { class: "outcome" }, `${WORDS[relation] ?? ""}: `, h("span", { class: "math" }, `G ${relation} H`), h("span", { class: "soft" }, reason)),
    h("dl", { class: "facts pairs" }, h("dt", {}, "G"), h("dd", {}, side(sides[0])), h("dt", {}, "H"), h("dd", {}, side(sides[1])), difference && [h("dt", {}, "G − H"), h("dd", {}, difference.unicode ? math(difference.mathml, clip(difference.unicode, 400), difference.ascii) : "left out", h("span", { class: "soft" }, `, ${difference.outcome}`))]),
    h("div", { class: "row" }, button("Copy link", () => copy(location.href), { class: "quiet small" }), !rules && relationCopies(sides), ["G", "H"].map((name, i) => h("a", { class: "quiet small", href: address.href("evaluate", { e: sides[i].expression, rules }) }, `Evaluate ${name}`)), proof.button),
    proof.answer,
  );
  element.setAttribute("aria-label", "Result");
  const graphs = sides.map(({ thermograph: figure }, i) => figure && card(`Thermograph of ${"GH"[i]}`, trusted(figure)));
  const columns = h("div", { class: "columns" }, graphs);
  connect(columns);
  return [element, columns];
};
