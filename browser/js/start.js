/** Starts the worker of the engine, in a browser or in Node. */

const { Worker: NodeWorker } = globalThis.Worker ? { Worker: null } : await import('node:worker_threads');

/**
 * @typedef {object} EngineWorker
 * @property {(message: unknown) => void} post
 * @property {() => void} end
 */

/**
 * @param {import('./engine.js').Start} settings
 * @param {(message: any) => void} take Called with each message of the worker, until `end`.
 * @returns {EngineWorker}
 */
export function startWorker(settings, take) {
  const url = new URL('./engine.js', import.meta.url);
  let hasEnded = false;
  const give = (/** @type {any} */ message) => {
    if (!hasEnded) take(message);
  };
  const worker = NodeWorker ? new NodeWorker(url) : new Worker(url, { type: 'module', name: 'motley' });
  if (worker instanceof (globalThis.Worker ?? Object) && 'onmessage' in worker) {
    worker.onmessage = ({ data }) => give(data);
    worker.onerror = (event) => give({ died: event.message || 'the worker could not be started' });
  } else {
    const node = /** @type {import('node:worker_threads').Worker} */ (worker);
    node.on('message', give);
    node.on('error', (error) => give({ died: error.message }));
  }
  worker.postMessage(settings);
  return {
    post: (message) => worker.postMessage(message),
    end: () => {
      hasEnded = true;
      worker.terminate();
    },
  };
}
