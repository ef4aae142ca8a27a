/** A worker that takes lines of UCI and answers lines, as stockfish.js does. */

import { Motley } from './motley.js';

const motley = new Motley({ onLine: (line) => self.postMessage(line), onEnd: () => self.close() });
self.onmessage = ({ data }) => motley.send(data);
