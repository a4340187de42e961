// Python in a worker: loads Pyodide and Farstar from this site, and answers tasks.

const root = new URL("../", import.meta.url);

const load = async () => {
  postMessage({ loading: "Loading Python, once; later visits start faster …" });
  const wheel = fetch(new URL("farstar.whl", root)).then((response) => response.arrayBuffer());
  const { loadPyodide } = await import(new URL("pyodide/pyodide.mjs", root).href);
  const python = await loadPyodide({ indexURL: new URL("pyodide/", root).href });
  postMessage({ loading: "Loading Farstar …" });
  // Extension modules and data files cannot be read inside an archive.
  python.unpackArchive(await wheel, "zip", { extractDir: "/farstar" });
  const answer = python.runPython('import sys; sys.path.insert(0, "/farstar"); from farstar.web.in_browser import answer; answer');
  postMessage({ loading: "" });
  return answer;
};

const loaded = load();
loaded.catch((error) => postMessage({ loading: `Python could not be loaded: ${error.message}` }));

addEventListener("message", async ({ data: { task, args, seconds } }) => {
  const answer = await loaded;
  postMessage({ line: answer(task, args, seconds, (line) => postMessage({ line })) });
});
