use motley::cast::classical::Classical;
use motley::engine::*;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let depth: i32 = args.get(1).map_or(12, |a| a.parse().unwrap());
    let fens = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r1bq1rk1/pp2nppp/4n3/3ppP2/1b1P4/3BP3/PP2N1PP/R1BQNRK1 b - - 0 1",
        "2r3k1/pppR1pp1/4p3/4P1P1/5P2/1P4K1/P1P5/8 w - - 0 1",
        "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        "r1bqkb1r/pp3ppp/2n1pn2/2pp4/2PP4/2N1PN2/PP3PPP/R1BQKB1R w KQkq - 0 6",
    ];
    struct P;
    impl Reporter for P {
        fn info(&mut self, i: &Info) {
            println!(
                "d {} sd {} {:?} n {} t {:?} hf {} pv {}",
                i.depth,
                i.seldepth,
                i.score.kind(),
                i.nodes,
                i.time,
                i.hashfull,
                i.pv.iter().map(|m| m.to_uci(shakmaty::CastlingMode::Standard).to_string()).collect::<Vec<_>>().join(" ")
            );
        }
        fn message(&mut self, t: &str) {
            println!("{t}")
        }
    }
    let mut c = Classical::new();
    let start = std::time::Instant::now();
    let mut nodes = 0;
    for f in fens {
        let g = Game::from_fen(f, shakmaty::CastlingMode::Standard).unwrap();
        c.new_game();
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        if args.len() > 2 {
            let ch = c.choose(&g, &limits, &Stop::new(), &mut P);
            println!("{ch:?}");
            continue;
        }
        let mut r = Recorder::default();
        c.choose(&g, &limits, &Stop::new(), &mut r);
        let i = r.infos.last().unwrap();
        println!("d {} {:?} n {} t {:?} nps {}", i.depth, i.score.kind(), i.nodes, i.time, (i.nodes as f64 / i.time.as_secs_f64()) as u64);
        nodes += i.nodes;
    }
    println!("{nodes} nodes {} nps", (nodes as f64 / start.elapsed().as_secs_f64()) as u64);
}
