//! The items, document by document.

mod files;
mod griffiths;
mod kumar;
mod petrzelka;
mod saarmann;

use std::sync::LazyLock;

use super::Item;

/// Every item, in the order of the page.
pub static ITEMS: LazyLock<Vec<&'static Item>> = LazyLock::new(|| {
    [saarmann::ITEMS, petrzelka::ITEMS, kumar::ITEMS, griffiths::ITEMS].into_iter().flatten().collect()
});
