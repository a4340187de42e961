// Tasks in this browser: Python runs in a worker, one task after the other.
//
// The document names this module before the others, so that Python loads while the page is built.

import { root } from "./address.js";
import { TaskError, cancelled } from "./api.js";

const USUAL = 20; // seconds
const GRACE = 2;

let worker = null;
let isReady = false;
let current = null;
const queue = [];

const start = () => {
  isReady = false;
  worker = new Worker(new URL("./pyodide-worker.js", import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data }) => hear(data));
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    fail(`Python could not be started: ${event.message ?? "unknown reason"}`);
  });
};

const fail = (message) => {
  for (const call of [current, ...queue.splice(0)].filter(Boolean)) call.reject(new TaskError({ kind: "InternalError", message }));
  current = null;
};

const restart = () => {
  worker.terminate();
  worker = null;
  if (queue.length) start();
};

const next = () => {
  if (current || !queue.length) return;
  if (!worker) start();
  if (!isReady) return;
  current = queue.shift();
  const { task, args, seconds } = current;
  // The engine keeps to its time by itself; what does not is ended by force.
  current.killer = setTimeout(() => end(current, new TaskError({ kind: "BudgetExceeded", message: `out of time: expected to finish within ${seconds} seconds` })), 1_000 * (seconds + GRACE));
  worker.postMessage({ task, args: JSON.stringify(args), seconds });
};

const end = (call, error) => {
  clearTimeout(call.killer);
  call.reject(error);
  if (call === current) {
    current = null;
    restart();
  } else queue.splice(queue.indexOf(call), 1);
  next();
};

const hear = ({ loading, line }) => {
  const told = current ?? queue[0];
  if (loading !== undefined) {
    told?.tell(loading);
    if (loading !== "") return;
    isReady = true;
    keepForLater();
    next();
    return;
  }
  if (!current) return;
  const news = JSON.parse(line);
  if (news.progress) {
    current.onProgress?.(news.progress);
    return;
  }
  const call = current;
  current = null;
  clearTimeout(call.killer);
  if (news.error) call.reject(new TaskError(news.error));
  else call.resolve(news.result);
  next();
};

// Not before Python is there: the files would be fetched while it loads.
const keepForLater = () => {
  if ("serviceWorker" in navigator) navigator.serviceWorker.register(new URL("service-worker.js", root));
};

start();

/** Run a task; see `run` in api.js. */
export const runInBrowser = (task, args, { signal, onProgress, seconds = USUAL, tell }) =>
  new Promise((resolve, reject) => {
    const call = { task, args, seconds: seconds ?? USUAL, onProgress, tell, resolve, reject };
    signal?.addEventListener("abort", () => {
      if (call === current || queue.includes(call)) end(call, cancelled());
    });
    queue.push(call);
    next();
  });
