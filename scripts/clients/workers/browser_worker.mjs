// A client over the npm package of browser/: node browser_worker.mjs INDEX.JS PLAYER
const [index, player] = process.argv.slice(2);

function check(what, passed, detail = '') {
  console.log(JSON.stringify({ what, passed: Boolean(passed), detail: String(detail) }));
}

const { Motley } = await import(index);
let heard = () => {};
const motley = new Motley({ onLine: (line) => heard(line) });

function ask(text, awaited) {
  return new Promise((resolve) => {
    heard = (line) => {
      if (line.startsWith(awaited)) resolve(line);
    };
    motley.send(text);
  });
}

await ask('uci', 'uciok');
check('uci', true);
await ask(`setoption name Personality value ${player}\nisready`, 'readyok');
check('isready', true);
for (const go of ['movetime 333.3', 'depth', 'wtime 1000.5 btime 1000']) {
  const move = await ask(`position startpos moves e2e4\ngo ${go}`, 'bestmove ');
  check(`go ${go}`, /^bestmove [a-h][78]/.test(move), move);
}
const over = await ask('position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\ngo depth 1', 'bestmove ');
check('the game is over', over === 'bestmove (none)', over);
motley.end();
process.exit(0);
