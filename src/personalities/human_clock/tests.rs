use std::sync::mpsc::{Sender, channel};

use proptest::prelude::*;
use rand::SeedableRng as _;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use shakmaty::Color;

use super::*;
use crate::engine::Silent;

/// Answers at once, and sends the limits that it was given.
struct Quick(Sender<Limits>);

impl Personality for Quick {
    fn configure(&mut self, _: &SharedOptions, _: &mut dyn Reporter) {}

    fn new_game(&mut self) {}

    fn choose(&mut self, game: &Game, limits: &Limits, _: &Stop, _: &mut dyn Reporter) -> Choice {
        self.0.send(limits.clone()).expect("the test waits for them");
        Choice { best: game.legal_moves().first().copied(), ponder: None, ..Choice::default() }
    }
}

fn clock(remaining: Duration, increment: Duration) -> Limits {
    let clock = Some(SideClock { remaining, increment });
    Limits { white: clock, black: clock, ..Limits::default() }
}

fn shared() -> SharedOptions {
    SharedOptions { human_clock: true, seed: 1, ..SharedOptions::default() }
}

/// The limits that the player inside got from a `go` that was stopped before.
fn passed(shared: &SharedOptions, limits: &Limits) -> Limits {
    let (sender, receiver) = channel();
    let mut player = HumanClock::around(Box::new(Quick(sender)));
    player.configure(shared, &mut Silent);
    let stop = Stop::new();
    stop.stop();
    assert!(player.choose(&Game::default(), limits, &stop, &mut Silent).best.is_some());
    receiver.try_recv().expect("the player was asked")
}

const HOUR: Duration = Duration::from_secs(3600);

#[test]
fn a_search_ends_when_a_person_would_move_and_stop_ends_the_waiting() {
    let limits = clock(HOUR, Duration::ZERO);
    let within = passed(&shared(), &limits);
    let time = within.move_time.expect("a person's time");
    assert_eq!(within, Limits { move_time: Some(time), ..limits });
    assert!(time >= LEAST_SEARCH);
}

#[test]
fn every_other_limit_is_passed_on_as_it_came_and_nothing_is_waited_for() {
    let limits = clock(HOUR, Duration::ZERO);
    for asked in [
        Limits { move_time: Some(HOUR), ..limits.clone() },
        Limits { depth: Some(3), ..limits.clone() },
        Limits { nodes: Some(100), ..limits.clone() },
        Limits { mate: Some(2), ..limits.clone() },
        Limits { infinite: true, ..limits.clone() },
        Limits { white: None, ..limits.clone() },
        Limits { depth: Some(3), ..Limits::default() },
        Limits { infinite: true, ..Limits::default() },
    ] {
        assert_eq!(passed(&shared(), &asked), asked);
        assert!(!player(&shared()).applies(&Game::default(), &asked));
    }
    for analysis in [
        SharedOptions { human_clock: false, ..shared() },
        SharedOptions { multi_pv: 2, ..shared() },
        SharedOptions { analyse_mode: true, ..shared() },
    ] {
        assert_eq!(passed(&analysis, &limits), limits);
    }
}

#[test]
fn a_pondering_player_waits_from_ponderhit_on() {
    let (sender, receiver) = channel();
    let mut player = HumanClock::around(Box::new(Quick(sender)));
    player.configure(&shared(), &mut Silent);
    let limits = Limits { ponder: true, ..clock(Duration::from_secs(3), Duration::ZERO) };
    let mut waited = 0;
    for _ in 0..20 {
        let (stop, start) = (Stop::new(), Instant::now());
        stop.hit_ponder();
        player.choose(&Game::default(), &limits, &stop, &mut Silent);
        let elapsed = start.elapsed();
        // The search may take as long as the person, but is given more where a person would move at once.
        let time = receiver.recv().unwrap().move_time.expect("a person's time") - shared().overhead();
        waited += usize::from(time > LEAST_SEARCH && elapsed >= time);
        assert!(time <= LEAST_SEARCH || elapsed >= time, "{elapsed:?} of {time:?}");
    }
    assert!(waited > 0);
}

fn player(shared: &SharedOptions) -> HumanClock {
    let mut player = HumanClock::around(Box::new(Quick(channel().0)));
    player.configure(shared, &mut Silent);
    player
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]
    #[test]
    fn no_time_is_longer_than_the_clock_allows(
        remaining in prop_oneof![0_u64..2000, 0_u64..100_000, 0_u64..10_000_000],
        opponent in 0_u64..1_000_000,
        increment in prop_oneof![Just(0_u64), 0_u64..100, 0_u64..60_000],
        moves_to_go in prop_oneof![Just(None), (1_u32..100).prop_map(Some)],
        elo in 600_u16..2800,
        move_overhead in prop_oneof![Just(10_u64), 0_u64..5000],
        seed in 1_u64..1_000_000,
    ) {
        let of = |millis: u64| Duration::from_millis(millis);
        let side = |millis: u64| Some(SideClock { remaining: of(millis), increment: of(increment) });
        let limits = Limits { white: side(remaining), black: side(opponent), moves_to_go, ..Limits::default() };
        let shared = SharedOptions { limit_strength: true, elo, move_overhead, seed, ..shared() };
        let mut player = player(&shared);
        let game = Game::default();
        prop_assert!(player.applies(&game, &limits));
        let time = player.time(&game, &limits).unwrap();
        let (soft, hard) = Clock::start(&limits, Color::White, of(move_overhead)).bounds().unwrap();
        prop_assert!(time <= hard);
        prop_assert!(remaining > 5000 || time <= soft);
        prop_assert!(time <= of(remaining.saturating_sub(move_overhead)).max(of(1)));
    }
}

/// The least that White's clock shows in a game of random moves without an end, where each move costs the GUI two
/// milliseconds more than the player waits for.
fn least_left(base: u64, increment: u64, seed: u64) -> Duration {
    let mut player = player(&SharedOptions { seed, ..shared() });
    let mut rng = StdRng::seed_from_u64(seed);
    let mut game = Game::default();
    let increment = Duration::from_millis(increment);
    let mut remaining = Duration::from_millis(base);
    let mut least = remaining;
    for _ in 0..200 {
        let time = player.time(&game, &clock(remaining, increment)).unwrap();
        remaining = remaining.saturating_sub(time + Duration::from_millis(2));
        least = least.min(remaining);
        remaining += increment;
        for _ in 0..2 {
            let Some(&mv) = game.legal_moves().choose(&mut rng) else { return least };
            game.play(mv);
        }
    }
    least
}

#[test]
fn games_of_two_hundred_moves_keep_a_reserve_at_every_time_control() {
    for (base, increment) in [(1000, 10), (10_000, 100), (15_000, 0), (60_000, 0), (60_000, 1000), (180_000, 2000)] {
        for seed in 1..=5 {
            let least = least_left(base, increment, seed);
            assert!(least >= Duration::from_millis(200), "{base}+{increment}: {least:?}");
        }
    }
}

#[test]
fn slower_games_have_longer_times_up_to_three_hours() {
    let mean = |seconds: u64| {
        let limits = clock(Duration::from_secs(seconds), Duration::ZERO);
        let mut player = player(&shared());
        let mut game = Game::default();
        ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"].iter().for_each(|mv| game.play_uci(mv).unwrap());
        let times = (0..200).map(|_| player.time(&game, &limits).unwrap().as_secs_f64());
        times.sum::<f64>() / 200.0
    };
    let means = [15, 60, 180, 600, 1800, 5400, 10_800].map(mean);
    assert!(means.is_sorted(), "{means:?}");
    assert!(means[0] < 1.0 && means[6] > 20.0 && means[6] < 600.0, "{means:?}");
}
