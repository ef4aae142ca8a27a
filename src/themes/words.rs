//! Pieces, squares and gains in words.

use shakmaty::{Board, Color, Position as _, Role, Square};

use super::balance::Win;
use crate::chess::exchange::pawns_worth;
pub use crate::chess::notation::{color_name, role_name};

/// "the knight on e5". An empty square gives "the square e5".
pub fn piece_on(board: &Board, square: Square) -> String {
    match board.role_at(square) {
        Some(role) => format!("the {} on {square}", role_name(role)),
        None => format!("the square {square}"),
    }
}

/// "the king on g1 and the queen on d2"; with three or more, commas between all but the last two.
pub fn pieces_on(board: &Board, squares: &[Square]) -> String {
    and(&squares.iter().map(|&square| piece_on(board, square)).collect::<Vec<_>>())
}

/// "a", "a and b", "a, b and c".
pub fn and(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// The text with a capital at its beginning.
pub fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The gain of a win in words: "wins the queen", "wins the rook for the knight", "wins the exchange", "wins two pawns".
/// The piece that the prize takes has the article "the".
pub fn spoils(win: &Win) -> String {
    spoils_with(win, win.board().role_at(win.line.mv(win.prize).to()))
}

/// [`spoils`], where the piece that has been `named` has the article "the".
pub fn spoils_with(win: &Win, named: Option<Role>) -> String {
    let named = named.filter(|_| !win.line.mv(win.prize).is_promotion());
    let Some((mut won, mut lost)) = changes(win) else { return "wins material".to_owned() };
    let is_lost = named.is_some_and(|role| won.contains(&role));
    cancel(&mut won, &mut lost);
    // A bishop and a knight may have been struck out against each other: what the prize takes stays.
    if let Some(role) = named.filter(|role| is_lost && !won.contains(role))
        && let Some(as_good) = won.iter_mut().find(|other| pawns_worth(**other) == pawns_worth(role))
    {
        *as_good = role;
    }
    // Less than a pawn where the winner first has to win back what the lead took.
    if worth(&won) - worth(&lost) < 1 {
        return "wins material".to_owned();
    }
    if won == [Role::Rook] && matches!(lost[..], [Role::Knight | Role::Bishop]) {
        return format!("wins the rook for a {}", role_name(lost[0]));
    }
    // What the prize takes may have been given for as much.
    let in_all = if named.is_none_or(|role| won.contains(&role)) { "" } else { " in all" };
    let named = named.filter(|&role| won.iter().filter(|&&other| other == role).count() == 1);
    let won = count(&won, named);
    if lost.is_empty() {
        format!("wins {won}{in_all}")
    } else {
        format!("wins {won} for {}{in_all}", count(&lost, None))
    }
}

/// The pieces that the loser and the winner lost from before the line (before its lead, where it has one) to its end;
/// `None` where a pawn promoted.
fn changes(win: &Win) -> Option<(Vec<Role>, Vec<Role>)> {
    let line = &win.line;
    let first = line.lead().map_or_else(|| line.board(0), |(before, _)| before.board());
    let last = line.end().board();
    let lost = |color: Color| {
        let (before, after) = (first.material_side(color), last.material_side(color));
        let mut roles = Vec::new();
        for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn] {
            let gone = before.get(role).checked_sub(*after.get(role))?;
            roles.extend(std::iter::repeat_n(role, usize::from(gone)));
        }
        Some(roles)
    };
    Some((lost(line.loser())?, lost(line.winner())?))
}

/// Strikes out what is on both sides: first equal pieces, then a bishop against a knight.
fn cancel(won: &mut Vec<Role>, lost: &mut Vec<Role>) {
    let is_equal = |a: Role, b: Role| a == b;
    let is_as_good = |a: Role, b: Role| pawns_worth(a) == pawns_worth(b);
    for same in [is_equal as fn(Role, Role) -> bool, is_as_good] {
        won.retain(|&role| {
            let other = lost.iter().position(|&other| same(role, other));
            other.map(|at| lost.remove(at)).is_none()
        });
    }
}

fn worth(roles: &[Role]) -> i32 {
    roles.iter().copied().map(pawns_worth).sum()
}

/// "a rook and two pawns"; the one piece that is `named` has the article "the".
fn count(roles: &[Role], named: Option<Role>) -> String {
    const NUMBERS: [&str; 9] = ["no", "a", "two", "three", "four", "five", "six", "seven", "eight"];
    let mut parts = Vec::new();
    for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn] {
        match roles.iter().filter(|&&other| other == role).count() {
            0 => {}
            1 if named == Some(role) => parts.push(format!("the {}", role_name(role))),
            1 => parts.push(format!("a {}", role_name(role))),
            many => parts.push(format!("{} {}s", NUMBERS.get(many).unwrap_or(&"many"), role_name(role))),
        }
    }
    and(&parts)
}

/// Mates of so many moves are named with their number: the search finds the shortest of them (in a second all of 2,221
/// in `docs/results.md`), where longer ones may be shorter than found.
const NUMBERED_MATES: usize = 3;

/// "mate in 2"; of a longer one that it is forced.
pub fn mate_in(moves: usize) -> String {
    if moves <= NUMBERED_MATES { format!("mate in {moves}") } else { "a forced mate".to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_both_sides_lose_is_struck_out() {
        let (mut won, mut lost) = (vec![Role::Queen, Role::Bishop, Role::Pawn], vec![Role::Rook, Role::Knight]);
        cancel(&mut won, &mut lost);
        assert_eq!((&won[..], &lost[..]), (&[Role::Queen, Role::Pawn][..], &[Role::Rook][..]));
        assert_eq!(count(&won, Some(Role::Queen)), "the queen and a pawn");
        assert_eq!(count(&[Role::Pawn, Role::Pawn], None), "two pawns");
    }

    #[test]
    fn lists_have_commas_and_an_and() {
        let parts = |count: usize| ["a", "b", "c"][..count].iter().map(|&part| part.to_owned()).collect::<Vec<_>>();
        assert_eq!([and(&parts(1)), and(&parts(2)), and(&parts(3))], ["a", "a and b", "a, b and c"]);
        assert_eq!(sentence("the king"), "The king");
    }
}
