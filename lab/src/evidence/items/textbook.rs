//! The report on nine techniques.

use std::sync::Arc;

use super::super::scopes::{TEXTBOOK, TEXTBOOK_MATCH};
use super::super::{Estimate, Findings, Item, ItemError, Row, Setting};
use super::textbook_modes::modes;
use crate::studies::textbook::{
    AblationSettings, AgainstRandom, BookReply, RandomSettings, Technique, answer_ruy_lopez, counts_chart,
    find_scholars_mates, play_random, take_out_each, worth_chart,
};
use motley::chess::notation::parse_moves;
use motley::engine::{Game, Limits, Personality as _, Silent, Stop};
use motley::personalities::Textbook;
use motley::personalities::textbook::{Counters, TextbookOptions};

pub const ITEMS: &[Item] = &[
    Item {
        key: "textbook-plots",
        title: "Three plots: counters against a random opponent, the average of ten games",
        data: &[],
        scope: &TEXTBOOK,
        measure: plots,
    },
    Item {
        key: "textbook-random",
        title: "The benchmark against a random opponent",
        data: &[],
        scope: &TEXTBOOK,
        measure: random,
    },
    Item {
        key: "textbook-depths",
        title: "Cut-offs, quiescence nodes and table hits by depth",
        data: &[],
        scope: &TEXTBOOK,
        measure: depths,
    },
    Item {
        key: "textbook-book",
        title: "The Ruy Lopez that is answered from the book",
        data: &[],
        scope: &TEXTBOOK,
        measure: book,
    },
    Item {
        key: "textbook-mate",
        title: "The scholar's mate that is found",
        data: &[],
        scope: &TEXTBOOK,
        measure: mate,
    },
    Item {
        key: "textbook-modes",
        title: "Three modes: random play, person against engine, two people",
        data: &[],
        scope: &TEXTBOOK_MATCH,
        measure: modes,
    },
    Item {
        key: "textbook-ablation",
        title: "What each technique is worth",
        data: &[],
        scope: &TEXTBOOK,
        measure: ablation,
    },
];

fn against_random(games: usize) -> AgainstRandom {
    play_random(&RandomSettings { games, seed: 1, options: TextbookOptions::default() }, || ())
}

/// The same ten games with a table that has no bounds, as the report's has none.
fn without_bounds() -> AgainstRandom {
    let options = TextbookOptions { table_bounds: false, ..TextbookOptions::default() };
    play_random(&RandomSettings { games: 10, seed: 1, options }, || ())
}

/// The report's ten games, which two items show.
struct TenGames(AgainstRandom);

fn ten_games(setting: &Setting) -> Result<Arc<TenGames>, ItemError> {
    setting.shared.get(|| Ok(TenGames(against_random(10))))
}

fn plots(setting: &Setting) -> Result<Findings, ItemError> {
    let result = &ten_games(setting)?.0;
    let peaks = result.peaks;
    let rows = vec![
        Row::by_method("peak of the cut-offs", Estimate::exact(peaks.cutoffs)),
        Row::by_method("peak of the quiescence nodes", Estimate::exact(peaks.quiescence_nodes)),
        Row::by_method("peak of the table hits", Estimate::exact(peaks.table_hits)),
        Row::by_method(
            "peak of the table hits, no bounds in the table",
            Estimate::exact(without_bounds().peaks.table_hits),
        ),
    ];
    Ok(Findings::new(rows)
        .with_note(
            "The report's own games and the weights of its heuristics are not printed, so the order of magnitude is \
             what can be compared. Its table hits are higher than ours; that its table has no bounds does not explain \
             it, as the last row shows. The report does not say whether leaves are stored, and ours are not.",
        )
        .with_picture("counters", "Cut-offs, quiescence nodes and table hits of each iteration", counts_chart(result)))
}

fn random(setting: &Setting) -> Result<Findings, ItemError> {
    let (ten, games) = (ten_games(setting)?, setting.sized(20, 200));
    let result = against_random(games);
    let rows = vec![
        Row::by_method("games won of ten", Estimate::exact(ten.0.won as f64)),
        Row::by_method("won of more games, per cent", Estimate::percentage(result.won as u64, games as u64)),
        Row::by_method("lost of more games, per cent", Estimate::percentage(result.lost as u64, games as u64)),
    ];
    Ok(Findings::new(rows))
}

/// A game that has left the book, as the report's did after eight moves.
const OUT_OF_BOOK: &str = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 O-O h3 d6 a3";

type CounterOf = fn(&Counters) -> u64;

fn depths(_: &Setting) -> Result<Findings, ItemError> {
    let mut game = Game::default();
    parse_moves(OUT_OF_BOOK)?.into_iter().for_each(|mv| game.play(mv));
    let mut player = Textbook::new(TextbookOptions::default());
    let limits = Limits { depth: Some(4), ..Limits::default() };
    player.choose(&game, &limits, &Stop::new(), &mut Silent);
    let counters: [(&str, CounterOf); 3] = [
        ("cut-offs", |counters| counters.cutoffs),
        ("quiescence nodes", |counters| counters.quiescence_nodes),
        ("table hits", |counters| counters.table_hits),
    ];
    let mut rows = Vec::new();
    let mut columns = Vec::new();
    for (name, counter) in counters {
        let counts: Vec<f64> = player.iterations.iter().map(|iteration| counter(&iteration.counters) as f64).collect();
        rows.push(Row::by_method(
            format!("the {name} rise with the depth"),
            Estimate::fact(counts.len() == 4 && counts.is_sorted()),
        ));
        columns.push((name, counts));
    }
    for (name, counts) in columns {
        for (depth, count) in counts.into_iter().enumerate() {
            rows.push(Row::by_method(format!("{name}, depth {}", depth + 1), Estimate::exact(count)));
        }
    }
    Ok(Findings::new(rows).with_note("A Ruy Lopez that has left the book, as the report's game had."))
}

fn book(_: &Setting) -> Result<Findings, ItemError> {
    let replies = answer_ruy_lopez(1);
    let count = |is_so: fn(&BookReply) -> bool| replies.iter().filter(|reply| is_so(reply)).count();
    let (from_book, in_line) = (count(|reply| reply.is_from_book), count(|reply| reply.answer == reply.line));
    let all = |count: usize| Estimate::fact(!replies.is_empty() && count == replies.len());
    let mut rows = vec![
        Row::by_method("the engine follows the line", all(in_line)),
        Row::by_method("no searches are involved", all(from_book)),
        Row::by_method("answers of seven that are from the book", Estimate::exact(from_book as f64)),
        Row::by_method("answers of seven that are the line's", Estimate::exact(in_line as f64)),
    ];
    rows.extend(replies.iter().map(|reply| {
        let name = format!("{} {}: share in the book, per cent", reply.white, reply.line);
        Row::by_method(name, Estimate::exact(100.0 * reply.share))
    }));
    let whole: f64 = replies.iter().map(|reply| reply.share).product();
    rows.push(Row::by_method("the whole line: share of games, per cent", Estimate::exact(100.0 * whole)));
    let line: Vec<String> = replies.iter().map(|reply| format!("{} {}", reply.white, reply.answer)).collect();
    Ok(Findings::new(rows).with_note(format!(
        "As in the report, one of the book's moves is chosen at random each time, here with the random seed 1: {}. \
         If the chosen move is not that of the line, the line continues all the same. The report has another book, \
         and does not say how many games it tried.",
        line.join(", ")
    )))
}

fn mate(_: &Setting) -> Result<Findings, ItemError> {
    let mates = find_scholars_mates();
    let found = mates.iter().filter(|mate| mate.depth.is_some()).count();
    let rows = vec![
        Row::by_method("the engine finds it", Estimate::fact(!mates.is_empty() && found == mates.len())),
        Row::by_method("positions, with White and with Black", Estimate::exact(mates.len() as f64)),
        Row::by_method(
            "half moves that it must search",
            Estimate::exact(f64::from(mates.iter().filter_map(|mate| mate.depth).max().unwrap_or_default())),
        ),
    ];
    let played: Vec<String> = mates.iter().map(|mate| format!("{} {}", mate.game, mate.played)).collect();
    Ok(Findings::new(rows).with_note(played.join("; ")))
}

fn ablation(setting: &Setting) -> Result<Findings, ItemError> {
    let settings = AblationSettings {
        whole: TextbookOptions::default(),
        positions: setting.sized(2, 12),
        games: setting.sized(0, 40),
        nodes: 5_000,
        seed: 1,
    };
    let result = take_out_each(&Technique::ALL, &settings, || ());
    let mut rows = Vec::new();
    for row in &result.rows {
        rows.push(Row::by_method(format!("nodes without {}", row.technique), Estimate::exact(row.nodes)));
        if row.games > 0 {
            // `error` is half the interval already.
            let interval = Some([row.points - row.error, row.points + row.error]);
            let points = Estimate { value: row.points, interval, samples: Some(row.games as u64) }.scaled(100.0);
            rows.push(Row::by_method(format!("points without {}, per cent", row.technique), points));
        }
    }
    Ok(Findings::new(rows)
        .with_note(
            "Nodes to depth 4 as a multiple of the whole engine's; points against the whole engine at 5,000 nodes a \
             move. The other techniques need the state space, so it cannot be taken out.",
        )
        .with_picture("worth", "What each technique is worth", worth_chart(&result)))
}
