/**
 * The worker in which the WebAssembly runs; `index.js` starts it and says in its first message what it is for.
 *
 * It answers `{ ready }` with whether the engine can read input while it searches, or `{ died }` with the reason; then
 * `{ output }` for each line, `{ idle }` with the number of lines that it has had when it waits for another, and
 * `{ fetching, bytes }` before it fetches a file.
 */

import { Files } from './files.js';
import { ShippedFiles } from './shipped.js';
import { Storage } from './storage.js';
import { System } from './system.js';
import { imports } from './wasi.js';

/** @typedef {{ door: 'uci' | 'studio', base: string }} Start What the engine is for, and where its files are. */

/** The other side, in a browser or in Node. */
const port = await otherSide();
/** Lines that have arrived, each with its end. @type {Uint8Array[]} */
const arrived = [];
/** Obeys what has arrived. @type {(() => Promise<void>) | null} */
let work = null;
let isAtWork = false;
/** Lines, from the beginning on. */
let received = 0;

port.listen((message) => {
  if (typeof message !== 'string') {
    start(message).catch(die);
    return;
  }
  received++;
  arrived.push(new TextEncoder().encode(`${message.replace(/\n/g, ' ')}\n`));
  obey();
});

/** Obeys what has arrived, unless that is being done. */
async function obey() {
  if (!work || isAtWork) return;
  isAtWork = true;
  try {
    while (arrived.length > 0) await work();
    port.post({ idle: received });
  } catch (error) {
    die(error);
  }
  isAtWork = false;
}

/** @param {Start} settings */
async function start({ door, base }) {
  const folder = new URL(base);
  const say = (/** @type {string} */ text) => port.post({ note: text });
  const shipped = ShippedFiles.open(folder, (path, bytes) => port.post({ fetching: path, bytes }));
  const module = shipped.then(async (files) => WebAssembly.compile(await files.module()));
  const storage = door === 'studio' ? new Storage((reason) => say(`nothing can be kept: ${reason}`)) : null;
  const files = new Files(await shipped, (await storage?.open()) ?? new Map());

  const canWait = 'Suspending' in WebAssembly && 'promising' in WebAssembly;
  const system = new System(
    files,
    {
      input: () => arrived.shift() ?? null,
      turn: canWait ? turn : null,
      output: lines((output) => port.post({ output })),
      errors: lines((line) => errors.push(line)),
    },
    { HOME: '/data', XDG_DATA_HOME: '/data', TMPDIR: '/tmp' },
  );
  const functions = imports(system);
  if (canWait) {
    for (const name of ['fd_read', 'poll_oneoff']) functions[name] = new WebAssembly.Suspending(functions[name]);
  }
  const instance = await WebAssembly.instantiate(await module, {
    wasi_snapshot_preview1: /** @type {WebAssembly.ModuleImports} */ (functions),
  });
  const exported = /** @type {Record<string, Function>} */ (/** @type {unknown} */ (instance.exports));
  system.use(/** @type {WebAssembly.Memory} */ (instance.exports.memory));
  exported._initialize();
  const call = canWait ? WebAssembly.promising(exported[door]) : exported[door];
  work = async () => {
    await call();
    await storage?.keep(files.below('data'));
  };
  port.post({ ready: true, canWait });
  await obey();
}

/** The last lines of standard error: what a panic says. @type {string[]} */
const errors = [];

/** @param {unknown} error */
function die(error) {
  work = null;
  const reason = error instanceof Error ? error.message : String(error);
  // Rust says on one line where, and on the next what.
  port.post({ died: errors.length > 0 ? errors.slice(-3).join(' ') : reason });
}

/** Returns when the messages that have been sent have arrived: after one turn of the event loop. */
function turn() {
  return new Promise((/** @type {(value: void) => void} */ done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      done();
    };
    port2.postMessage(null);
  });
}

/**
 * Bytes in, lines out.
 *
 * @param {(line: string) => void} give
 */
function lines(give) {
  const decoder = new TextDecoder();
  let rest = '';
  return (/** @type {Uint8Array} */ bytes) => {
    const parts = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = /** @type {string} */ (parts.pop());
    parts.forEach(give);
  };
}

async function otherSide() {
  if (typeof WorkerGlobalScope !== 'undefined') {
    return {
      post: (/** @type {unknown} */ message) => self.postMessage(message),
      listen: (/** @type {(message: any) => void} */ take) => {
        self.onmessage = ({ data }) => take(data);
      },
    };
  }
  const { parentPort } = await import('node:worker_threads');
  if (!parentPort) throw new Error('engine.js is a worker');
  return {
    post: (/** @type {unknown} */ message) => parentPort.postMessage(message),
    listen: (/** @type {(message: any) => void} */ take) => parentPort.on('message', take),
  };
}
