// The page Papers: the claims of each paper, checked on the spot, and its tables and figures.

import * as address from "../address.js";
import { run } from "../api.js";
import { button, card, field, fill, h, select, sentence, store, stored, trusted } from "../dom.js";
import { prover } from "../proof.js";
import { copy, setHelp } from "../shell.js";
import { Work, complaint } from "../work.js";

export const title = "Papers";

const LONG = 600; // seconds for one check
const SIGNS = {
  holds: ["✓", "holds"],
  corrected: ["≈", "holds as corrected"],
  disagrees: ["✗", "disagrees"],
  open: ["?", "an open question"],
  answered: ["=", "a question, answered"],
};
const TALLY = { holds: "hold", corrected: "hold as corrected", disagrees: "disagree", open: "open questions", answered: "questions, answered" };
const FILTERS = { "": "all claims", holds: "hold as printed", corrected: "need a correction", open: "open questions", answered: "answered questions", unchecked: "not checked here yet" };
const VERDICTS = "farstar-verdicts";

// Verdicts of this version, by paper and label: a claim that was checked stays so after a reload.
const version = document.body.dataset.version;
const verdicts = () => {
  const known = stored(VERDICTS, {}, (value) => typeof value === "object" && value.version === version);
  const papers = known.papers;
  return typeof papers === "object" && papers !== null ? papers : {};
};
const verdictOf = (paper, label) => {
  const found = verdicts()[paper]?.[label];
  return found && found.verdict in SIGNS && Array.isArray(found.facts) ? found : null;
};
const keep = (paper, result) => {
  const papers = verdicts();
  store(VERDICTS, { version, papers: { ...papers, [paper]: { ...papers[paper], [result.label]: result } } });
};

export const mount = (container, first) => {
  let state = {};
  let shown = null; // the paper, and the parts of the page about it
  const reading = new Work("Reading the paper");
  const tabs = h("nav", { class: "tabs", "aria-label": "Papers" });
  const contents = h("div");
  const body = h("div", { class: "waiting" }, contents, reading.element);
  container.append(
    h("p", { class: "lead" }, "Every claim of these papers is a program here. Check one, or all, and open a position that it is about."),
    tabs,
    body,
  );
  let papers = [];
  // The task, too, takes the first paper if none is named.
  const current = () => state.paper ?? papers[0]?.name ?? "";
  const showTabs = () =>
    fill(
      tabs,
      h("ul", { class: "chips words" }, papers.map(({ name, short }) => h("li", {}, h("a", { href: address.href("papers", { paper: name }), "aria-current": current() === name && "page" }, short)))),
    );
  run("papers.catalogue", {})
    .then((found) => {
      papers = found;
      showTabs();
    }, () => {})
    .then(() => body.classList.remove("waiting"));

  const show = (next) => {
    state = { ...next };
    showTabs();
    const paper = current();
    if (shown?.paper === paper) return shown.filter();
    shown?.stop();
    shown = null;
    fill(contents);
    return reading.start("papers.claims", { paper }, {
      onResult: (found) => {
        shown = showPaper(contents, found, () => state, (change) => address.replace("papers", (state = { ...state, ...change })));
      },
      onError: (error) => fill(contents, complaint(error)),
    });
  };
  setHelp([
    h("p", {}, "Each claim says what is compared with what and in which range. Check runs the comparison here and now."),
    h("dl", { class: "facts" }, Object.entries(SIGNS).map(([, [sign, words]]) => [h("dt", {}, sign), h("dd", {}, words)])),
    h("p", {}, "Verdicts are kept in this browser, for this version of Farstar."),
  ]);
  show(first);
  return {
    update: show,
    unmount: () => {
      reading.stop();
      shown?.stop();
    },
  };
};

/** Show a paper; return how to stop its work, and how to filter its claims by the address. */
const showPaper = (contents, found, state, change) => {
  const checking = new Work("Checking");
  const drawing = [];
  const said = h("p", { class: "soft tally", role: "status" });
  const rows = found.claims.map((claim) => claimRow(found.name, claim, (labels) => check(labels)));
  const byLabel = new Map(rows.map((row) => [row.claim.label, row]));
  const chosen = select("Show", FILTERS, state().show ?? "", (show) => {
    change({ show, claim: "" });
    filter();
  });
  const search = field("Search", { type: "search", maxlength: 100, placeholder: "words of a claim" });
  search.input.value = state().q ?? "";
  search.input.addEventListener("input", () => {
    change({ q: search.input.value, claim: "" });
    filter();
  });
  const none = h("p", { class: "soft", hidden: true }, "No claim fits.");
  const unknown = h("p", { class: "bad", role: "alert", hidden: true });

  let left = [];
  let counts = {};
  // One button from the first claim to the last: each of them may be checked in a moment.
  const halt = button("Stop checking", () => {
    left = [];
    checking.stop();
    halt.hidden = true;
    tell("stopped");
  }, { class: "quiet", hidden: true });
  const check = (labels) => {
    left = [...labels];
    counts = {};
    halt.hidden = labels.length < 2;
    proceed();
  };
  const proceed = () => {
    const label = left.shift();
    if (label === undefined) {
      halt.hidden = true;
      return;
    }
    checking.start("papers.check", { paper: found.name, label }, {
      onResult: (result) => {
        keep(found.name, result);
        byLabel.get(label).show(result);
        counts[result.verdict] = (counts[result.verdict] ?? 0) + 1;
        tell(left.length ? `${left.length} to go` : "done");
        proceed();
      },
      onError: (error) => {
        left = [];
        halt.hidden = true;
        tell(`${label}: ${error.message}`);
      },
      seconds: LONG,
    });
  };
  const tell = (words) => {
    const list = Object.keys(SIGNS).filter((verdict) => counts[verdict]).map((verdict) => `${counts[verdict]} ${counts[verdict] === 1 ? SIGNS[verdict][1] : TALLY[verdict]}`);
    said.textContent = [list.join(", "), words].filter(Boolean).join("; ");
  };

  const filter = () => {
    const { show = "", q = "", claim = "" } = state();
    if (chosen.input.value !== show) chosen.input.value = show in FILTERS ? show : "";
    if (search.input.value !== q) search.input.value = q;
    const words = q.toLowerCase().split(/\s+/).filter(Boolean);
    for (const row of rows) {
      const fits = !show || (show === "unchecked" ? !verdictOf(found.name, row.claim.label) : row.claim.expected === show);
      row.element.hidden = !(fits && words.every((word) => row.claim.text.toLowerCase().includes(word)));
    }
    none.hidden = rows.some((row) => !row.element.hidden);
    const wanted = byLabel.get(claim);
    unknown.hidden = !claim || wanted !== undefined;
    unknown.textContent = `There is no claim called ${claim} in this paper.`;
    if (!wanted) return;
    wanted.element.hidden = false;
    wanted.element.open = true;
    wanted.element.scrollIntoView({ block: "center" });
  };

  const corrected = found.claims.filter(({ expected }) => expected === "corrected").length;
  fill(
    contents,
    card(
      null,
      h("h2", {}, trusted(found.title)),
      found.authors && h("p", { class: "soft" }, [found.authors, found.published, found.year].filter(Boolean).join(", "), ".", found.link && [" ", h("a", { href: found.link, target: "_blank", rel: "noreferrer" }, found.link.includes("doi.org") ? `doi:${found.link.split("doi.org/")[1]}` : "Read it at the journal")]),
      h("p", {}, `${found.count} claims, ${corrected || "none"} of which ${corrected === 1 ? "needs" : "need"} a correction.`),
      h("div", { class: "row" }, button(`Check all ${found.count} claims`, () => check(found.claims.map(({ label }) => label)), { class: "main-button" }), halt, chosen, search),
      said,
      checking.element,
      unknown,
      none,
      rows.map((row) => row.element),
    ),
    found.exhibits.length > 0 && card("Tables and figures", found.exhibits.map((exhibit) => exhibitRow(found.name, exhibit, drawing))),
  );
  filter();
  return {
    paper: found.name,
    filter,
    stop: () => {
      left = [];
      checking.stop();
      drawing.forEach((work) => work.stop());
    },
  };
};

const claimRow = (paper, claim, check) => {
  const sign = h("span", {}, h("span", { class: "verdict", title: "not checked yet" }, "○"));
  const facts = h("div");
  const proof = prover("Prove it", { paper, label: claim.label }, "papers.certificates");
  const tag = claim.status === "question" ? "open question" : claim.status === "answered" ? "answered question" : claim.expected === "corrected" ? claim.status : "";
  const element = h(
    "details",
    { class: "claim" },
    h("summary", {}, sign, h("span", {}, h("b", {}, trusted(claim.title)), " ", trusted(claim.statement), tag && h("span", { class: "tag" }, tag))),
    facts,
    h(
      "div",
      { class: "row" },
      button("Check", () => check([claim.label]), { class: "quiet small", "aria-label": `Check ${claim.label}` }),
      proof.button,
      button("Copy link", () => copy(new URL(address.href("papers", { paper, claim: claim.label }), location.href).href), { class: "quiet small" }),
    ),
    proof.answer,
  );
  const showFacts = ({ facts: list, live, relation }) => {
    fill(
      facts,
      h(
        "dl",
        { class: "facts" },
        list.map(([label, html]) => [h("dt", {}, label), h("dd", {}, trusted(html))]),
        h("dt", {}, "Look at"),
        h("dd", {}, h("a", { href: address.href("evaluate", { e: live }) }, live), ", or ", h("a", { href: address.href("play", { e: live }) }, "play it"), " ", h("span", { class: "soft" }, `(${relation})`)),
      ),
    );
    if (element.open) explainOnce(facts);
  };
  element.addEventListener("toggle", () => element.open && explainOnce(facts));
  const show = (result) => {
    const [mark, words] = SIGNS[result.verdict];
    const all = result.verdict === "corrected" ? `${result.status}, ${words}` : words;
    fill(sign, h("span", { class: `verdict ${result.verdict}`, title: all }, mark, h("span", { class: "hidden" }, `${all}:`)));
    showFacts(result);
  };
  showFacts(claim);
  const known = verdictOf(paper, claim.label);
  if (known) show(known);
  return { claim, element, show };
};

/** Explain the technical words of an element, once; not needed for the first paint. */
const explainOnce = (element) => {
  import("../glossary.js").then((glossary) => element.querySelector(".term") || glossary.explain(element));
};

/** A table or figure, drawn when somebody opens it. */
const exhibitRow = (paper, exhibit, drawing) => {
  const work = new Work("Drawing");
  drawing.push(work);
  const place = h("div", { class: "figure scroll", tabindex: "0", role: "group", "aria-label": exhibit.label, hidden: true });
  const details = h(
    "details",
    { class: "claim" },
    h("summary", {}, h("span", {}, h("b", {}, trusted(exhibit.title)), " ", trusted(exhibit.caption))),
    work.element,
    place,
    exhibit.note && h("p", { class: "soft note" }, trusted(exhibit.note)),
  );
  details.addEventListener("toggle", () => {
    if (!details.open || place.hasChildNodes() || work.isRunning) return;
    work.start("papers.exhibit", { paper, name: exhibit.name }, {
      onResult: ({ html }) => {
        place.hidden = false;
        fill(place, trusted(html));
      },
      onError: (error) => {
        place.hidden = false;
        fill(place, h("p", { class: "bad" }, sentence(error.message)));
      },
      seconds: LONG,
    });
  });
  return details;
};
