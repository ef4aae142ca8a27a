//! Sub-samples of lines (Saarmann, section 5.4): by length, by family, by ECO code.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::line::NamedLine;
use super::names::nearest;

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

/// The choice of lines to use. Nothing set uses all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// Moves that White and Black must both have.
    pub min_moves: usize,
    /// The beginning of the name of an opening, or else of an opening with its variation ("Queen's Gambit Declined:
    /// Vienna"), or else any part of such a name; upper and lower case are alike.
    pub family: String,
    pub eco: Option<EcoRange>,
}

/// No line is left.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("no line is left: {filter} dropped the last {dropped}{}", suggest(near))]
pub struct Emptied {
    filter: String,
    dropped: usize,
    /// Names of openings that may have been meant.
    near: Vec<String>,
}

fn suggest(near: &[String]) -> String {
    match near {
        [] => String::new(),
        near => {
            format!("; did you mean {}?", near.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" or "))
        }
    }
}

/// The place of a family's text in the name of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum FamilyMatch {
    /// Its opening begins with it.
    Opening,
    /// Its opening and variation together begin with it.
    Name,
    /// It is somewhere in the name.
    Part,
}

impl FamilyMatch {
    /// `family` is in lower case.
    fn of(line: &NamedLine, family: &str) -> Option<FamilyMatch> {
        let (opening, name) = (line.opening.to_lowercase(), line.name().to_lowercase());
        match () {
            () if opening.starts_with(family) => Some(FamilyMatch::Opening),
            () if name.starts_with(family) => Some(FamilyMatch::Name),
            () if name.contains(family) => Some(FamilyMatch::Part),
            () => None,
        }
    }
}

impl Selection {
    /// The lines that pass every filter.
    ///
    /// # Errors
    /// [`Emptied`] names the filter behind which nothing was left.
    pub fn of(&self, lines: Vec<NamedLine>) -> Result<Vec<NamedLine>, Emptied> {
        let lines = filtered(
            lines,
            || format!("at least {} moves of both sides", self.min_moves),
            |line| line.full_moves() >= self.min_moves,
        )?;
        let lines = self.of_family(lines)?;
        match &self.eco {
            Some(range) => filtered(lines, || format!("the ECO codes {range}"), |line| range.contains(&line.eco)),
            None => Ok(lines),
        }
    }
}

impl Selection {
    /// The lines of the family: the best kind of match that any line has counts, so that "Vienna" is the Vienna Game
    /// and not the Vienna variation of another opening.
    fn of_family(&self, lines: Vec<NamedLine>) -> Result<Vec<NamedLine>, Emptied> {
        let family = self.family.trim().to_lowercase();
        if family.is_empty() {
            return Ok(lines);
        }
        let best = lines.iter().filter_map(|line| FamilyMatch::of(line, &family)).min();
        let mut openings: Vec<String> = lines.iter().map(|line| line.opening.clone()).collect();
        let fits = |line: &NamedLine| best.is_some() && FamilyMatch::of(line, &family) == best;
        filtered(lines, || format!("the family `{}`", self.family.trim()), fits).map_err(|emptied| {
            openings.sort_unstable();
            openings.dedup();
            Emptied { near: nearest(&family, openings), ..emptied }
        })
    }

    /// The openings, each with the number of its lines, that have the text of the family in a name and are left out,
    /// because other openings begin with it.
    pub fn also_named<'a>(&self, lines: &'a [NamedLine]) -> Vec<(&'a str, usize)> {
        let family = self.family.trim().to_lowercase();
        if family.is_empty() {
            return Vec::new();
        }
        let matches = |line: &'a NamedLine| FamilyMatch::of(line, &family).map(|kind| (kind, line.opening.as_str()));
        let found: Vec<(FamilyMatch, &str)> = lines.iter().filter_map(matches).collect();
        let best = found.iter().map(|(kind, _)| *kind).min();
        let mut left_out: Vec<&str> =
            found.iter().filter(|(kind, _)| Some(*kind) != best).map(|(_, opening)| *opening).collect();
        left_out.sort_unstable();
        left_out.chunk_by(|a, b| a == b).map(|same| (same[0], same.len())).collect()
    }
}

fn filtered(
    mut lines: Vec<NamedLine>,
    filter: impl Fn() -> String,
    keep: impl Fn(&NamedLine) -> bool,
) -> Result<Vec<NamedLine>, Emptied> {
    let before = lines.len();
    lines.retain(keep);
    if lines.is_empty() && before > 0 {
        return Err(Emptied { filter: filter(), dropped: before, near: Vec::new() });
    }
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::parse_moves;

    fn lines() -> Vec<NamedLine> {
        [
            ("A00", "Grob", "", "g4 d5 Bg2"),
            ("B01", "Scandinavian", "Anderssen gambit", "e4 d5 exd5 Qxd5"),
            ("C25", "Vienna", "Hamppe", "e4 e5 Nc3 Nc6"),
        ]
        .map(|(eco, opening, variation, moves)| {
            NamedLine::new(eco.into(), opening.into(), variation.into(), parse_moves(moves).expect("legal"))
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
    fn a_family_is_the_openings_whose_names_begin_with_it() {
        let named = |opening: &str, variation: &str, moves: &str| {
            NamedLine::new("A00".into(), opening.into(), variation.into(), parse_moves(moves).expect("legal"))
        };
        let lines = vec![
            named("Vienna Game", "Hamppe", "e4 e5 Nc3 Nc6"),
            named("Vienna Gambit", "", "e4 e5 Nc3 Nf6 f4"),
            named("Queen's Gambit Declined", "Vienna Variation", "d4 d5 c4 e6 Nf3 Nf6 Bg5 Bb4"),
            named("Queen's Gambit Declined", "Ragozin, Vienna", "d4 d5 c4 e6 Nf3 Nf6 Nc3 Bb4 Bg5 dxc4"),
            named("Bishop's Opening", "Vienna Hybrid", "e4 e5 Bc4 Nf6 d3"),
        ];
        let of = |family: &str| {
            let selection = Selection { family: family.into(), ..Selection::default() };
            let kept = selection.of(lines.clone()).map(|kept| kept.iter().map(NamedLine::name).collect::<Vec<_>>());
            (kept.map_err(|emptied| emptied.to_string()), selection.also_named(&lines))
        };
        let (kept, others) = of("vienna");
        assert_eq!(kept.unwrap(), ["Vienna Game: Hamppe", "Vienna Gambit"]);
        assert_eq!(others, [("Bishop's Opening", 1), ("Queen's Gambit Declined", 2)]);
        let (kept, others) = of("Queen's Gambit Declined: Vienna");
        assert_eq!((kept.unwrap().len(), others.len()), (1, 0));
        assert_eq!(
            of("hybrid").0.unwrap(),
            ["Bishop's Opening: Vienna Hybrid"],
            "a part of a name where none begins so"
        );
        let misspelt = of("Viena Game").0.unwrap_err();
        assert!(misspelt.contains("did you mean `Vienna Game`"), "{misspelt}");
        assert_eq!(of("").1, []);
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
