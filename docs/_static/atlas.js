// The table of docs/atlas.md: rows of atlas-data.js, filtered and sorted.
"use strict";

(() => {
  const columns = ATLAS_BOUNDS.columns;
  const place = Object.fromEntries(columns.map((name, i) => [name, i]));
  const shownAtOnce = 200;
  let sortedBy = null;
  let descending = false;
  let limit = shownAtOnce;

  const field = (name) => document.getElementById(`atlas-${name}`);
  const value = (row, name) => row[place[name]];

  const digitsMatch = (code, pattern) => {
    // A dot stands for itself; a question mark for any digit.
    const escaped = pattern.replace(/[^0-7?.]/g, "").replace(/\./g, "\\.").replace(/\?/g, ".");
    return new RegExp(`^${escaped}`).test(code);
  };

  const isChosen = (row) => {
    const kind = field("kind").value;
    const status = field("status").value;
    const least = Number(field("least").value || 0);
    const most = Number(field("most").value || Infinity);
    const quaternary = /^0\.[0-3]+$/.test(value(row, "code"));
    const short = value(row, "code").length <= 5;
    return (
      digitsMatch(value(row, "code"), field("code").value.trim()) &&
      (kind === "all" || (kind === "octal" ? short : quaternary)) &&
      (status === "all" ||
        (status === "tame" && value(row, "tame") === true) ||
        (status === "wild" && value(row, "tame") === false) ||
        value(row, "status") === status) &&
      value(row, "order") >= least &&
      value(row, "order") <= most &&
      (!field("normal").checked || value(row, "normal_period") !== null)
    );
  };

  const status = (row) => {
    if (value(row, "status") === "proved") return value(row, "tame") ? "proved, tame" : "proved, wild";
    if (value(row, "status") === "larger")
      return `none of at most ${ATLAS_BOUNDS.elements} found at heap ${value(row, "heaps") + 1}`;
    if (value(row, "status") === "heaps") return "no period in sight";
    return `stopped at heap ${value(row, "heaps") + 1}`;
  };

  const period = (row, prefix) =>
    value(row, `${prefix}period`) === null
      ? "–"
      : `${value(row, `${prefix}preperiod`)}, ${value(row, `${prefix}period`)}`;

  const cells = (row) => [
    value(row, "code"),
    period(row, "normal_"),
    status(row),
    value(row, "order"),
    value(row, "losing"),
    period(row, ""),
    value(row, "heaps"),
    value(row, "generators"),
  ];

  const sortKeys = ["code", "normal_period", "status", "order", "losing", "period", "heaps", "generators"];

  const compare = (a, b) => {
    const [x, y] = [value(a, sortedBy), value(b, sortedBy)];
    if (x === y) return 0;
    if (x === null || y === null) return x === null ? 1 : -1;
    return (x < y ? -1 : 1) * (descending ? -1 : 1);
  };

  const show = () => {
    const rows = ATLAS.filter(isChosen);
    if (sortedBy !== null) rows.sort(compare);
    const body = field("rows");
    body.replaceChildren(
      ...rows.slice(0, limit).map((row) => {
        const line = document.createElement("tr");
        line.append(
          ...cells(row).map((text) => {
            const cell = document.createElement("td");
            cell.textContent = text;
            return cell;
          }),
        );
        return line;
      }),
    );
    field("count").textContent =
      rows.length > limit
        ? `${rows.length} codes, of which ${limit} are shown`
        : `${rows.length} codes`;
    field("more").hidden = rows.length <= limit;
  };

  const start = () => {
    field("code").form.addEventListener("submit", (event) => event.preventDefault());
    for (const name of ["code", "kind", "status", "least", "most", "normal"]) {
      field(name).addEventListener("input", () => {
        limit = shownAtOnce;
        show();
      });
    }
    field("more").addEventListener("click", () => {
      limit += shownAtOnce;
      show();
    });
    document.querySelectorAll("#atlas-head button").forEach((button, i) => {
      button.addEventListener("click", () => {
        descending = sortedBy === sortKeys[i] && !descending;
        sortedBy = sortKeys[i];
        document.querySelectorAll("#atlas-head th").forEach((head, j) => {
          head.setAttribute("aria-sort", i !== j ? "none" : descending ? "descending" : "ascending");
        });
        show();
      });
    });
    show();
  };

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
