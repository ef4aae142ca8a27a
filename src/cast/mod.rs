//! The register: turns a name into a player. Players never import each other.

pub mod classical;
