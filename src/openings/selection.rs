//! Sub-samples of lines (Saarmann, section 5.4): by length, by family, by ECO code.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::line::Line;

/// Codes from the first to the last, both included: "B20-B99", "C25", "A".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EcoRange {
    first: String,
    last: String,
}

impl EcoRange {
    fn contains(&self, eco: &str) -> bool {
        let upper = eco.to_ascii_uppercase();
        // "B" stands for B00 to B99: compared is as much of the code as the bound has.
        let cut = |bound: &str| upper.get(..bound.len()).unwrap_or(&upper).to_owned();
        cut(&self.first) >= self.first && cut(&self.last) <= self.last
    }
}

impl FromStr for EcoRange {
    type Err = String;

    fn from_str(text: &str) -> Result<EcoRange, String> {
        let text = text.trim().to_ascii_uppercase();
        let (first, last) = text.split_once('-').unwrap_or((&text, &text));
        let is_code = |code: &str| {
            let mut letters = code.chars();
            code.len() <= 3
                && letters.next().is_some_and(|letter| ('A'..='E').contains(&letter))
                && letters.all(|letter| letter.is_ascii_digit())
        };
        if !is_code(first) || !is_code(last) || first > last {
            return Err("expected ECO codes such as B, C25 or B20-B99".to_owned());
        }
        Ok(EcoRange { first: first.to_owned(), last: last.to_owned() })
    }
}

impl fmt::Display for EcoRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.first == self.last { f.write_str(&self.first) } else { write!(f, "{}-{}", self.first, self.last) }
    }
}

/// Which lines to use. Nothing set uses all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// Moves that White and Black must both have.
    pub min_moves: usize,
    /// Part of the name of the opening or of the variation; upper and lower case are alike.
    pub family: String,
    pub eco: Option<EcoRange>,
}

/// No line is left.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("no line is left: {filter} dropped the last {dropped}")]
pub struct Emptied {
    filter: String,
    dropped: usize,
}

impl Selection {
    /// The lines that pass every filter.
    ///
    /// # Errors
    /// [`Emptied`] names the filter behind which nothing was left.
    pub fn of(&self, lines: Vec<Line>) -> Result<Vec<Line>, Emptied> {
        let family = self.family.trim().to_lowercase();
        let lines = filtered(
            lines,
            || format!("at least {} moves of both sides", self.min_moves),
            |line| line.full_moves() >= self.min_moves,
        )?;
        let lines = filtered(
            lines,
            || format!("the family `{}`", self.family.trim()),
            |line| {
                family.is_empty()
                    || line.opening.to_lowercase().contains(&family)
                    || line.variation.to_lowercase().contains(&family)
            },
        )?;
        match &self.eco {
            Some(range) => filtered(lines, || format!("the ECO codes {range}"), |line| range.contains(&line.eco)),
            None => Ok(lines),
        }
    }
}

fn filtered(
    mut lines: Vec<Line>,
    filter: impl Fn() -> String,
    keep: impl Fn(&Line) -> bool,
) -> Result<Vec<Line>, Emptied> {
    let before = lines.len();
    lines.retain(keep);
    if lines.is_empty() && before > 0 { Err(Emptied { filter: filter(), dropped: before }) } else { Ok(lines) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::parse_moves;

    fn lines() -> Vec<Line> {
        [
            ("A00", "Grob", "", "g4 d5 Bg2"),
            ("B01", "Scandinavian", "Anderssen gambit", "e4 d5 exd5 Qxd5"),
            ("C25", "Vienna", "Hamppe", "e4 e5 Nc3 Nc6"),
        ]
        .map(|(eco, opening, variation, moves)| {
            Line::new(eco.into(), opening.into(), variation.into(), parse_moves(moves).expect("legal"))
        })
        .to_vec()
    }

    fn kept(selection: &Selection) -> Result<Vec<String>, String> {
        selection
            .of(lines())
            .map(|lines| lines.into_iter().map(|line| line.eco).collect())
            .map_err(|emptied| emptied.to_string())
    }

    #[test]
    fn each_filter_keeps_the_lines_that_fit_it() {
        let all = Selection::default();
        assert_eq!(kept(&all).unwrap().len(), 3);
        assert_eq!(
            kept(&Selection { min_moves: 2, ..all.clone() }).unwrap(),
            ["B01", "C25"],
            "three half moves are one move of both"
        );
        assert_eq!(kept(&Selection { family: "GAMBIT".into(), ..all.clone() }).unwrap(), ["B01"]);
        assert_eq!(kept(&Selection { eco: Some("B00-C24".parse().unwrap()), ..all.clone() }).unwrap(), ["B01"]);
        assert_eq!(kept(&Selection { eco: Some("a-b".parse().unwrap()), ..all.clone() }).unwrap(), ["A00", "B01"]);
        assert_eq!(kept(&Selection { eco: Some("C25".parse().unwrap()), ..all }).unwrap(), ["C25"]);
    }

    #[test]
    fn the_filter_that_emptied_the_sample_is_named() {
        assert_eq!(Selection::default().of(Vec::new()), Ok(Vec::new()), "where there were none, no filter dropped any");
        let fault = |selection| kept(&selection).unwrap_err();
        assert!(
            fault(Selection { min_moves: 9, ..Selection::default() })
                .contains("at least 9 moves of both sides dropped the last 3")
        );
        assert!(
            fault(Selection { family: "Dragon".into(), ..Selection::default() })
                .contains("the family `Dragon` dropped the last 3")
        );
        let range = Some("D00-D99".parse().unwrap());
        assert!(
            fault(Selection { min_moves: 2, eco: range, ..Selection::default() })
                .contains("the ECO codes D00-D99 dropped the last 2")
        );
    }

    #[test]
    fn ranges_that_are_none() {
        for text in ["", "F00", "C2x", "C99-C00", "B20-", "C255"] {
            assert!(text.parse::<EcoRange>().is_err(), "{text}");
        }
    }
}
