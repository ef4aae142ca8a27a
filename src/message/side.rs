//! The sides by their names.

use shakmaty::Color;

use super::description::{Described, Type};
use super::words;

words! {
    /// A side.
    pub enum Side { White = "white", Black = "black" }
}

impl From<Color> for Side {
    fn from(color: Color) -> Side {
        color.fold_wb(Side::White, Side::Black)
    }
}

impl Described for Color {
    fn kind() -> Type {
        Side::kind()
    }
}

/// For `#[serde(with = "side_name")]`: a color as a side.
pub mod side_name {
    use serde::{Serialize as _, Serializer};
    use shakmaty::Color;

    use super::Side;

    pub fn serialize<S: Serializer>(side: &Color, serializer: S) -> Result<S::Ok, S::Error> {
        Side::from(*side).serialize(serializer)
    }
}
