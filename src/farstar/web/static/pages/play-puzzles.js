// The archive of puzzles: by theme and difficulty, then by date; what was solved is remembered in this browser.

import { href } from "../address.js";
import { run } from "../api.js";
import { fill, h, store, stored } from "../dom.js";
import { Work } from "../work.js";

const KEY = "farstar-solved";
const LEVELS = ["Few moves", "Some moves", "Many moves", "Very many moves", "Hardest"];

const solved = () => new Set(stored(KEY, [], (names) => Array.isArray(names) && names.every((name) => typeof name === "string")));

/** Remember that a puzzle was solved. */
export const remember = (name) => store(KEY, [...solved().add(name)].slice(-2_000));

const iso = (day) => `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, "0")}-${String(day.getDate()).padStart(2, "0")}`;
export const today = () => iso(new Date());

/** How many days without a gap, up to today or yesterday, have a puzzle that was solved. */
const streak = (done) => {
  let day = done.has(today()) ? today() : following(today());
  let length = 0;
  for (; done.has(day); day = following(day)) length += 1;
  return length;
};

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

/** The puzzles of a theme, by difficulty as soon as that is known. */
const themeOf = ({ name, title, words }, count, done, current) => {
  const names = Array.from({ length: count }, (_, place) => `${name}-${place + 1}`);
  const right = names.filter((puzzle) => done.has(puzzle)).length;
  const chips = (places) => h("ul", { class: "chips numbers" }, places.map((place) => h("li", {}, link(names[place], String(place + 1), done, current))));
  const all = h("div", {}, chips([...names.keys()]));
  const work = new Work("Sorting by difficulty");
  const sort = (levels) => {
    const known = [...new Set(levels)].sort();
    fill(all, known.map((level) => [h("p", { class: "soft" }, LEVELS[level - 1]), chips([...names.keys()].filter((place) => levels[place] === level))]));
  };
  const details = h("details", { class: "theme-puzzles" }, h("summary", {}, title, right ? h("span", { class: "soft" }, ` · ${right} of ${count} solved`) : null), h("p", { class: "soft" }, words), work.element, all);
  // What cannot be sorted in time stays in the order of the numbers.
  details.addEventListener("toggle", () => details.open && work.start("play.levels", { theme: name }, { onResult: sort, onError: () => {} }), { once: true });
  details.open = current.startsWith(`${name}-`);
  return details;
};

/** Fill an element with the archive. */
export const showArchive = async (element, current, onOpen) => {
  const { themes, count } = await run("play.puzzles", {});
  const done = solved();
  const date = h("input", { type: "date", value: today(), min: "2020-01-01", max: "2100-12-31" });
  const days = streak(done);
  const latest = [];
  for (let name = today(); latest.length < 14; name = following(name)) latest.push(name);
  fill(
    element,
    h("p", { class: "soft" }, "In each of them Left is to move, and exactly one move wins."),
    themes.map((theme) => themeOf(theme, count, done, current)),
    h("h3", {}, "A sum for each day", days ? h("span", { class: "soft" }, ` · ${days} ${days === 1 ? "day" : "days"} in a row`) : null),
    h("ul", { class: "chips days" }, latest.map((name, place) => h("li", {}, link(name, place ? name.slice(5) : "Today", done, current)))),
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
  );
};
