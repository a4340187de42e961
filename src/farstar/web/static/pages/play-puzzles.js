// The archive of puzzles: by date and by theme; what was solved is remembered in this browser.

import { href } from "../address.js";
import { run } from "../api.js";
import { fill, h, store, stored } from "../dom.js";

const KEY = "farstar-solved";

const solved = () => new Set(stored(KEY, [], (names) => Array.isArray(names) && names.every((name) => typeof name === "string")));

/** Remember that a puzzle was solved. */
export const remember = (name) => store(KEY, [...solved().add(name)].slice(-2_000));

const iso = (day) => `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, "0")}-${String(day.getDate()).padStart(2, "0")}`;
export const today = () => iso(new Date());

/** The name of the puzzle after one. */
export const following = (name, count = 48) => {
  const theme = /^([a-z]+)-(\d+)$/.exec(name);
  if (theme) return `${theme[1]}-${(Number(theme[2]) % count) + 1}`;
  const day = new Date(`${name}T12:00:00`);
  day.setDate(day.getDate() - 1);
  return iso(day);
};

const link = (name, label, done, current) =>
  h("a", { href: href("play", { puzzle: name }), class: done.has(name) ? "solved" : "", "aria-current": name === current ? "true" : false }, label, done.has(name) ? h("span", { class: "hidden" }, " (solved)") : null);

/** Fill an element with the archive. */
export const showArchive = async (element, current, onOpen) => {
  const { themes, count } = await run("play.puzzles", {});
  const done = solved();
  const date = h("input", { type: "date", value: today(), min: "2020-01-01", max: "2100-12-31" });
  const days = [];
  for (let name = today(); days.length < 14; name = following(name)) days.push(name);
  fill(
    element,
    h("p", { class: "soft" }, "In each of them Left is to move, and exactly one move wins."),
    h("h3", {}, "By date"),
    h("ul", { class: "chips days" }, days.map((name, place) => h("li", {}, link(name, place ? name.slice(5) : "Today", done, current)))),
    h(
      "form",
      {
        class: "row",
        onsubmit: (event) => {
          event.preventDefault();
          if (date.value) onOpen(date.value);
        },
      },
      h("label", { class: "field" }, h("span", {}, "Another day"), date),
      h("button", { class: "quiet" }, "Open"),
    ),
    themes.map(({ name, title, words }) => {
      const numbers = Array.from({ length: count }, (_, place) => `${name}-${place + 1}`);
      const right = numbers.filter((number) => done.has(number)).length;
      return h(
        "details",
        { class: "theme-puzzles", open: current.startsWith(`${name}-`) },
        h("summary", {}, title, right ? h("span", { class: "soft" }, ` · ${right} of ${count} solved`) : null),
        h("p", { class: "soft" }, words),
        h("ul", { class: "chips numbers" }, numbers.map((number, place) => h("li", {}, link(number, String(place + 1), done, current)))),
      );
    }),
  );
};
