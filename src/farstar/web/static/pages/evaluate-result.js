// What the page Evaluate shows about a game, or about two that are compared.

import * as address from "../address.js";
import { button, card, clip, fill, h, math, sentence, trusted } from "../dom.js";
import { prover } from "../proof.js";
import { copy } from "../shell.js";
import { connect } from "../thermograph.js";
import { Work, complaint } from "../work.js";

const LARGE = 34; // characters of a value that is set in large letters
const LONGEST_LINK = 2_000;

/** The cards about one game. */
export const showCard = (answer, { names, rules, cool, onCool, retry }) => [
  resultCard(answer, { names, rules, retry }),
  h(
    "div",
    { class: "columns" },
    h("div", {}, boards(answer), measures(answer.rows), options(answer)),
    h("div", {}, thermograph(answer, { names, rules, cool, onCool })),
  ),
  !address.isStatic && answer.pictures.map((drawn) => picture(answer.expression, rules, drawn)),
  answer.has_misere && misere(answer.expression, { names, rules }),
  answer.letter && card("Why", trusted(answer.why)),
];

const PROVERS = { outcome: "who wins", canonical: "the value", loopy_value: "the value", grundy: "the Grundy value", thermograph: "the thermograph", atomic_weight: "the atomic weight" };

const resultCard = (answer, { names, rules, retry }) => {
  const provers = answer.provable.map((prove) => prover(`Prove ${PROVERS[prove]}`, { text: answer.expression, prove, names, rules }));
  const element = card(
    null,
    h("h2", {}, "Value of ", h("code", {}, clip(answer.expression))),
    value(answer),
    h("p", { class: "outcome" }, sentence(answer.outcome), answer.letter && h("span", { class: "soft" }, `outcome ${answer.letter}`)),
    h("div", { class: "row" }, copies(answer), links(answer.expression, rules), answer.lacks_time && retry),
    provers.length > 0 && h("div", { class: "row provers", role: "group", "aria-label": "Proofs" }, provers.map(({ button: prove }) => prove)),
    provers.map(({ answer: place }) => place),
  );
  element.setAttribute("aria-label", "Result");
  return element;
};

const value = ({ unicode, ascii, mathml, rows }) => {
  const row = rows.find(({ name }) => name === "value");
  if (unicode === null) return row ? h("p", { class: "soft" }, `Value ${row.text}.`) : null;
  const size = unicode.length <= LARGE ? "" : mathml ? "medium" : "long";
  return h("div", { class: `value ${size}`, tabindex: "0", role: "group", "aria-label": "Value" }, math(mathml, clip(unicode, 5_000), ascii));
};

const copies = (answer) => [
  ...[["ascii", "Copy ASCII"], ["unicode", "Copy Unicode"], ["latex", "Copy LaTeX"]]
    .filter(([key]) => answer[key] !== null)
    .map(([key, label]) => button(label, () => copy(answer[key]), { class: "quiet small" })),
  button("Copy link", () => copy(location.href), { class: "quiet small" }),
];

const links = (e, rules) => ["play", "explore"].map((page) => h("a", { class: "quiet small", href: address.href(page, { e, rules }) }, sentence(page)));

const boards = ({ boards: drawn }) => {
  if (!drawn.length) return null;
  return card(
    "Board",
    drawn.map(({ player, svg, count, moves }) =>
      h(
        "figure",
        { class: "winning" },
        player && h("figcaption", {}, h("span", { class: player === "Either player" ? "" : player.toLowerCase() }, player), count ? ` to move wins by ${count === 1 ? "one move" : `${count} moves`}` : " to move has no winning move"),
        h("div", { class: "scroll figure", tabindex: "0", role: "group", "aria-label": player ? `Board, winning moves of ${player === "Either player" ? "either player" : player} marked` : "Board" }, trusted(svg)),
        count > 0 && h("p", { class: "soft" }, clip(moves.join("; ").replaceAll("->", "→"), 400)),
      ),
    ),
  );
};

/** A word with an explanation that a click or a tap opens, and a link to the documentation. */
const term = (label, meaning, more = "") => {
  if (!meaning) return label;
  const manual = more && address.docs(more);
  const note = h("span", { class: "meaning", role: "note", hidden: true }, meaning, manual && [" ", h("a", { href: manual, target: "_blank", "aria-label": `More about ${label.toLowerCase()}` }, "More")]);
  const word = button(label, () => {
    note.hidden = !note.hidden;
    word.setAttribute("aria-expanded", String(!note.hidden));
  }, { class: "term", "aria-expanded": "false", title: meaning });
  return [word, note];
};

const IN_OTHER_CARDS = new Set(["question", "value", "options"]);

const facts = (rows) => h("dl", { class: "facts pairs" }, rows.map(({ label, html, meaning, docs }) => [h("dt", {}, term(label, meaning, docs)), h("dd", {}, trusted(html))]));

const measures = (rows) => {
  const shown = rows.filter(({ name, group }) => !IN_OTHER_CARDS.has(group) && name !== "outcome");
  return shown.length > 0 && card("Measures", facts(shown));
};

const options = ({ rows, options: sides }) => {
  const shown = rows.filter(({ group }) => group === "options");
  if (!shown.length) return null;
  return card(
    "Canonical options",
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
  const section = card("Thermograph", trusted(figure), place, work.element);
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
    h("div", { class: "row" }, button("Copy link", () => copy(location.href), { class: "quiet small" }), ["G", "H"].map((name, i) => h("a", { class: "quiet small", href: address.href("evaluate", { e: sides[i].expression, rules }) }, `Evaluate ${name}`)), proof.button),
    proof.answer,
  );
  element.setAttribute("aria-label", "Result");
  const graphs = sides.map(({ thermograph: figure }, i) => figure && card(`Thermograph of ${"GH"[i]}`, trusted(figure)));
  const columns = h("div", { class: "columns" }, graphs);
  connect(columns);
  return [element, columns];
};
