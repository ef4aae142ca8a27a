//! Requests as they are sent, and checked readers of their fields: what does not fit is named with its place.

use std::fmt::Display;
use std::ops::RangeInclusive;

use serde_json::{Map, Value};

use super::protocol::faults::{Fault, FaultPlace};
use crate::engine::quote;

/// Bytes of a name, a move or another word of a request.
pub const MOST_WORD: usize = 100;
/// Bytes of a FEN; the longest that a position can have are shorter than 100.
pub const MOST_FEN: usize = 200;
/// Bytes of a text to search for.
pub const MOST_SEARCH: usize = 200;

/// The place of a byte of a text in UTF-16 units, as the page counts.
pub fn units(text: &str, byte: usize) -> usize {
    text[..byte].encode_utf16().count()
}

/// A request as it was sent.
#[derive(Clone, Debug)]
pub struct Request {
    pub id: u64,
    pub ask: String,
    pub fields: Fields,
}

impl Request {
    /// # Errors
    /// The fault with the number of the request, where it has one.
    pub fn read(text: &str) -> Result<Request, (Option<u64>, Fault)> {
        let value: Value = serde_json::from_str(text).map_err(|error| {
            let place = FaultPlace::in_json(error.line(), error.column());
            (None, Fault::new(format!("the message is no JSON: {error}")).at(place))
        })?;
        let Value::Object(fields) = value else {
            return Err((None, Fault::new("a message is a JSON object with `id` and `ask`")));
        };
        let id = fields.get("id").and_then(Value::as_u64);
        let id = id.ok_or_else(|| (None, Fault::of_field("id", "`id` has to be a whole number from 0")))?;
        let fields = Fields { values: fields, prefix: String::new() };
        let ask = fields.text("ask", MOST_WORD).map_err(|fault| (Some(id), fault))?.unwrap_or_default().to_owned();
        Ok(Request { id, ask, fields })
    }
}

/// The fields of a request, or of an object in it. Null is as good as absent.
#[derive(Clone, Debug, Default)]
pub struct Fields {
    values: Map<String, Value>,
    /// The prefix of a field's name in faults: "limits.".
    prefix: String,
}

impl Fields {
    fn get(&self, name: &str) -> Option<&Value> {
        self.values.get(name).filter(|value| !value.is_null())
    }

    /// Reads a field's value, which must be `expected`, by `read`.
    fn field<'a, T>(
        &'a self,
        name: &str,
        expected: impl Display,
        read: impl FnOnce(&'a Value) -> Option<T>,
    ) -> Result<Option<T>, Fault> {
        let Some(value) = self.get(name) else { return Ok(None) };
        let given = || quote(&value.to_string());
        let path = self.path(name);
        let refuse = || Fault::of_field(&path, format!("`{path}` is `{}`: expected is {expected}", given()));
        read(value).map(Some).ok_or_else(refuse)
    }

    /// The name of a field in faults.
    pub fn path(&self, name: &str) -> String {
        format!("{}{}", self.prefix, quote(name))
    }

    /// A text of at most `most` bytes.
    pub fn text(&self, name: &str, most: usize) -> Result<Option<&str>, Fault> {
        let text = self.field(name, "a text", Value::as_str)?;
        text.map(|text| within(text, &self.path(name), most)).transpose()
    }

    /// The fault of a field that has to be there.
    pub fn missing(&self, name: &str) -> Fault {
        Fault::of_field(&self.path(name), format!("`{name}` is missing"))
    }

    pub fn boolean(&self, name: &str) -> Result<Option<bool>, Fault> {
        self.field(name, "true or false", Value::as_bool)
    }

    pub fn whole(&self, name: &str, range: RangeInclusive<u64>) -> Result<Option<u64>, Fault> {
        let expected = format!("a whole number from {} to {}", range.start(), range.end());
        self.field(name, expected, |value| value.as_u64().filter(|number| range.contains(number)))
    }

    pub fn number(&self, name: &str, range: RangeInclusive<f64>) -> Result<Option<f64>, Fault> {
        let expected = format!("a number from {} to {}", range.start(), range.end());
        self.field(name, expected, |value| value.as_f64().filter(|number| range.contains(number)))
    }

    /// One of some names.
    pub fn choice<T: Copy>(&self, name: &str, choices: &[(&str, T)]) -> Result<Option<T>, Fault> {
        let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
        let find = |text: &str| choices.iter().find(|(name, _)| *name == text).map(|(_, choice)| *choice);
        self.field(name, format!("one of {}", names.join(", ")), |value| value.as_str().and_then(find))
    }

    /// Words; none where the field is absent.
    pub fn words(&self, name: &str) -> Result<Vec<&str>, Fault> {
        fn texts(value: &Value) -> Option<Vec<&str>> {
            value.as_array()?.iter().map(Value::as_str).collect()
        }
        let texts = self.field(name, "a list of texts", texts)?.unwrap_or_default();
        let path = |index: usize| format!("{}[{index}]", self.path(name));
        let words = texts.into_iter().enumerate().map(|(index, text)| match text.len() {
            0..=MOST_WORD => Ok(text),
            _ => within(text, &path(index), MOST_WORD),
        });
        words.collect()
    }

    /// Numbers of a range; none where the field is absent.
    pub fn numbers(&self, name: &str, range: RangeInclusive<f64>) -> Result<Vec<f64>, Fault> {
        let expected = format!("a list of numbers from {} to {}", range.start(), range.end());
        let read = |value: &Value| value.as_f64().filter(|number| range.contains(number));
        let numbers = |value: &Value| -> Option<Vec<f64>> { value.as_array()?.iter().map(read).collect() };
        Ok(self.field(name, expected, numbers)?.unwrap_or_default())
    }

    /// So many values of one kind.
    pub fn five<T: Copy>(&self, name: &str, kind: &str, read: impl Fn(&Value) -> Option<T>) -> FiveValues<T> {
        let five = |value: &Value| {
            let values: Option<Vec<T>> = value.as_array()?.iter().map(read).collect();
            values?.try_into().ok()
        };
        self.field(name, format!("a list of five {kind}"), five)
    }

    /// Values of one kind; none where the field is absent.
    pub fn list<T>(&self, name: &str, kind: &str, read: impl Fn(&Value) -> Option<T>) -> Result<Vec<T>, Fault> {
        let values = |value: &Value| value.as_array()?.iter().map(&read).collect();
        Ok(self.field(name, format!("a list of {kind}"), values)?.unwrap_or_default())
    }

    /// A list of objects; none where the field is absent.
    pub fn objects(&self, name: &str) -> Result<Vec<Fields>, Fault> {
        let objects = |value: &Value| -> Option<Vec<Map<String, Value>>> {
            value.as_array()?.iter().map(|entry| entry.as_object().cloned()).collect()
        };
        let objects = self.field(name, "a list of objects", objects)?.unwrap_or_default();
        let prefix = |index: usize| format!("{}[{index}].", self.path(name));
        let fields = |(index, values)| Fields { values, prefix: prefix(index) };
        Ok(objects.into_iter().enumerate().map(fields).collect())
    }

    /// An object; an empty one where the field is absent.
    pub fn object(&self, name: &str) -> Result<Fields, Fault> {
        let values = self.field(name, "an object", Value::as_object)?.cloned().unwrap_or_default();
        Ok(Fields { values, prefix: format!("{}.", self.path(name)) })
    }

    /// Every field that is not null.
    pub fn entries(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.values.iter().filter(|(_, value)| !value.is_null()).map(|(name, value)| (name.as_str(), value))
    }
}

/// A text of a field, if it has no more than `most` bytes.
///
/// # Errors
/// With the field and the bound.
pub fn within<'a>(text: &'a str, field: &str, most: usize) -> Result<&'a str, Fault> {
    let too_long = || format!("`{field}` is too long: it has {} bytes, and {most} are the most", text.len());
    if text.len() <= most { Ok(text) } else { Err(Fault::of_field(field, too_long())) }
}

/// Five values of a field, where it is there.
type FiveValues<T> = Result<Option<[T; 5]>, Fault>;

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn fields(text: &str) -> Fields {
        Request::read(text).expect("a request").fields
    }

    #[test]
    fn what_is_no_request_is_refused_with_its_place() {
        let answer = |text: &str| {
            let (id, fault) = Request::read(text).expect_err(text);
            fault.answer(id)
        };
        let broken = answer("{\"id\": 1,\n \"ask\": oops}");
        assert_eq!(
            (&broken["id"], &broken["at"]["line"], &broken["at"]["column"]),
            (&json!(null), &json!(2), &json!(9))
        );
        assert_eq!(answer("{\"id\": -1}")["at"], json!({"field": "id"}));
        assert_eq!(answer("{\"id\": 4, \"ask\": 5}")["id"], json!(4));
        assert!(answer("[]")["message"].as_str().expect("a sentence").contains("object"));
    }

    #[test]
    fn fields_are_of_their_kind_and_range_or_named_in_a_fault() {
        let fields =
            fields(r#"{"id": 1, "ask": "x", "n": 5, "t": "a", "l": ["a"], "five": [1,2,3,4,5], "none": null}"#);
        assert_eq!(fields.whole("n", 0..=5), Ok(Some(5)));
        assert_eq!((fields.whole("none", 0..=1), fields.whole("missing", 0..=1)), (Ok(None), Ok(None)));
        let refusal = |fault: Fault| fault.answer(Some(1))["at"]["field"].clone();
        assert_eq!(refusal(fields.whole("n", 0..=4).expect_err("too large")), json!("n"));
        assert_eq!(refusal(fields.boolean("t").expect_err("a text")), json!("t"));
        assert_eq!(refusal(fields.words("five").expect_err("numbers")), json!("five"));
        assert_eq!(fields.words("l"), Ok(vec!["a"]));
        assert_eq!(fields.choice("t", &[("a", 1), ("b", 2)]), Ok(Some(1)));
        assert!(fields.choice("t", &[("b", 2)]).is_err());
        assert_eq!(fields.five("five", "numbers", Value::as_f64), Ok(Some([1.0, 2.0, 3.0, 4.0, 5.0])));
        assert!(fields.five("l", "numbers", Value::as_f64).is_err());
        assert_eq!(fields.missing("player").message, "`player` is missing");
    }

    #[test]
    fn a_text_that_is_too_long_is_refused_with_its_bound() {
        let long = "x".repeat(MOST_WORD + 1);
        let fields = fields(&json!({"id": 1, "ask": "x", "t": long, "l": ["a", long]}).to_string());
        assert_eq!(fields.text("t", MOST_WORD + 1), Ok(Some(long.as_str())));
        let fault = fields.text("t", MOST_WORD).expect_err("a byte too many");
        assert_eq!(fault.message, "`t` is too long: it has 101 bytes, and 100 are the most");
        assert_eq!(fields.words("l").expect_err("so is a word").answer(Some(1))["at"], json!({"field": "l[1]"}));
    }
}
