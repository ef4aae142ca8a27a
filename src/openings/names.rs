//! Names that an unknown one may have meant.

/// At most so many are offered.
const SUGGESTIONS: usize = 3;
/// Least likeness of a name that is offered, from 0 to 1.
const LEAST_LIKENESS: f64 = 0.35;

/// The names most like `name`, the likest first, a shorter name before a longer one.
pub fn nearest<N: AsRef<str>>(name: &str, names: impl IntoIterator<Item = N>) -> Vec<N> {
    let wanted = letters(name);
    let mut rated: Vec<(f64, N)> = names
        .into_iter()
        .map(|known| (likeness(&wanted, &letters(known.as_ref())), known))
        .filter(|(likeness, _)| *likeness >= LEAST_LIKENESS)
        .collect();
    rated.sort_by(|(a, first), (b, second)| b.total_cmp(a).then(first.as_ref().len().cmp(&second.as_ref().len())));
    rated.into_iter().take(SUGGESTIONS).map(|(_, name)| name).collect()
}

/// Letters and digits alone, in lower case.
pub fn letters(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The Sørensen–Dice coefficient of the pairs of neighbouring letters, from 0 to 1.
fn likeness(a: &str, b: &str) -> f64 {
    let pairs = |text: &str| {
        let letters: Vec<char> = text.chars().collect();
        letters.windows(2).map(|pair| (pair[0], pair[1])).collect::<Vec<_>>()
    };
    let (first, mut second) = (pairs(a), pairs(b));
    let total = first.len() + second.len();
    let mut shared = 0;
    for pair in first {
        if let Some(at) = second.iter().position(|&other| other == pair) {
            second.swap_remove(at);
            shared += 1;
        }
    }
    if total == 0 { 0.0 } else { 2.0 * f64::from(shared) / total as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn likeness_is_a_share_of_common_pairs() {
        assert!((likeness("night", "nacht") - 0.25).abs() < 1e-9);
        assert!((likeness("abc", "abc") - 1.0).abs() < 1e-9);
        assert_eq!(likeness("", ""), 0.0);
    }
}
