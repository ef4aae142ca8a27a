/** What TypeScript's description of a page lacks: workers, Node, and JavaScript Promise Integration. */

declare class FileReaderSync {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}

declare const WorkerGlobalScope: unknown;

declare namespace WebAssembly {
  const Suspending: new (call: Function) => Function;
  const promising: (call: Function) => () => Promise<number>;
}

declare module 'fflate' {
  function gunzipSync(data: Uint8Array, options: { out: Uint8Array }): Uint8Array;
}

declare module 'node:fs' {
  function readFileSync(url: URL): Uint8Array;
  function readFileSync(url: URL, encoding: 'utf8'): string;
}

declare module 'node:fs/promises' {
  function readFile(url: URL): Promise<Uint8Array<ArrayBuffer>>;
}

declare module 'node:worker_threads' {
  class Worker {
    constructor(url: URL);
    on(event: 'message', take: (message: any) => void): void;
    on(event: 'error', take: (error: Error) => void): void;
    postMessage(message: unknown): void;
    terminate(): void;
  }
  const parentPort: {
    on(event: 'message', take: (message: any) => void): void;
    postMessage(message: unknown): void;
  } | null;
}
