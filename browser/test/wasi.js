/** Runs a program that was compiled for WASI, such as unit tests: `node wasi.js PROGRAM.wasm ARGUMENTS`. */

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { WASI } from 'node:wasi';

const [, , program, ...words] = process.argv;
// What ships lies below the root, as it does for the engine in a browser.
const root = fileURLToPath(new URL('../../', import.meta.url));
const wasi = new WASI({
  version: 'preview1',
  args: [program, ...words],
  env: { TMPDIR: '/' },
  preopens: { '/': root },
});
const module = await WebAssembly.compile(await readFile(program));
wasi.start(await WebAssembly.instantiate(module, /** @type {any} */ (wasi.getImportObject())));
