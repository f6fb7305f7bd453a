//! CBOR as authenticators write it (CTAP2's canonical form): lengths are definite, and keys are numbers or texts.

use super::error::{Result, WebAuthnError};

/// The deepest nesting that is read, as CTAP2 limits it.
const MAX_DEPTH: usize = 4;

/// A value. Texts and bytes borrow from the message.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Value<'a> {
    Integer(i64),
    Bytes(&'a [u8]),
    Text(&'a str),
    Array(Vec<Value<'a>>),
    Map(Vec<(Value<'a>, Value<'a>)>),
    /// `true`, `false`, `null` and other simple values.
    Simple(u8),
}

impl<'a> Value<'a> {
    /// The member of a map with this name.
    pub fn named(&self, name: &str) -> Option<&Value<'a>> {
        self.member(&Value::Text(name))
    }

    /// The member of a map with this number.
    pub fn numbered(&self, number: i64) -> Option<&Value<'a>> {
        self.member(&Value::Integer(number))
    }

    pub fn bytes(&self) -> Option<&'a [u8]> {
        match self {
            Value::Bytes(bytes) => Some(bytes),
            _ => None,
        }
    }

    pub fn text(&self) -> Option<&'a str> {
        match self {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    pub fn integer(&self) -> Option<i64> {
        match self {
            Value::Integer(number) => Some(*number),
            _ => None,
        }
    }

    fn member(&self, key: &Value<'_>) -> Option<&Value<'a>> {
        match self {
            Value::Map(members) => members.iter().find(|(name, _)| name == key).map(|(_, value)| value),
            _ => None,
        }
    }
}

/// The first value of a message, and the bytes after it.
pub(super) fn read(message: &[u8]) -> Result<(Value<'_>, &[u8])> {
    read_nested(message, MAX_DEPTH).ok_or(WebAuthnError::Malformed("CBOR"))
}

fn read_nested(message: &[u8], depth: usize) -> Option<(Value<'_>, &[u8])> {
    let (major, argument, mut rest) = read_head(message)?;
    let length = usize::try_from(argument).ok();
    let value = match major {
        0 => Value::Integer(argument.try_into().ok()?),
        1 => Value::Integer(-1 - i64::try_from(argument).ok()?),
        2 | 3 => {
            let (bytes, after) = rest.split_at_checked(length?)?;
            rest = after;
            if major == 2 { Value::Bytes(bytes) } else { Value::Text(std::str::from_utf8(bytes).ok()?) }
        }
        4 => {
            let mut items = Vec::new();
            for _ in 0..argument {
                let (item, after) = read_nested(rest, depth.checked_sub(1)?)?;
                items.push(item);
                rest = after;
            }
            Value::Array(items)
        }
        5 => {
            let mut members = Vec::new();
            for _ in 0..argument {
                let (key, after) = read_nested(rest, depth.checked_sub(1)?)?;
                let (value, after) = read_nested(after, depth.checked_sub(1)?)?;
                members.push((key, value));
                rest = after;
            }
            Value::Map(members)
        }
        7 => Value::Simple(argument.try_into().ok()?),
        _ => return None,
    };
    Some((value, rest))
}

/// The major type, the argument, and the bytes after them.
fn read_head(message: &[u8]) -> Option<(u8, u64, &[u8])> {
    let (first, rest) = message.split_first()?;
    let (major, short) = (first >> 5, first & 0x1f);
    let length = match short {
        0..24 => return Some((major, u64::from(short), rest)),
        24 => 1,
        25 => 2,
        26 => 4,
        27 => 8,
        _ => return None,
    };
    let (bytes, rest) = rest.split_at_checked(length)?;
    Some((major, bytes.iter().fold(0, |number, byte| number << 8 | u64::from(*byte)), rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_with_what_follows_them() {
        // {1: 2, -1: h'0102', "fmt": "none", "x": [true]} and one more byte
        let message = b"\xa4\x01\x02\x20\x42\x01\x02\x63fmt\x64none\x61x\x81\xf5\xff";
        let (value, rest) = read(message).unwrap();
        assert_eq!(rest, [0xff]);
        assert_eq!(value.numbered(1).unwrap().integer(), Some(2));
        assert_eq!(value.numbered(-1).unwrap().bytes(), Some(&[1, 2][..]));
        assert_eq!(value.named("fmt").unwrap().text(), Some("none"));
        assert_eq!(value.named("x"), Some(&Value::Array(vec![Value::Simple(21)])));
        assert_eq!(read(&[0x39, 0x01, 0x00]).unwrap().0, Value::Integer(-257));
    }

    #[test]
    fn truncated_endless_and_deep_messages_are_rejected() {
        let deep = [0x81; 64];
        for message in
            [&b""[..], b"\x42\x01", b"\x5f", b"\xa1\x01", b"\xbb\xff\xff\xff\xff\xff\xff\xff\xff", &deep]
        {
            assert!(read(message).is_err(), "{message:?}");
        }
    }
}
