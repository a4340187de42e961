// Compile archives of Python sources with the Python of a site, in place:
//
//     node compile.mjs PYODIDE BYTECODE ARCHIVE...
//
// PYODIDE is the folder of the npm package, BYTECODE the file bytecode.py next to this one.

import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, bytecode, ...archives] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(resolve(folder, "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: join(resolve(folder), "/") });
python.runPython(readFileSync(bytecode, "utf8"));
const compile = python.globals.get("compile_archive");
for (const archive of archives) {
  const sources = python.toPy(new Uint8Array(readFileSync(archive)));
  const compiled = compile(sources.tobytes?.() ?? sources);
  writeFileSync(archive, compiled.toJs());
}
