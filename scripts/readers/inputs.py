"""Small games of our own, each in a spelling or form that some program writes, and what their writer meant.

A row of `ROWS` is: what it is, who writes it, the text, and the games that are meant, each as its moves in SAN, behind
a FEN and `|` where it does not begin at the usual start.
"""

from dataclasses import dataclass

TAGS = '[Event "Evening"]\n[White "Ada"]\n[Black "Ben"]\n[Result "*"]\n'
LATER = '[Event "Evening"]\n[White "Cleo"]\n[Black "Dov"]\n[Result "*"]\n'
SPANISH = "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O"
SCHOLAR = "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#"
DANISH = "e4 e5 Nf3 Nc6 d4 exd4 c3 dxc3"
QUEEN = "d4 d5 c4 e6 Nc3 Nf6"
ENGLISH = "c4 e5 g3 Nf6 Bg2 d5"
PAWN = "7k/4P3/8/8/8/8/8/K7 w - - 0 1"
PROMOTION = f"{PAWN} | e8=Q+ Kg7"
CASTLING = "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1"
PASSING = "e4 a6 e5 d5 exd6 cxd6"
ODD_RIGHT = "rnbq1rk1/ppppbppp/5n2/4p3/4P3/3P1N2/PPP1BPPP/RNBQ1RK1 w KQkq - 0 6"
SHUFFLED = "bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w KQkq - 0 1"
KNIGHTS = "7k/8/8/8/8/NNNNNNNN/NNN5/K7 w - - 0 1"


@dataclass
class Row:
    kind: str
    writer: str
    text: bytes
    meant: list[str]


def game(moves: str, *tags: str) -> bytes:
    return f"{TAGS}{''.join(tag + chr(10) for tag in tags)}\n{moves}\n".encode()


def set_up(fen: str, moves: str) -> bytes:
    return game(moves, '[SetUp "1"]', f'[FEN "{fen}"]')


def later(moves: str) -> bytes:
    return f"{LATER}\n{moves}\n".encode()


TWO = [QUEEN, ENGLISH]
FIRST, SECOND = "1. d4 d5 2. c4 e6 3. Nc3 Nf6 *", "1. c4 e5 2. g3 Nf6 3. Bg2 d5 *"
MATE = "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. "

MOVES = [
    Row("`e8Q`", "pgn-extract -Wlalg, old files", set_up(PAWN, "1. e8Q+ Kg7 *"), [PROMOTION]),
    Row("`e8(Q)`", "older programs and books", set_up(PAWN, "1. e8(Q)+ Kg7 *"), [PROMOTION]),
    Row("`e8/Q`", "older programs", set_up(PAWN, "1. e8/Q+ Kg7 *"), [PROMOTION]),
    Row("`Qxf7++` for mate", "older books", game(f"{MATE}Qxf7++ *"), [SCHOLAR]),
    Row("`Qxf7 mate`", "typed by hand", game(f"{MATE}Qxf7 mate *"), [SCHOLAR]),
    Row("`Bb5ch`", "English books", game("1. e4 d5 2. Bb5ch c6 *"), ["e4 d5 Bb5+ c6"]),
    Row("`Bb5 dbl ch`", "English books", game("1. e4 d5 2. Bb5 dbl ch c6 *"), ["e4 d5 Bb5+ c6"]),
    Row("`exd6e.p.`", "older programs", game("1. e4 a6 2. e5 d5 3. exd6e.p. cxd6 *"), [PASSING]),
    Row("`exd6 e.p.`", "typed by hand", game("1. e4 a6 2. e5 d5 3. exd6 e.p. cxd6 *"), [PASSING]),
    Row("`e5d6ep`", "pgn-extract -Welalg", game("1. e2e4 a7a6 2. e4e5 d7d5 3. e5d6ep c7d6 *"), [PASSING]),
    Row("`Q:f7`, `e:d6`", "European books", game(f"{MATE}Q:f7# *"), [SCHOLAR]),
    Row("`0-0`", "typed by hand, older programs", game("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. B:c6 dxc6 5. 0-0 *"
                                                       .replace(":", "x")), [SPANISH]),
    Row("`O-O-O++` for a check", "pgn-extract -Wxolalg", set_up(CASTLING, "1. O-O-O++ Kd8-e7 *"),
        [f"{CASTLING} | O-O-O+ Ke7"]),
    Row("`Ng1-f3`", "python-chess `lan`, pgn-extract -Wxolalg",
        game("1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6 3. Bf1-b5 a7-a6 4. Bb5xc6 d7xc6 5. O-O *"), [SPANISH]),
    Row("`g1-f3`", "pgn-extract -Whalg",
        game("1. e2-e4 e7-e5 2. g1-f3 b8-c6 3. f1-b5 a7-a6 4. b5-c6 d7-c6 5. e1-g1 *"), [SPANISH]),
    Row("`g1f3`, `e1g1`", "UCI, python-chess `uci`, pgn-extract -Wlalg",
        game("1. e2e4 e7e5 2. g1f3 b8c6 3. f1b5 a7a6 4. b5c6 d7c6 5. e1g1 *"), [SPANISH]),
    Row("`g1f3` without numbers", "pgn-extract -Wuci",
        game("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 e1g1 *"), [SPANISH]),
    Row("`Ng1f3`", "pgn-extract -Welalg",
        game("1. e2e4 e7e5 2. Ng1f3 Nb8c6 3. Bf1b5 a7a6 4. Bb5c6 d7c6 5. e1g1 *"), [SPANISH]),
    Row("needless `Ngf3`", "older programs", game("1. e4 e5 2. Ngf3 Nbc6 *"), ["e4 e5 Nf3 Nc6"]),
    Row("null move `--`", "Scid, python-chess, kokopu, chess.js", game("1. d4 d5 2. c4 -- 3. cxd5 Qxd5 *"),
        ["d4 d5 c4 -- cxd5 Qxd5"]),
    Row("null move `Z0`", "some databases", game("1. d4 d5 2. c4 Z0 3. cxd5 Qxd5 *"),
        ["d4 d5 c4 -- cxd5 Qxd5"]),
    Row("null move `@@@@`", "XBoard's protocol", game("1. d4 d5 2. c4 @@@@ 3. cxd5 Qxd5 *"),
        ["d4 d5 c4 -- cxd5 Qxd5"]),
    Row("German `Sf3`", "German programs", game("1. e4 e5 2. Sf3 Sc6 3. d4 exd4 4. c3 dxc3 *"), [DANISH]),
    Row("French `Cf3`, `Fb5`", "French programs",
        game("1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 4. Fxc6 dxc6 5. O-O *"), [SPANISH]),
    Row("Russian `Кf3`, `Сb5`", "Russian programs",
        game("1. e4 e5 2. Кf3 Кc6 3. Сb5 a6 4. Сxc6 dxc6 5. O-O *"), [SPANISH]),
    Row("figurines `♘f3`", "kokopu, web pages",
        game("1. e4 e5 2. ♘f3 ♞c6 3. ♗b5 a6 4. ♗xc6 dxc6 5. O-O *"), [SPANISH]),
    Row("signs `+/=`, `∞`, `N`, `□` behind a move", "Informants, databases",
        game("1. d4 d5 +/= 2. c4 N e6 ∞ 3. Nc3 □ Nf6 *"), [QUEEN]),
]
GLUED = [
    Row("a result on a move, `Qxf7#1-0`", "files cut together", game(f"{MATE}Qxf7#1-0") + b"\n" + later(SECOND),
        [SCHOLAR, ENGLISH]),
    Row("a NAG on a move, `d5$1`", "some databases", game("1. d4 d5$1 2. c4$2 e6 3. Nc3 Nf6 *"), [QUEEN]),
    Row("commas, `d4,`", "text of web pages", game("1. d4, d5, 2. c4, e6, 3. Nc3, Nf6 *"), [QUEEN]),
    Row("quotation marks, `\"d4\"`", "tables", game('1. "d4" "d5" 2. "c4" "e6" 3. "Nc3" "Nf6" *'), [QUEEN]),
    Row("`1. … d5`, `1…d5` with the sign of three dots", "word processors",
        game("1. d4 {solid} 1…d5 2. c4 {sharp} 2…e6 3. Nc3 Nf6 *"), [QUEEN]),
    Row("`1..d5`, `1....d5`", "typed by hand", game("1. d4 1..d5 2. c4 2....e6 3. Nc3 Nf6 *"), [QUEEN]),
    Row("no-break spaces", "web pages", game(FIRST.replace(". ", ".\u00a0")), [QUEEN]),
    Row("zero-width spaces", "web pages", game("1. d4 d5 2. c4\u200b e6\u200b 3. Nc3 Nf6 *"), [QUEEN]),
    Row("form feeds, vertical tabs", "printed texts", game("1. d4 d5\f2. c4\ve6 3. Nc3 Nf6 *"), [QUEEN]),
    Row("typographic hyphens in `O‑O`, `1–0`", "word processors",
        game("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O‑O 1–0"), [SPANISH]),
    Row("an end-of-file character", "DOS", game(FIRST) + b"\x1a", [QUEEN]),
    Row("line ends of CR alone", "old Macs", game(FIRST).replace(b"\n", b"\r"), [QUEEN]),
    Row("names in Latin-1", "the standard", game(FIRST).replace(b"Ada", "Zoë".encode("latin-1")), [QUEEN]),
]
BOUNDS = [
    Row("a byte order mark before a later game", "joined files", game(FIRST) + b"\n\xef\xbb\xbf" + later(SECOND), TWO),
    Row("quotes in a tag that are not escaped", "typed by hand", game(FIRST, '[Site "Club "Rook""]'), [QUEEN]),
    Row("tags and moves on one line", "databases", game(FIRST).replace(b"\n", b" "), [QUEEN]),
    Row("the result `0.5-0.5`", "spreadsheets", game("1. d4 d5 2. c4 e6 3. Nc3 Nf6 0.5-0.5") + b"\n" + later(SECOND),
        TWO),
    Row("two empty lines behind the tags", "Scid, in columns", game(FIRST).replace(b"\n\n", b"\n\n\n", 1), [QUEEN]),
    Row("an empty line inside the moves", "web pages", game("1. d4 d5 2. c4\n\ne6 3. Nc3 Nf6 *"), [QUEEN]),
    Row("a comment with empty lines around it", "newspapers",
        game("1. d4 d5\n\n{A paragraph.}\n\n2. c4 e6 3. Nc3 Nf6 *"), [QUEEN]),
    Row("two games without tags, `1-0` between", "typed by hand",
        b"1. d4 d5 2. c4 e6 3. Nc3 Nf6 1-0\n1. c4 e5 2. g3 Nf6 3. Bg2 d5 0-1\n", TWO),
    Row("a `;` comment behind a tag", "the standard", game(FIRST).replace(b'"Ada"]', b'"Ada"] ; at home'), [QUEEN]),
    Row("a comment before the tags", "collections", b"{From the club}\n" + game(FIRST) + b"\n" + later(SECOND), TWO),
    Row("`[%clk …]` without braces", "web pages",
        game("1. d4\n[%clk 0:10:00] d5\n[%clk 0:09:58] 2. c4 e6 3. Nc3 Nf6 *") + b"\n" + later(SECOND), TWO),
    Row("indented tags and moves", "mail, documents",
        b"".join(b"  " + line for line in (game(FIRST) + b"\n" + later(SECOND)).splitlines(True)), TWO),
    Row("`<br />` at the ends of lines", "web pages", game(FIRST).replace(b"\n", b"<br />\n"), [QUEEN]),
    Row("a code fence around a game", "forums", b"```pgn\n" + game(FIRST) + b"```\n", [QUEEN]),
]
STARTS = [
    Row("a castling right that cannot be", "study chapters", set_up(ODD_RIGHT, "6. Re1 Re8 *"),
        [f"{ODD_RIGHT.replace('KQkq', '-')} | Re1 Re8"]),
    Row("Chess960 without `Variant`", "some servers", set_up(SHUFFLED, "1. b3 c5 2. Nf3 d5 3. d4 b6 *"),
        [f"{SHUFFLED} | b3 c5 Nf3 d5 d4 b6"]),
    Row('`[FEN "?"]`', "databases", game(FIRST, '[FEN "?"]'), [QUEEN]),
    Row("eleven knights", "problems, studies", set_up(KNIGHTS, "1. Kb1 Kg7 *"), [f"{KNIGHTS} | Kb1 Kg7"]),
    Row("a comment behind a comment", "python-chess",
        game("1. d4 {one} {two} d5 2. c4 e6 3. Nc3 Nf6 *"), [QUEEN]),
]
ROWS = [*MOVES, *GLUED, *BOUNDS, *STARTS]
