// The page Tables: any invariant over two parameters, as a map of coloured cells.

import * as address from "../address.js";
import { allSizes } from "../all-sizes.js";
import { bytes, run } from "../api.js";
import { open } from "../app.js";
import { button, card, field, fill, h, save, select, sentence, trusted } from "../dom.js";
import { explain } from "../glossary.js";
import { Map_ } from "../map.js";
import { ownRules } from "../own-rules.js";
import { Palette, SCALES, css } from "../palette.js";
import { prover } from "../proof.js";
import { copy, setHelp } from "../shell.js";
import { Work } from "../work.js";
import { smallSurveys } from "./small-surveys.js";

export const title = "Tables";

const FIRST = { e: "E(p,q)", down: "p", down_from: "1", down_to: "100", across: "q", across_from: "1", across_to: "100", show: "outcome", where: "", rules: "" };
const EXAMPLES = {
  "Who wins Partizan Euclid": {},
  "The same up to 5,000": { down_to: "5000", across_to: "5000" },
  "Its atomic weights": { show: "mean atomic weight", where: "q < p < 2*q and gcd(p,q) == 1", down_to: "80", across_to: "80" },
  "Euclid's Grundy values": { e: "Euclid(a,b)", down: "a", across: "b", down_to: "60", across_to: "60", show: "grundy" },
  "Grossman's game, k = 2": { e: "Grossman(a,b; k=2)", down: "a", across: "b" },
  Geography: { e: "A(x,y,0)", down: "x", down_from: "0", down_to: "20", across: "y", across_to: "20", show: "value" },
  "Temperatures of Geography": { e: "A(x,y,2)", down: "x", down_from: "0", down_to: "40", across: "y", across_to: "40", show: "temperature" },
};
const OUTCOMES = { L: "L: Left wins", R: "R: Right wins", N: "N: the first player wins", P: "P: the second player wins" };
/** What a certificate proves of a cell that shows this. */
const PROVES = { outcome: "outcome", "misere outcome": "misere", value: "canonical", grundy: "grundy", mean: "thermograph", temperature: "thermograph", "left stop": "thermograph", "right stop": "thermograph", thermograph: "thermograph", "atomic weight": "atomic_weight", "mean atomic weight": "atomic_weight", reduced: "canonical", "left options": "canonical", "right options": "canonical", birthday: "canonical", followers: "canonical", "left wins by": "outcome", "right wins by": "outcome" };
const LONG = 600;
const HELP = "Point at a cell, tap it, or use the arrow keys, to read it.";

export const mount = (container, first) => {
  let state = {};
  let table = null; // the arguments of the tasks
  let map = null;
  let palette = null;
  let timer = null;
  const starting = new Work("Reading");
  const saving = new Work("Saving");
  const said = h("div", { class: "said calm", role: "status" });
  const saved = h("div", { class: "saved", role: "status" });

  // The form

  const fields = {
    e: field("Expression with two variables", {}, "grow expression"),
    down: field("Down: variable", { maxlength: 20 }),
    down_from: field("Down: from", { inputmode: "numeric", maxlength: 16 }),
    down_to: field("Down: to", { inputmode: "numeric", maxlength: 16 }),
    across: field("Across: variable", { maxlength: 20 }),
    across_from: field("Across: from", { inputmode: "numeric", maxlength: 16 }),
    across_to: field("Across: to", { inputmode: "numeric", maxlength: 16 }),
    where: field("Only where (optional)", { placeholder: "q < p < 2*q and gcd(p,q) == 1", maxlength: 200 }, "grow expression"),
  };
  const show = select("Show", { outcome: "outcome" }, "outcome", () => submit());
  show.classList.add("invariant");
  const rules = ownRules("Write rules as patterns, and a position of the game with variables, such as Clobber(m x n).");
  const submit = () => {
    const typed = Object.fromEntries(Object.entries(fields).map(([key, { input }]) => [key, input.value.trim()]));
    const next = { ...typed, show: show.input.value, rules: rules.value };
    address.push("tables", next);
    update(next);
    // The table is above the form.
    scrollTo({ top: 0 });
  };
  // `Nim(a,b)` says itself what its variables are.
  const inferVariables = () => {
    const inside = fields.e.input.value.replace(/[A-Za-z_]\w*\s*\(/g, "(").replace(/\b\w+\s*=/g, "");
    const names = [...new Set(inside.match(/\b[a-z][a-z0-9_]*\b/gi) ?? [])];
    const [down, across] = [fields.down.input, fields.across.input];
    if (names.length !== 2 || (names.includes(down.value.trim()) && names.includes(across.value.trim()))) return;
    [down.value, across.value] = names;
  };
  fields.e.input.addEventListener("input", inferVariables);
  const form = h(
    "form",
    { onsubmit: (event) => { event.preventDefault(); submit(); } },
    h("div", { class: "row" }, fields.e, show),
    h("div", { class: "row" }, h("div", { class: "axis" }, fields.down, fields.down_from, fields.down_to), h("div", { class: "axis" }, fields.across, fields.across_from, fields.across_to)),
    h("div", { class: "row" }, fields.where, h("button", { class: "main-button" }, "Make the table")),
  );
  const examples = h("ul", { class: "chips words", "aria-label": "Examples" }, Object.entries(EXAMPLES).map(([name, fields_]) => h("li", {}, h("a", { href: address.href("tables", { ...FIRST, ...fields_ }) }, name))));

  // The map

  const caption = h("h2");
  const readout = h("p", { id: "cell-said", class: "readout", role: "status" }, HELP);
  const place = h("div", { class: "map-place" });
  const proofs = h("div", { class: "cell-proof" });
  const theorem = h("div");
  let proved = "";
  const legend = h("div", { class: "legend-place" });
  const scale = select("Scale", SCALES, "linear", (chosen) => {
    palette.scale = chosen;
    map.repaint();
    showLegend();
    replaceView({ scale: chosen });
  });
  const tools = h(
    "div",
    { class: "row map-tools" },
    button("+", () => map?.zoom(1.5), { "aria-label": "Zoom in", class: "quiet icon" }),
    button("−", () => map?.zoom(1 / 1.5), { "aria-label": "Zoom out", class: "quiet icon" }),
    button("Fit", () => map?.fit()),
    scale,
  );
  const files = h(
    "div",
    { class: "row files waiting" },
    ["svg", "pdf", "png"].map((form_) => button(`Save ${form_.toUpperCase()}`, () => savePicture(form_))),
    [["csv", "CSV"], ["latex", "LaTeX"]].map(([form_, name]) => button(`Save ${name}`, () => saveFile(form_))),
    button("Copy link", () => copy(location.href)),
  );
  // The table is above it, and stays in the address.
  const surveys = smallSurveys({ rules: () => rules.value, onRun: (fields_) => address.push("tables", (state = { ...state, ...fields_, rules: rules.value })) });
  const shown = h(
    "section",
    { class: "card waiting" },
    caption,
    h("div", { class: "map-columns" }, h("div", { class: "map-box" }, readout, place), h("div", { class: "map-side" }, tools, legend, files, saving.element, saved, proofs, theorem)),
  );
  container.append(
    shown,
    card(null, h("p", { class: "lead" }, "Choose two parameters of a game and what to show of each position, up to 5,000 by 5,000."), form, said, examples, rules.element, starting.element),
    surveys.element,
  );

  const question = (next) => {
    const number = (key) => {
      if (!/^[+-]?\d{1,15}$/.test(next[key])) throw new Error(`expected a whole number, got '${next[key]}'`);
      return Number(next[key]);
    };
    return { text: next.e, down: [next.down, number("down_from"), number("down_to")], across: [next.across, number("across_from"), number("across_to")], show: next.show, where: next.where, rules: next.rules };
  };

  const complain = (message) => {
    fill(said, h("div", { class: "fault words" }, sentence(message)));
    shown.hidden = true;
    container.scrollIntoView({ block: "nearest" });
  };

  const update = (given) => {
    const next = { ...FIRST, ...given };
    const isSame = table && Object.keys(FIRST).every((key) => next[key] === state[key]);
    state = next;
    surveys.show(next);
    for (const [key, { input }] of Object.entries(fields)) if (document.activeElement !== input) input.value = next[key];
    rules.show(next.rules);
    if ([...show.input.options].some((option) => option.value === next.show)) show.input.value = next.show;
    if (isSame) return lookAtAddress();
    stop();
    fill(said);
    try {
      table = question(next);
    } catch (error) {
      table = null;
      return complain(error.message);
    }
    return starting.start("tables.describe", table, { onResult: begin, seconds: LONG, onError: (error) => complain(error.message) });
  };

  const begin = ({ caption: html, text, all_sizes: canProve }) => {
    fill(theorem, canProve && allSizes(() => ({ text: table.text, rules: state.rules }), table.show));
    explain(fill(caption, trusted(html)));
    shown.hidden = false;
    shown.classList.remove("waiting");
    fill(saved);
    readout.textContent = HELP;
    readout.classList.remove("told");
    fill(proofs);
    proved = "";
    palette = new Palette();
    palette.scale = state.scale in SCALES ? state.scale : null;
    const [down, across] = [table.down, table.across].map(([name, first_, last]) => ({ name, first: first_, last }));
    const load = (step, row, column, signal) => run("tables.tile", { ...table, step, row, column }, { signal, seconds: LONG });
    map = new Map_({ down, across }, palette, load, {
      cell: tell,
      view: (view) => replaceView(view.isAll ? { x: "", y: "", z: "" } : { x: view.x.toFixed(1), y: view.y.toFixed(1), z: view.side.toFixed(3) }),
      tiles: showLegend,
      error: (error) => error.kind !== "Cancelled" && complain(error.message),
      open: (cell) => open("evaluate", { e: expression(cell), rules: state.rules }),
    });
    map.canvas.setAttribute("aria-label", text);
    lookAtAddress();
    fill(place, map.element);
    fill(legend);
  };

  const lookAtAddress = () => {
    const [x, y, side] = [state.x, state.y, state.z].map(Number);
    if (state.z && [x, y, side].every(Number.isFinite) && side > 0) map?.look({ x, y, side });
    else if (map?.width) map.fit();
  };

  const replaceView = (change) => {
    state = { ...state, ...change };
    clearTimeout(timer);
    // By then a survey may have been added to the state, or another page opened.
    const here = location.pathname;
    timer = setTimeout(() => location.pathname === here && address.replace("tables", state), 200);
  };

  // Cells

  const expression = (cell) => {
    const values = { [table.down[0]]: cell.down, [table.across[0]]: cell.across };
    const names = new RegExp(`\\b(?:${Object.keys(values).join("|")})\\b`, "g");
    return table.text.replace(names, (name) => (values[name] < 0 ? `(${values[name]})` : values[name]));
  };

  const tell = (cell, isSelected) => {
    const label = map.labelOf(cell);
    const words = label === undefined ? "…" : label === null ? "no such position" : palette.kind === "outcome" ? (OUTCOMES[label] ?? label) : `${table.show} ${label}`;
    const place_ = { e: expression(cell), rules: state.rules };
    readout.classList.add("told");
    const answer = `${table.show} ${place_.e} ${label}`;
    if (isSelected && proved !== answer) {
      proved = answer;
      const proof = label != null && PROVES[table.show] && prover("Prove it", { text: place_.e, prove: PROVES[table.show], rules: state.rules });
      fill(proofs, proof && [proof.button, proof.answer]);
    }
    fill(readout, `${place_.e} — ${words}`, isSelected && label !== null && ["evaluate", "play", "explore"].flatMap((page) => [" ", h("a", { href: address.href(page, place_) }, sentence(page))]));
  };

  const showLegend = () => {
    files.classList.remove("waiting");
    const counts = map.isCounted;
    scale.hidden = !palette.isScale;
    if (palette.scale) scale.input.value = palette.scale;
    if (map.selected) tell(map.selected, true);
    if (palette.isScale) {
      fill(legend, colourBar(palette));
      return;
    }
    const item = (text, rgb) => h("li", {}, patch(rgb), text.replace(/(^|\s)-(?=\d)/g, "$1−"));
    fill(
      legend,
      h(
        "ul",
        { id: "cell-legend", class: "legend", "aria-label": "What the colours mean" },
        palette.classes.map(({ text, id, count }) => item(`${palette.kind === "outcome" ? OUTCOMES[text] : text}${counts ? ` (${count.toLocaleString("en")})` : ""}`, palette.colourOf(id))),
        palette.hasOthers && item("others", palette.colourOf(palette.labels.length - 1)),
      ),
    );
  };
  const themed = new MutationObserver(() => palette?.kind && showLegend());
  themed.observe(document.documentElement, { attributeFilter: ["data-theme"] });

  // Files

  const fileName = () => `${table.show} of ${table.text}`.replace(/[^A-Za-z0-9]+/g, "-").replace(/^-|-$/g, "");
  const TYPES = { svg: "image/svg+xml", pdf: "application/pdf", png: "image/png", csv: "text/csv", latex: "text/x-tex" };
  const keep = (form_) => ({
    onResult: (data) => save(`${fileName()}.${form_ === "latex" ? "tex" : form_}`, bytes(data), TYPES[form_]),
    onError: (error) => error.kind !== "Cancelled" && fill(saved, h("p", { class: "bad" }, `${sentence(error.message)}.`)),
    seconds: LONG,
  });
  const savePicture = (form_) => saving.start("tables.picture", { ...table, form: form_, view: map.range, colours: palette.toData() }, keep(form_));
  const saveFile = (form_) => saving.start("tables.export", { ...table, form: form_ }, keep(form_));

  const stop = () => {
    starting.stop();
    saving.stop();
    clearTimeout(timer);
    map?.stop();
    map = table = null;
  };

  run("tables.invariants", {}).then((names) => {
    const chosen = state.show;
    fill(show.input, Object.entries(names).map(([name, words]) => h("option", { value: name, title: words, selected: name === chosen }, name)));
  }, () => {});
  setHelp([
    h("p", {}, "Wheel, + and − zoom; drag to move; 0 shows all. The arrow keys move from cell to cell, Enter opens the cell. On a phone, use one finger to move and two to zoom."),
    h("p", {}, "Where several cells share a pixel, one of them is shown, and the readout names it. Texts appear in the cells once they fit."),
    h("p", {}, "A small survey notes several things of each position, for any number of variables, and counts the answers. Its command does the same on a terminal, where it may be larger."),
    h("p", {}, "Pictures show what is in view, in the same colours and with the same caption. CSV and LaTeX have the whole table."),
  ]);
  update(first);
  return {
    update,
    unmount: () => {
      stop();
      surveys.stop();
      themed.disconnect();
    },
  };
};

const patch = (rgb) => {
  const element = h("span", { class: "patch" });
  element.style.background = css(rgb);
  return element;
};

/** A strip of colours with numbers below it. */
const colourBar = (palette) => {
  const strip = h("div", { class: "strip" });
  const stops = Array.from({ length: 11 }, (_, i) => css(palette.shade(i / 10)));
  strip.style.background = `linear-gradient(to right, ${stops.join(", ")})`;
  const text = (n) => (Number.isInteger(n) ? String(n) : String(Number(n.toPrecision(3)))).replace("-", "−");
  const numbers = [0, 0.25, 0.5, 0.75, 1].map((share) => h("span", {}, text(palette.at(share))));
  const words = palette.kind === "mean" ? "mean, " : "";
  return h("div", { class: "colour-bar", role: "img", "aria-label": `Colours from ${text(palette.at(0))} to ${text(palette.at(1))}` }, strip, h("div", { class: "numbers" }, numbers), h("p", { class: "soft" }, `${words}${SCALES[palette.scale]}, over what has been in view`));
};
