use super::*;

/// The tokens of a text, as words.
fn tokens(text: &str) -> Vec<String> {
    let mut lexer = Lexer::new(Text::of_bytes(text.as_bytes().to_vec()));
    let mut found = Vec::new();
    loop {
        let token = lexer.token(false);
        let shown = |span: Span| String::from_utf8_lossy(lexer.text.bytes(span)).into_owned();
        found.push(match token {
            Token::End => return found,
            Token::Tag { name, value } => format!("[{}={}]", shown(name), shown(value)),
            Token::Comment { inside, end: CommentEnd::Closed } => format!("{{{}}}", shown(inside)),
            Token::Comment { inside, end } => format!("{end:?} {{{}}}", shown(inside)),
            Token::OpenVariation => "(".to_owned(),
            Token::CloseVariation => ")".to_owned(),
            Token::Glyph(number) => format!("${}", shown(number)),
            Token::Word(word, _) => shown(word),
        });
    }
}

#[test]
fn every_kind_of_token_is_found() {
    assert_eq!(
        tokens("\u{feff}[A \"x\"]\n% passed over\n1.e4!?{a (b) [c]}(1... c5$14)\n; to the end )\n* {open"),
        ["[A=x]", "1.e4!?", "{a (b) [c]}", "(", "1...", "c5", "$14", ")", "{ to the end )}", "*", "Missing {open}"]
    );
}

#[test]
fn tags_may_hold_quotation_marks_and_stand_anywhere() {
    assert_eq!(tokens("[Event \"SK \"Xy\"-2007\"]"), ["[Event=SK \"Xy\"-2007]"]);
    assert_eq!(tokens("[A \"x\"][B \"y\"] 1. e4"), ["[A=x]", "[B=y]", "1.", "e4"]);
    assert_eq!(tokens("  [A \"x\"]  \n\t[ B  \"y\" ]"), ["[A=x]", "[B=y]"]);
    assert_eq!(tokens("[A \"x\"] ; why\n[B \"no end\n1. e4"), ["[A=x]", "{ why}", "[B=no end]", "1.", "e4"]);
    assert_eq!(tokens("[WhiteElo 2400]\n"), ["[WhiteElo=2400]"]);
    assert_eq!(tokens("[A \"say \\\"so\\\"\"]"), ["[A=say \\\"so\\\"]"]);
}

#[test]
fn brackets_between_moves_are_remarks() {
    assert_eq!(tokens("d4\n[%clk 0:10:00] d5 [x] e5"), ["d4", "{[%clk 0:10:00]}", "d5", "{[x]}", "e5"]);
}

#[test]
fn white_space_of_every_kind_parts_words() {
    let spaces = ["\u{a0}", "\u{2003}", "\u{202f}", "\u{3000}", "\u{c}", "\u{b}", "\t", "\r", "\r\n", "&nbsp;"];
    for space in spaces {
        assert_eq!(tokens(&format!("1.{space}e4{space}{space}e5")), ["1.", "e4", "e5"], "{space:?}");
    }
    let mut lexer = Lexer::new(Text::of_bytes(b"1.\xa0e4\xa0e5".to_vec()));
    let words = std::iter::from_fn(|| Some(lexer.token(false)).filter(|token| *token != Token::End));
    assert_eq!(words.count(), 3, "the no-break space of Latin-1");
}

#[test]
fn markup_around_a_game_is_passed_over() {
    assert_eq!(tokens("[A \"x\"]<br />\n<br>\n1. e4<br>e5"), ["[A=x]", "1.", "e4", "e5"]);
    assert_eq!(tokens("```pgn\n1. e4\n```\n"), ["1.", "e4"]);
    assert_eq!(tokens("> 1. e4\n> e5"), ["1.", "e4", "e5"]);
}

#[test]
fn a_promotion_in_brackets_is_part_of_its_word() {
    assert_eq!(tokens("e8(Q)+ exd1(D) e4(d4)"), ["e8(Q)+", "exd1(D)", "e4", "(", "d4", ")"]);
}

#[test]
fn a_comment_that_is_not_closed_ends_where_the_next_game_begins() {
    let text = "1. e4 {never closed\n\n[Event \"2\"]\n\n1. d4 {closed} *";
    assert_eq!(tokens(text)[2..], ["Missing {never closed\n\n}", "[Event=2]", "1.", "d4", "{closed}", "*"]);
}

#[test]
fn comments_that_were_nested_end_with_the_outer_one() {
    assert_eq!(tokens("e4 {a {b} c} e5 {d} d4"), ["e4", "{a {b} c}", "e5", "{d}", "d4"]);
    assert_eq!(tokens("e4 {a { b} e5 {c} d4"), ["e4", "{a { b}", "e5", "{c}", "d4"]);
}

#[test]
fn long_comments_and_words_are_not_kept() {
    let long = format!("e4 {{{}}} e5", "x".repeat(MOST_COMMENT as usize + 5));
    assert_eq!(tokens(&long), ["e4", "TooLong {}", "e5"]);
    assert!(tokens(&"x".repeat(5000)).iter().all(|word| word.len() <= MOST_WORD));
}
