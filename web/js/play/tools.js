/** The buttons of the view "Play" and what they start: hints, analysis, claims, dialogs. */

import { addressOf, flushAddress, movesText } from '../shared/address.js';
import { button, confirmed, el, fill } from '../shared/dom.js';
import { copy } from '../shared/download.js';
import { lineLinks } from '../game/links.js';
import { icon } from '../shared/icons.js';
import { otherSide } from '../board/geometry.js';
import { Analysis } from '../shared/analysis.js';
import { openEditor } from './editor.js';
import { openGames } from './games.js';
import { openNewGame } from './new_game.js';
import { openPgn } from './pgn.js';
import { THINK } from './settings.js';
import { movesOf, pathTo, treeData } from '../game/tree.js';
import { Thoughts, arrowOf, arrowsOf, isLine, nodeScore } from '../shared/thinking.js';

/** @typedef {import('../link/types.js').Info} Info */
/** @typedef {import('../link/requests.js').PgnWriteAsk} PgnWriteAsk */
/** @typedef {import('../game/tree.js').TreeNode} TreeNode */

/** Milliseconds of a hint. */
const HINT = 800;

export class Tools {
  /** @param {import('./view.js').PlayView} view */
  constructor(view) {
    this.view = view;
    this.app = view.app;
    this.analyst = new Analysis(view.app);
    this.analysing = false;
    /** The position that is being analysed. */
    this.analysed = '';
    this.node = view.game.tree.root;
    this.thoughts = new Thoughts('Analysis', (moves) => this.#walk(moves));
    this.progress = el('div', { class: 'progress-line', attrs: { hidden: true } });
    const pace = { type: 'range', min: Math.log10(THINK.least), max: 4, step: 'any', 'aria-label': 'Time of a move' };
    this.range = el('input', { attrs: pace });
    this.range.addEventListener('input', () => {
      view.match.settings.think = Math.round(10 ** Number(this.range.value));
      this.#showPace();
    });
    this.figure = el('output', { class: 'figure' });
    this.buttons = this.#makeButtons();
    this.row = el('div', { class: 'buttons' }, ...Object.values(this.buttons));
    this.more = el('div', { class: 'buttons' });
    this.links = el('span', { class: 'buttons', attrs: { role: 'group', 'aria-label': 'Show this position in' } });
    this.arrows = el('input', { attrs: { type: 'checkbox', checked: true } });
    this.arrows.addEventListener('change', () => view.line.board.arrows([]));
    this.watching = el(
      'button',
      { class: 'button small', attrs: { type: 'button', 'aria-pressed': 'false' } },
      'Analyse',
    );
    this.watching.addEventListener('click', () => view.help.ask(() => this.#toggleAnalysis()));
    const arrows = el('label', { class: 'check' }, this.arrows, 'Arrows');
    this.bar = el('input', { attrs: { type: 'checkbox', checked: view.game.wantsBar } });
    this.bar.addEventListener('change', () => view.game.setBar(this.bar.checked));
    const bar = el('label', { class: 'check' }, this.bar, 'Bar');
    const title = el('h2', { class: 'panel-title' }, 'Thoughts');
    this.thoughtsHead = el('div', { class: 'card-head' }, title, bar, arrows, this.watching, view.help.element);
    this.analysis = { element: el('div', { attrs: { hidden: true } }, this.thoughts.element) };
    fill(this.more, [
      button('Set up', () => this.#setUp()),
      button('PGN', () => this.#pgn()),
      button('Games', () => openGames(this.app)),
      button('Score the game', () => view.help.ask(() => this.#review())),
      button('Copy link', () => this.#copyLink()),
      this.links,
      this.progress,
    ]);
  }

  get showsArrows() {
    return this.arrows.checked;
  }

  /** Whether a player thinks or is about to: nothing else can be searched meanwhile. */
  get #engaged() {
    const { match } = this.view;
    return !match.end && !match.paused && !match.personToMove;
  }

  /** Shows the buttons that mean something in the state of the game. */
  show() {
    const { match } = this.view;
    const over = match.end !== null;
    const { begin, pause, back, hint, review, resign, pace } = this.buttons;
    pause.hidden = over || !(match.watched || match.paused);
    pause.textContent = match.paused ? 'Go on' : 'Pause';
    pause.classList.toggle('primary', match.paused);
    back.hidden = match.movesBack === 0;
    hint.hidden = !match.personToMove;
    resign.hidden = over || match.watched || this.view.game.tree.played < 2;
    const isDone = over || this.view.isFree;
    review.hidden = !isDone || this.view.game.tree.played === 0 || !this.app.hello.asks.includes('review');
    review.classList.toggle('primary', over);
    begin.classList.toggle('primary', !over && this.view.game.tree.played === 0);
    pace.hidden = over || !match.watched || match.clock !== null;
    this.#showDraws();
    this.#showPace();
    fill(this.links, this.view.help.isWithheld ? [] : lineLinks(this.view.line.line, ['openings', 'mind']));
    this.watching.disabled = this.#engaged;
    this.watching.setAttribute('aria-pressed', String(this.analysing));
    this.analysis.element.hidden = !this.analysing;
  }

  #showDraws() {
    const { end, manners, position } = this.view.match;
    const { claim, draw } = this.buttons;
    const mayClaim = end === null && position?.outcome?.over === false;
    claim.hidden = !mayClaim;
    draw.hidden = mayClaim || !manners.mayOffer || manners.isOffered || this.view.game.tree.played < 2;
    draw.textContent = manners.side ? 'Offer a draw' : 'Agree to a draw';
  }

  /** Another position is shown: the analysis follows. */
  positionShown() {
    const { line } = this.view.line;
    if (!this.analysing) return;
    if (this.#engaged) return this.stopAnalysis();
    const moves = line.moves.slice(0, line.at);
    const key = `${line.fen}|${moves.join(' ')}`;
    if (key === this.analysed) return;
    this.analysed = key;
    const { node } = this.view.game;
    const mover = this.view.line.position?.turn ?? 'white';
    this.node = node;
    this.thoughts.begin(mover, node.ply);
    this.view.line.board.arrows([]);
    if (this.view.line.position?.legal.length === 0) return;
    const report = (/** @type {Info} */ info) => {
      this.thoughts.add(info);
      if (isLine(info) && info.rank === 1) this.#scored(node, nodeScore(info, mover));
      if (this.showsArrows && isLine(info)) this.view.line.board.arrows(arrowsOf(this.thoughts.ranked));
    };
    this.analyst.watch({ ...line, moves }, report).then((ended) => ended && this.stopAnalysis());
  }

  stopAnalysis() {
    if (this.analysing || this.analyst.running) this.analyst.stop();
    this.analysing = false;
    this.analysed = '';
    this.analysis.element.hidden = true;
    this.watching.setAttribute('aria-pressed', 'false');
  }

  /**
   * @param {TreeNode} node
   * @param {import('../game/tree.js').NodeScore} score
   */
  #scored(node, score) {
    node.score = score;
    this.view.showGraph();
    this.view.game.refresh();
    this.view.keeping.changed();
  }

  /** Moves of a line that is shown are walked as a variation. @param {string[]} moves */
  #walk(moves) {
    if (this.view.isFree) this.view.game.tryLine(moves, this.node);
    else this.app.tell('Lines can be walked when the game is over.');
  }

  #toggleAnalysis() {
    if (this.analysing) {
      this.stopAnalysis();
      this.view.line.board.arrows([]);
      return;
    }
    this.analysing = true;
    this.show();
    this.positionShown();
  }

  /** The view "Review" shows the game, and what each move of it lost. */
  #openReview() {
    const { tree } = this.view.game;
    this.view.keeping.flush();
    const { address: g } = this.view.keeping;
    const flip = this.view.line.board.orientation === 'black' ? '1' : null;
    location.hash = addressOf('review', { g, fen: tree.fen, flip, m: movesText(movesOf(pathTo(tree.end))) });
  }

  #newGame() {
    const { match, line } = this.view;
    openNewGame(this.app, match.settings, line.position?.fen ?? null, (settings) => this.view.start(settings));
  }

  #copyLink() {
    flushAddress();
    copy(this.app, location.href, 'Link');
  }

  async #hint() {
    const { tree, node } = this.view.game;
    this.stopAnalysis();
    const notice = this.app.working('Looking for a hint…', () => this.analyst.stop());
    const best = await this.analyst.best({ ...tree, moves: movesOf(pathTo(node)) }, HINT);
    notice.end();
    if (!best || this.view.game.node !== node) return;
    this.view.line.board.arrows([arrowOf(best.pv[0], 1, 'first')]);
    this.app.tell(`Hint: ${best.san[0]}`);
  }

  #resign() {
    const { match } = this.view;
    match.resign(match.seats[match.toMove].player ? otherSide(match.toMove) : match.toMove);
  }

  #makeButtons() {
    return {
      begin: button('New game', () => this.#newGame()),
      pause: button('Pause', () => (this.view.match.paused ? this.view.match.unpause() : this.view.match.pause())),
      back: button([icon('undo'), 'Take back'], () => this.view.takeBack()),
      hint: button([icon('hint'), 'Hint'], () => this.view.help.ask(() => this.#hint())),
      claim: button('Claim the draw', () => this.#claim()),
      draw: button('Offer a draw', () => this.view.match.manners.offerDraw()),
      review: button([icon('search'), 'Review the game'], () => this.#openReview()),
      resign: confirmed([icon('flag'), 'Resign'], 'Really resign?', () => this.#resign()),
      pace: el('label', { class: 'pace' }, this.range, this.figure),
    };
  }

  #showPace() {
    const { think } = this.view.match.settings;
    if (document.activeElement !== this.range) this.range.value = String(Math.log10(think));
    this.figure.textContent = `${(think / 1000).toPrecision(2)} s a move`;
  }

  #claim() {
    const claim = this.view.match.position?.outcome;
    if (claim) this.view.match.finish(claim.result, claim.reason);
  }

  #setUp() {
    const { match } = this.view;
    const fen = this.view.line.position?.fen ?? '';
    openEditor(this.app, fen, {
      play: (chosen) => this.view.start({ ...match.settings, fen: chosen }),
      choose: (chosen) =>
        openNewGame(this.app, { ...match.settings, fen: chosen }, null, (settings) => this.view.start(settings)),
    });
  }

  async #pgn() {
    const { fen, chess960, comment, nodes } = treeData(this.view.game.tree);
    const { headers } = this.view.keeping;
    const result = /** @type {PgnWriteAsk['result']} */ (this.view.match.end?.result);
    const fields = /** @type {PgnWriteAsk} */ ({ headers, fen, chess960, comment, nodes, result });
    const written = await this.app.ask('pgn-write', fields, 'Writing the game…');
    if (written) openPgn(this.app, written.text, (pgn) => this.view.open(pgn));
  }

  /** Asks for the score of every position of the game, so that the graph is complete. */
  async #review() {
    const { line } = this.view.line;
    const { nodes } = this.view.game;
    if (this.#engaged) return this.app.tell('A player is thinking: wait, or pause the game.');
    this.stopAnalysis();
    const bar = el('progress', { attrs: { max: nodes.length, value: 0, 'aria-label': 'Positions scored' } });
    fill(this.progress, [bar, button('Stop', () => this.analyst.stop(), { class: 'button small' })]);
    this.progress.hidden = false;
    await this.analyst.review(line, (ply, best) => {
      bar.value = ply + 1;
      this.#scored(nodes[ply], nodeScore(best, otherSide(nodes[ply].turn)));
    });
    this.progress.hidden = true;
    return undefined;
  }
}
