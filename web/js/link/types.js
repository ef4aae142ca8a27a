/**
 * The messages of docs/studio-protocol.md, as far as the page reads them.
 *
 * @typedef {import('../board/geometry.js').Side} Side
 * @typedef {'pawn' | 'knight' | 'bishop' | 'rook' | 'queen' | 'king'} ManName
 *
 * @typedef {{ name: string, about: string, locked: string | null } & (
 *   | { kind: 'check', default: boolean }
 *   | { kind: 'spin', default: number, min: number, max: number }
 *   | { kind: 'combo', default: string, choices: string[] }
 *   | { kind: 'text', default: string }
 * )} PlayerOption
 * @typedef {Record<string, boolean | number | string>} OptionValues
 * @typedef {{ name: string, about: string, rated: boolean, options: PlayerOption[] }} Player
 *
 * @typedef {object} Hello
 * @property {string} version
 * @property {string[]} asks
 * @property {Player[]} players
 * @property {{ min: number, max: number, default: number }} rating
 * @property {string[]} features
 * @property {{ max: number }} weight
 * @property {{ mockfish: string[], pattern: string[] }} nets
 * @property {string[]} modes
 *
 * @typedef {{ fen?: string | null, moves?: string[] }} Where Where a position is: the start, and the moves since.
 *
 * @typedef {{ uci: string, san: string, from: string, to: string }} Move
 * @typedef {Move & { ply: number, number: number, turn: Side }} PlayedMove
 * @typedef {Move & { promotion: ManName | null, capture: boolean, castling: string | null, check: boolean,
 *   mate: boolean }} LegalMove
 * @typedef {{ eco: string, name: string, ply: number }} Opening
 * @typedef {{ result: string, winner: Side | null, reason: string, over: boolean }} Outcome
 *
 * @typedef {object} Position
 * @property {string} fen
 * @property {string} start
 * @property {Record<string, string>} board
 * @property {Side} turn
 * @property {number} ply
 * @property {LegalMove[]} legal
 * @property {string | null} check
 * @property {Outcome | null} outcome
 * @property {Move | null} last
 * @property {Opening | null} opening
 * @property {Record<Side, Record<ManName, number>>} counts
 * @property {number} balance
 * @property {PlayedMove[]} game
 *
 * @typedef {{ cp?: number, mate?: number }} Score
 * @typedef {object} Line A line of a search.
 * @property {number} depth
 * @property {number} [seldepth]
 * @property {number} rank
 * @property {Score} score From the mover's view.
 * @property {number} white What White can expect, from 0 to 1.
 * @property {number[] | null} wdl
 * @property {number} nodes
 * @property {number} nps
 * @property {number} time
 * @property {string[]} pv
 * @property {string[]} san
 * @property {string} line
 * @typedef {Partial<Line> & { text?: string, index?: number }} Info
 * @typedef {{ move: string | null, san: string | null, stopped: boolean }} Choice
 * @typedef {{ fen: string, valid: boolean, reason: string | null, unreachable: string | null,
 *   board?: Record<string, string>, turn?: Side, castling?: string }} BoardReport
 *
 * @typedef {{ headers: Record<string, string>, games: number, fen: string | null, moves: string[],
 *   result: string }} Pgn
 *
 * @typedef {object} NextMove
 * @property {string} uci
 * @property {string} san
 * @property {number} share
 * @property {number} low
 * @property {number} high
 * @property {number} exact
 * @property {number} lines
 * @property {number} games
 * @property {number} popularity
 * @property {number[] | null} results
 * @property {string | null} name
 * @property {string | null} eco
 * @typedef {{ lines: number, positions: number, through: number, drawn: number, acceptance: number | null,
 *   effective: number | null, reduction: number | null, time: number, opening: Opening | null,
 *   moves: NextMove[] }} NextMoves
 * @typedef {{ parent: number | null, ply: number, uci: string, san: string, share: number, name: string | null,
 *   eco: string | null }} TreeNode
 * @typedef {{ eco: string, name: string, moves: string[], line: string, games: number,
 *   results: number[] | null }} FoundLine
 * @typedef {{ weights: number[], parameters: boolean[], worst: number }} Fit
 *
 * @typedef {{ turn: Side, selector: Record<string, number>, targets: Record<string, Record<string, number>>,
 *   moves: (Move & { probability: number, drawn: number })[],
 *   value: { win: number, draw: number, loss: number } | null, tactic: number | null }} MockfishMind
 * @typedef {{ game: { ply: number, san: string, white: number }[], moves: (Move & { white: number })[] }} PatternMind
 * @typedef {{ score: number, phase: number, full_phase: number,
 *   terms: { name: string, white: number[], black: number[] }[],
 *   network: { score: number, pieces: Record<string, number> } }} ClassicalMind
 * @typedef {{ player: string, move?: string | null, san?: string | null, info?: Line | null, texts?: string[],
 *   error?: string }} Compared
 *
 * @typedef {{ from: number, to: number, words: string[] }} Completions
 * @typedef {{ words: string, possible: boolean, reason: string | null, rating: boolean,
 *   completions?: Completions | null }} OrderCheck
 * @typedef {{ fen: string, moves: string[], san: string[], game: string, plies: number, loss: number | null,
 *   rating: number | null, pgn: string, svg: string }} OrderedPosition
 *
 * @typedef {{ played?: string, san?: string, text?: string, named?: string }} DrillStep
 * @typedef {{ uci: string, san: string, lines: number, name: string | null }} TheoryMove
 * @typedef {{ steps: DrillStep[], question: boolean, end: string | null, moves: string[], right: number,
 *   wrong: number, warning?: string | null }} DrillState
 * @typedef {DrillState & { verdict: 'right' | 'wrong', goes_on: { uci: string, san: string, text: string } | null,
 *   theory: TheoryMove[] }} DrillVerdict
 * @typedef {{ path: string, right: number, wrong: number,
 *   due: { fen: string, right: number, wrong: number, streak: number, urgency: number, opening: string | null }[],
 *   lines: { moves: string[], line: string, name: string | null, eco: string | null, times: number }[],
 *   openings: { name: string, positions: number, right: number, wrong: number, lines: number }[] }} DrillRecord
 */

export {};
