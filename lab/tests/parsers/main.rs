//! The laboratory's parser on sound input and on damaged, as in the other package.

#[path = "../../../tests/parsers/damage.rs"]
mod damage;
mod parts;
#[path = "../../../tests/parsers/scratch.rs"]
mod scratch;

#[test]
fn parts_reads_anything() {
    damage::try_all("parts", 60, parts::run);
}
