// Tasks: `await run("evaluate.card", {text: "*2"}, {signal, onProgress, seconds})`.
//
// A task is a pure function of its arguments, which are plain data: so it may be asked again when a
// connection was lost. It is run by a server, or by Python in a worker of this browser.

import { isStatic, root } from "./address.js";

/** Why a task gave no result; `kind` is the name of an error of Farstar, or Cancelled. */
export class TaskError extends Error {
  constructor({ kind, message, column = null, ...rest }) {
    super(message);
    Object.assign(this, { kind, column, ...rest });
  }
}

export const cancelled = () => new TaskError({ kind: "Cancelled", message: "cancelled" });

const tab = Math.random().toString(36).slice(2);
const listeners = new Set();

/** Call a function with words about the connection, or with "" when all is well. */
export const onConnection = (listener) => listeners.add(listener);
const tell = (words) => listeners.forEach((listener) => listener(words));

/** Bytes in a result. */
export const bytes = ({ base64 }) => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));

const pause = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(cancelled());
    });
  });

const lines = async function* (body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    const parts = (rest + value).split("\n");
    rest = parts.pop();
    yield* parts;
  }
};

const LONGEST_PAUSE = 8_000;

const runByServer = async (task, args, { signal, onProgress, seconds }) => {
  const request = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ arguments: args, seconds: seconds ?? null, tab }),
    signal,
  };
  for (let wait = 500; ; wait = Math.min(2 * wait, LONGEST_PAUSE)) {
    let after = wait;
    try {
      const response = await fetch(new URL(`api/task/${task}`, root), request);
      if (response.status === 429) {
        after = 1_000 * Number(response.headers.get("retry-after") ?? 1);
        tell("The server is busy; asking again …");
      } else if (!response.ok) {
        const { error } = await response.json();
        throw new TaskError(error);
      } else {
        for await (const line of lines(response.body)) {
          const news = JSON.parse(line);
          tell("");
          if (news.progress) onProgress?.(news.progress);
          else if (news.error) throw new TaskError(news.error);
          else return news.result;
        }
        tell("The connection was lost; asking again …");
      }
    } catch (error) {
      if (signal?.aborted) throw cancelled();
      if (error instanceof TaskError) throw error;
      tell("The server does not answer; asking again …");
    }
    await pause(after, signal);
  }
};

/** Run a task and return its result.
 *
 * @param task its name, such as "evaluate.card"
 * @param args its arguments: plain data
 * @param signal aborting it stops the task, wherever it runs
 * @param onProgress called with {done, total, text} now and then
 * @param seconds how long it may take, if not the usual time
 * @throws TaskError
 */
export const run = async (task, args, options = {}) => {
  if (options.signal?.aborted) throw cancelled();
  if (!isStatic) return runByServer(task, args, options);
  const { runInBrowser } = await import("./pyodide.js");
  return runInBrowser(task, args, { ...options, tell });
};
