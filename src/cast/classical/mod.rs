//! Classical: alpha-beta in its modern form, with a hand-made evaluation, a book and tablebases (seed 003).

pub mod eval;
