//! A shell's words, as far as the pages use them.

/// The simple commands of a line: cut at `|`, `&&`, `;` and line ends, without comments and redirections. Quotes are
/// removed, variables and patterns are left as they stand.
pub fn simple_commands(text: &str) -> Vec<Vec<String>> {
    let mut commands = vec![Vec::new()];
    let mut is_target = false;
    for token in tokens(text) {
        match token {
            Token::Word(_) if is_target => is_target = false,
            Token::Word(word) => commands.last_mut().expect("there is always one").push(word),
            Token::Redirection => is_target = true,
            Token::End => commands.push(Vec::new()),
        }
    }
    commands.retain(|command| !command.is_empty());
    commands
}

enum Token {
    Word(String),
    Redirection,
    End,
}

fn tokens(text: &str) -> Vec<Token> {
    let (mut tokens, mut word, mut quote) = (Vec::new(), None::<String>, None);
    let mut characters = text.chars().peekable();
    let end_word = |word: &mut Option<String>, tokens: &mut Vec<Token>| tokens.extend(word.take().map(Token::Word));
    while let Some(character) = characters.next() {
        let taken = match (quote, character) {
            (Some(open), _) if character == open => {
                quote = None;
                continue;
            }
            (None, '\'' | '"') => {
                quote = Some(character);
                word.get_or_insert_default();
                continue;
            }
            (Some('"') | None, '\\') => characters.next().filter(|&next| next != '\n'),
            (None, '#') if word.is_none() => {
                while characters.peek().is_some_and(|&next| next != '\n') {
                    characters.next();
                }
                continue;
            }
            (None, '|' | '&' | ';' | '\n' | '<' | '>') => {
                end_word(&mut word, &mut tokens);
                tokens.push(if matches!(character, '<' | '>') { Token::Redirection } else { Token::End });
                continue;
            }
            (None, _) if character.is_whitespace() => {
                end_word(&mut word, &mut tokens);
                continue;
            }
            _ => Some(character),
        };
        if let Some(character) = taken {
            word.get_or_insert_default().push(character);
        }
    }
    end_word(&mut word, &mut tokens);
    tokens
}

#[test]
fn words_are_those_of_a_shell() {
    let read = |text| simple_commands(text).into_iter().map(|words| words.join("_")).collect::<Vec<_>>();
    assert_eq!(read(r#"a "b c" 'd "e"' f\ g  # h i"#), [r#"a_b c_d "e"_f g"#]);
    assert_eq!(read("a --x \"b \\\n  c\" \\\n d"), ["a_--x_b   c_d"]);
    assert_eq!(read("a b | c > d && e <f; g"), ["a_b", "c", "e", "g"]);
    assert_eq!(read("# nothing\n\na#b"), ["a#b"]);
}
