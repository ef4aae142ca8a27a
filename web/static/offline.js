/** Keeps the page, the program and its nets in this browser, so that they start without a network. */

import { button, el } from '../js/shared/dom.js';

/** @param {import('../js/app.js').App} app */
export async function keepOffline(app) {
  // Browsers have this over HTTPS and on this machine alone; some private windows have none.
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  const isFirst = !serviceWorker.controller;
  try {
    const registration = await serviceWorker.register(new URL('../sw.js', import.meta.url));
    // Without being asked, a browser that runs short of room deletes what pages keep.
    navigator.storage?.persist?.().catch(() => {});
    if (registration.waiting) offer(app, registration.waiting);
    registration.addEventListener('updatefound', () => {
      const worker = registration.installing;
      worker?.addEventListener('statechange', () => {
        if (worker.state === 'installed' && !isFirst) offer(app, worker);
      });
    });
  } catch (error) {
    // The page works as long as there is a network.
    console.info('Nothing is kept for use without a network:', error);
  }
}

/**
 * Offers the version that was fetched meanwhile: the page goes on with its own until it is loaded again.
 *
 * @param {import('../js/app.js').App} app
 * @param {ServiceWorker} worker
 */
function offer(app, worker) {
  const notice = el('div', { class: 'notice info' }, el('span', {}, 'A new version of Motley is here.'));
  const take = () => {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
    worker.postMessage('take over');
  };
  notice.append(button('Start it', take, { class: 'button small' }));
  notice.append(button('×', () => notice.remove(), { class: 'close', label: 'Dismiss' }));
  app.notices.append(notice);
}
