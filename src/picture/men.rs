//! Drawn pieces, each in a field of 100 × 100: the same drawings as on the page (`web/js/board/pieces.js`).

use shakmaty::Role;

/// A piece as three parts: an outline that is filled, lines on it, and dots.
pub struct Drawing {
    /// Path data as in SVG, absolute commands only.
    pub outline: &'static str,
    pub lines: &'static str,
    /// Middle and radius of each.
    pub dots: &'static [(f32, f32, f32)],
}

/// The drawing of a kind of piece.
pub const fn drawing(role: Role) -> Drawing {
    match role {
        Role::Pawn => Drawing {
            outline: "M50 19 C58.3 19 65 25.5 65 33.5 C65 38 63 41.5 60 44 H64.5 Q67.5 44 67.5 47 Q67.5 50 64.5 50 \
                      H60 C61 60 65.5 67 73 74.5 Q75 76.5 75 80 L77.5 81.5 Q80 83 80 86 V89 Q80 91 78 91 H22 Q20 91 \
                      20 89 V86 Q20 83 22.5 81.5 L25 80 Q25 76.5 27 74.5 C34.5 67 39 60 40 50 H35.5 \
                      Q32.5 50 32.5 47 Q32.5 44 35.5 44 H40 C37 41.5 35 38 35 33.5 C35 25.5 41.7 19 50 19 Z",
            lines: "M28 80.5 H72",
            dots: &[],
        },
        Role::Knight => Drawing {
            outline: "M41 10 Q45 13 47.5 17.5 C68 17.5 80 36 79 62 Q78.5 70 75.5 75 Q75 76.5 75 80 L77.5 81.5 Q80 83 \
                      80 86 V89 Q80 91 78 91 H22 Q20 91 20 89 V86 Q20 83 22.5 81.5 L25 80 Q25 76.5 27.5 74 C29 64 38 \
                      59.5 44 54 Q46 52 46.5 49 C41 52.5 37 52.5 33.5 54.5 C31 56 30.5 60.5 26.5 61.5 C21.5 62.5 16.5 \
                      57 17 52 C17.5 47 25 40 28 33 C29.5 28 32 24 36 21 C36 17 38 13 41 10 Z",
            lines: "M28 80.5 H72 M55 26 C65 31 70.5 44 69.5 62 M46.5 49 Q50 45 50.5 40",
            dots: &[(39.5, 32.0, 2.8), (23.2, 53.0, 1.6)],
        },
        Role::Bishop => Drawing {
            outline: "M50 9 C53.3 9 56 11.5 56 14.8 C56 17 55 18.8 53.5 19.8 C62 25 71 36 71 47 C71 53 67.5 57 63 60 \
                      H66 Q69 60 69 63 Q69 66 66 66 H61.5 C63 70 67 72.5 73 74.5 Q75 76.5 75 80 L77.5 81.5 Q80 83 80 \
                      86 V89 Q80 91 78 91 H22 Q20 91 20 89 V86 Q20 83 22.5 81.5 L25 80 Q25 76.5 27 74.5 C33 72.5 37 \
                      70 38.5 66 H34 Q31 66 31 63 Q31 60 34 60 H37 C32.5 57 29 53 29 47 C29 36 38 25 46.5 19.8 C45 \
                      18.8 44 17 44 14.8 C44 11.5 46.7 9 50 9 Z",
            lines: "M28 80.5 H72 M37 60 H63 M50 32 V50 M41 41 H59",
            dots: &[],
        },
        Role::Rook => Drawing {
            outline: "M25.5 17 H35.5 Q37 17 37 18.5 V24 H44 V18.5 Q44 17 45.5 17 H54.5 Q56 17 56 18.5 V24 H63 V18.5 \
                      Q63 17 64.5 17 H74.5 Q76 17 76 18.5 V32 Q76 34.5 74 36 L67 41.5 C67.5 53 68.5 63 70 69 Q72.5 72 \
                      74 74.5 Q75 76.5 75 80 L77.5 81.5 Q80 83 80 86 V89 Q80 91 78 91 H22 Q20 91 20 89 V86 Q20 83 22.5 \
                      81.5 L25 80 Q25 76.5 26 74.5 Q27.5 72 30 69 C31.5 63 32.5 53 33 41.5 L26 36 Q24 34.5 24 32 V18.5 \
                      Q24 17 25.5 17 Z",
            lines: "M28 80.5 H72 M33 41.5 H67 M30 69 H70 M25.5 33.5 H74.5",
            dots: &[],
        },
        Role::Queen => Drawing {
            outline: "M50 12 A5.5 5.5 0 0 1 52.8 22.2 L60.5 46 L69 25.5 A5.3 5.3 0 1 1 74.5 26.8 L71.5 49 L84.5 35.5 \
                      A5.3 5.3 0 1 1 88.8 38.5 L75 68 Q74 71 75 75 Q75 76.5 75 80 L77.5 81.5 Q80 83 80 86 V89 Q80 91 \
                      78 91 H22 Q20 91 20 89 V86 Q20 83 22.5 81.5 L25 80 Q25 76.5 25 75 Q26 71 25 68 L11.2 38.5 A5.3 \
                      5.3 0 1 1 15.5 35.5 L28.5 49 L25.5 26.8 A5.3 5.3 0 1 1 31 25.5 L39.5 46 L47.2 22.2 A5.5 5.5 0 0 \
                      1 50 12 Z",
            lines: "M28 80.5 H72 M25.5 68.5 Q50 62 74.5 68.5",
            dots: &[],
        },
        Role::King => Drawing {
            outline: "M46.8 7 H53.2 V13.5 H60 V20 H53.2 V27 C56.5 28.5 58.5 31 59.2 34.5 C66 29.5 76 29 82 34.5 C88 \
                      40.5 87 50 80.5 57 C77.5 60.5 75.5 64 75 68 Q74 71 75 75 Q75 76.5 75 80 L77.5 81.5 Q80 83 80 86 \
                      V89 Q80 91 78 91 H22 Q20 91 20 89 V86 Q20 83 22.5 81.5 L25 80 Q25 76.5 25 75 Q26 71 25 68 C24.5 \
                      64 22.5 60.5 19.5 57 C13 50 12 40.5 18 34.5 C24 29 34 29.5 40.8 34.5 C41.5 31 43.5 28.5 46.8 27 \
                      V20 H40 V13.5 H46.8 Z",
            lines: "M28 80.5 H72 M25.5 68.5 Q50 62 74.5 68.5 M50 64.5 V49 C50 42 54 37 59.2 34.5 M50 49 C50 42 46 37 \
                    40.8 34.5",
            dots: &[],
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The texts in quotes of either kind, joined, with `FOOT` filled in.
    fn joined(script: &str, foot: &str) -> String {
        let quoted = script.split(['\'', '`']).skip(1).step_by(2).collect::<String>();
        quoted.replace("${FOOT}", foot).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_drawings_are_those_of_the_page() {
        let script = include_str!("../../web/js/board/pieces.js");
        let between = |text: &'static str, from: &str, to: &str| {
            let rest = text.split_once(from).unwrap_or_else(|| panic!("{from} is there")).1;
            rest.split_once(to).unwrap_or_else(|| panic!("{to} is there")).0
        };
        let foot = joined(between(script, "const FOOT = ", ";"), "");
        for (role, letter) in Role::ALL.into_iter().zip(["p", "n", "b", "r", "q", "k"]) {
            let part = between(script, &format!("\n  {letter}: {{"), "\n  },");
            let Drawing { outline, lines, dots } = drawing(role);
            assert_eq!(joined(between(part, "outline:", "lines:"), &foot), outline, "{role:?}");
            let rest = part.split_once("lines:").expect("lines").1;
            assert_eq!(joined(rest.split_once("dots:").map_or(rest, |(lines, _)| lines), &foot), lines, "{role:?}");
            let numbers: Vec<f32> = rest.split_once("dots:").map_or(Vec::new(), |(_, dots)| {
                dots.split(['[', ']', ',', ' ', '\n']).filter_map(|number| number.parse().ok()).collect()
            });
            assert_eq!(dots.iter().flat_map(|&(x, y, r)| [x, y, r]).collect::<Vec<_>>(), numbers, "{role:?}");
        }
    }
}
