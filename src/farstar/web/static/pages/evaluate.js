// The page Evaluate: type a game, and see its value, who wins and why.

import * as address from "../address.js";
import { run } from "../api.js";
import { complete } from "../completion.js";
import { button, card, clip, field, fill, h, save, sentence, trusted } from "../dom.js";
import * as past from "../history.js";
import { ownRules } from "../own-rules.js";
import { setHelp } from "../shell.js";
import { Work } from "../work.js";
import { showCard, showComparison } from "./evaluate-result.js";

export const title = "Evaluate";

const EXAMPLES = ["{3||2|1}", "E(11,8) + {3||2|1} - *2", "Domineering(3x3)", "^^* + {1|-1}", "Grossman(459,2393; k=2)", "E(11,8) >= v"];
const QUICK = 2; // seconds for reading what is typed
const AT_FIRST = [0, 2]; // seconds for the first look, and for the usual answer
const PATIENT = [10, 60]; // after the first, what is known then is shown
const PAUSE = 150; // milliseconds after the last key

export const mount = (container, first) => {
  let state = {};
  let games = [];
  let latest = null; // the answer so far
  const reading = new Work("Reading"); // too short to be shown
  const working = new Work("Evaluating", "Stop");
  const progress = h("div", { class: "progress" }, working.element);
  const said = h("div", { class: "said", id: "said", role: "status" });
  const result = h("div", { "aria-live": "polite" });
  const history = h("div");

  const expression = field(
    "Expression",
    { placeholder: "for example E(11,8) + {3||2|1} - *2", "aria-describedby": "said" },
    "grow expression",
  );
  const other = field("Compare with", { placeholder: "another game" }, "grow expression");
  other.hidden = true;
  const toggle = button("Compare …", () => setOther(other.hidden ? "" : null), { "aria-expanded": "false" });
  const setOther = (text) => {
    other.hidden = text === null;
    other.input.value = text ?? "";
    toggle.setAttribute("aria-expanded", String(!other.hidden));
    if (text === "") other.input.focus();
  };

  const rules = ownRules("Write rules as patterns, and a position of the game above, such as Clobber(xo|ox) + *.", (text) => {
    expression.input.value = text;
    submit(text, "");
  });
  const form = h(
    "form",
    {
      onsubmit: (event) => {
        event.preventDefault();
        submit(expression.input.value, other.hidden ? "" : other.input.value);
      },
    },
    h("div", { class: "row" }, h("div", { class: "completed grow" }, expression, complete(expression.input, () => games)), h("button", { class: "main-button" }, "Evaluate"), toggle),
    h("div", { class: "row second" }, other),
  );
  const examples = h("ul", { class: "chips", "aria-label": "Examples" }, EXAMPLES.map((e) => h("li", {}, h("a", { href: address.href("evaluate", { e }) }, e))));
  container.append(
    h("p", { class: "lead" }, "Type a game, a sum of games or a relation, and press Enter."),
    card(null, form, said, examples, rules.element),
    progress,
    result,
    history,
  );

  // Only the names that a text uses: nothing else may spoil the answer.
  const known = (...texts) => past.defined(past.used(texts.join(" "), { ...past.names(), ...past.defined(state.let) }));

  const submit = (text, against) => {
    const e = text.trim();
    if (!e) return;
    const next = { e, with: against.trim(), let: past.asLines(known(e, against)), rules: rules.value };
    address.push("evaluate", next);
    show(next);
  };

  let timer = null;
  expression.input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => check(expression.input.value), PAUSE);
  });
  const check = (text) => {
    if (!text.trim()) {
      reading.stop();
      fill(said);
      return;
    }
    const tell = (answer) => {
      if (answer.normalised === undefined) fill(said, h("span", { class: "fault" }, answer.caret ?? ""), h("div", { class: "fault words" }, answer.message));
      else fill(said, h("span", { class: "understood" }, `understood as ${clip(answer.normalised, 300)}`), (answer.notes ?? []).map((note) => h("div", { class: "words soft" }, note)));
    };
    reading.start("evaluate.check", { text, names: known(text), rules: rules.value }, { onResult: tell, onError: (error) => error.kind !== "Cancelled" && tell(error), seconds: QUICK });
  };

  // The answer grows: each stage has more time and shows everything that is known then.
  const evaluate = ([seconds, ...later]) => {
    const { e: text, with: against } = state;
    const args = { text, names: known(text, against ?? ""), rules: state.rules ?? "" };
    const task = against ? "evaluate.compare" : "evaluate.answer";
    const more = against ? { other: against } : { patience: seconds };
    working.start(
      task,
      { ...args, ...more },
      {
        onResult: (answer) => {
          const isPartial = later.length > 0 && answer.relation === undefined && answer.card.lacks_time;
          succeed(answer, args, isPartial);
          if (isPartial) evaluate(later);
        },
        onError: (error) => fail(error, args),
        // The reasons may take as long as the facts.
        seconds: 2 * seconds + QUICK,
      },
    );
  };
  const again = () => button("Try 60 s", () => evaluate(PATIENT), { class: "quiet small" });

  const succeed = (answer, args, isPartial) => {
    history.hidden = false;
    if (answer.relation !== undefined) {
      fill(result, showComparison(answer, { ...args, other: state.with }));
      note(args.text, answer.holds === null ? answer.relation : String(answer.holds));
      return;
    }
    latest = answer;
    showAnswer(args, isPartial);
    if (isPartial) return;
    const value = answer.card.unicode ?? "";
    if (answer.name) past.name(answer.name, answer.card.expression);
    note(args.text, value && value.length <= 60 ? value : answer.card.outcome);
  };

  const showAnswer = (args, isPartial, words = "") => {
    const onCool = (cool) => address.replace("evaluate", (state = { ...state, cool }));
    fill(result, showCard(latest.card, { names: args.names, rules: args.rules, cool: state.cool, onCool, isPartial, more: isPartial ? progress : [words, again()] }));
    if (!isPartial) result.before(progress);
  };

  const note = (e, v) => {
    past.remember({ e, v, ...(state.let ? { let: state.let } : {}), ...(state.rules ? { rules: state.rules } : {}), ...(state.with ? { with: state.with } : {}) });
    showHistory();
  };

  const fail = (error, args) => {
    history.hidden = false;
    if (latest) {
      // What is known already stays.
      showAnswer(args, false, error.kind === "Cancelled" ? "Stopped. " : `${sentence(error.message)}. `);
      return;
    }
    if (error.kind === "NotationError" || error.kind === "IllegalPositionError") {
      // Shown with its place below the field, unless it is the other game's.
      fill(result, state.with ? card("No answer", h("p", {}, `${sentence(error.message)}.`)) : null);
      return;
    }
    if (error.kind === "Cancelled") fill(result, card("Stopped", h("div", { class: "row" }, again())));
    else fill(result, card("No answer", h("p", {}, `${sentence(error.message)}.`), error.kind === "BudgetExceeded" && h("div", { class: "row" }, again())));
  };

  const showHistory = () => {
    const entries = past.entries();
    const names = Object.entries(past.names());
    fill(
      history,
      card(
        "History",
        names.length > 0 && h("ul", { class: "chips names", "aria-label": "Names" }, names.map(([key, text]) => h("li", {}, h("a", { href: address.href("evaluate", { e: text }) }, `${key} := ${clip(text, 40)}`)))),
        h(
          "ol",
          { class: "history", id: "history" },
          entries.map((entry) =>
            h("li", {}, h("a", { href: address.href("evaluate", { e: entry.e, with: entry.with, let: entry.let, rules: entry.rules }) }, clip(entry.with ? `${entry.e}  ?  ${entry.with}` : entry.e, 80)), h("span", {}, entry.v)),
          ),
        ),
        entries.length
          ? h(
              "div",
              { class: "row" },
              button("Save as text", () => save("farstar-history.txt", past.asText(), "text/plain"), { class: "quiet small" }),
              button("Clear", () => { past.forget(); showHistory(); }, { class: "quiet small" }),
            )
          : h("p", { class: "soft" }, "What you evaluate is listed here, in this browser only. Write G := … to give a game a name."),
      ),
    );
  };

  // Called with the state of the address: at first, after Back, and after a link to this page.
  const show = (next) => {
    state = { ...next };
    reading.stop();
    working.stop();
    clearTimeout(timer);
    expression.input.value = state.e ?? "";
    rules.show(state.rules ?? "");
    setOtherQuietly(state.with);
    latest = null;
    result.before(progress);
    fill(result);
    fill(said);
    address.setPosition(state);
    // The answer goes above it.
    history.hidden = Boolean(state.e);
    if (!state.e) return;
    check(state.e);
    evaluate(AT_FIRST);
  };
  const setOtherQuietly = (text) => {
    other.hidden = !text;
    other.input.value = text ?? "";
    toggle.setAttribute("aria-expanded", String(!other.hidden));
  };

  showHistory();
  show(first);
  if (!first.e) expression.input.focus({ preventScroll: true });
  run("evaluate.notation", {}).then(({ html, games: names }) => {
    games = names;
    setHelp([
      h("p", {}, "While you type, the line below the field says how your text is understood. Names of games are completed; the arrow keys choose one."),
      trusted(html),
      h("h3", {}, "Games"),
      h("dl", { class: "facts" }, names.map((game) => [h("dt", {}, h("code", {}, `${game.name}(…)`)), h("dd", {}, h("b", {}, game.title), ". ", trusted(game.rules), " ", game.example && h("a", { href: address.href("evaluate", { e: game.example }) }, game.example))])),
    ]);
  }, () => {});
  return {
    update: show,
    unmount: () => {
      clearTimeout(timer);
      [reading, working].forEach((work) => work.stop());
    },
  };
};
