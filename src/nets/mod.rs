//! What the nets see, and what they say: boards in, moves out.

pub mod view;
