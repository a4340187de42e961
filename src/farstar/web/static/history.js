// What was evaluated in this browser, and the names that were given; nobody else stores them.

import { stored, store } from "./dom.js";

const ENTRIES = "farstar-history";
const NAMES = "farstar-names";
const MOST = 30;
const MOST_NAMES = 50;

const isText = (value, longest = 10_000) => typeof value === "string" && value.length <= longest;

/** The entries, newest first: {e, v, let?, rules?}. What is malformed is left out. */
export const entries = () => {
  const known = stored(ENTRIES, [], Array.isArray);
  return known.filter((entry) => entry && isText(entry.e) && isText(entry.v) && isText(entry.rules ?? "")).slice(0, MOST);
};

export const remember = (entry) => {
  store(ENTRIES, [entry, ...entries().filter(({ e }) => e !== entry.e)].slice(0, MOST));
};

/** The names, and the expressions that they stand for. */
export const names = () => {
  const known = stored(NAMES, {}, (value) => typeof value === "object" && !Array.isArray(value));
  return Object.fromEntries(
    Object.entries(known)
      .filter(([name, text]) => /^[A-Za-z_]\w{0,19}$/.test(name) && isText(text))
      .slice(-MOST_NAMES),
  );
};

export const name = (name_, text) => {
  const { [name_]: _, ...others } = names();
  store(NAMES, { ...others, [name_]: text });
};

export const forget = () => {
  store(ENTRIES, []);
  store(NAMES, {});
};

/** The history as text that can be read and typed in again: definitions, then what was asked. */
export const asText = () => {
  const lines = Object.entries(names()).map(([key, text]) => `${key} := ${text}`);
  const asked = entries().map(({ e, v }) => `${e}    # ${v}`);
  return `${[...lines, ...asked.reverse()].join("\n")}\n`;
};

/** Those of some names that a text uses, as lines "G := text". */
export const used = (text, known) =>
  Object.entries(known)
    .filter(([key]) => new RegExp(`(?<![A-Za-z0-9_])${key}(?![A-Za-z0-9_(])`).test(text.replace(/^\s*\w+\s*:=/, "")))
    .map(([key, value]) => `${key} := ${value}`)
    .join("\n");

/** Names as such lines. */
export const asLines = (known) => Object.entries(known).map(([key, text]) => `${key} := ${text}`).join("\n");

/** Names from such lines. */
export const defined = (lines = "") =>
  Object.fromEntries(
    lines
      .split("\n")
      .map((line) => /^\s*([A-Za-z_]\w*)\s*:=\s*(.*)$/.exec(line))
      .filter(Boolean)
      .map(([, key, text]) => [key, text]),
  );
