// A field for rules of the visitor's own, written as patterns; they are part of the address.
//
// Templates begin one; while one types, faults are marked and the first position is drawn.

import { docs } from "./address.js";
import { allSizes } from "./all-sizes.js";
import { run } from "./api.js";
import { button, fill, h, select, sentence, trusted } from "./dom.js";
import { Work } from "./work.js";

const LONGEST = 4_000;
const PAUSE = 250; // milliseconds after the last key
const EXAMPLE = "game Clobber\ncells x/o .\nstart xo\nleft   xo -> .x  both\nright = swap of left";

const SYNTAX = [
  ["game Name", "the name of the game"],
  ["cells x/o .", "the marks: x is Left's, o is Right's, . is nobody's"],
  ["start xo", "how a board of any size begins: these marks in turn"],
  ["left xo -> .x", "a move of Left: what is there before and after"],
  ["both, rows, lines, diagonals", "in which directions"],
  [".|. -> #|#", "a bar begins the next row"],
  ["x.+ -> .+x", "+ repeats, * repeats or is absent, ? is any mark, = leaves it"],
  ["unless near o", "not beside such a mark"],
  ["right = swap of left", "Right moves in the same way with the marks exchanged"],
];

/** A folded field: `value` is the text, `show(rules)` fills it and opens it if there are any.
 *
 * `onPosition(text)` is told the first position of a template, or of the game that was written. */
export const ownRules = (words, onPosition = null) => {
  const work = new Work("Reading the rules");
  let templates = [];
  let position = "";
  let timer = null;
  const input = h("textarea", { rows: 6, maxlength: LONGEST, spellcheck: "false", placeholder: EXAMPLE });
  const manual = docs("patterns.html");
  const chosen = select("Begin with", { "": "a template …" }, "", (title) => {
    const template = templates.find((one) => one.title === title);
    if (!template) return;
    input.value = template.rules;
    position = template.position;
    check();
    onPosition?.(position);
  });
  const said = h("div", { class: "rules-said", role: "status" });
  const syntax = h("dl", { class: "facts syntax" }, SYNTAX.map(([text, meaning]) => [h("dt", {}, h("code", {}, text)), h("dd", {}, meaning)]));
  const element = h(
    "details",
    { class: "own-rules" },
    h("summary", {}, "Rules of your own"),
    h("p", { class: "soft" }, words, " The link that you copy contains them. ", manual && h("a", { href: manual }, "How to write rules")),
    h("div", { class: "rules-columns" }, h("div", {}, chosen, h("label", { class: "field" }, h("span", {}, "Rules"), input), said), h("details", { class: "bare", open: true }, h("summary", {}, "Syntax"), syntax)),
    allSizes(() => ({ rules: input.value.trim() })),
  );
  const check = () => {
    if (!input.value.trim()) {
      work.stop();
      fill(said);
      return;
    }
    work.start("learn.check_rules", { rules: input.value, position }, { onResult: tell, onError: (error) => error.kind !== "Cancelled" && tell({ message: error.message, caret: "" }) });
  };
  const tell = ({ message, caret, name, position: first, svg, moves }) => {
    if (message) {
      fill(said, h("pre", { class: "fault bad" }, caret), h("p", { class: "bad" }, `${sentence(message)}.`));
      return;
    }
    position = first;
    fill(
      said,
      h("p", {}, h("b", {}, name), first ? [": first position ", h("code", {}, first)] : ": write a position of the game above", moves && `, ${moves[0]} moves of Left, ${moves[1]} of Right.`, onPosition && first && [" ", button("Use it", () => onPosition(first), { class: "quiet small" })]),
      svg && h("div", { class: "figure scroll", tabindex: "0", role: "group", "aria-label": "The first position" }, trusted(svg)),
    );
  };
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(check, PAUSE);
  });
  element.addEventListener("toggle", async () => {
    if (!element.open || templates.length) return;
    templates = await run("learn.templates", {});
    fill(chosen.input, h("option", { value: "" }, "a template …"), templates.map(({ title }) => h("option", { value: title }, title)));
  });
  return {
    element,
    get value() {
      return input.value.trim();
    },
    show: (rules) => {
      const isNew = input.value.trim() !== rules.trim();
      input.value = rules;
      if (rules) element.open = true;
      if (isNew) check();
    },
  };
};
