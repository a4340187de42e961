// The page Explore: a position and its options by value, and a walk through the game.
//
// The walk is in the address: `m` has its moves, each the letter of the player and the short text.

import * as address from "../address.js";
import { run } from "../api.js";
import { button, card, field, fill, h, save, sentence, trusted } from "../dom.js";
import { explain, term } from "../glossary.js";
import { Graph } from "../graph.js";
import { ownRules } from "../own-rules.js";
import { prover } from "../proof.js";
import { copy, setHelp } from "../shell.js";
import { Work, complaint } from "../work.js";

export const title = "Explore";

const EXAMPLES = ["E(11,8)", "Domineering(3x3)", "A(3,2,1)", "Nim(1,2,3)", "{3||2|1} + *", "Hackenbush(l(l;r);rl)", "Clobber(3x3)"];
const NAMES = { left: "Left", right: "Right" };
const MOST_NODES = 80;

const HELP = [
  h("p", {}, "Blue lines are moves of Left, dashed orange ones of Right. Options of equal value share a box; what is dominated or reversible is faded, and says why. A position that is shown a second time, since two lines of play meet, says so."),
  h("p", {}, "Click on a box to move there, on + to see its options in place. The move that leads to a box is marked on its board. Drag to move the picture, zoom by the buttons, or with Ctrl or Shift and the wheel."),
];

export const mount = (container, state) => new Explore(container, state).handle;

class Explore {
  constructor(container, state) {
    this.working = new Work("Looking at the position");
    this.graph = new Graph({ onGo: (node) => this.go(node.path), onToggle: (node) => this.toggle(node) });
    this.expression = field("Position", { name: "e" }, "grow expression");
    this.rules = ownRules("Write rules as patterns, and a position of the game above, such as Clobber(xo|ox).", (e) => this.push({ e, steps: [], rules: this.rules.value }));
    const form = h("form", {}, h("div", { class: "row" }, this.expression, h("button", { class: "main-button" }, "Explore")));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const e = this.expression.input.value.trim();
      if (e) this.push({ e, steps: [], rules: this.rules.value });
    });
    this.said = h("div", {});
    this.trail = h("ol", { class: "trail", "aria-label": "The line of play" });
    this.facts = h("div", { "aria-live": "polite" });
    this.options = h("div", { class: "option-lists" });
    this.machine = h("section", { class: "card", hidden: true });
    const tool = (label, name, action) => button(label, action, { class: "quiet small", "aria-label": name, title: name });
    const tools = h(
      "div",
      { class: "graph-tools" },
      tool("+", "Zoom in", () => this.graph.zoom(1.3)),
      tool("−", "Zoom out", () => this.graph.zoom(1 / 1.3)),
      tool("Fit", "Fit", () => this.graph.fit()),
      tool("Centre", "Centre", () => this.graph.centre()),
      tool("Collapse all", "Collapse all", () => this.collapse()),
      tool("SVG", "Save as SVG", () => save("positions.svg", this.graph.toSvg(), "image/svg+xml")),
      tool("TikZ", "Save as TikZ", () => save("positions.tex", this.graph.toTikz(), "application/x-tex")),
      tool("Copy link", "Copy link", () => copy(location.href)),
    );
    this.parts = [
      h("section", { class: "card picture waiting", "aria-label": "Graph" }, this.trail, this.graph.element, tools),
      h("section", { class: "card here waiting", "aria-label": "The position" }, this.facts, this.options),
    ];
    container.className = "explore";
    container.append(
      h("section", { class: "card asked" }, form, h("ul", { class: "chips", "aria-label": "Examples" }, EXAMPLES.map((e) => h("li", {}, h("a", { href: address.href("explore", { e }) }, e)))), this.rules.element, this.said, this.working.element),
      ...this.parts,
      this.machine,
    );
    setHelp(HELP);
    this.resizing = new ResizeObserver(() => this.root && this.graph.show(this.root, { centre: true }));
    this.resizing.observe(this.graph.element);
    this.update(state);
    this.handle = { update: (next) => this.update(next), unmount: () => this.unmount() };
  }

  unmount() {
    this.working.stop();
    this.resizing.disconnect();
  }

  stateOf({ e, steps, rules }) {
    return { e, rules, m: steps.join("_") };
  }

  push(place) {
    address.push("explore", this.stateOf(place));
    this.load(place);
  }

  update({ e = EXAMPLES[0], m = "", rules = "" }) {
    this.load({ e, steps: m.split("_").filter(Boolean), rules });
  }

  load(place) {
    this.place = place;
    this.expression.input.value = place.e;
    this.rules.show(place.rules);
    this.working.start(
      "explore.node",
      { expression: place.e, steps: place.steps, rules: place.rules },
      {
        onResult: (node) => this.show(node),
        onError: (error) => {
          if (error.kind === "Cancelled") return;
          fill(this.said, complaint(error));
          // What is shown belongs to another position.
          this.parts.forEach((part) => part.classList.add("waiting"));
          this.machine.hidden = true;
        },
      },
    );
  }

  show(node) {
    this.parts.forEach((part) => part.classList.remove("waiting"));
    address.replace("explore", this.stateOf(this.place));
    fill(this.said);
    address.setPosition({ e: node.text, rules: this.place.rules });
    const hadFocus = this.graph.element.contains(document.activeElement);
    this.root = { ...node, count: 1, reason: null, path: this.place.steps };
    this.root.children = this.childrenOf(this.root, node);
    this.graph.show(this.root, { centre: true });
    if (hadFocus) this.graph.svg.querySelector(".hit")?.focus({ preventScroll: true });
    this.showTrail(node.trail);
    this.showFacts(node);
    this.showMachine(node);
  }

  childrenOf(parent, node) {
    const both = node.is_impartial;
    const made = (letter) => (group) => ({ ...group, both, path: [...parent.path, letter + group.key] });
    return { left: node.left.map(made("L")), right: both ? [] : node.right.map(made("R")) };
  }

  go(steps) {
    this.push({ ...this.place, steps });
  }

  async toggle(node) {
    if (node.children) {
      node.children = null;
      this.graph.show(this.root);
      return;
    }
    if (this.graph.spots.length >= MOST_NODES) {
      fill(this.said, h("p", { class: "soft", role: "status" }, `${MOST_NODES} positions are open: collapse some, or click on one to go there.`));
      return;
    }
    const { place } = this;
    try {
      const opened = await run("explore.node", { expression: place.e, steps: node.path, rules: place.rules });
      if (place !== this.place) return;
      node.children = this.childrenOf(node, opened);
      this.graph.show(this.root);
    } catch (error) {
      if (error.kind === undefined) throw error;
      fill(this.said, complaint(error));
    }
  }

  collapse() {
    if (!this.root) return;
    for (const child of [...this.root.children.left, ...this.root.children.right]) child.children = null;
    this.graph.show(this.root, { centre: true });
  }

  showTrail(trail) {
    const { e, steps, rules } = this.place;
    fill(
      this.trail,
      trail.map(({ text, player }, place) => {
        const isLast = place === trail.length - 1;
        const href = address.href("explore", this.stateOf({ e, rules, steps: steps.slice(0, place) }));
        const mark = player ? h("span", { class: player }, this.root.is_impartial ? " → " : ` ${NAMES[player]} → `) : null;
        return h("li", {}, mark, isLast ? h("b", {}, h("code", {}, text)) : h("a", { href }, h("code", {}, text)));
      }),
    );
  }

  showFacts(node) {
    const { rules } = this.place;
    const outcome = node.who ? `${sentence(node.who)} (${node.outcome})` : "not found in time";
    const rows = [
      [term("outcome", "Outcome"), outcome],
      [term("value", "Value"), node.value ?? "too long to find or to write here"],
      node.mean === null ? null : [[term("mean", "Mean"), ", ", term("temperature")], `${node.mean}, ${node.temperature}`],
      node.word === null ? null : [term("word", "Word"), node.word],
    ].filter(Boolean);
    const proof = prover("Prove it", { text: node.text, rules });
    const links = h("p", { class: "row" }, h("a", { class: "quiet small", href: address.href("play", { e: node.text, rules }) }, "Play it"), h("a", { class: "quiet small", href: address.href("evaluate", { e: node.text, rules }) }, "Evaluate"), proof.button);
    fill(this.facts, h("h2", {}, h("code", {}, node.name)), h("dl", { class: "facts pairs" }, rows.flatMap(([name, text]) => [h("dt", {}, name), h("dd", {}, text)])), links, proof.answer);
    explain(fill(this.options, (node.is_impartial ? ["left"] : ["left", "right"]).map((player) => this.optionList(player)), node.hidden ? h("p", { class: "soft" }, `${node.hidden} more moves are not shown.`) : null));
  }

  titleOf(player, count) {
    const who = this.root.is_impartial ? "Either player" : NAMES[player];
    return count ? `${who} can move to` : this.root.is_impartial ? "Nobody can move." : `${who} has no move.`;
  }

  linkTo(steps, text) {
    return h("a", { href: address.href("explore", this.stateOf({ ...this.place, steps })) }, h("code", {}, text));
  }

  optionList(player) {
    const groups = this.root.children[player];
    return h(
      "div",
      {},
      h("h3", { class: this.root.is_impartial ? "" : player }, this.titleOf(player, groups.length)),
      h(
        "ul",
        { class: "groups" },
        groups.map((group) =>
          h(
            "li",
            { class: group.reason ? "minor" : "" },
            button([h("code", {}, group.text), group.value ? h("span", { class: "math" }, ` = ${group.value}`) : null], () => this.go(group.path), { class: "quiet small" }),
            group.count > 1 ? h("span", { class: "soft" }, ` and ${group.count - 1} more of equal value${group.others.length ? ": " : ""}`, group.others.map(({ key, text }, place) => [place ? ", " : "", this.linkTo([...this.place.steps, group.path.at(-1)[0] + key], text)])) : null,
            group.reason ? h("span", { class: "soft" }, ` ${group.reason}`) : null,
          ),
        ),
      ),
    );
  }

  async showMachine(node) {
    // The diagram is drawn by matplotlib, which a site without a server does not have.
    this.machine.hidden = node.automaton === null || address.isStatic;
    if (this.machine.hidden) return;
    if (!this.machine.firstChild) {
      const { svg } = await run("explore.automaton", { name: node.automaton });
      if (!this.machine.firstChild) fill(this.machine, ...card("The automaton that reads the word", h("p", {}, "The word is read from its end; the state reached says who wins."), h("div", { class: "figure scroll automaton", tabindex: "0", role: "region", "aria-label": "Automaton" }, trusted(svg))).childNodes);
    }
    this.machine.querySelectorAll(".lit").forEach((state) => state.classList.remove("lit"));
    this.machine.querySelectorAll(`[id$="state-${node.state}"]`).forEach((state) => state.classList.add("lit"));
  }
}
