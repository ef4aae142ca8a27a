//! The pieces and conditions that a position still lacks, in words.

use shakmaty::{Chess, Color, Position, Role};

use crate::constraint::{Goal, JudgedPosition};

/// "a knight and 2 pawns of white must go"; empty where nothing is missing.
pub fn missing(position: &Chess, ply: u32, goal: &Goal) -> String {
    let situation = JudgedPosition::new(position, ply);
    let mut lacks = Vec::new();
    for side in Color::ALL {
        let has = position.board().material_side(side);
        let name = side.fold_wb("white", "black");
        let (mut go, mut come) = (Vec::new(), Vec::new());
        for role in Role::ALL {
            let (count, range) = (u32::from(*has.get(role)), goal.men(side, role));
            if count > range.max {
                go.push(some(count - range.max, role));
            } else if count < range.min {
                come.push(some(range.min - count, role));
            }
        }
        if !go.is_empty() {
            lacks.push(format!("{} of {name} must go", go.join(" and ")));
        }
        if !come.is_empty() {
            lacks.push(format!("{} of {name} must come by promotion", come.join(" and ")));
        }
    }
    lacks.extend(goal.placements.iter().filter(|place| !place.is_met(situation)).map(ToString::to_string));
    lacks.extend(goal.others.iter().filter(|literal| !literal.may_hold(situation)).map(ToString::to_string));
    if lacks.is_empty() && !goal.plies.contains(ply) {
        lacks.push(format!("it is half move {ply}, not {}", goal.plies));
    }
    lacks.join("; ")
}

fn some(count: u32, role: Role) -> String {
    let name = format!("{role:?}").to_lowercase();
    if count == 1 { format!("a {name}") } else { format!("{count} {name}s") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constraint::Condition;

    fn described(text: &str) -> String {
        missing(&Chess::default(), 0, &text.parse::<Condition>().unwrap().goals().unwrap()[0])
    }

    #[test]
    fn what_is_missing_is_described() {
        assert_eq!(described("1,2,2,2,8"), "");
        assert_eq!(described("1,2,2,1,6"), "2 pawns and a knight of white must go");
        assert_eq!(described("white queens = 2"), "a queen of white must come by promotion");
        assert_eq!(described("black knight on f6 and not white to move"), "black knights on f6 >= 1; black to move");
        assert_eq!(described("not white can castle short"), "not white can castle short");
        assert_eq!(described("ply 3..9"), "it is half move 0, not 3..9");
    }
}
