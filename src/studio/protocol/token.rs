//! `GET /token`: whether a page has the token of this program.

use crate::message::message;

message! {
    /// The check of a token against that of this program.
    pub struct TokenAnswer {
        /// the token is right, or a ticket was
        pub right: bool,
        /// the token, for a ticket
        #[serde(skip_serializing_if = "Option::is_none")]
        pub token: Option<String>,
    }
}

impl TokenAnswer {
    pub fn to_bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("the names of its fields are texts")
    }
}
