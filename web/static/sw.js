/**
 * The service worker of the page without a server: it keeps one version of the page and the program, and answers from
 * it. `build.js` writes the first two constants.
 */

/** The version, from the content of all files. */
const VERSION = '';
/** The files of the page, and those that the engine reads itself. @type {{ page: string[], engine: string[] }} */
const FILES = { page: [], engine: [] };

const PAGE = `motley-studio-${VERSION}`;
/** Where the engine itself looks for its nets, and checks each by its SHA-256 before it is used. */
const ENGINE = 'motley-engine';

self.addEventListener('install', (event) => event.waitUntil(install()));

self.addEventListener('activate', (event) => event.waitUntil(activate()));

self.addEventListener('message', (event) => {
  if (event.data === 'take over') self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  // A net that gets here is not kept, or it is damaged: it comes from the server.
  if (request.method !== 'GET' || url.origin !== location.origin || url.searchParams.has('sha256')) return;
  event.respondWith(answer(request, url));
});

async function install() {
  const page = await caches.open(PAGE);
  await Promise.all(FILES.page.map((path) => keep(page, path)));
  await keepEngine();
}

async function keepEngine() {
  const engine = await caches.open(ENGINE);
  for (const path of FILES.engine) {
    if (!(await engine.match(path))) await keep(engine, path);
  }
}

/** Fetches a file anew. @param {Cache} cache @param {string} path */
async function keep(cache, path) {
  const response = await fetch(new Request(path, { cache: 'no-cache' }));
  if (!response.ok) throw new Error(`${path} cannot be fetched: ${response.status}`);
  await cache.put(path, response);
}

async function activate() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith('motley-studio-') && name !== PAGE);
  await Promise.all(old.map((name) => caches.delete(name)));
  // An engine of the version before drops nets that it does not know. Where one cannot be had now, the engine asks.
  await keepEngine().catch(() => {});
  // Only a page without any version is taken over: another one goes on with its own.
  await self.clients.claim();
}

/** @param {Request} request @param {URL} url */
async function answer(request, url) {
  const cache = await caches.open(PAGE);
  const isPage = request.mode === 'navigate';
  const kept = await cache.match(isPage ? './' : url.origin + url.pathname);
  return kept ?? fetch(request);
}
