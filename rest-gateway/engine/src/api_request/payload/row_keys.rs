//! The keys of the rows of a JSON body. Rejects rows whose keys differ from those of the first row.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use crate::error::Error;

/// The common keys, sorted, so that rows with the same keys produce the same statement.
pub(super) fn common_keys(text: &str) -> Result<Vec<String>, Error> {
    let mismatch = || Error::InvalidBody("All object keys must match".to_owned());
    let mut json = serde_json::Deserializer::from_str(text);
    let keys = json.deserialize_seq(Rows).and_then(|keys| json.end().map(|()| keys));
    let keys = keys.map_err(|error| match error.classify() {
        serde_json::error::Category::Data => mismatch(),
        _ => Error::invalid_json(),
    })?;
    keys.ok_or_else(mismatch)
}

/// Visits the rows one by one, because a million small rows would take many times the memory of their text. Returns the
/// sorted keys, or `None` when they differ.
struct Rows;

impl<'de> Visitor<'de> for Rows {
    type Value = Option<Vec<String>>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array of objects")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut rows: A) -> Result<Option<Vec<String>>, A::Error> {
        let Some(mut keys) = rows.next_element_seed(Keys(&[]))?.map(SeenKeys::into_names) else {
            return Ok(Some(Vec::new()));
        };
        let mut same = true;
        while let Some(seen) = rows.next_element_seed(Keys(&keys))? {
            same = same && seen.are(&keys);
        }
        keys.sort_unstable();
        Ok(same.then_some(keys))
    }
}

/// Reads the keys of a row and compares them with those of the first row, given in the order of that row. Most rows
/// have the same order, and then nothing is allocated.
struct Keys<'a>(&'a [String]);

/// The number of leading keys that match the first row's, and the remaining keys.
struct SeenKeys<'de> {
    as_expected: usize,
    others: Vec<Cow<'de, str>>,
}

impl SeenKeys<'_> {
    /// Without duplicates.
    fn into_names(self) -> Vec<String> {
        let mut known = BTreeSet::new();
        let names = self.others.into_iter().filter(|name| known.insert(name.clone()));
        names.map(Cow::into_owned).collect()
    }

    /// True when the row has exactly the expected keys. Takes time in proportion to the row, not to the expected keys.
    fn are(&self, expected: &[String]) -> bool {
        let count = self.as_expected + self.others.len();
        if self.others.is_empty() || count < expected.len() {
            return count == expected.len();
        }
        let seen = expected[..self.as_expected].iter().map(String::as_str);
        let seen: BTreeSet<&str> = seen.chain(self.others.iter().map(AsRef::as_ref)).collect();
        seen.len() == expected.len() && expected.iter().all(|key| seen.contains(key.as_str()))
    }
}

impl<'de> DeserializeSeed<'de> for Keys<'_> {
    type Value = SeenKeys<'de>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<SeenKeys<'de>, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Keys<'_> {
    type Value = SeenKeys<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut row: A) -> Result<SeenKeys<'de>, A::Error> {
        let mut seen = SeenKeys { as_expected: 0, others: Vec::new() };
        while let Some(Key(key)) = row.next_key()? {
            row.next_value::<IgnoredAny>()?;
            let expected = self.0.get(seen.as_expected).filter(|_| seen.others.is_empty());
            if expected.is_some_and(|expected| *expected == key) {
                seen.as_expected += 1;
            } else {
                seen.others.push(key);
            }
        }
        Ok(seen)
    }
}

/// A key, borrowed from the text unless it contains an escape.
#[derive(Deserialize)]
struct Key<'a>(#[serde(borrow)] Cow<'a, str>);
