//! The commands that cannot be run as a page shows them: with which smaller numbers they are, or why only read.

/// The check of a command whose text begins as stated; the first row that fits counts.
pub struct Row {
    pub begins: &'static str,
    pub how: How,
}

pub enum How {
    /// Run with these replacements, of what stands on the page by what is run instead; in its output too.
    Run(&'static [(&'static str, &'static str)]),
    /// The program takes the arguments, with these replacements, but nothing is run, for this reason.
    Read(&'static str, &'static [(&'static str, &'static str)]),
    /// No command at all: what the block or the words between backquotes are.
    None(&'static str),
}

const fn run(begins: &'static str, replacements: &'static [(&'static str, &'static str)]) -> Row {
    Row { begins, how: How::Run(replacements) }
}

const fn reads(
    begins: &'static str,
    reason: &'static str,
    replacements: &'static [(&'static str, &'static str)],
) -> Row {
    Row { begins, how: How::Read(reason, replacements) }
}

const fn read(begins: &'static str, reason: &'static str) -> Row {
    reads(begins, reason, &[])
}

const fn no_command(begins: &'static str, what: &'static str) -> Row {
    Row { begins, how: How::None(what) }
}

/// Replaced in every command that is run.
pub const EVERYWHERE: [(&str, &str); 4] = [
    ("target/release/motley", "motley"),
    ("$DATA", "data"),
    ("GAMES…", "games.pgn"),
    ("/usr/games/stockfish", "motley"),
];

/// Commands whose output is that of a file by others: it is compared where `MOTLEY_DATA` names the folder of that file.
pub const PRINTS_DATA: [&str; 1] =
    ["motley explore --lines siena-1944.pgn --identity placement --sampler saarmann --at"];

pub const ROWS: &[Row] = &[
    // What is no command.
    no_command("[Motley Mockfish]", "a section of a configuration"),
    no_command("1  B00 Nimzowitsch", "what the command above prints"),
    no_command("Round 1:", "a learner's session"),
    no_command("error: rep.pgn", "what a command says of a file with a fault"),
    no_command("Ba6 is not in", "a learner's session"),
    no_command("2 puzzles are due", "a learner's session"),
    no_command("--personality Explorer", "what is typed into a dialog"),
    no_command("motley opponent", "the mark of a file"),
    no_command("[player]", "a file of a character"),
    // The start of the program.
    run("motley --personality NAME", &[("NAME", "Mockfish")]),
    reads("motley studio --web DIR", "it serves until it is ended; tests/studio starts it", &[("DIR", "web")]),
    read("motley studio --lan", "it serves until it is ended; tests/studio/lan.rs starts it"),
    read("motley studio", "it serves until it is ended; tests/studio starts it"),
    read("motley-lab nets FILE.onnx", "it needs ONNX Runtime, with which .ci/run runs it"),
    // Openings.
    run("motley explore … --min-moves", &[("…", "--lines siena-1944.pgn --sampler saarmann"), (",10000,100000", "")]),
    run("motley explore …", &[("…", "")]),
    run("motley book build", &[("--min-share 5", "--min-share 1")]),
    // Positions to order.
    run(
        "time motley generate --all",
        &[("--count 125", "--count 1"), ("--out all.fen", "--out few.fen"), ("60750", "486")],
    ),
    run("motley generate --verify all.fen", &[("60750", "486")]),
    run("motley generate --constraint … --count 20", &[("…", "1,2,2,1,8"), ("--count 20", "--count 1")]),
    run("motley generate --constraint … --count 125", &[("…", "1,2,2,1,8"), ("--count 125", "--count 5")]),
    run("motley generate --where REQUEST", &[("REQUEST", "checkmate")]),
    // The last four, and those without a queen, are seldom met at depth 1.
    run(
        "for constraint in",
        &[
            ("1,1,2,2,8 ", ""),
            ("0,2,2,2,8 ", ""),
            ("0,2,2,2,7 ", ""),
            (" 1,2,1,1,6 1,2,2,0,6 1,2,0,2,6", ""),
            ("--count 125", "--count 1"),
            ("--depth 2", "--depth 1"),
        ],
    ),
    run("motley-lab evaluate prove", &[("prove human", "prove --positions 1 --seconds 2 human"), (",60,80,120", "")]),
    run("motley-lab constraints --threads 1", &[("constraints", "constraints human-2000.pgn.zst")]),
    // Test suites.
    run("motley solve --personality", &[("--personality", "--personality Random $DATA/positions/mate_in_1.epd")]),
    run("motley solve", &[("--movetime 1000", "--movetime 300")]),
    // The review of a game.
    run("motley review", &[("games.pgn", "games.pgn --depth 1 --force")]),
    // Games for training.
    run("motley-lab datagen --out games.bin.zst", &[("--positions 1000000", "--games 4 --nodes 60 --max-plies 40")]),
    run(
        "motley-lab datagen --engine /usr/games/stockfish",
        &[("--games 100000", "--games 2"), ("--nodes 700", "--nodes 60 --max-plies 40")],
    ),
    run(
        "motley-lab datagen --engine stockfish",
        &[("stockfish", "motley"), ("--nodes 700", "--out own.bin.zst --nodes 60"), ("--games 25", "--games 2")],
    ),
    run("motley-lab datagen --games 10", &[("--games 10", "--out own.bin.zst --nodes 60 --games 2")]),
    run(
        "motley-lab dataset weighed",
        &[("--engine stockfish", "--engine motley"), ("--visited 10000", "--visited 500")],
    ),
    run(
        "motley-lab dataset visited games.pgn.zst --engine",
        &[
            ("--engine stockfish-18", "--engine motley"),
            ("--engine-nodes 500", "--engine-nodes 50"),
            ("--share 0.001", "--share 0.5"),
        ],
    ),
    read("motley-lab dataset visited", "the network of Stockfish is not part of the project"),
    read("motley-lab dataset rescored", "the network of Stockfish is not part of the project"),
    // Samples.
    run(
        "motley-lab dataset rated-shards games",
        &[(" games", " packed --samples 500"), ("--samples 400000", ""), ("--samples 300000", "")],
    ),
    run("for part in", &[("seq 2000", "seq 2"), ("--first", "--samples 500 --first")]),
    run("motley-lab dataset mockfish dumps/*.pgn.zst", &[("--out parts/3", "--out parts/mockfish")]),
    run("motley-lab dataset rated-weights games", &[(" games", " packed"), ("000 ", " ")]),
    run("motley-lab dataset pattern GAMES…", &[("--form F --window W", "--form san --window 0"), ("DIR", "samples")]),
    // How good players are.
    run(
        "motley-lab evaluate characters",
        &[("--games 200", "--games 1 --elo 600"), ("--games 20", "--games 1 --elo 600")],
    ),
    run(
        "motley-lab evaluate mates",
        &[("--part test", "--part test --test 0.3 --positions 2 --per-band 2 --endings 1")],
    ),
    run("motley-lab evaluate resignations", &[("--per-band 500", "--per-band 2 --nodes 50")]),
    run("motley-lab evaluate rated", &[("--positions 400 --depth 10", "--positions 2 --depth 2 --test 0.3")]),
    run(
        "motley-lab evaluate review",
        &[(" --games-per-band 10", ""), ("--part", "--games-per-band 1 --test 0.3 --validation 0.3 --part")],
    ),
    run("motley-lab evaluate mockfish games ", &[("mockfish games", "mockfish packed"), ("3500", "20")]),
    run("motley-lab evaluate mockfish packed-games", &[("packed-games", "packed"), ("4000", "20"), ("2000", "20")]),
    run("motley-lab evaluate mockfish selfplay", &[("--validation 0.005", "--validation 0.3")]),
    run(
        "motley-lab evaluate mockfish human-2000",
        &[("--part test", "--part test --test 0.2"), ("--sample 20000", "--sample 200")],
    ),
    run("motley-lab evaluate pattern", &[("--test 0.04", "--test 0.3")]),
    run(
        "motley-lab evaluate textbook --games 0",
        &[("--matches 10 --nodes 5000", "--matches 2 --nodes 200 --positions 1")],
    ),
    run("motley-lab evaluate textbook --games 200", &[("--games 200", "--games 2")]),
    run("motley-lab evaluate themes", &[("csv.zst", "csv.zst --others 20 --nodes 500")]),
    run("motley-lab evaluate textbook --matches 0", &[("--matches 0", "--matches 0 --games 2 --positions 1")]),
    run(
        "motley puzzles games.pgn",
        &[("--games 100", "--games 4 --nodes 2000 --record record.sqlite"), ("--player", "--jobs 2 --player")],
    ),
    run(
        "motley puzzles lichess-clocks",
        &[("--games 100", "--games 2 --nodes 2000 --record record.sqlite"), ("--player", "--jobs 2 --player")],
    ),
    run("motley puzzles --list", &[("--list", "--list --record record.sqlite")]),
    run("motley puzzles --export", &[("--due", "--force --record record.sqlite")]),
    run("motley puzzles", &[("puzzles", "puzzles --record record.sqlite")]),
    run("motley imitate games", &[("--player", "--positions 60 --player")]),
    run("motley imitate lichess-clocks", &[("--positions 6000", "--positions 60")]),
    read(
        "motley-lab reproduce",
        "the items need whole collections of games; .ci/run measures all of them on small samples",
    ),
];
