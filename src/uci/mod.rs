//! The protocol: a line in → a typed command; the session; a typed report → a line out.
