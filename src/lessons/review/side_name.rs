//! Sides by their names.

use serde::Serializer;
use shakmaty::Color;

/// As JSON has it.
pub fn serialize<S: Serializer>(side: &Color, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(side.fold_wb("white", "black"))
}
