// The page Worksheets: exercises to print, and their answers with reasons.
//
// The address names the sheet: games, level, number of exercises and seed give the same one again.

import * as address from "../address.js";
import { bytes, run } from "../api.js";
import { button, fill, field, h, save, select, trusted } from "../dom.js";
import { copy } from "../shell.js";
import { Work, complaint } from "../work.js";

export const title = "Worksheets";

const LEVELS = { 1: "1: who wins?", 2: "2: which move wins?", 3: "3: what is the value?", 4: "4: order these games", 5: "5: draw the thermograph" };
const USUAL = { games: "Domineering", level: "2", questions: "12", seed: "0" };
const FORMS = { html: ["HTML", "html", "text/html"], latex: ["LaTeX", "tex", "application/x-tex"] };
const MOST = 60;
const SEEDS = 10_000;
const SECONDS = 120;

// What is no number is left to the task, which says what it expects.
const number = (text) => (/^-?\d{1,15}$/.test(text) ? Number(text) : text);

const question = ({ games, level, questions, seed }) => ({
  games: games.split(",").filter(Boolean),
  level: number(level),
  questions: number(questions),
  seed: number(seed),
});

export const mount = (container, first) => {
  const work = new Work("Making the worksheet");
  const saving = new Work("Making the file");
  let state = {};

  const games = h("div", { class: "games-list" });
  const level = select("Level", LEVELS, USUAL.level, () => change());
  const questions = field("Exercises", { type: "number", min: 1, max: MOST, required: true, onchange: () => change() });
  const seed = field("Seed", { type: "number", min: 0, max: 999_999_999, required: true, onchange: () => change() });
  const answersButton = button("Show answers", () => {
    state = { ...state, answers: state.answers ? "" : "1" };
    address.replace("worksheet", state);
    showAnswers();
  }, { "aria-pressed": "false" });
  const tools = [
    button("New sheet", () => go({ ...state, seed: String(1 + Math.floor(Math.random() * SEEDS)) }), { class: "main-button" }),
    button("Print", () => print()),
    answersButton,
  ];
  const files = Object.entries(FORMS).flatMap(([form, [name]]) => [false, true].map((answers) => button(`${answers ? "Answers" : "Exercises"} as ${name}`, () => download(form, answers), { class: "quiet small" })));
  const said = h("div", { class: "sheet-said", role: "status" });
  const command = h("div", { class: "command" });
  const place = h("div", { class: "sheets" });

  const form = h(
    "form",
    { class: "card choices", "aria-label": "The worksheet" },
    h("fieldset", {}, h("legend", {}, "Games"), games),
    h("div", { class: "row" }, level, questions, seed, tools),
    h("div", { class: "row files" }, h("span", { class: "soft" }, "Download"), files, button("Copy link", () => copy(location.href), { class: "quiet small" })),
    command,
    work.element,
    saving.element,
    said,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    change();
  });
  container.className = "worksheet";
  container.append(
    h("p", { class: "lead" }, "Exercises with pictures, and answers with reasons on pages of their own. The same seed gives the same sheet: the link is enough to share it."),
    form,
    place,
  );

  const setFiles = (isReady) => [...files, tools[1], answersButton].forEach((one) => (one.disabled = !isReady));
  // Until the games are listed, those of the address are chosen.
  const chosen = () => (games.querySelector("input") ? [...games.querySelectorAll("input:checked")].map(({ value }) => value).join(",") : state.games);

  const mark = () => {
    const names = state.games.split(",");
    for (const box of games.querySelectorAll("input")) box.checked = names.includes(box.value);
  };

  const list = (known) => {
    fill(games, known.map(({ name, title: words }) => h("label", {}, h("input", { type: "checkbox", value: name, onchange: () => change() }), ` ${words}`)));
    mark();
    games.querySelector("input:checked")?.scrollIntoView({ block: "nearest" });
  };

  const showAnswers = () => {
    const isShown = Boolean(state.answers);
    answersButton.setAttribute("aria-pressed", String(isShown));
    answersButton.textContent = isShown ? "Hide answers" : "Show answers";
    place.querySelector(".answers")?.classList.toggle("shown", isShown);
  };

  const show = (made) => {
    const asked = Number(state.questions);
    const count = made.questions.length;
    fill(place, sheet(made, false), sheet(made, true));
    fill(said, count < asked ? `${count} of ${asked} exercises: these games have no more positions for this level.` : `${count} ${count === 1 ? "exercise" : "exercises"}. The answers are printed on a new page.`);
    fill(command, "In a terminal: ", h("code", {}, made.command), " ", button("Copy", () => copy(made.command), { class: "quiet small", "aria-label": `Copy ${made.command}` }));
    document.title = `${made.title}: exercises · Farstar`;
    setFiles(true);
    showAnswers();
  };

  const fail = (error) => fill(said, error.kind === "Cancelled" ? "Cancelled: choose New sheet, or another seed." : complaint(error));

  const make = () => {
    saving.stop();
    setFiles(false);
    fill(said);
    fill(command);
    fill(place);
    if (!state.games) {
      work.stop();
      fill(said, "Choose a game.");
      return;
    }
    work.start("worksheet.sheet", question(state), { onResult: show, onError: fail, seconds: SECONDS });
  };

  const download = (form_, answers) => {
    const [, suffix, type] = FORMS[form_];
    const name = `worksheet${answers ? "-answers" : ""}.${suffix}`;
    saving.start("worksheet.download", { ...question(state), form: form_, answers }, { onResult: (data) => save(name, bytes(data), type), onError: fail, seconds: SECONDS });
  };

  const update = (given) => {
    const { answers: had, ...before } = state;
    state = { ...USUAL, games: given.level || given.seed || given.questions ? "" : USUAL.games, ...given };
    level.input.value = state.level in LEVELS ? state.level : USUAL.level;
    questions.input.value = state.questions;
    seed.input.value = state.seed;
    mark();
    const { answers, ...now } = state;
    if (address.query(before) !== address.query(now) || !place.childElementCount) make();
    else if (answers !== had) showAnswers();
  };

  const go = (next) => {
    address.push("worksheet", next);
    update(next);
  };

  const change = () => {
    if (form.reportValidity()) go({ games: chosen(), level: level.input.value, questions: questions.input.value, seed: seed.input.value, answers: state.answers });
  };

  const listing = new AbortController();
  setFiles(false);
  update(first);
  address.replace("worksheet", state);
  run("worksheet.choices", {}, { signal: listing.signal }).then(list, (error) => error.kind !== "Cancelled" && fill(games, complaint(error)));
  const unmount = () => {
    listing.abort();
    work.stop();
    saving.stop();
  };
  return { update, unmount };
};

const sheet = (made, isAnswers) =>
  h(
    "section",
    { class: `card sheet ${isAnswers ? "answers" : "exercises"}`, "aria-label": isAnswers ? "Answers" : "Exercises" },
    h("h2", {}, `${made.title}: ${isAnswers ? "answers" : "exercises"}`),
    h("p", { class: "soft" }, made.note),
    made.rules.map((words) => h("p", { class: "rule" }, words)),
    h("ol", {}, made.questions.map((asked) => h("li", {}, isAnswers ? answer(asked) : exercise(asked)))),
  );

const exercise = ({ kind, prompt, games }) => [h("p", {}, prompt), pictures(games), h("div", { class: kind === "thermograph" ? "space tall" : "space", "aria-hidden": "true" })];

const answer = ({ answer: words, games, reasons, thermograph }) => [
  h("p", {}, h("b", {}, words)),
  pictures(games),
  thermograph && trusted(thermograph),
  h("ul", {}, reasons.map((reason) => h("li", {}, reason))),
];

const pictures = (games) =>
  h("div", { class: "games" }, games.map(({ letter, text, svg }) => h("figure", {}, svg && trusted(svg), h("figcaption", {}, letter && h("b", {}, `${letter}: `), text))));
