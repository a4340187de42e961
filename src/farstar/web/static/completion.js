// Completion of names in a text field: a list below it, for the word before the cursor.

import { fill, h } from "./dom.js";

const WORD = /[A-Za-z][A-Za-z]*$/;
const MOST = 8;
let count = 0;

/** Let a field complete names; `names()` returns a list of {name, title, form}. */
export const complete = (input, names) => {
  const id = `completion-${(count += 1)}`;
  const list = h("ul", { id, role: "listbox", class: "completion", "aria-label": "Completions", hidden: true });
  let matches = [];
  let chosen = -1;
  for (const [key, value] of Object.entries({
    role: "combobox",
    "aria-autocomplete": "list",
    "aria-expanded": "false",
    "aria-controls": id,
  })) {
    input.setAttribute(key, value);
  }

  const close = () => {
    list.hidden = true;
    chosen = -1;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  };
  const mark = (index) => {
    chosen = index;
    [...list.children].forEach((item, i) => item.setAttribute("aria-selected", String(i === index)));
    if (index < 0) input.removeAttribute("aria-activedescendant");
    else input.setAttribute("aria-activedescendant", list.children[index].id);
  };
  const take = (index) => {
    const end = input.selectionStart;
    const start = end - (WORD.exec(input.value.slice(0, end))?.[0].length ?? 0);
    const name = `${matches[index].name}(`;
    input.setRangeText(name, start, end, "end");
    close();
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.focus();
  };
  const offer = () => {
    const word = WORD.exec(input.value.slice(0, input.selectionStart))?.[0] ?? "";
    const next = input.value[input.selectionStart] ?? "";
    const wanted = word.toLowerCase();
    matches =
      word.length < 2 || /[A-Za-z(]/.test(next)
        ? []
        : names()
            .filter(({ name, title }) => name.toLowerCase().startsWith(wanted) || title.toLowerCase().startsWith(wanted))
            .slice(0, MOST);
    if (!matches.length) return close();
    fill(
      list,
      matches.map(({ name, title, form }, i) =>
        h(
          "li",
          {
            id: `${id}-${i}`,
            role: "option",
            "aria-selected": "false",
            onpointerdown: (event) => {
              event.preventDefault();
              take(i);
            },
          },
          h("code", {}, `${name}(`),
          h("span", { class: "soft" }, title === name ? form : `${title}: ${form}`),
        ),
      ),
    );
    list.hidden = false;
    input.setAttribute("aria-expanded", "true");
    return mark(-1);
  };
  input.addEventListener("input", offer);
  input.addEventListener("blur", close);
  input.addEventListener("keydown", (event) => {
    if (list.hidden) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) mark((chosen + step + matches.length + (chosen < 0 && step < 0 ? 1 : 0)) % matches.length);
    else if (event.key === "Escape") close();
    else if ((event.key === "Enter" || event.key === "Tab") && chosen >= 0) take(chosen);
    else return;
    event.preventDefault();
  });
  return list;
};
