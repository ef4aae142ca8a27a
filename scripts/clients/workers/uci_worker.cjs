// npm `uci` with one player. Its games end with an exception where `bestmove` has no move to ponder on, so the moves are
// taken from the engine's own output.
const Engine = require('uci');

function check(what, passed, detail = '') {
  console.log(JSON.stringify({ what, passed: Boolean(passed), detail: String(detail) }));
}

async function main() {
  const engine = new Engine(process.argv[2]);
  await engine.runProcess();
  check('runProcess', true);
  const { id, options } = await engine.uciCommand();
  check('uciCommand', id.name.startsWith('Motley-') && options.length > 5, id.name);
  await engine.isReadyCommand();
  await engine.setOptionCommand('MultiPV', '2');
  await engine.uciNewGameCommand();
  await engine.positionCommand('startpos', 'e2e4 e7e5');
  const moved = new Promise((resolve) => {
    engine.engineProcess.stdout.on('data', (data) => {
      const found = /^bestmove (\S+)/m.exec(String(data));
      if (found) resolve(found[1]);
    });
  });
  let lines = 0;
  await engine.goCommand({ movetime: 200 }, () => lines++);
  check('goCommand', /^[a-h][1-8]/.test(await moved));
  check('infoHandler', lines > 0, lines);
  await engine.quitCommand();
  check('quitCommand', true);
}

main().catch((error) => {
  check('runs', false, error && error.stack);
  process.exit(1);
});
