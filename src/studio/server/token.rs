//! The token: whoever knows it may ask. It is made anew at every start. Other accounts of this machine reach the port
//! too, but not the terminal that shows the token.

use std::fmt::{self, Display};
use std::hint::black_box;
use std::io;

use rand::TryRng as _;
use rand::rngs::SysRng;

/// 128 random bits.
const BYTES: usize = 16;

/// A secret in hexadecimal digits.
#[derive(Clone)]
pub struct Token(String);

impl Token {
    /// A token of random bits of the system.
    ///
    /// # Errors
    /// Fails if the system has none.
    pub fn random() -> io::Result<Token> {
        let mut bytes = [0; BYTES];
        SysRng.try_fill_bytes(&mut bytes).map_err(io::Error::other)?;
        Ok(Token(bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// Returns true if this token was given. The time that this takes does not show where the two differ.
    pub fn is(&self, given: &str) -> bool {
        let (own, given) = (self.0.as_bytes(), given.as_bytes());
        let differences = own.iter().zip(given).fold(0, |found, (a, b)| black_box(found | (a ^ b)));
        own.len() == given.len() && differences == 0
    }
}

impl Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_has_128_bits_and_is_another_each_time() {
        let [one, other] = [Token::random(), Token::random()].map(|token| token.expect("random bits"));
        assert_eq!(one.to_string().len(), 32);
        assert!(one.to_string().bytes().all(|byte| byte.is_ascii_hexdigit()));
        assert_ne!(one.to_string(), other.to_string());
    }

    #[test]
    fn only_the_whole_token_is_the_token() {
        let token = Token::random().expect("random bits");
        let text = token.to_string();
        assert!(token.is(&text));
        for wrong in ["", &text[1..], &text[..31], &format!("{text}0"), &text.replace(&text[31..], "x")] {
            assert!(!token.is(wrong), "{wrong}");
        }
    }
}
