//! Means of numbers that come from several positions of each game.

/// The mean of a number, and its standard error: positions of one game are no independent draws, so their deviations
/// are added up before they are squared. Those of one game must stand together. Without items both are 0.
pub fn mean_by_game<T, G: PartialEq>(items: &[T], game: impl Fn(&T) -> G, number: impl Fn(&T) -> f64) -> (f64, f64) {
    let count = items.len().max(1) as f64;
    let mean = items.iter().map(&number).sum::<f64>() / count;
    let of_game = |items: &[T]| items.iter().map(|item| number(item) - mean).sum::<f64>().powi(2);
    let squares: f64 = items.chunk_by(|a, b| game(a) == game(b)).map(of_game).sum();
    (mean, squares.sqrt() / count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_of_one_game_count_as_one_draw() {
        let measured = |games: [u8; 4]| {
            let items: Vec<(u8, f64)> = games.into_iter().zip([1.0, 1.0, 0.0, 0.0]).collect();
            mean_by_game(&items, |item| item.0, |item| item.1)
        };
        assert_eq!(measured([1, 2, 3, 4]), (0.5, 0.25));
        assert_eq!(measured([1, 1, 2, 2]).1, (0.25_f64 / 2.0).sqrt());
        assert_eq!(mean_by_game(&[], |item: &u8| *item, |_| 1.0), (0.0, 0.0));
    }
}
