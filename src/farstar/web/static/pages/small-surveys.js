// Small surveys on the page Tables: positions over ranges, or a survey with a name.

import { button, card, field, fill, h, save, select } from "../dom.js";
import { bytes, run } from "../api.js";
import { copy } from "../shell.js";
import { Work, complaint } from "../work.js";

const POSITIONS = "";
const FIRST = { survey: POSITIONS, positions: "Nim(a,b)", ranges: "a=0..20 b=0..20", note: "outcome, grundy", only: "", bound: "", parameters: "" };
const BUDGET = { 10: "10 seconds", 60: "a minute", 600: "10 minutes" };
const RULES_FILE = "my.rules";

/** The card: `rules()` are the visitor's own, and `onRun(fields)` is told what belongs to the address.
 *
 * The card's `show(state)` runs the survey of an address, if it has one. */
export const smallSurveys = ({ rules, onRun }) => {
  const work = new Work("Surveying", "Stop");
  let named = [];
  let shown = null; // what was run last
  const result = h("div", { class: "survey-result", role: "status" });
  const fields = {
    positions: field("Positions", { placeholder: "Nim(a,b)" }, "grow expression"),
    ranges: field("Ranges", { placeholder: "a=1..30 b=1..30", maxlength: 300 }, "grow expression"),
    note: field("Properties of each", { placeholder: "outcome, value", maxlength: 300 }, "grow"),
    only: field("Only positions with (optional)", { placeholder: "a < b", maxlength: 200 }, "grow expression"),
    bound: field("Bound", { inputmode: "numeric", maxlength: 7 }, "short"),
    parameters: field("Parameters (optional)", { maxlength: 290 }, "grow expression"),
  };
  const about = h("p", { class: "soft" });
  const ofPositions = h("div", {}, h("div", { class: "row" }, fields.positions, fields.ranges), h("div", { class: "row" }, fields.note, fields.only));
  const ofName = h("div", {}, about, h("div", { class: "row" }, fields.bound, fields.parameters));
  const budget = select("For at most", BUDGET, "60");
  const survey = select("Survey", { [POSITIONS]: "positions of a game" }, POSITIONS, () => arrange());
  const form = h(
    "form",
    { onsubmit: (event) => { event.preventDefault(); submit(); } },
    h("div", { class: "row" }, survey, budget),
    ofPositions,
    ofName,
    h("div", { class: "row" }, h("button", { class: "main-button" }, "Run the survey")),
  );
  const element = card(
    "Small surveys",
    h("p", {}, "Several properties of up to 100,000 positions at once, or one of the surveys with a name."),
    form,
    work.element,
    result,
  );
  element.classList.add("small-surveys");

  const arrange = () => {
    const chosen = named.find(({ name }) => name === survey.input.value);
    ofPositions.hidden = Boolean(survey.input.value);
    ofName.hidden = !ofPositions.hidden;
    if (!chosen) return;
    const options = Object.entries(chosen.options);
    fill(
      about,
      `It finds ${chosen.title}. The bound: ${chosen.meaning} N, up to ${chosen.most.toLocaleString("en")}, usually ${chosen.bound.toLocaleString("en")}.`,
      options.map(([name, meaning]) => [h("br"), h("code", {}, `${name}=`), ` ${meaning}`]),
    );
    fields.bound.input.placeholder = String(chosen.bound);
    fields.parameters.hidden = options.length === 0;
  };

  const typed = () => {
    const all = Object.fromEntries(Object.entries(fields).map(([key, { input }]) => [key, input.value.trim()]));
    return { survey: survey.input.value, ...all, ran: "1" };
  };
  const submit = () => {
    const state = typed();
    onRun(state);
    start(state);
  };

  const start = (state) => {
    shown = JSON.stringify(state);
    fill(result);
    const isNamed = state.survey !== POSITIONS;
    const words = isNamed ? `${state.bound ? `bound=${state.bound} ` : ""}${state.parameters}` : state.ranges;
    const what = isNamed ? { what: state.survey, show: "", where: "" } : { what: state.positions, show: state.note, where: state.only };
    const own = isNamed ? "" : rules();
    work.start("surveys.rows", { ...what, words, rules: own }, {
      seconds: Number(budget.input.value),
      onResult: (answer) => fill(result, written(answer, own)),
      onError: (error) => fill(result, error.kind === "Cancelled" ? h("p", {}, "Stopped.") : complaint(error)),
    });
  };

  // The names come later than the page.
  const choose = (name) => {
    if (name && !named.some((one) => one.name === name)) survey.input.append(h("option", { value: name }, name));
    survey.input.value = name;
    arrange();
  };
  run("surveys.named", {}).then((answer) => {
    const chosen = survey.input.value;
    named = answer;
    fill(survey.input, h("option", { value: POSITIONS }, "positions of a game"), named.map(({ name }) => h("option", { value: name }, name)));
    choose(chosen);
  }, () => {});

  const show = (given) => {
    const state = Object.fromEntries(Object.entries(FIRST).map(([key, usual]) => [key, given.ran ? (given[key] ?? "") : usual]));
    if (given.ran && JSON.stringify({ ...state, ran: "1" }) === shown) return;
    if (!given.ran && shown === null && fields.positions.input.value) return;
    work.stop();
    shown = null;
    fill(result);
    for (const [key, { input }] of Object.entries(fields)) input.value = state[key];
    choose(state.survey);
    if (given.ran) start({ ...state, ran: "1" });
  };

  return { element, show, stop: () => work.stop() };
};

const table = ({ columns, rows }, name) =>
  h(
    "div",
    // What does not fit can be scrolled by the keyboard too.
    { class: "survey-table", role: "region", "aria-label": name, tabindex: "0" },
    h(
      "table",
      { class: "plain" },
      columns.length > 0 && h("thead", {}, h("tr", {}, columns.map((text) => text ? h("th", { scope: "col" }, text) : h("td")))),
      h("tbody", {}, rows.map((row) => h("tr", {}, row.map((text) => h("td", {}, text))))),
    ),
  );

const written = ({ columns, rows, count, summary, csv, command }, rules) => {
  const all = rules ? command.replace("farstar survey", `farstar survey --rules ${RULES_FILE}`) : command;
  const data = bytes(csv);
  const howMany = rows.length < count ? `The first ${rows.length} of ${count.toLocaleString("en")} rows` : `${count.toLocaleString("en")} ${count === 1 ? "row" : "rows"}`;
  return [
    h("h3", {}, "Summary"),
    h("div", { class: "survey-summary" }, summary.map((one, i) => table(one, `Summary, table ${i + 1}`))),
    h("h3", {}, howMany),
    rows.length > 0 && table({ columns, rows }, "Rows of the survey"),
    h(
      "div",
      { class: "row" },
      data.length > 0 && button("Save rows as CSV", () => save("survey.csv", data, "text/csv")),
      rules && button(`Save ${RULES_FILE}`, () => save(RULES_FILE, rules, "text/plain")),
      button("Copy link to this survey", () => copy(location.href)),
    ),
    data.length === 0 && h("p", { class: "soft" }, "The rows are too many for a file here; --out FOLDER writes them on a terminal."),
    h("p", { class: "command" }, "On a terminal: ", h("code", {}, all), " ", button("Copy", () => copy(all), { class: "quiet small", "aria-label": `Copy ${all}` })),
  ];
};
