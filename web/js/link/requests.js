/**
 * The requests of docs/studio-protocol.md.
 * Written by `UPDATE_DOCS=1 cargo test --release --test studio protocol`.
 *
 * @typedef {object} Where The place of a position: the start of a game, and the moves since.
 * @property {string | null} [fen] The start of the game. (at most 200 bytes; if left out: the usual start)
 * @property {string[] | null} [moves] The moves since, UCI (SAN is read too). (each at most 100 bytes)
 * @property {boolean | null} [chess960] Castling is king takes rook, in what is sent and what is answered. (if left
 *   out: false)
 * @typedef {object} PlayerChoiceFields A player with its options.
 * @property {string} player A name from `hello`. (at most 100 bytes)
 * @property {string | null} [seat] Tells players of the same kind apart. (at most 100 bytes; if left out: `""`)
 * @property {Record<string, boolean | number | string> | null} [options] Options that differ from their defaults, by
 *   name. (each at most 4096 bytes)
 * @property {boolean | null} [new_game] Starts the player afresh. (if left out: false)
 * @typedef {object} SearchLimits The limits of a search. All hold together; none at all is `infinite`, which ends with
 *   `stop`.
 * @property {number | null} [wtime] Milliseconds that White has left. (-2600000000 to 2600000000)
 * @property {number | null} [btime] Milliseconds that Black has left. (-2600000000 to 2600000000)
 * @property {number | null} [winc] Milliseconds that White gains by a move. (-2600000000 to 2600000000)
 * @property {number | null} [binc] Milliseconds that Black gains by a move. (-2600000000 to 2600000000)
 * @property {number | null} [movetime] Milliseconds for the move. (-2600000000 to 2600000000)
 * @property {number | null} [movestogo] Moves to the next time control. (1 to 10000)
 * @property {number | null} [depth] Half moves to look ahead. (1 to 10000)
 * @property {number | null} [nodes] Positions to look at. (from 1)
 * @property {number | null} [mate] Looks for a mate in so many moves. (1 to 10000)
 * @property {boolean | null} [infinite] Ends with `stop`. (if left out: false)
 * @typedef {object} Search The limits of a search.
 * @property {SearchLimits | null} [limits] The limits at which the search ends.
 * @property {string[] | null} [only] The moves to choose from, at most 256. (each at most 100 bytes)
 * @typedef {object} ReviewLimits The limits of the search of each position; all hold together, and none at all is the
 *   usual number of nodes.
 * @property {number | null} [depth] Half moves to look ahead. (1 to 60)
 * @property {number | null} [nodes] Positions to look at. (from 1)
 * @property {number | null} [movetime] Milliseconds. (1 to 3600000)
 * @typedef {object} EvalFields An engine's evaluation of the position after a move, from White's view.
 * @property {number | null} [cp] Centipawns. (-1000000 to 1000000)
 * @property {number | null} [mate] Moves to a mate, negative where Black gives it. (-1000 to 1000)
 * @property {number | null} [depth] Half moves that it looked ahead. (0 to 1000)
 * @typedef {object} TreeMoveFields A move of a game that is to be written.
 * @property {number | null} [parent] The entry of the list that it follows, from 0. (0 to 20000; if left out: the start
 *   of the game)
 * @property {string} uci UCI or SAN. (at most 100 bytes)
 * @property {string | null} [before] A comment before the move; each line is a comment of its own. (at most 900000
 *   bytes; if left out: `""`)
 * @property {string | null} [comment] A comment behind the move; each line is a comment of its own. (at most 900000
 *   bytes; if left out: `""`)
 * @property {number[] | null} [glyphs] The numbers of its glyphs. (each 0 to 255)
 * @property {number | null} [clock] Seconds that the mover had left. (0 to 2600000)
 * @property {EvalFields | null} [eval] The evaluation after the move.
 * @typedef {object} LineSelection The named lines that count, and the identity of positions.
 * @property {string | null} [family] Part of the name of the opening or variation. (at most 200 bytes; if left out:
 *   `""`)
 * @property {string | null} [eco] `B`, `C25`, `B20-B99`. (at most 100 bytes; if left out: `""`)
 * @property {number | null} [min_moves] Moves that both sides must have in a line. (0 to 20; if left out: 0)
 * @property {boolean | null} [transpositions] Moves that land in a known position count. (if left out: true)
 * @property {'position' | 'placement' | null} [identity] Positions are the same by the rules, or by the placement of
 *   their pieces. (if left out: `"position"`)
 * @typedef {object} Sampling The sampling of lines.
 * @property {'metropolis' | 'saarmann' | null} [sampler] The sampler of lines. (if left out: `"metropolis"`)
 * @property {boolean[] | null} [parameters] The features that count, in the order of `hello.features`. (if left out:
 *   false, false, false, false, false)
 * @property {number[] | null} [weights] The weights of the features, each from 0 to `hello.weight.max`. (if left out:
 *   0.2, 0.2, 0.05, 0.05, 0.05)
 * @property {number | null} [chains] Chains that share the lines (metropolis). (1 to 64; if left out: 4)
 * @property {'off' | 'wrong' | 'unseen' | 'both' | null} [learner] The positions of the learner, who plays the other
 *   side, to which lines are steered by his record. (if left out: `"off"`)
 * @property {number | null} [learner_weight] The weight of the record, as in `weights`. (0 to 20; if left out: 3)
 * @typedef {object} SampleSize The number of lines to sample, and the seed of the random numbers.
 * @property {number | null} [iterations] Lines to sample. (1 to 100000; if left out: 2000)
 * @property {number | null} [seed] Random seed: the same gives the same. (if left out: 1)
 * @typedef {object} Men Men of both sides: each a list of its queens, rooks, bishops, knights and pawns.
 * @property {number[] | null} [white] White's pieces. (each 0 to 10; if left out: any)
 * @property {number[] | null} [black] Black's pieces. (each 0 to 10; if left out: any)
 * @typedef {object} OrderCondition A condition on positions.
 * @property {string | null} [text] The condition in words; may be empty where `men` are given. (at most 2000 bytes; if
 *   left out: `""`)
 * @property {Men | null} [men] Joined to the text by `and`.
 * @property {number | null} [promotions] Pawns that may be promoted on the way. (0 to 16; if left out: 0)
 * @property {number | null} [max_plies] Half moves of a game at most. (1 to 400; if left out: 101)
 * @typedef {object} SheetPosition A position on a sheet.
 * @property {string} fen The position. (at most 200 bytes)
 * @property {string | null} [caption] The text below. (at most 2000 bytes; if left out: nothing)
 * @property {string | null} [solution] The text on the page of solutions. (at most 2000 bytes; if left out: nothing)
 * @typedef {object} RepertoireText A repertoire of one side.
 * @property {string} repertoire PGN with variations. (at most 900000 bytes)
 * @property {'white' | 'black' | null} [side] The learner's side. (if left out: `"white"`)
 * @typedef {object} PuzzlePlace A puzzle, and how far it is solved.
 * @property {number} number The number of the puzzle. (1 to 9223372036854775807)
 * @property {string[] | null} [played] The moves of the solution that were played, replies included. (each at most 100
 *   bytes)
 * @typedef {{}} HelloAsk Asks what there is; sent once, after the socket has opened.
 * @typedef {object} StopAsk Ends what runs.
 * @property {number | null} [of] The number of the request that is ended. (if left out: whatever runs)
 * @typedef {Where} PositionAsk Asks for everything about a position and the game that led there.
 * @typedef {object} BoardAsk Asks about a position set up by hand.
 * @property {string | null} [fen] The position, in place of the other fields. (at most 200 bytes; if left out: that of
 *   the other fields)
 * @property {Record<string, string> | null} [board] The pieces by their squares, as in `position`.
 * @property {'white' | 'black' | null} [turn] The side to move. (if left out: `"white"`)
 * @property {string | null} [castling] Some of `KQkq`, or `-`. (at most 100 bytes; if left out: `"-"`)
 * @property {string | null} [en_passant] The square behind a pawn that went two steps. (at most 100 bytes; if left out:
 *   none)
 * @property {number | null} [halfmoves] Half moves since a capture or a pawn's move. (0 to 9999; if left out: 0)
 * @property {number | null} [number] The number of the move. (1 to 9999; if left out: 1)
 * @property {boolean | null} [chess960] Castling is king takes rook. (if left out: false)
 * @typedef {PlayerChoiceFields & Where & Search} GoAsk Asks a player for a move, or to analyse.
 * @typedef {Where & { rating?: number | null, expected?: number[] | null, since_offer?: number | null, offered?:
 *   boolean | null }} MannersAsk Asks what a player does besides moving, as people of its rating do. The program does
 *   not keep what a player expected at its turns: the page sends it.
 * @typedef {Where & Search & { players?: PlayerChoiceFields[] | null }} CompareAsk Asks several players about one
 *   position, one after another.
 * @typedef {Where & { text?: string | null, number?: number | null, headers?: Record<string, string> | null,
 *   white_elo?: number | null, black_elo?: number | null, side?: 'white' | 'black' | null, limits?: ReviewLimits | null
 *   }} ReviewAsk Asks what each move of a game lost, and what people of the rating play there.
 * @typedef {object} PgnReadAsk Asks for a game of a text in PGN.
 * @property {string} text PGN. (at most 900000 bytes)
 * @property {number | null} [game] The number of the game in the text, from 1. (1 to 1000000; if left out: 1)
 * @typedef {object} PgnListAsk Asks which games there are in a text.
 * @property {string} text PGN. (at most 900000 bytes)
 * @typedef {Where & { nodes?: TreeMoveFields[] | null, comment?: string | null, headers?: Record<string, string> |
 *   null, result?: '1-0' | '0-1' | '1/2-1/2' | '*' | null }} PgnWriteAsk Asks for a game in PGN.
 * @typedef {Where & LineSelection & Sampling & SampleSize} NextMovesAsk Asks what follows a position: sampled, and by
 *   calculation.
 * @typedef {Where & LineSelection & Sampling & SampleSize & { plies?: number | null, least?: number | null }} TreeAsk
 *   Asks for the tree of the lines sampled from a position.
 * @typedef {Where & LineSelection & { text?: string | null }} SearchAsk Asks for named lines, by name or by position.
 * @typedef {{}} FamiliesAsk Asks for the families of openings.
 * @typedef {Where & LineSelection & { sampler?: 'metropolis' | 'saarmann' | null, wishes?: Record<string, number> |
 *   null }} FitAsk Asks for the weights that come nearest to wished shares.
 * @typedef {Where & { net?: 'Best' | 'Standard' | 'Puzzle' | 'Auto' | 'Engine' | 'Rated' | null, temperature?: number |
 *   null, rating?: number | null }} MockfishAsk Asks what Mockfish's nets make of a position.
 * @typedef {Where & { net?: 'WholeGame' | 'Kumar' | null }} PatternAsk Asks what Pattern's net makes of a game. The net
 *   `Kumar` reads only games from the usual start.
 * @typedef {Where} ClassicalAsk Asks what Classical makes of a position.
 * @typedef {OrderCondition & { cursor?: number | null }} OrderCheckAsk Asks whether a condition can be read and met.
 * @typedef {OrderCondition & { mode?: 'distance' | 'network' | null, seed?: number | null, count?: number | null,
 *   judge?: boolean | null }} OrderAsk Asks for positions that meet a condition.
 * @typedef {object} OrderSheetAsk Asks for a sheet of positions to print.
 * @property {SheetPosition[] | null} [positions] The positions in their order, 50 at most.
 * @property {'pdf' | 'svg' | null} [format] The kind of file. (if left out: `"pdf"`)
 * @typedef {Where & LineSelection & Sampling & { side?: 'white' | 'black' | null, iterations?: number | null,
 *   repertoire?: string | null, elo?: number | null, strict?: boolean | null, beyond?: boolean | null, seed?: number |
 *   null }} DrillStartAsk Begins a round of the drill.
 * @typedef {object} DrillAnswerAsk Answers a question of the drill.
 * @property {string} move The learner's move. (at most 100 bytes)
 * @typedef {{}} DrillHintAsk Asks for the moves of theory, without an answer.
 * @typedef {{}} DrillRecordAsk Asks for the learner's record.
 * @typedef {RepertoireText & { elo?: number | null }} RepertoireCheckAsk Looks for what a repertoire lacks, beside what
 *   people play.
 * @typedef {RepertoireText} RepertoireWriteAsk Asks for a repertoire in PGN's export form, with its variations,
 *   comments and glyphs.
 * @typedef {object} PuzzlesMakeAsk Makes puzzles from the games of a player and adds them to the record.
 * @property {string} text Games in PGN. (at most 900000 bytes)
 * @property {string | null} [player] The player, as the games name him. (at most 4000 bytes; if left out: both sides of
 *   every game)
 * @property {'white' | 'black' | null} [side] Whose mistakes become puzzles, of the games' sides that are the player's.
 *   (if left out: the mistakes of both)
 * @property {number | null} [games] Games of the player at most. (1 to 10000; if left out: all of them)
 * @property {number | null} [elo] Leaves out what nine in ten players of this rating solve. (600 to 2800; if left out:
 *   nothing is left out)
 * @typedef {{}} PuzzlesListAsk Asks for the puzzles of the record.
 * @typedef {object} PuzzleNextAsk Asks for a puzzle.
 * @property {number | null} [number] The number of the puzzle. (1 to 9223372036854775807; if left out: that which is
 *   due longest)
 * @typedef {PuzzlePlace & { move: string, hinted?: boolean | null, seconds?: number | null, again?: boolean | null }}
 *   PuzzleAnswerAsk Answers a puzzle.
 * @typedef {object} PuzzleSolutionAsk Gives up and asks for the solution.
 * @property {number} number The number of the puzzle. (1 to 9223372036854775807)
 * @property {boolean | null} [again] A try was noted before; otherwise a wrong answer is. (if left out: false)
 * @typedef {PuzzlePlace} PuzzleHintAsk Asks which piece has to move.
 * @typedef {{ 'hello': HelloAsk, 'stop': StopAsk, 'position': PositionAsk, 'board': BoardAsk, 'go': GoAsk, 'manners':
 *   MannersAsk, 'compare': CompareAsk, 'review': ReviewAsk, 'pgn-read': PgnReadAsk, 'pgn-list': PgnListAsk,
 *   'pgn-write': PgnWriteAsk, 'openings-moves': NextMovesAsk, 'openings-tree': TreeAsk, 'openings-search': SearchAsk,
 *   'openings-families': FamiliesAsk, 'openings-fit': FitAsk, 'mind-mockfish': MockfishAsk, 'mind-pattern': PatternAsk,
 *   'mind-classical': ClassicalAsk, 'order-check': OrderCheckAsk, 'order': OrderAsk, 'order-sheet': OrderSheetAsk,
 *   'drill-start': DrillStartAsk, 'drill-answer': DrillAnswerAsk, 'drill-hint': DrillHintAsk, 'drill-record':
 *   DrillRecordAsk, 'repertoire-check': RepertoireCheckAsk, 'repertoire-write': RepertoireWriteAsk, 'puzzles-make':
 *   PuzzlesMakeAsk, 'puzzles-list': PuzzlesListAsk, 'puzzle-next': PuzzleNextAsk, 'puzzle-answer': PuzzleAnswerAsk,
 *   'puzzle-solution': PuzzleSolutionAsk, 'puzzle-hint': PuzzleHintAsk }} Requests The fields of each ask.
 */

export {};
