// npm `node-uci` with one player.
const { Engine } = require('node-uci');

function check(what, passed, detail = '') {
  console.log(JSON.stringify({ what, passed: Boolean(passed), detail: String(detail) }));
}

async function main() {
  const engine = new Engine(process.argv[2]);
  await engine.init();
  check('the name', engine.id.name.startsWith('Motley-'), engine.id.name);
  await engine.setoption('MultiPV', '3');
  await engine.isready();
  await engine.position('startpos', ['e2e4', 'e7e5']);
  const third = await engine.go({ movetime: 1000 / 3 });
  check('a third of a second', /^[a-h][1-8]/.test(third.bestmove), third.bestmove);
  check('lines with a score', third.info.some((info) => info.score && info.pv));
  const clock = await engine.go({ wtime: 1000.5, btime: 1000 });
  check('a clock with a fraction', /^[a-h][1-8]/.test(clock.bestmove), clock.bestmove);
  const without = await engine.go({ depth: '' });
  check('a depth without a number', /^[a-h][1-8]/.test(without.bestmove), without.bestmove);
  engine.goInfinite();
  await new Promise((resolve) => setTimeout(resolve, 100));
  const stopped = await engine.stop();
  check('stop', /^[a-h][1-8]/.test(stopped.bestmove), stopped.bestmove);
  await engine.quit();
  check('quit', true);
}

main().catch((error) => {
  check('runs', false, error.stack);
  process.exit(1);
});
