// Technical words: a click shows what one means, with an example.

import { docs, href } from "./address.js";
import { run } from "./api.js";
import { button, fill, h, sentence, trusted } from "./dom.js";

let loading = null;
const definitions = () => (loading ??= run("learn.terms", {}).catch((error) => {
  loading = null;
  throw error;
}));

// Words of texts, and the entries of the glossary that define them.
const WORDS = {
  "Grundy values?|nim-sum|mex": "Grundy value",
  "atomic weights?": "atomic weight",
  "canonical forms?|dominated|reversible|reverses": "canonical form",
  "confused": "equal",
  "infinitesimals?": "infinitesimal",
  "impartial|partizan": "impartial",
  "nimbers?": "nimber",
  "misère play": "game",
  "misère quotient": "misère quotient",
  "outcomes?": "outcome",
  "(?:Left|Right|both) stops?": "stop",
  "stoppers?": "stopper",
  "onside|offside": "onside",
  "temperatures?": "temperature",
  "thermographs?": "thermograph",
  "values?": "value",
};
const ENTRIES = Object.entries(WORDS).map(([pattern, name]) => [new RegExp(`^(?:${pattern})$`, "i"), name]);
const ANY = new RegExp(`(?<![\\p{L}\\d-])(${Object.keys(WORDS).join("|")})(?![\\p{L}\\d-])`, "iu");

// The definition that is open: one at a time, above the page, so that nothing moves.
const note = h("div", { class: "meaning", id: "meaning", role: "note", popover: "manual" });
let opened = null;

const close = () => {
  if (!opened) return;
  opened.setAttribute("aria-expanded", "false");
  opened = null;
  if (note.isConnected) note.hidePopover();
};

document.addEventListener("pointerdown", ({ target }) => {
  if (opened && !note.contains(target) && !opened.contains(target)) close();
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !opened) return;
  const word = opened;
  close();
  word.focus();
});
window.addEventListener("popstate", close);

/** Below the word, or above it where there is no room. */
const place = (word) => {
  const at = word.getBoundingClientRect();
  const { width, height } = note.getBoundingClientRect();
  const left = Math.max(8, Math.min(at.left, document.documentElement.clientWidth - width - 8));
  const top = at.bottom + height + 12 > innerHeight && at.top > height + 12 ? at.top - height - 6 : at.bottom + 6;
  note.style.left = `${left + scrollX}px`;
  note.style.top = `${top + scrollY}px`;
};

const open = async (word, name, words, meaning) => {
  opened = word;
  word.setAttribute("aria-expanded", "true");
  let entry = {};
  try {
    if (name) entry = (await definitions())[name] ?? {};
  } catch (error) {
    if (error.kind === undefined) throw error;
    entry = { html: "", example: "" };
    meaning ||= "The definition could not be loaded; try again.";
  }
  if (opened !== word || !word.isConnected) return;
  const manual = name && docs(`glossary.html#term-${name.replaceAll(" ", "-")}`);
  fill(
    note,
    h("b", {}, sentence(name || words)),
    ": ",
    entry.html ? trusted(entry.html) : meaning,
    entry.example && [" Example: ", h("a", { href: href("evaluate", { e: entry.example }), onclick: close }, h("code", {}, entry.example)), "."],
    manual && [" ", h("a", { href: manual, target: "_blank", "aria-label": `More about ${name.toLowerCase()}` }, "More")],
  );
  // Right after its word, for readers with a keyboard or a screen reader.
  word.after(note);
  note.showPopover();
  place(word);
};

/** A word that a click explains; `name` is its entry in the glossary, or else there is a meaning. */
export const term = (name, words = name, meaning = "") => {
  const word = button(words, () => {
    const isOpen = opened === word;
    close();
    if (!isOpen) open(word, name, words, meaning);
  }, { class: "term", "aria-expanded": "false" });
  return word;
};

/** Text in which [[term]] or [[term|words]] is explained, and `code` is a link to its value. */
export const marked = (text) =>
  text.split(/(\[\[[^\]]*\]\]|`[^`]*`)/).map((part) => {
    if (part.startsWith("[[")) {
      const [name, words] = part.slice(2, -2).split("|");
      return term(name, words ?? name);
    }
    if (part.startsWith("`")) return h("a", { href: href("evaluate", { e: part.slice(1, -1) }) }, h("code", {}, part.slice(1, -1)));
    return part;
  });

const LEAVE = "a, button, code, math, svg, input, select, textarea, label, summary, .math, .meaning";

/** Explain each technical word of an element where it comes first. */
export const explain = (element) => {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) {
    if (!walker.currentNode.parentElement?.closest(LEAVE)) texts.push(walker.currentNode);
  }
  const seen = new Set();
  for (const text of texts) {
    for (let rest = text; rest; ) {
      const match = ANY.exec(rest.data);
      if (!match) break;
      const found = rest.splitText(match.index);
      rest = found.splitText(match[0].length);
      const name = ENTRIES.find(([pattern]) => pattern.test(match[0]))[1];
      if (!seen.has(name)) found.replaceWith(term(name, match[0]));
      seen.add(name);
    }
  }
  return element;
};
