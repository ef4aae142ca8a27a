/** The view "Review": where a game was lost, and what people of the rating play. */

import { addressOf, movesText, writeAddress } from '../shared/address.js';
import { button, el, fill } from '../shared/dom.js';
import { download } from '../shared/download.js';
import { arrowOf } from '../shared/thinking.js';
import { GameBoard } from '../game/game_board.js';
import { Graph } from '../game/graph.js';
import { PgnInput, acceptFiles } from '../game/pgn_input.js';
import { storedGames } from '../game/stored_games.js';
import { isMain, movesOf, pathTo, treeData } from '../game/tree.js';
import { placeText, resultText } from '../game/words.js';
import { annotated, mark, nextMarked } from './annotate.js';
import { gameFrom, keepGame, keepReview, keptReview, namesOf } from './game.js';
import { MoveCard } from './move_card.js';
import { ReviewRun } from './run.js';
import { ReviewSettings } from './settings.js';
import { Summary } from './summary.js';
import { Training, ownSide } from './training.js';
import { MARKS, isImprovable } from './words.js';

/** @typedef {import('../link/types.js').Pgn} Pgn */
/** @typedef {import('../link/types.js').MoveReview} MoveReview */
/** @typedef {import('../link/requests.js').PgnWriteAsk} PgnWriteAsk */
/** @typedef {import('./game.js').ReviewedGame} ReviewedGame */

/** Games of this browser that the empty view offers. */
const OFFERED = 6;

export class ReviewView {
  /** @param {import('../app.js').App} app */
  constructor(app) {
    this.app = app;
    this.active = false;
    /** @type {ReviewedGame | null} */
    this.reviewed = null;
    this.game = new GameBoard(app, {
      label: 'Board of the game',
      changed: () => this.#changed(),
      empty: 'No game yet.',
    });
    this.line = this.game.line;
    this.run = new ReviewRun(app, () => this.#found());
    this.graph = new Graph('White’s chance of winning, move by move', (at) => this.#goToPly(at));
    this.card = new MoveCard({
      walk: (move, which, count) => this.#walk(move, which, count),
      jump: (step) => this.#jump(step),
    });
    this.summary = new Summary((ply) => this.#goToPly(ply));
    this.settings = new ReviewSettings(() => this.#start());
    this.training = new Training(
      app,
      () => this.#written(),
      () => this.settings.fields.side ?? ownSide(this.reviewed?.headers ?? {}),
    );
    this.input = new PgnInput(app, (pgn) => this.#openPgn(pgn));
    this.names = { white: el('p', { class: 'bar-name' }), black: el('p', { class: 'bar-name' }) };
    this.head = el('p', { class: 'opening' });
    this.progress = el('progress', { attrs: { max: 1, value: 0, 'aria-label': 'Positions reviewed' } });
    this.progressText = el('span', { class: 'figure' });
    const cancel = button('Cancel', () => this.run.cancel(), { class: 'button small' });
    this.progressLine = el('div', { class: 'progress-line' }, this.progress, this.progressText, cancel);
    this.note = el('p', { class: 'message', attrs: { role: 'status' } });
    this.offered = el('div', {});
    this.element = this.#layout();
    this.frame = 0;
  }

  /** @param {URLSearchParams} query */
  enter(query) {
    this.active = true;
    if (this.reviewed && (query.size === 0 || location.hash === this.#address())) return this.#changed();
    const game = gameFrom(query);
    if (!game) return this.#showEmpty();
    this.line.board.turn(query.get('flip') === '1' ? 'black' : 'white');
    return void this.#open(game, Number(query.get('at') ?? game.moves.length));
  }

  leave() {
    this.active = false;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key === 'n' || event.key === 'p') this.#jump(event.key === 'n' ? 1 : -1);
    else this.game.key(event);
  }

  /**
   * @param {ReviewedGame} game
   * @param {number} at
   */
  async #open(game, at) {
    this.run.clear();
    this.training.clear();
    this.reviewed = game;
    this.game.tree = game.tree;
    this.game.list.refresh();
    const { fen, chess960 } = game.tree;
    if (!(await this.line.set({ fen, chess960, moves: game.moves, at: Math.min(at, game.moves.length) }))) {
      this.reviewed = null;
      return this.#showEmpty();
    }
    this.settings.show(game.headers);
    const kept = keptReview(game.id);
    if (kept && kept.moves.length > 0) return this.run.restore(kept);
    return this.#start();
  }

  /** @param {Pgn} pgn */
  #openPgn(pgn) {
    if (pgn.moves.length === 0) return this.input.refuse('The game has no moves.');
    return this.#open(keepGame(pgn), pgn.moves.length);
  }

  async #showEmpty() {
    const titles = storedGames().slice(0, OFFERED);
    const links = titles.map(({ id, white, black, result, opening }) => {
      const words = `${white || 'White'} – ${black || 'Black'}`;
      const about = el('small', {}, [result, opening].filter(Boolean).join(' · '));
      return el(
        'li',
        {},
        el('a', { class: 'game-choice', attrs: { href: addressOf('review', { g: id }) } }, words, about),
      );
    });
    fill(this.offered, [
      links.length > 0 && el('h3', {}, 'Or one of your games'),
      el('ul', { attrs: { 'aria-label': 'Games of this browser' } }, ...links),
    ]);
    this.element.classList.add('empty');
    if (!this.line.position) await this.line.set({ fen: null, moves: [], at: 0 });
    this.#changed();
  }

  async #start() {
    const { reviewed } = this;
    if (!reviewed) return;
    const text = await this.#written();
    if (text === null || reviewed !== this.reviewed) return;
    const isWhole = await this.run.start({ text, ...this.settings.fields });
    if (isWhole && reviewed === this.reviewed) {
      keepReview(reviewed.id, this.run.findings);
      this.app.announce('The review is complete.');
    }
  }

  /** The game as PGN, without the review; `null` after an error. */
  async #written() {
    const { reviewed } = this;
    if (!reviewed) return null;
    const { fen, chess960, comment, nodes } = treeData(this.game.tree);
    const fields = { headers: plain(reviewed.headers), fen, chess960, comment, nodes, result: resultOf(reviewed) };
    const written = await this.app.ask('pgn-write', /** @type {PgnWriteAsk} */ (fields), 'Writing the game…');
    return written?.text ?? null;
  }

  /** Shows another move as soon as the browser draws. */
  #found() {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => {
      mark(this.game.tree, this.run.findings.moves);
      this.game.refresh();
      this.#changed();
    });
  }

  /** Everything beside the board. */
  #changed() {
    const { reviewed, run } = this;
    const { position } = this.line;
    if (!position) return;
    this.element.classList.toggle('empty', reviewed === null);
    const names = reviewed ? namesOf(reviewed) : { white: 'White', black: 'Black' };
    this.#showNames(names);
    const opening = run.findings.review?.opening ?? position.opening;
    const ended = reviewed && reviewed.result !== '*' ? resultText(reviewed.result, '') : '';
    fill(this.head, [[opening && `${opening.eco ?? ''} ${opening.name ?? ''}`, ended].filter(Boolean).join(' · ')]);
    this.#showProgress();
    const { node } = this.game;
    const move = this.game.tree.isPlayed(node) ? run.at(node.ply) : null;
    this.card.show(move, this.#otherwise());
    this.#showArrows(move);
    this.#showGraph();
    this.summary.show(run.findings, names);
    this.training.show(!run.isRunning && run.findings.moves.length > 0);
    if (this.active) writeAddress('review', this.#settings());
  }

  /** What the card says where the move that is shown was not reviewed. */
  #otherwise() {
    const { node } = this.game;
    if (!this.reviewed) return '';
    if (node.parent === null)
      return 'The start of the game: step through the moves, or press N for the next marked one.';
    if (!this.game.tree.isPlayed(node)) return 'A variation. “Back to the game” leaves it.';
    return this.run.isRunning ? 'This move is looked at in a moment.' : 'This move was not reviewed.';
  }

  #showProgress() {
    const { progress, isRunning, note } = this.run;
    this.progressLine.hidden = !isRunning;
    this.progress.max = progress?.of ?? 1;
    this.progress.value = progress?.done ?? 0;
    this.progressText.textContent = progress ? `${progress.done} of ${progress.of} moves` : 'Beginning…';
    this.note.textContent = note;
    this.note.hidden = note === '';
  }

  /** @param {{ white: string, black: string }} names */
  #showNames(names) {
    for (const side of /** @type {const} */ (['white', 'black'])) {
      const dot = el('span', { class: `colour ${side}`, attrs: { 'aria-hidden': 'true' } });
      const found = this.run.findings.review?.sides.find((one) => one.side === side);
      const accuracy = found?.accuracy ?? null;
      const figure = accuracy !== null && el('span', { class: 'figure' }, `accuracy ${accuracy.toFixed(0)}`);
      fill(this.names[side], [dot, names[side], figure]);
      this.names[side].classList.toggle('above', side !== this.line.board.orientation);
    }
  }

  /**
   * The reply to an error in red, the better move in green; in a variation, its next move.
   *
   * @param {MoveReview | null} move
   */
  #showArrows(move) {
    const next = this.game.node.children[0];
    if (!move) return this.line.board.arrows(next && !isMain(next) ? [arrowOf(next.uci, 0.6, 'first')] : []);
    const isError = move.mark !== null && move.mark !== '!';
    const reply = isError && move.refutation.uci[0];
    const better = isImprovable(move) && move.best.uci[0];
    return this.line.board.arrows([
      ...(reply ? [arrowOf(reply, 0.4, 'reply')] : []),
      ...(better ? [arrowOf(better, 0.7, 'first')] : []),
    ]);
  }

  #showGraph() {
    const { main } = this.game.tree;
    const { node, tree } = this.game;
    const scores = main.map(({ score }) => score?.white);
    const path = pathTo(node);
    const at = path.findLastIndex((one) => tree.isPlayed(one) || one.parent === null);
    const dots = this.run.findings.moves.flatMap(({ ply, mark: sign }) =>
      sign ? [{ ply, kind: MARKS[sign].kind }] : [],
    );
    this.graph.element.hidden = scores.filter((score) => score !== undefined).length < 2;
    this.graph.show(scores, at, main.length - 1, placeText(at, main.slice(1)), dots);
  }

  /** @param {number} ply */
  #goToPly(ply) {
    const node = this.game.tree.main[ply];
    if (node) this.game.show(node);
  }

  /** @param {-1 | 1} step */
  #jump(step) {
    const { node, tree } = this.game;
    const at = pathTo(node).findLastIndex((one) => tree.isPlayed(one) || one.parent === null);
    const next = nextMarked(this.run.findings.moves, at, step);
    if (next) this.#goToPly(next.ply);
    else this.app.tell(step > 0 ? 'No marked move comes after this one.' : 'No marked move comes before this one.');
  }

  /**
   * Moves of a line are shown on the board, as a variation.
   *
   * @param {MoveReview} move
   * @param {'best' | 'refutation'} which
   * @param {number} count
   */
  #walk(move, which, count) {
    const node = this.game.tree.main[move.ply];
    const from = which === 'best' ? node?.parent : node;
    if (from) this.game.tryLine(move[which].uci, from, count);
  }

  async #export() {
    const { reviewed } = this;
    if (!reviewed) return;
    const { fen, chess960, comment, nodes } = annotated(this.game.tree, this.run.findings.moves);
    const opening = this.run.findings.review?.opening;
    const headers = { ...plain(reviewed.headers), Annotator: 'Motley' };
    if (opening?.eco) Object.assign(headers, { ECO: opening.eco, Opening: opening.name ?? '' });
    const fields = { headers, fen, chess960, comment, nodes, result: resultOf(reviewed) };
    const written = await this.app.ask('pgn-write', /** @type {PgnWriteAsk} */ (fields), 'Writing the game…');
    if (written) download('review.pgn', written.text);
  }

  #settings() {
    const { reviewed } = this;
    if (!reviewed) return {};
    const { tree, node } = this.game;
    const at = pathTo(node).findLastIndex((one) => tree.isPlayed(one) || one.parent === null);
    return {
      g: reviewed.id,
      fen: tree.fen,
      at: at === tree.played ? null : String(at),
      flip: this.line.board.orientation === 'white' ? null : '1',
      m: movesText(movesOf(pathTo(tree.end))),
    };
  }

  #address() {
    return addressOf('review', this.#settings());
  }

  #layout() {
    const bars = [this.names.white, this.names.black].map((name) => el('div', { class: 'player-bar' }, name));
    this.names = { white: bars[0], black: bars[1] };
    const table = el('div', { class: 'table' }, ...bars, this.line.element);
    const other = button('Another game', () => this.#another());
    const save = button('Save as PGN', () => this.#export());
    const play = button('Open in Play', () => this.#openInPlay());
    const record = el('section', { class: 'card record', attrs: { 'aria-label': 'Game' } });
    record.append(this.head, this.progressLine, this.note, this.graph.element, this.game.list.element);
    record.append(this.training.element, this.game.variationTools, el('div', { class: 'buttons' }, save, play, other));
    record.append(this.settings.element);
    const about = el(
      'p',
      { class: 'about' },
      'Paste or drop a game: each move is compared with what people of the rating play.',
    );
    const paste = el('section', { class: 'card paste', attrs: { 'aria-label': 'A game to review' } });
    paste.append(el('h2', { class: 'panel-title' }, 'A game to review'), about, this.input.element, this.offered);
    const panel = el('div', { class: 'panel' }, paste, this.card.element, record, this.summary.element);
    const element = el('div', { class: 'view review empty' }, table, panel);
    acceptFiles(element, (file) => {
      this.#another();
      this.input.take(file);
    });
    return element;
  }

  #another() {
    this.run.cancel();
    this.run.clear();
    this.training.clear();
    this.reviewed = null;
    writeAddress('review', {});
    this.#showEmpty();
    this.input.area.focus();
  }

  #openInPlay() {
    const { g, fen, m } = this.#settings();
    location.hash = addressOf('play', { w: 'person', b: 'person', fen, g, m });
  }
}

/** Headers with names that PGN can hold. @param {Record<string, string>} headers */
function plain(headers) {
  return Object.fromEntries(
    Object.entries(headers).filter(([name, value]) => /^\w+$/.test(name) && value.length < 1000),
  );
}

/** @param {ReviewedGame} game @returns {PgnWriteAsk['result']} */
function resultOf({ result }) {
  return result === '1-0' || result === '0-1' || result === '1/2-1/2' ? result : '*';
}
