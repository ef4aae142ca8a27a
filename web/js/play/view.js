/** The view "Play". */

import { addressOf, movesText, writeAddress } from '../shared/address.js';
import { otherSide } from '../board/geometry.js';
import { button, el, fill } from '../shared/dom.js';
import { GameBoard } from '../game/game_board.js';
import { Graph } from '../game/graph.js';
import { GameTree, movesOf, pathTo, treeFrom } from '../game/tree.js';
import { placeText, resultText } from '../game/words.js';
import { YOU, nameIn } from '../game/headers.js';
import { storedGame } from '../game/stored_games.js';
import { GoingOn } from './going_on.js';
import { Help } from './help.js';
import { Keeping } from './keeping.js';
import { Match } from './match.js';
import { PlayerBar } from './player_bar.js';
import { gameKey, keepRunning, runningGame, takeUp } from './resume.js';
import { PERSON, seatName, settingsAddress, settingsFrom } from './settings.js';
import { Tools } from './tools.js';
import { Thoughts, arrowsOf, isLine, nodeScore } from '../shared/thinking.js';

/** @typedef {import('../board/geometry.js').Side} Side */
/** @typedef {import('../link/types.js').Info} Info */
/** @typedef {import('./settings.js').PlaySettings} PlaySettings */

/**
 * What is known of a game that does not begin now: what is left on the clocks, and what this browser kept of it.
 *
 * @typedef {object} Known
 * @property {Record<Side, number> | null} [clocks]
 * @property {import('../game/stored_games.js').StoredGame | null} [kept]
 * @property {string | null} [id] The number under which it is kept.
 * @property {import('./resume.js').RunningGame | null} [running] What the tab has kept of it.
 */

const SIDES = /** @type {Side[]} */ (['white', 'black']);

export class PlayView {
  /** @param {import('../app.js').App} app */
  constructor(app) {
    this.app = app;
    this.active = false;
    this.game = new GameBoard(app, {
      label: 'Chess board',
      changed: () => this.#changed(),
      mayMove: () => this.isFree || this.#isTurn,
      moved: (uci) => (this.#isTurn ? this.#play(uci) : this.game.tryMove(uci)),
      promoted: () => this.#promoted(),
      empty: 'Make a move on the board, or start a new game.',
      showsBar: () => !this.help.hides,
    });
    this.line = this.game.line;
    this.graph = new Graph('What White can expect, move by move', (at) => this.line.goTo(at));
    this.bars = { white: this.#bar('white'), black: this.#bar('black') };
    this.thoughts = { white: new Thoughts(''), black: new Thoughts('') };
    this.opening = el('p', { class: 'opening' });
    this.banner = el('p', { class: 'banner', attrs: { role: 'status' } });
    this.minds = el('div', { class: 'minds' });
    this.help = new Help(() => this.#changed());
    this.note = el('span', { attrs: { role: 'status' } });
    this.answers = el('span', { class: 'buttons' });
    this.answers.append(
      button('Accept', () => this.match.manners.offerDraw(), { class: 'button small primary' }),
      button('Decline', () => this.match.manners.decline(), { class: 'button small' }),
    );
    this.offer = el('div', { class: 'card-head offer' }, this.note, this.answers);
    this.match = this.#newMatch(settingsFrom(new URLSearchParams(), app.hello.players).settings);
    this.keeping = new Keeping(this);
    this.goingOn = new GoingOn();
    this.tools = new Tools(this);
    this.element = this.#layout();
    addEventListener('pagehide', () => keepRunning(this));
    app.link.addEventListener('status', () => {
      if (app.link.status !== 'opening') this.match.connection(app.link.status === 'open');
    });
  }

  /** @param {URLSearchParams} query */
  enter(query) {
    const first = this.line.position === null;
    this.active = true;
    if (!first && (query.size === 0 || location.hash === this.#address())) return void this.#changed();
    // An address that names no game is that of the game which runs in this tab.
    const running = first && query.size === 0 ? runningGame() : null;
    void this.#load(running ? new URLSearchParams(running.address.split('?')[1]) : query);
    if (first && !running && !query.has('m') && !query.has('fen')) this.goingOn.offer();
  }

  leave() {
    this.active = false;
    this.tools.stopAnalysis();
    if (this.match.watched && !this.match.end) this.match.pause();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    this.game.key(event);
  }

  /** Whether moves may be tried anywhere: nobody waits for an answer. */
  get isFree() {
    const { seats, end, clock } = this.match;
    return end !== null || (!seats.white.player && !seats.black.player && !clock);
  }

  /** Whether a person may play on in the game itself, at its end. */
  get #isTurn() {
    const isAtEnd = this.line.atEnd && this.game.node === this.game.tree.end;
    return isAtEnd && !this.match.paused && this.match.personToMove;
  }

  /**
   * Begins a game with these settings, after some moves.
   *
   * @param {PlaySettings} settings
   * @param {string[]} [moves]
   * @param {Known} [known]
   */
  async start(settings, moves = [], known = {}) {
    this.match.halt();
    this.tools.stopAnalysis();
    this.goingOn.withdraw();
    this.match = this.#newMatch(settings);
    this.help.begin(this.match, known.running?.help);
    const { white, black } = settings.seats;
    const { kept = null, id = null } = known;
    this.keeping.begin(kept, id);
    this.game.tree = kept ? treeFrom(kept.tree) : new GameTree(settings.fen);
    this.game.tree.played = moves.length;
    for (const side of SIDES) this.#nameThoughts(side);
    this.line.board.turn(white.player && !black.player ? 'black' : 'white');
    const { fen, chess960 } = this.game.tree;
    const shown = await this.line.set({ fen, chess960, moves, at: moves.length });
    if (!shown) return false;
    this.#begun(moves, known);
    return true;
  }

  /**
   * @param {string[]} moves
   * @param {Known} known
   */
  #begun(moves, { clocks, kept, running }) {
    this.app.announce(`A new game: ${this.name('white')} against ${this.name('black')}.`);
    if (this.match.watched && moves.length > 0) this.match.paused = true;
    if (this.match.clock && clocks) this.match.clock.left = clocks;
    if (running) takeUp(this.match, running);
    if (this.line.end) this.match.reached(this.line.end);
    if (kept?.isRead && kept.result !== '*') this.match.finish(kept.result, endOf(kept.headers));
  }

  /** Opens a game that was read. @param {import('../link/types.js').Pgn} pgn */
  open(pgn) {
    const { fen, chess960, comment, nodes, moves, headers, result } = pgn;
    const { think } = this.match.settings;
    const tree = { fen, chess960, comment, nodes, played: moves.length };
    const settings = { seats: { white: PERSON, black: PERSON }, think, clock: null, fen };
    return this.start(settings, moves, { kept: { headers, result, tree, isRead: true } });
  }

  /** Takes moves back so that a person is to move again. */
  async takeBack() {
    const back = this.match.movesBack;
    if (back === 0) return;
    const { tree } = this.game;
    const left = tree.played - back;
    this.match.wentBack(left);
    tree.remove(tree.main[left + 1]);
    if (await this.game.show(tree.end)) {
      this.app.announce('Taken back.');
      if (this.line.end) this.match.reached(this.line.end);
    }
  }

  /** @param {Side} side */
  name(side) {
    const { read } = this.keeping;
    if (read) return nameIn(read, side === 'white' ? 'White' : 'Black');
    const { white, black } = this.match.seats;
    const two = !white.player && !black.player;
    return seatName(this.match.seats[side], two ? (side === 'white' ? 'White' : 'Black') : YOU);
  }

  /** @param {URLSearchParams} query */
  async #load(query) {
    const { settings, moves, at, tried, flipped, clocks, ended } = settingsFrom(query, this.app.hello.players);
    const first = this.line.position === null;
    const id = query.get('g');
    const kept = storedGame(id);
    const isSame = kept !== null && kept.tree.fen === settings.fen && playedIn(kept.tree) === moves.join();
    const found = first ? runningGame() : null;
    const running = found?.game === gameKey({ ...settingsAddress(settings), m: movesText(moves) }) ? found : null;
    if (!(await this.start(settings, moves, { clocks, running, ...(isSame && { kept, id }) }))) {
      // What the address says cannot be played; where nothing is shown yet, the usual start is.
      if (first) await this.start({ ...settings, fen: null });
      return;
    }
    if (ended) this.match.finish(ended.split(':')[0], ended.split(':')[1] ?? '');
    if (flipped) this.line.flip();
    if (at < moves.length) await this.line.goTo(at);
    if (tried.length && this.isFree) await this.game.tryLine(tried);
  }

  /** @param {string} uci */
  async #play(uci) {
    const { tree } = this.game;
    const isFollowed = this.game.node === tree.end;
    const next = [...movesOf(pathTo(tree.end)), uci];
    const at = isFollowed ? next.length : this.line.line.at;
    tree.played = next.length;
    const shown = await this.line.set({ ...this.line.line, moves: next, at });
    if (!shown) tree.played = Math.min(tree.played, tree.main.length - 1);
    // Not awaited: games between players would be one chain of promises.
    if (shown && this.line.end) this.match.reached(this.line.end);
    const { clock } = this.match;
    if (shown && clock) tree.end.clock = Math.round(clock.left[tree.end.turn] / 100) / 10;
    return shown;
  }

  /** Another line is the game now: people may go on from its end. */
  #promoted() {
    if (!this.match.end && this.line.end) this.match.reached(this.line.end);
  }

  /** @param {PlaySettings} settings */
  #newMatch(settings) {
    return new Match(this.app, settings, {
      play: (uci) => this.#play(uci),
      info: (side, info, ply) => this.#info(side, info, ply),
      changed: () => this.#changed(),
      tick: () => this.#showClocks(),
    });
  }

  /** @param {Side} side */
  #bar(side) {
    return new PlayerBar(side, () => this.match.moveNow());
  }

  /** @param {Side} side */
  #nameThoughts(side) {
    this.thoughts[side] = new Thoughts(this.name(side));
    const shown = SIDES.filter((one) => this.match.seats[one].player);
    fill(
      this.minds,
      shown.map((one) => this.thoughts[one].element),
    );
  }

  /**
   * @param {Side} side
   * @param {Info} info
   * @param {number} ply
   */
  #info(side, info, ply) {
    const thoughts = this.thoughts[side];
    if (thoughts.ply !== ply) thoughts.begin(side, ply);
    thoughts.add(info);
    if (!isLine(info) || info.rank !== 1) return;
    const node = this.game.tree.main[ply];
    if (node) node.score = nodeScore(info, side);
    if (!this.active || !this.line.atEnd || this.help.hides) return;
    this.line.board.arrows(this.tools.showsArrows ? arrowsOf(thoughts.ranked) : []);
    this.showGraph();
    this.game.refresh();
  }

  /** Everything beside the board. */
  #changed() {
    const { position } = this.line;
    if (!position) return;
    this.line.refreshInput();
    const { end } = this.match;
    if (this.game.tree.played > 0) this.goingOn.withdraw();
    for (const side of SIDES) {
      const thinks = this.match.thinking && this.match.toMove === side;
      this.bars[side].show(this.name(side), thinks, !end && this.match.toMove === side);
      this.bars[side].showMaterial(position);
    }
    const hasArrows = this.match.thinking ? !this.help.hides : this.tools.analysing;
    if (!hasArrows) this.line.board.arrows([]);
    this.#showHelp();
    this.#showOffer();
    fill(this.opening, [position.opening ? `${position.opening.eco} ${position.opening.name}` : '']);
    const claim = this.match.position?.outcome;
    fill(this.banner, [
      end ? resultText(end.result, end.reason) : claim ? `A draw can be claimed: ${claim.reason}.` : '',
    ]);
    this.banner.hidden = !end && !claim;
    this.tools.show();
    this.showGraph();
    this.#showClocks();
    this.#orderBars();
    if (this.active) writeAddress('play', this.settings());
    this.keeping.changed();
    keepRunning(this);
    this.tools.positionShown();
  }

  /** What the opponent thinks, or that it is hidden. */
  #showHelp() {
    const { side } = this.match.manners;
    this.help.show(side ? this.name(side) : '');
    this.minds.hidden = this.help.hides;
  }

  /** A draw that was offered, and what became of it. */
  #showOffer() {
    const { manners, end } = this.match;
    this.offer.hidden = end !== null || manners.note === '';
    this.note.textContent = manners.note;
    this.answers.hidden = !manners.isOffered;
  }

  showGraph() {
    const scores = this.game.nodes.map(({ score }) => score?.white);
    this.graph.element.hidden = this.help.hides || scores.filter((score) => score !== undefined).length < 2;
    const { at, moves } = this.line.line;
    this.graph.show(scores, at, moves.length, placeText(at, this.line.end?.game ?? []));
  }

  #showClocks() {
    for (const side of SIDES) this.bars[side].showClock(this.match.clock ? this.match.clock.remaining(side) : null);
  }

  /** The side that is seen from has its bar below the board. */
  #orderBars() {
    const below = this.line.board.orientation;
    this.bars[below].element.classList.remove('above');
    this.bars[otherSide(below)].element.classList.add('above');
  }

  /** What the address says of the game. */
  settings() {
    const { settings, clock, end } = this.match;
    const { tree, node } = this.game;
    const path = pathTo(node);
    const at = path.findLastIndex((one) => tree.isPlayed(one) || one.parent === null);
    const { white, black } = settings.seats;
    const usual = white.player && !black.player ? 'black' : 'white';
    const seconds = clock && SIDES.map((side) => Math.round(clock.left[side]));
    return {
      ...settingsAddress(settings),
      g: this.keeping.address,
      m: movesText(movesOf(pathTo(tree.end))),
      at: at === tree.played ? null : String(at),
      v: movesText(movesOf(path.slice(at))),
      flip: this.line.board.orientation === usual ? null : '1',
      clk: seconds && seconds.join('-'),
      end: end && !this.match.position?.outcome?.over ? `${end.result}:${end.reason}` : null,
    };
  }

  #address() {
    return addressOf('play', this.settings());
  }

  #layout() {
    const bars = [this.bars.white.element, this.bars.black.element];
    const table = el('div', { class: 'table' }, ...bars, this.line.element);
    const head = el('div', { class: 'panel-head' }, this.banner, this.offer, this.opening);
    const record = el(
      'section',
      { class: 'card record', attrs: { 'aria-label': 'Game' } },
      head,
      this.game.list.element,
    );
    record.append(this.game.variationTools, this.graph.element, this.tools.row);
    const thoughts = el('section', { class: 'card', attrs: { 'aria-label': 'Thoughts' } }, this.tools.thoughtsHead);
    thoughts.append(this.help.about, this.minds, this.tools.analysis.element);
    const more = el('section', { class: 'card', attrs: { 'aria-label': 'More' } }, this.tools.more);
    return el(
      'div',
      { class: 'view play' },
      this.goingOn.element,
      table,
      el('div', { class: 'panel' }, record, thoughts, more),
    );
  }
}

/** The moves of the game itself. @param {import('../game/tree.js').TreeData} data */
function playedIn(data) {
  const tree = treeFrom(data);
  return movesOf(pathTo(tree.end)).join();
}

/** How a game that was read ended, where its headers say it. @param {Record<string, string>} headers */
function endOf({ Termination: words = '' }) {
  return /^(normal|unterminated)$/i.test(words) ? '' : words;
}
