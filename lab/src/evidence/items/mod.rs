//! The items, document by document.

mod files;
mod griffiths;
mod kumar;
mod logs;
mod petrzelka;
mod saarmann;
mod textbook;
mod textbook_modes;

use std::sync::LazyLock;

use super::Item;

/// Every item, in the order of the page.
pub static ITEMS: LazyLock<Vec<&'static Item>> = LazyLock::new(|| {
    let items = [saarmann::ITEMS, petrzelka::ITEMS, kumar::ITEMS, textbook::ITEMS, griffiths::ITEMS];
    items.into_iter().flatten().collect()
});
