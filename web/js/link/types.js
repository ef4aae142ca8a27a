/**
 * The answers of docs/studio-protocol.md.
 * Written by `UPDATE_DOCS=1 cargo test --release --test studio protocol`.
 *
 * @typedef {{ kind: 'check', default: boolean } | { kind: 'spin', default: number, min: number, max: number } | { kind:
 *   'combo', default: string, choices: string[] } | { kind: 'text', default: string }} OptionForm The values that an
 *   option may have. `default` is the value at the start, as `motley studio --option NAME=VALUE` may have set it.
 * @typedef {OptionForm & { name: string, about: string, locked: string | null }} PlayerOption An option of a player.
 * @typedef {object} Player A player.
 * @property {string} name Its name in requests.
 * @property {string} about One sentence.
 * @property {boolean} rated It plays at a rating when `UCI_LimitStrength` is true and `UCI_Elo` set.
 * @property {PlayerOption[]} options Its own options, and those shared ones that matter to it.
 * @typedef {object} Rating The range of ratings.
 * @property {number} min The least.
 * @property {number} max The most.
 * @property {number} default Without a choice.
 * @typedef {object} CharacterPreset A character with a name.
 * @property {string} name For the page.
 * @property {string} about One sentence.
 * @property {Record<string, number>} options The options that it sets.
 * @typedef {object} Weight The range of a weight, from 0.
 * @property {number} max The most.
 * @typedef {object} Nets The nets that can be asked about.
 * @property {string[]} mockfish Of Mockfish.
 * @property {string[]} pattern Of Pattern.
 * @typedef {object} Hello A description of the program.
 * @property {string} version Of the program.
 * @property {string[]} asks The asks that this program answers.
 * @property {Player[]} players In the order of the registry, the default one first.
 * @property {Rating} rating The range of `UCI_Elo`.
 * @property {CharacterPreset[]} presets The characters with a name, for players that have these options.
 * @property {string[]} features The features of openings, in the order of `parameters` and `weights`.
 * @property {Weight} weight Of a feature.
 * @property {Nets} nets The nets that can be asked about.
 * @property {string[]} modes The ways to look for positions to order.
 * @typedef {{}} Stopped The answer to `stop`, also where nothing runs.
 * @typedef {'white' | 'black'} Side A side.
 * @typedef {object} Move A move.
 * @property {string} uci The move in UCI form.
 * @property {string} san The move in algebraic notation.
 * @property {string} from The square that it leaves.
 * @property {string} to The square that it reaches; of castling, where the king arrives (with `chess960` the rook's
 *   square).
 * @typedef {'pawn' | 'knight' | 'bishop' | 'rook' | 'queen' | 'king'} ManName A kind of piece, pawns and kings
 *   included.
 * @typedef {'short' | 'long'} Castling The side of the board to which a king castles.
 * @typedef {Move & { man: ManName, promotion: ManName | null, capture: boolean, castling: Castling | null, en_passant:
 *   boolean, check: boolean, mate: boolean }} LegalMove A move that may be played.
 * @typedef {object} Outcome The end of a game, or the draw that may be claimed.
 * @property {string} result `1-0`, `0-1` or `1/2-1/2`.
 * @property {Side | null} winner Null for a draw.
 * @property {string} reason `checkmate`, `stalemate`, `insufficient material`, `threefold repetition` or `fifty moves`.
 * @property {boolean} over False for the last two: the draw may be claimed, and moves remain.
 * @typedef {Move & { ply: number, number: number, turn: Side }} PlayedMove A move of a game.
 * @typedef {object} Opening The deepest name on the way to a position.
 * @property {string} eco The code of the Encyclopaedia of Chess Openings.
 * @property {string} name Family and variation.
 * @property {number} ply After which half move the game had it.
 * @typedef {object} Position Everything about a position and the game that led there.
 * @property {string} fen The position.
 * @property {string} start The start of the game.
 * @property {Record<string, string>} board The occupied squares; capital letters are White's pieces.
 * @property {Side} turn The side to move.
 * @property {number} ply Half moves of the game.
 * @property {number} number The number of the next move.
 * @property {LegalMove[]} legal Every legal move, none when the game is over.
 * @property {string | null} check The square of the king in check, or null.
 * @property {Outcome | null} outcome Null while the game goes on.
 * @property {PlayedMove | null} last The last move.
 * @property {Opening | null} opening The deepest name on the way.
 * @property {Record<Side, Record<ManName, number>>} counts The number of pieces of each kind, by side.
 * @property {number} balance White's material less Black's, in pawns (queen 9, rook 5, minor 3).
 * @property {PlayedMove[]} game The moves since `start`.
 * @typedef {object} BoardReport The report on a position set up by hand.
 * @property {string} fen The position.
 * @property {boolean} valid It can be played from.
 * @property {string | null} reason Why it is not valid.
 * @property {string | null} unreachable Why no game leads there, where that is certain; such a position can still be
 *   valid.
 * @property {Record<string, string>} board The occupied squares; capital letters are White's pieces.
 * @property {Side} turn The side to move.
 * @property {string} castling The rights to castle.
 * @property {string | null} en_passant The square behind a pawn that went two steps.
 * @property {number} halfmoves Half moves since a capture or a pawn's move.
 * @property {number} number The number of the move.
 * @typedef {object} Score A score from the mover's view: centipawns or a mate.
 * @property {number} [cp] Centipawns.
 * @property {number} [mate] Moves to the mate, negative when the mover is mated.
 * @typedef {'lower' | 'upper'} ScoreBound The bound that a score is where it is not exact.
 * @typedef {object} AnalysisLine A line of a search.
 * @property {number} depth Half moves.
 * @property {number} seldepth Half moves of the longest line.
 * @property {number} rank 1 for the best with `MultiPV`.
 * @property {Score} score From the mover's view.
 * @property {ScoreBound | null} bound Null for an exact score.
 * @property {number[]} wdl The mover's probabilities of win, draw and loss.
 * @property {number} white White's expected score, from 0 to 1 (win 1, draw 1/2).
 * @property {number} nodes Positions that were looked at.
 * @property {number} nps Positions in a second.
 * @property {number} time Milliseconds.
 * @property {number} hashfull The used share of the transposition table, in permille.
 * @property {number} tbhits Positions that were found in tablebases.
 * @property {string[]} pv The moves in UCI form.
 * @property {string[]} san The moves in algebraic notation.
 * @property {string} line The moves with their numbers.
 * @typedef {Partial<AnalysisLine> & { text?: string }} Info A report of a player: a line of its search, or a text.
 * @typedef {object} ChosenMove A move that a player chose.
 * @property {string | null} move Null only where there is no legal one.
 * @property {string | null} san The move in algebraic notation.
 * @property {string | null} ponder The answer that the player expects.
 * @typedef {ChosenMove & { stopped: boolean, time: number }} Choice The move that a player chose.
 * @typedef {'plays' | 'resigns' | 'offers' | 'accepts' | 'claims'} Manner An action of a player besides moving. `plays`
 *   declines an offer; `offers` goes with its next move.
 * @typedef {object} MannersAnswer The action of a player besides moving.
 * @property {Manner} does The action.
 * @typedef {Info & { index: number, player: string }} ComparedInfo A report of one of several players.
 * @typedef {object} ComparisonProgress The progress of a comparison.
 * @property {number} done Players that were asked.
 * @property {number} of All players.
 * @typedef {Partial<ChosenMove> & { error?: string, player: string, info: AnalysisLine | null, texts: string[] }}
 *   Compared The answer of a player to the position.
 * @typedef {object} Comparison The answers of several players to one position.
 * @property {boolean} stopped It was ended by `stop` or by another request.
 * @property {Compared[]} players In the order of the request; those that were not asked any more are missing.
 * @typedef {'given' | 'file' | 'estimated' | 'assumed'} RatingSource The source of a rating: the request, the headers,
 *   the moves, or none.
 * @typedef {object} SideRating The rating with which a side is compared.
 * @property {number} elo On the scale of the site of the game.
 * @property {RatingSource} source The source of the rating.
 * @typedef {object} ComparedRatings The ratings with which both sides are compared.
 * @property {SideRating} white White's.
 * @property {SideRating} black Black's.
 * @typedef {'opening' | 'middlegame' | 'endgame'} GamePhase A phase of a game.
 * @typedef {object} ReviewScore The score of a position, from White's view.
 * @property {number | null} cp Centipawns; null for a mate.
 * @property {number | null} mate Moves to the mate, negative where Black gives it; 0 on the board.
 * @property {number} white White's chance of winning, a draw counted half, from 0 to 1.
 * @property {number} depth Half moves that the search looked ahead; 0 where the game is over.
 * @typedef {object} ReviewLine Moves one after another.
 * @property {string[]} uci The moves in UCI form.
 * @property {string[]} san The moves in algebraic notation.
 * @property {string} text The beginning with the numbers of the moves.
 * @typedef {object} PeopleThere The play of people of a rating in a position, by the rated model; shares from 0 to 1.
 * @property {number} elo Their rating.
 * @property {number} played The share that plays the move of the game.
 * @property {number} best The share that plays the best move.
 * @property {number} as_bad The share that loses about as much as the move of the game, or more.
 * @property {number} loss Their mean loss there, in chance of winning: how hard the position is.
 * @typedef {'!' | '?!' | '?' | '??'} Mark The mark of a move, as it stands behind it.
 * @typedef {object} MoveForYou A good move that people of a rating find.
 * @property {string} san The move in algebraic notation.
 * @property {string} uci The move in UCI form.
 * @property {number} share The share of people of the rating that plays it, from 0 to 1.
 * @property {number} loss Its loss, in the mover's chance of winning.
 * @typedef {'lost' | 'drawn' | 'won'} TableResult The result of a position with best play, from the mover's view.
 * @typedef {object} TableVerdict The change of the result by a move, by tablebase.
 * @property {TableResult} before Before the move.
 * @property {TableResult} after After it, still from the mover's view.
 * @typedef {object} MoveReview A move of the game and what is to be said about it.
 * @property {number} ply The half move of the game, from 1.
 * @property {number} number The number of the move.
 * @property {Side} side The side that played it.
 * @property {string} san The move in algebraic notation.
 * @property {string} uci The move in UCI form.
 * @property {GamePhase} phase The phase of the game.
 * @property {boolean} theory The named lines have the position after the move.
 * @property {ReviewScore} before The position before the move.
 * @property {ReviewScore} after The position after the move.
 * @property {number} loss The loss of the move in the mover's chance of winning, from 0 to 1.
 * @property {ReviewLine} best The best line in place of the move; it begins with the move where that is the best one.
 * @property {ReviewLine} refutation Best play after the move.
 * @property {PeopleThere | null} people Null for a side that is not reviewed, and for an only move.
 * @property {Mark | null} mark The mark beside people of the rating; null where nothing is remarkable.
 * @property {Mark | null} absolute The mark by fixed bounds of the loss, those of lichess; null where it has none.
 * @property {boolean} settled The searches agree on the better move and on the loss.
 * @property {MoveForYou | null} for_you The best move that people of the rating play, where it is not the best one and
 *   does much better than the played one.
 * @property {string[]} themes The themes that the lines prove about the mistake, the most important first.
 * @property {string[]} sentences The sentences about the move.
 * @property {TableVerdict | null} tables Null where no tablebase has the position.
 * @typedef {object} ReviewInfo A finding of a review: the ratings, once and first, then each move.
 * @property {ComparedRatings | null} ratings With whom the sides are compared.
 * @property {MoveReview | null} reviewed The next move.
 * @typedef {object} ReviewProgress The progress of a review.
 * @property {number} done Moves that were looked at, twice where a rating is estimated.
 * @property {number} of The number at the end.
 * @property {number} time Milliseconds.
 * @typedef {object} LeftTheory The move that left the named lines.
 * @property {number} ply The half move, from 1.
 * @property {string | null} popular The move that is played most there, in algebraic notation; null where the lines
 *   end.
 * @property {string | null} popular_uci The same in UCI form.
 * @property {number} share Its share of the games that stay in the lines; 0 where none were counted.
 * @property {number} games The number of these games.
 * @property {string} text A sentence.
 * @typedef {object} OpeningReview The opening of a game.
 * @property {string | null} eco The code of the Encyclopaedia of Chess Openings.
 * @property {string | null} name Family and variation.
 * @property {number} named_at The half move after which the game had the name.
 * @property {number} in_theory Half moves until the game left the named lines for good.
 * @property {LeftTheory | null} left Null where it never left them, or never was in them.
 * @typedef {object} PhaseLosses The losses of a side in a phase of the game.
 * @property {GamePhase} phase The phase.
 * @property {number} moves Moves of the side.
 * @property {number} loss The sum, in chances of winning.
 * @property {number} people_loss The sum for people of the rating in the same positions.
 * @typedef {object} ThemeLosses The losses of a side by mistakes of a theme.
 * @property {string} theme As in the field `themes` of a move.
 * @property {number} times The number of mistakes.
 * @property {number} loss The sum, in chances of winning.
 * @typedef {object} RatingEstimate A rating that moves look like.
 * @property {number} elo The most likely one.
 * @property {number} low The lower end of the interval.
 * @property {number} high The upper end of the interval.
 * @property {number} confidence The share of such intervals that hold the rating, from 0 to 1.
 * @property {number} moves The number of moves by which it was estimated.
 * @typedef {object} SideReview The play of a side.
 * @property {Side} side White or Black.
 * @property {SideRating} rating The rating with which it is compared.
 * @property {number} moves Moves of the side.
 * @property {number | null} accuracy From 0 to 100; null without moves.
 * @property {number} loss The mean loss of a move, in chance of winning.
 * @property {number} people_loss The mean loss of people of the rating in the same positions.
 * @property {number} good Moves with the mark `!`.
 * @property {number} inaccuracies Moves with the mark `?!`.
 * @property {number} mistakes Moves with the mark `?`.
 * @property {number} blunders Moves with the mark `??`.
 * @property {number[]} moments Up to three half moves from which there is most to learn, in the order of the game.
 * @property {PhaseLosses[]} phases The phases in which the side moved.
 * @property {ThemeLosses[]} themes The greatest loss first.
 * @property {RatingEstimate | null} looks_like The rating that the moves look like; null with too few moves.
 * @typedef {object} Review The review of the whole game.
 * @property {OpeningReview} opening Of the game.
 * @property {SideReview[]} sides The sides that were reviewed, White first.
 * @property {string} pgn The game as PGN with comments, glyphs, evaluations and better lines.
 * @property {boolean} stopped It was ended by `stop` or by another request.
 * @property {number} time Milliseconds.
 * @typedef {object} TreeEval An engine's evaluation of the position after a move, from White's view.
 * @property {number | null} cp Centipawns; null for a mate.
 * @property {number | null} mate Moves to a mate, negative where Black gives it.
 * @property {number | null} depth Half moves that it looked ahead.
 * @property {number} white White's expected score, from 0 to 1.
 * @typedef {object} TreeMove A move of a game with its variations.
 * @property {number | null} parent The entry of the list that it follows, from 0; null at the start of the game.
 * @property {string} uci The move in UCI form.
 * @property {string} san The move in algebraic notation.
 * @property {number} number The number of the move.
 * @property {Side} turn The side that played it.
 * @property {string} [before] A comment before the move; each line is a comment of its own.
 * @property {string} [comment] A comment behind the move; each line is a comment of its own.
 * @property {number[]} [glyphs] The numbers of its glyphs.
 * @property {number} [clock] Seconds that the mover had left.
 * @property {TreeEval} [eval] The evaluation after the move.
 * @typedef {object} Pgn A game that was read.
 * @property {Record<string, string>} headers Texts by their names.
 * @property {number} games The number of games in the text.
 * @property {string | null} fen The start of the game; null for the usual one.
 * @property {boolean} chess960 Castling is king takes rook.
 * @property {string[]} moves The moves of the main line in UCI form.
 * @property {string[]} san The moves of the main line in algebraic notation.
 * @property {string} comment A comment before the first move; each line is a comment of its own.
 * @property {TreeMove[]} nodes The moves with their variations, each behind the one that it follows; the first that
 *   follows a move is the main line.
 * @property {string} result `1-0`, `0-1`, `1/2-1/2` or `*`.
 * @typedef {object} PgnTitle A game of a text.
 * @property {string} white The player of the white pieces.
 * @property {string} black The player of the black pieces.
 * @property {string} result `1-0`, `0-1`, `1/2-1/2` or `*`.
 * @property {string} date As PGN writes dates.
 * @property {string} event The place where it was played, or the name of the study.
 * @property {number} plies Half moves of the main line.
 * @property {string | null} fault Why it cannot be read.
 * @typedef {object} PgnTitles The games of a text.
 * @property {PgnTitle[]} games In the order of the text.
 * @typedef {object} WrittenPgn A game that was written.
 * @property {string} text PGN.
 * @typedef {Move & { share: number, low: number, high: number, exact: number, lines: number, games: number, popularity:
 *   number, results: number[] | null, name: string, eco: string | null }} NextMove A move that follows a position.
 * @typedef {object} SamplingReport The report on sampled lines.
 * @property {number} acceptance Proposals that were taken, from 0 to 1.
 * @property {number | null} effective The effective sample size of the chains.
 * @property {number | null} reduction The potential scale reduction of the chains.
 * @property {number} time Milliseconds.
 * @typedef {Partial<SamplingReport> & { lines: number, positions: number, through: number, opening: Opening | null,
 *   moves: NextMove[], sampled: number }} NextMoves The moves that follow a position. Where theory ends, `moves` is
 *   empty and nothing is sampled.
 * @typedef {Partial<Move> & { parent: number | null, ply: number, share: number, name: string | null, eco: string |
 *   null }} TreeNode A position of the tree of sampled lines.
 * @typedef {object} Tree The tree of the lines sampled from a position.
 * @property {number} sampled Lines that were sampled.
 * @property {TreeNode[]} nodes Parents come first, siblings by share.
 * @typedef {object} FoundLine A named line.
 * @property {string} eco The code of the Encyclopaedia of Chess Openings.
 * @property {string} name Family and variation.
 * @property {string[]} moves The moves in UCI form.
 * @property {string} line The moves with their numbers.
 * @property {number} games Real games that played it.
 * @property {number[] | null} results Shares of games that White won, that were drawn and that Black won.
 * @typedef {object} Found The findings of a search.
 * @property {FoundLine[]} found At most 50 lines, shorter ones first.
 * @property {string[]} near The names most alike, where no line was found.
 * @typedef {object} Family A family of openings.
 * @property {string} name Of the family.
 * @property {number} lines The number of its lines.
 * @typedef {object} Families The families of openings.
 * @property {Family[]} families By name.
 * @typedef {object} FitProgress The progress of a fit.
 * @property {number} done Distributions that were calculated.
 * @typedef {Move & { wish: number | null, share: number }} FittedMove A move and its share with the weights that were
 *   found.
 * @typedef {object} Fit The weights that come nearest to wished shares.
 * @property {number[]} weights In the order of `hello.features`.
 * @property {boolean[]} parameters The features that count: all of them.
 * @property {number} worst The largest distance between a wish and what comes out.
 * @property {number} tried Distributions that were calculated.
 * @property {boolean} stopped It was ended by `stop` or by another request.
 * @property {FittedMove[]} moves Wished moves first, then by share.
 * @typedef {Move & { probability: number, played: number, selector: number, target: number }} PredictedMove A move as
 *   Mockfish's nets see it.
 * @typedef {object} ResultChances The chances of each result for the mover.
 * @property {number} win The probability of a win.
 * @property {number} draw The probability of a draw.
 * @property {number} loss The probability of a loss.
 * @typedef {object} MockfishMind The outputs of Mockfish's nets for a position.
 * @property {Side} turn The side to move.
 * @property {Record<string, number>} selector The square from which to move, all 64.
 * @property {Record<ManName, Record<string, number>>} targets The squares to which each kind of piece that can move
 *   should go.
 * @property {PredictedMove[]} moves The most probable first.
 * @property {ResultChances | null} value Null where the net has none.
 * @property {number | null} tactic That there is a tactic; null where the net has none.
 * @typedef {object} PatternChance Pattern's prediction for a position.
 * @property {number} white That White wins, if one side does; where the game ended, what White got of the point.
 * @property {number | null} draw The probability of a draw; null where the net knows none and the game goes on.
 * @property {string | null} result `1-0`, `0-1` or `1/2-1/2` where the rules end the game.
 * @property {string | null} reason The reason, as in `position`.
 * @typedef {PatternChance & { ply: number, san: string }} GameChance The prediction after a half move of the game.
 * @typedef {Move & PatternChance} MoveChance The prediction after a legal move.
 * @typedef {object} PatternMind The predictions of Pattern's net for a game.
 * @property {PatternChance} start Before the first move.
 * @property {GameChance[]} game After each half move.
 * @property {MoveChance[]} moves After each legal move, the best for the mover first.
 * @typedef {object} NetworkMind The evaluation of a position by Classical's network.
 * @property {number} score The score by which Classical plays.
 * @property {Record<string, number>} pieces For each piece how much higher the score is with it than without it.
 * @typedef {object} EvaluationTerm A term of the hand-made evaluation.
 * @property {string} name The feature that it counts.
 * @property {number[]} white Middlegame and endgame, for White.
 * @property {number[]} black Middlegame and endgame, for Black.
 * @typedef {object} ClassicalMind Classical's evaluation of a position, in centipawns from White's view.
 * @property {NetworkMind} network The network.
 * @property {number} score The score of the hand-made evaluation.
 * @property {number} phase The middlegame's share, of `full_phase`.
 * @property {number} full_phase The phase of the start.
 * @property {EvaluationTerm[]} terms The terms of the hand-made evaluation; none in a known endgame.
 * @typedef {object} Completions Words that may stand at the cursor.
 * @property {number} from The start of the range that they may take the place of, in UTF-16 units.
 * @property {number} to The end of the range.
 * @property {string[]} words The words.
 * @typedef {object} OrderCheck A condition that was read.
 * @property {string} words The condition in words.
 * @property {boolean} possible False where no game can meet it.
 * @property {string | null} reason Why it is not possible.
 * @property {number} ways Counts of pieces by which it can be met.
 * @property {boolean} rating Found positions are to be judged by a search, which is slower.
 * @property {Completions} completions The words that may stand at the cursor.
 * @typedef {object} OrderedPosition A position with its proof game.
 * @property {string} fen The position.
 * @property {string[]} moves The proof game from the usual start, in UCI form.
 * @property {string[]} san The moves in algebraic notation.
 * @property {string} game The moves with their numbers.
 * @property {number} plies Half moves of the game.
 * @property {Side} turn The side to move.
 * @property {string} solution The only winning move with the play that follows; empty unless the condition asks for
 *   one.
 * @property {number | null} loss The mean loss of a move in centipawns; null without `judge`.
 * @property {number | null} rating Of players who lose as much; null without `judge`.
 * @property {string} pgn The game as PGN.
 * @property {string} svg A picture.
 * @typedef {object} OrderInfo A position that was found.
 * @property {OrderedPosition} position With its game.
 * @typedef {object} OrderProgress The progress of an order.
 * @property {number} done Searches that have ended.
 * @property {number} of Positions that were asked for.
 * @property {number} time Milliseconds.
 * @typedef {object} Order The end of an order.
 * @property {number} found May be less than `asked`.
 * @property {number} asked Positions that were asked for.
 * @property {boolean} stopped It was ended by `stop` or by another request.
 * @property {string | null} none The message where nothing was found: how far the search went, and that it proves
 *   nothing.
 * @property {number} time Milliseconds.
 * @typedef {object} OrderSheet A sheet to print.
 * @property {string} text The file: SVG, or a PDF in ASCII.
 * @typedef {Move & { text: string }} NumberedMove A move with its text, "1. e4".
 * @typedef {NumberedMove & { played: string }} DrilledMove A move of a round.
 * @typedef {Partial<DrilledMove> & { named?: string }} DrillStep A step of a round: a move that was played, or a name
 *   that was reached.
 * @typedef {object} DrillState A round, up to a question or the end.
 * @property {DrillStep[]} steps The steps since the last question.
 * @property {boolean} question The learner is to move.
 * @property {string | null} end The name of the line's end; null while the round goes on.
 * @property {string[]} moves The game so far.
 * @property {number} right Right answers of this round.
 * @property {number} wrong Wrong answers of this round.
 * @typedef {DrillState & { warning: string | null, fen: string | null }} DrillStart The begin of a round.
 * @typedef {'right' | 'wrong'} Verdict The verdict on an answer.
 * @typedef {Move & { lines: number, name: string | null, popular: number | null }} TheoryMove A move that theory has.
 * @typedef {DrillState & { verdict: Verdict, remark: string | null, goes_on: NumberedMove | null, theory: TheoryMove[]
 *   }} DrillVerdict The verdict on an answer, and the next steps of the round.
 * @typedef {object} DrillHint The moves of theory, as a hint.
 * @property {TheoryMove[]} theory The moves of theory.
 * @typedef {object} DuePosition A position that was answered wrong.
 * @property {string} fen The position.
 * @property {number} right Right answers.
 * @property {number} wrong Wrong answers.
 * @property {number} streak Right answers since the last wrong one.
 * @property {number} urgency The factor by which it is asked more often than one that is not due.
 * @property {number | null} due The time when it is asked again, in seconds since 1970; null without a date.
 * @property {string | null} line The moves that lead to it, with their numbers; null where no known line has it.
 * @property {string | null} opening The name of its opening.
 * @typedef {object} DrilledLine A line that was played to its end.
 * @property {string[]} moves The moves in UCI form.
 * @property {string} line The moves with their numbers.
 * @property {string | null} name Family and variation.
 * @property {string | null} eco The code of the Encyclopaedia of Chess Openings.
 * @property {number} times The number of times it was played.
 * @typedef {object} OpeningProgress Progress in an opening.
 * @property {string} name Of the opening.
 * @property {number} positions Positions that were asked.
 * @property {number} right Right answers.
 * @property {number} wrong Wrong answers.
 * @property {number} lines Lines that were played to their end.
 * @typedef {object} DrillRecord The learner's record.
 * @property {string} path The file.
 * @property {string | null} warning A note for the learner on how it was opened.
 * @property {number} right Right answers.
 * @property {number} wrong Wrong answers.
 * @property {number} now The moment of the record, in seconds since 1970.
 * @property {number} due_now Positions that are due, also those that were never answered wrong.
 * @property {number | null} next_due The first date after now, in seconds since 1970.
 * @property {DuePosition[]} due Positions that were answered wrong, the most urgent first.
 * @property {DrilledLine[]} lines Lines that were played to their end.
 * @property {OpeningProgress[]} openings Progress by opening.
 * @typedef {object} RepertoireProgress The progress of a check.
 * @property {number} done Positions that were looked at.
 * @property {number} of Positions of the repertoire.
 * @typedef {object} Gap A reply that the repertoire does not answer.
 * @property {string} chapter The name of the chapter.
 * @property {string} line The moves before it, with their numbers: "1. e4 e5 2. Nf3".
 * @property {string} reply The reply with its number: "2... d6".
 * @property {number} share The share of those who reach the position that play it, from 0 to 1.
 * @property {number} reach The share of the learner's games that come to it, from 0 to 1.
 * @property {boolean} known The repertoire has the reply, and ends there.
 * @typedef {object} Conflict A position in which the repertoire has several moves for the learner.
 * @property {string} line The moves before it, with their numbers.
 * @property {string[]} chosen The first move, which is asked for, and its chapter.
 * @property {string[][]} others The other moves with their chapters.
 * @typedef {object} EarlyEnd A line that ends although games go on.
 * @property {string} chapter The name of the chapter.
 * @property {string} line The moves, with their numbers.
 * @property {number} reach The share of the learner's games that come to its end, from 0 to 1.
 * @typedef {object} Duplicate A line whose end another line has too.
 * @property {string} chapter The name of the chapter.
 * @property {string} line The moves, with their numbers.
 * @property {string[]} first The chapter that has it first, and the line there.
 * @typedef {object} LosingMove A move that loses.
 * @property {string} chapter The name of the chapter.
 * @property {string} line The moves up to it, itself the last.
 * @property {number} loss Its loss of expected score against the best move, from 0 to 1.
 * @property {string} better The best move with its number: "5. O-O".
 * @property {string} refutation The line that punishes it: "5... Qd4 6. Nd3".
 * @property {string | null} why The reason, where the line proves it.
 * @typedef {object} Check The findings of a check.
 * @property {string} side The learner's side: `white` or `black`.
 * @property {number} elo The rating of the people whose replies were counted with.
 * @property {number} chapters The number of games of the text.
 * @property {number} moves The number of moves, variations included.
 * @property {number} branches The number of ends of lines.
 * @property {number} answers The number of positions in which the learner has an answer.
 * @property {Gap[]} gaps Replies without an answer, the most frequent first.
 * @property {Conflict[]} conflicts Positions with several moves for the learner.
 * @property {EarlyEnd[]} ends Lines that end early, the most frequent first.
 * @property {Duplicate[]} duplicates Lines that come twice.
 * @property {string[]} left_out Lines to moves of the learner that glyphs mark as mistakes: they are left out, with
 *   their sequels.
 * @property {LosingMove[]} [losing] The learner's moves that a search refutes, where that was asked for.
 * @typedef {Check & { stopped: boolean }} RepertoireCheck The findings of a check of a repertoire.
 * @typedef {object} WrittenRepertoire A repertoire as text.
 * @property {string} text The PGN.
 * @property {number} chapters Games of the text.
 * @property {number} branches Ends of lines.
 * @typedef {object} PuzzlesProgress The progress of making puzzles.
 * @property {number} done Games that are done.
 * @property {number} of Games of the player.
 * @property {number} found Puzzles found so far.
 * @typedef {object} MadePuzzles The result of making puzzles.
 * @property {number} games Games that are done.
 * @property {number} found Puzzles found.
 * @property {number} added Found puzzles that the record did not have.
 * @property {number | null} first The number of the first of them in the record, where one was found.
 * @property {number} faulty Games with an illegal move, which count up to it, and unreadable ones.
 * @property {boolean} stopped It was ended by `stop` or by another request.
 * @property {string | null} warning A note for the learner on how the record was opened.
 * @typedef {object} DuePuzzles The number of puzzles due; times are in seconds since 1970.
 * @property {number} now The moment.
 * @property {number} due_now Puzzles that are due.
 * @property {number | null} next_due The first date after now.
 * @typedef {'missed' | 'mistake' | 'refutation'} PuzzleKind The kind of a puzzle: how its game went wrong.
 * @typedef {object} ListedPuzzle A puzzle in the list.
 * @property {number} number Its number in the record.
 * @property {PuzzleKind | null} kind Its kind: how the game went wrong.
 * @property {string | null} theme Its theme.
 * @property {string} source The game that it is from.
 * @property {number} due The time when it is asked again, in seconds since 1970.
 * @property {number} right Right answers.
 * @property {number} wrong Wrong answers.
 * @typedef {DuePuzzles & { puzzles: ListedPuzzle[], path: string, warning: string | null }} PuzzleList The puzzles of
 *   the record.
 * @typedef {object} AskedPuzzle A puzzle as it is asked.
 * @property {number} number Its number in the record.
 * @property {string} fen The position.
 * @property {string | null} before The move that led there, in UCI form.
 * @property {Side} side The solver's side.
 * @property {string} prompt The question.
 * @property {string} source The game that it is from.
 * @property {number | null} found Share of players of the learner's rating who find the first move.
 * @typedef {DuePuzzles & { puzzle: AskedPuzzle | null }} NextPuzzle The next puzzle to answer.
 * @typedef {'right' | 'solved' | 'as-good' | 'wrong'} PuzzleVerdict The verdict on an answer to a puzzle.
 * @typedef {DuePuzzles & { line: string, solution: string[], theme: string | null, sentence: string | null, due: number
 *   | null }} PuzzleEnd The subject of a puzzle, once it has been solved or given up.
 * @typedef {object} PuzzleAnswered The verdict on an answer, and the further play.
 * @property {PuzzleVerdict} verdict `right`: the solution goes on; `wrong`: the puzzle may be tried again.
 * @property {string | null} reply The opponent's reply in UCI form: of the solution after a right move, the refutation
 *   after a wrong one.
 * @property {PuzzleEnd | null} end Null while the puzzle is not solved.
 * @typedef {object} PuzzleHint The piece that has to move.
 * @property {string} square Its square.
 * @typedef {object} FaultPlace The place of an error.
 * @property {string} [field] The field of the request: `limits.depth`, `options.Hash`, `players[0].player`.
 * @property {number} [index] The entry of a list, from 0.
 * @property {number} [ply] The half move of a game, from 1.
 * @property {number} [from] The start of the range in a text, in UTF-16 units.
 * @property {number} [to] The end of the range.
 * @property {number} [line] Of a message that is no JSON, from 1.
 * @property {number} [column] Of a message that is no JSON, from 1.
 * @typedef {object} Fault An answer of kind `error`.
 * @property {string} message One sentence to show as it is.
 * @property {FaultPlace} [at] The place of the error.
 * @property {Completions} [completions] Of `order-check`: what may stand at the cursor.
 * @property {string[]} [moves] Of `pgn-read`: the moves before one that is not legal.
 * @typedef {{ 'hello': Hello, 'stop': Stopped, 'position': Position, 'board': BoardReport, 'go': Choice, 'manners':
 *   MannersAnswer, 'compare': Comparison, 'review': Review, 'pgn-read': Pgn, 'pgn-list': PgnTitles, 'pgn-write':
 *   WrittenPgn, 'openings-moves': NextMoves, 'openings-tree': Tree, 'openings-search': Found, 'openings-families':
 *   Families, 'openings-fit': Fit, 'mind-mockfish': MockfishMind, 'mind-pattern': PatternMind, 'mind-classical':
 *   ClassicalMind, 'order-check': OrderCheck, 'order': Order, 'order-sheet': OrderSheet, 'drill-start': DrillStart,
 *   'drill-answer': DrillVerdict, 'drill-hint': DrillHint, 'drill-record': DrillRecord, 'repertoire-check':
 *   RepertoireCheck, 'repertoire-write': WrittenRepertoire, 'puzzles-make': MadePuzzles, 'puzzles-list': PuzzleList,
 *   'puzzle-next': NextPuzzle, 'puzzle-answer': PuzzleAnswered, 'puzzle-solution': PuzzleEnd, 'puzzle-hint': PuzzleHint
 *   }} Answers The last answer to each ask.
 * @typedef {{ 'go': { info: Info, progress: never }, 'compare': { info: ComparedInfo, progress: ComparisonProgress },
 *   'review': { info: ReviewInfo, progress: ReviewProgress }, 'openings-fit': { info: never, progress: FitProgress },
 *   'order': { info: OrderInfo, progress: OrderProgress }, 'repertoire-check': { info: never, progress:
 *   RepertoireProgress }, 'puzzles-make': { info: never, progress: PuzzlesProgress } }} Reports What comes before the
 *   last answer.
 */

export {};
