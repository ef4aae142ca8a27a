/** Starts the page: the connection, the navigation, and the view that the address names. */

import { App } from './app.js';
import { dropAddress, flushAddress, readAddress } from './shared/address.js';
import { pieceSheet } from './board/pieces.js';
import { button, el, fill } from './shared/dom.js';
import { SocketLink } from './link/socket.js';
import { takeTicket, takeToken } from './link/token.js';
import { MindView } from './mind/view.js';
import { OpeningsView } from './openings/view.js';
import { OrderView } from './order/view.js';
import { PlayView } from './play/view.js';
import { PuzzlesView } from './puzzles/view.js';
import { prepareSounds, soundButton } from './shared/sounds.js';
import { ReviewView } from './review/view.js';
import { themeButton } from './shared/theme.js';

/** @typedef {import('./app.js').View} View */
/** @typedef {import('./link/link.js').Link} Link */

/** The views in the order of the navigation, and what the program must answer for them. */
const VIEWS = [
  { name: 'play', title: 'Play', needs: ['position', 'go'], make: (/** @type {App} */ app) => new PlayView(app) },
  {
    name: 'review',
    title: 'Review',
    needs: ['position', 'review', 'pgn-read'],
    make: (/** @type {App} */ app) => new ReviewView(app),
  },
  {
    name: 'openings',
    title: 'Openings',
    needs: ['position', 'openings-moves'],
    make: (/** @type {App} */ app) => new OpeningsView(app),
  },
  {
    name: 'puzzles',
    title: 'Puzzles',
    needs: ['position', 'puzzle-next', 'puzzle-answer', 'puzzles-list'],
    make: (/** @type {App} */ app) => new PuzzlesView(app),
  },
  {
    name: 'mind',
    title: 'Mind reading',
    needs: ['position', 'mind-mockfish'],
    make: (/** @type {App} */ app) => new MindView(app),
  },
  {
    name: 'order',
    title: 'Positions to order',
    needs: ['position', 'order', 'order-check'],
    make: (/** @type {App} */ app) => new OrderView(app),
  },
];

/** @param {string} selector */
function part(selector) {
  return /** @type {HTMLElement} */ (document.querySelector(selector));
}

/** What the page says about the connection, where there is none. */
const WORDS = {
  opening: '',
  open: '',
  lost: 'Connection lost – trying again…',
  refused: 'Motley was started again: open the address that it printed',
};

/** @param {Link} link */
function showStatus(link) {
  const text = el('span', {});
  const sign = el('div', { class: 'connection', attrs: { role: 'status' } }, text);
  const show = () => {
    sign.classList.toggle('lost', WORDS[link.status] !== '');
    fill(text, [WORDS[link.status]]);
  };
  link.addEventListener('status', show);
  part('.top-tools').append(sign, soundButton(), themeButton());
}

/** @param {App} app */
function start(app) {
  const shown = VIEWS.filter(({ needs }) => needs.every((ask) => app.hello.asks.includes(ask)));
  /** @type {Map<string, View>} */
  const views = new Map();
  const links = shown.map(({ name, title }) => el('a', { attrs: { href: `#/${name}` } }, title));
  fill(part('nav.views'), links);
  /** @type {View | null} */
  let current = null;

  function route() {
    const { view: name, settings } = readAddress();
    const at = Math.max(
      0,
      shown.findIndex((view) => view.name === name),
    );
    const { name: real, title, make } = shown[at];
    const view = views.get(real) ?? make(app);
    views.set(real, view);
    if (current !== view) {
      current?.leave();
      fill(part('main'), [el('h1', { class: 'unseen' }, title), view.element]);
      document.title = `${title} – Motley Studio`;
      links.forEach((link, index) => {
        if (index === at) link.setAttribute('aria-current', 'page');
        else link.removeAttribute('aria-current');
      });
      // On a phone the links are wider than the screen.
      links[at].scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }
    current = view;
    view.enter(settings);
  }

  addEventListener('hashchange', () => {
    dropAddress();
    route();
  });
  addEventListener('pagehide', flushAddress);
  document.addEventListener('keydown', (event) => {
    const target = /** @type {Element} */ (event.target);
    if (target.closest('input, textarea, select, dialog')) return;
    if (!event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.altKey) current?.key?.(event);
  });
  route();
}

/** Nothing that goes wrong in a view may leave a dead page. @param {App} app */
function catchAll(app) {
  addEventListener('error', (event) => app.fail(event.error ?? event.message));
  addEventListener('unhandledrejection', (event) => app.fail(event.reason));
}

/** What a page shows that was opened without the token. */
function needsAddress() {
  const where = 'The terminal in which “motley studio” was started shows it behind “Motley Studio is at”.';
  return el(
    'div',
    { class: 'waiting' },
    el('h1', {}, 'Please open the whole address'),
    el('p', {}, `${where} It ends in “token=…” and changes with every start.`),
  );
}

/** The link to the program that serves the page, with what a page without its token shows. */
async function serverLink() {
  takeToken();
  await takeTicket();
  const link = new SocketLink(`ws://${location.host}/socket`);
  const refused = () => {
    if (link.status === 'refused') fill(part('main'), [needsAddress()]);
  };
  addEventListener('hashchange', (event) => {
    const { hash } = new URL(event.oldURL);
    if (!takeToken(hash)) return;
    // The view is as before, unless the address named another.
    if (location.hash === hash) event.stopImmediatePropagation();
    link.retry();
  });
  link.addEventListener('status', refused);
  refused();
  return { link, ready: () => link.removeEventListener('status', refused) };
}

/**
 * The link to the program: a page that was built to run without a server names the module with its own.
 *
 * @returns {Promise<{ link: Link, ready: (app: App) => void }>} With what is to be done once the program has answered.
 */
async function openLink() {
  const module = document.querySelector('meta[name="motley-link"]')?.getAttribute('content');
  return module ? (await import(new URL(module, document.baseURI).href)).openLink() : serverLink();
}

async function begin() {
  prepareSounds();
  document.body.append(pieceSheet());
  const waiting = el('div', { class: 'waiting' }, el('p', {}, 'Waiting for motley…'));
  /** @type {Link | null} */
  let link = null;
  const timer = setTimeout(() => {
    if (link?.status !== 'refused') fill(part('main'), [waiting]);
  }, 500);
  try {
    const opened = await openLink();
    link = opened.link;
    showStatus(link);
    const app = new App(link, await link.ask('hello', {}));
    clearTimeout(timer);
    opened.ready(app);
    catchAll(app);
    start(app);
  } catch (error) {
    clearTimeout(timer);
    const again = button('Try again', () => location.reload());
    fill(part('main'), [el('div', { class: 'waiting' }, el('p', {}, String(error)), again)]);
  }
}

begin();
