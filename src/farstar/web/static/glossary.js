// Technical words: a click shows what one means, with an example.

import { docs, href } from "./address.js";
import { run } from "./api.js";
import { button, fill, h, trusted } from "./dom.js";

let loading = null;
const definitions = () => (loading ??= run("learn.terms", {}));

/** A word that a click explains; `name` is its entry in the glossary. */
export const term = (name, words = name) => {
  const note = h("span", { class: "meaning", role: "note", hidden: true });
  const word = button(words, async () => {
    note.hidden = !note.hidden;
    word.setAttribute("aria-expanded", String(!note.hidden));
    if (note.hidden || note.hasChildNodes()) return;
    const { html, example } = (await definitions())[name] ?? { html: "", example: "" };
    const manual = docs(`glossary.html#term-${name.replaceAll(" ", "-")}`);
    fill(note, trusted(html), example && [" Example: ", h("a", { href: href("evaluate", { e: example }) }, h("code", {}, example)), "."], manual && [" ", h("a", { href: manual, target: "_blank" }, "More")]);
  }, { class: "term", "aria-expanded": "false" });
  return [word, note];
};

/** Text in which [[term]] or [[term|words]] is explained, and `code` is a link to its value. */
export const marked = (text) => {
  const notes = [];
  const parts = text.split(/(\[\[[^\]]*\]\]|`[^`]*`)/).map((part) => {
    if (part.startsWith("[[")) {
      const [name, words] = part.slice(2, -2).split("|");
      const [word, note] = term(name, words ?? name);
      notes.push(note);
      return word;
    }
    if (part.startsWith("`")) return h("a", { href: href("evaluate", { e: part.slice(1, -1) }) }, h("code", {}, part.slice(1, -1)));
    return part;
  });
  // What is opened stands below the paragraph.
  return [parts, notes];
};
