/**
 * Writes the page as a folder of files that any web server serves, with the program as WebAssembly in it:
 * `npm run --prefix web build -- --engine browser/dist --out web/dist`.
 */

import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { withoutComments } from './comments.js';

const WEB = fileURLToPath(new URL('.', import.meta.url));
/** Where npm was started. */
const HERE = process.env.INIT_CWD ?? process.cwd();
/** What the engine's package has for other uses. */
const UNUSED = new Set(['package.json', 'README.md', 'LICENSE', 'index.d.ts', 'motley.js.map', 'worker.js']);
/** What the page of this kind has in its head beside that of the program. */
const HEAD = `    <meta
      http-equiv="Content-Security-Policy"
      content="default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; object-src 'none'"
    />
    <meta name="motley-link" content="static/link.js" />
    <meta name="theme-color" content="#1f7a63" />
    <link rel="manifest" href="manifest.webmanifest" />
    <link rel="apple-touch-icon" href="icon-192.png" />
`;

/** @param {string} message @returns {never} */
function fail(message) {
  console.error(`web/build.js: ${message}`);
  process.exit(2);
}

/** The paths of the files below a folder, with `/`. @param {string} folder */
function below(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return files.map((path) => path.slice(folder.length + 1).replaceAll('\\', '/')).sort();
}

/** @param {Buffer | string} content */
function sha256(content) {
  return createHash('sha256').update(content).digest('hex');
}

/** The page, without the comments that have lines of their own. @param {string} out */
function writePage(out) {
  const page = readFileSync(join(WEB, 'index.html'), 'utf8');
  const at = '    <link rel="icon"';
  if (!page.includes(at)) fail('index.html has no icon');
  writeFileSync(join(out, 'index.html'), page.replace(at, HEAD + at));
  cpSync(join(WEB, 'icon.svg'), join(out, 'icon.svg'));
  for (const folder of ['css', 'js', 'static']) {
    for (const path of below(join(WEB, folder))) {
      const isBeside = folder === 'static' && !path.endsWith('.js');
      const target = join(out, isBeside ? path : join(folder, path));
      mkdirSync(dirname(target), { recursive: true });
      if (/\.(js|css)$/.test(path)) {
        writeFileSync(target, withoutComments(readFileSync(join(WEB, folder, path), 'utf8')));
      } else {
        cpSync(join(WEB, folder, path), target);
      }
    }
  }
  rmSync(join(out, 'static/sw.js'));
}

/**
 * The service worker, with the names of all files and a version from their content.
 *
 * @param {string} out
 * @param {Record<string, { sha256: string }>} manifest The files of the engine that are packed.
 */
function writeServiceWorker(out, manifest) {
  // What the engine looks for itself; the module is kept with the scripts that know it.
  const nets = Object.entries(manifest).filter(([path]) => path !== 'motley.wasm');
  const own = new Set(nets.map(([path]) => `engine/${path}.gz`));
  const page = below(out).filter((path) => !own.has(path));
  const source = readFileSync(join(WEB, 'static/sw.js'), 'utf8');
  const sums = page.map((path) => `${path} ${sha256(readFileSync(join(out, path)))}`);
  const version = sha256([source, ...sums].join('\n')).slice(0, 16);
  // As the engine asks for them.
  const engine = nets.map(([path, entry]) => `engine/${path}.gz?sha256=${entry.sha256.slice(0, 16)}`);
  const files = JSON.stringify({ page: ['./', ...page.filter((path) => path !== 'index.html')], engine }, null, 1);
  const filled = source
    .replace("const VERSION = '';", `const VERSION = '${version}';`)
    .replace('const FILES = { page: [], engine: [] };', `const FILES = ${files};`);
  if (!filled.includes(version) || !filled.includes('engine/')) fail('static/sw.js has other constants');
  writeFileSync(join(out, 'sw.js'), filled);
  return version;
}

function main() {
  const options = { engine: { type: /** @type {const} */ ('string') }, out: { type: /** @type {const} */ ('string') } };
  const { values } = parseArgs({ options });
  const engine = resolve(HERE, values.engine ?? join(WEB, '../browser/dist'));
  const out = resolve(HERE, values.out ?? join(WEB, 'dist'));
  if (!existsSync(join(engine, 'motley.wasm.gz'))) fail(`there is no motley.wasm.gz in ${engine}: run browser/build`);
  if (existsSync(out) && readdirSync(out).length > 0 && !existsSync(join(out, 'sw.js'))) {
    fail(`${out} has other files: name another folder with --out`);
  }
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  writePage(out);
  const manifest = JSON.parse(readFileSync(join(engine, 'manifest.json'), 'utf8'));
  for (const path of below(engine).filter((path) => !UNUSED.has(path))) {
    mkdirSync(dirname(join(out, 'engine', path)), { recursive: true });
    cpSync(join(engine, path), join(out, 'engine', path));
  }
  const version = writeServiceWorker(out, manifest);
  const bytes = below(out).reduce((sum, path) => sum + readFileSync(join(out, path)).length, 0);
  console.log(`${out}: ${(bytes / 1e6).toFixed(1)} MB, version ${version}`);
}

main();
