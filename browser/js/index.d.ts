/** What both classes are told. */
interface Settings {
  /** The folder with `motley.wasm`, where it is not that of this module. */
  base?: string | URL;
}

/** The engine as a UCI program in a worker of its own. */
export class Motley {
  constructor(
    settings: Settings & {
      /** Called with each line of output. */
      onLine: (line: string) => void;
      /** Called after `quit`, and when the engine cannot be started. */
      onEnd?: () => void;
    },
  );
  /** Sends a line of UCI, or several with `\n` between them. */
  send(text: string): void;
  /** Ends the worker, whatever it does. */
  end(): void;
}

/** The studio in a worker of its own: its messages in, its answers out, as over the socket of `motley studio`. */
export class MotleyStudio {
  constructor(
    settings: Settings & {
      /** Called with each answer: a JSON object. */
      onMessage: (text: string) => void;
      /** Called when the engine has died: start another then. */
      onEnd?: (reason: string) => void;
      /** Called with the number of messages that were sent, once all are answered and what they wrote is kept. */
      onIdle?: (count: number) => void;
      /** Called with what a user may want to know, for example that a file is fetched. */
      onNote?: (text: string) => void;
    },
  );
  /** Sends one message: a JSON object. */
  send(text: string): void;
  /** Ends the worker, whatever it does. */
  end(): void;
}
