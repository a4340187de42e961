// The work that a page asks for: a line with a progress bar and Cancel while it lasts.

import { run } from "./api.js";
import { button, h, sentence } from "./dom.js";

const MOMENT = 300;

/** One task at a time: a new one replaces the old one, whose result is never heard of.
 *
 *   const work = new Work("Evaluating");
 *   container.append(work.element);
 *   work.start("evaluate.card", {text}, {onResult: show, onError: showError});
 *   work.stop();     // when the page goes
 *
 * After Cancel, `onError` is told an error of the kind "Cancelled". */
export class Work {
  #current = null;

  constructor(name, stop = "Cancel") {
    this.name = name;
    this.text = h("span", {}, `${name} …`);
    this.bar = h("progress", { "aria-label": name });
    this.element = h(
      "div",
      { class: "working", role: "status", hidden: true },
      this.text,
      this.bar,
      button(stop, () => this.#current?.abort.abort(), { class: "quiet small" }),
    );
  }

  get isRunning() {
    return this.#current !== null;
  }

  /** Stop without telling anybody. */
  stop() {
    const current = this.#current;
    this.#current = null;
    this.element.hidden = true;
    clearTimeout(current?.timer);
    current?.abort.abort();
  }

  async start(task, args, { onResult, onError, seconds } = {}) {
    this.stop();
    const current = { abort: new AbortController(), timer: setTimeout(() => this.#show(current), MOMENT) };
    this.#current = current;
    let answer;
    try {
      const onProgress = (progress) => this.#progress(current, progress);
      const result = await run(task, args, { signal: current.abort.signal, onProgress, seconds });
      answer = () => onResult?.(result);
    } catch (error) {
      if (error.kind === undefined) throw error;
      answer = () => onError?.(error);
    }
    if (this.#current !== current) return;
    this.stop();
    answer();
  }

  #show(current) {
    if (this.#current !== current) return;
    if (!current.hasProgress) {
      this.bar.removeAttribute("value");
      this.text.textContent = `${this.name} …`;
    }
    this.element.hidden = false;
  }

  #progress(current, { done, total, text }) {
    if (this.#current !== current) return;
    current.hasProgress = true;
    this.bar.max = total;
    this.bar.value = done;
    this.text.textContent = `${this.name}: ${text}`;
  }
}

/** What a page shows for an error. */
export const complaint = (error) => h("p", { class: "bad", role: "alert" }, `${sentence(error.message)}.`);
