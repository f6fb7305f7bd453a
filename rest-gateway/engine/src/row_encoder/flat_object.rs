//! Rewrites objects without nested objects or arrays as jsonb prints them. The rows of a relation have the same keys in
//! the same order, so the new order is computed once for all of them.

use std::cmp::Ordering;
use std::ops::Range;

use super::json_text::{compare_keys, end_of_scalar, end_of_string, skip_whitespace};

#[derive(Default)]
pub(super) struct FlatObjects {
    /// The keys of the last object, with their quotes, one after the other.
    keys: Vec<u8>,
    key_ranges: Vec<Range<usize>>,
    /// The entries in jsonb's order.
    order: Vec<OrderedEntry>,
    /// What is written before the values, one after the other.
    prefixes: Vec<u8>,
    /// The entries of the object that is being read.
    entries: Vec<Entry>,
}

/// Positions in the JSON. The key includes its quotes.
struct Entry {
    key: Range<usize>,
    value: Range<usize>,
}

struct OrderedEntry {
    /// The number of the entry in the object.
    index: usize,
    /// In `prefixes`: `"key": `, with `, ` before it unless it is the first one.
    prefix: Range<usize>,
}

impl FlatObjects {
    /// Writes the object at `start`, and returns the position after it. `None`, with nothing written, if the object is
    /// empty, malformed or not flat.
    pub fn write(&mut self, json: &[u8], start: usize, out: &mut Vec<u8>) -> Option<usize> {
        let (end, has_known_keys) = self.read(json, start)?;
        if !has_known_keys {
            self.learn_keys(json);
        }
        out.push(b'{');
        for OrderedEntry { index, prefix } in &self.order {
            out.extend_from_slice(&self.prefixes[prefix.clone()]);
            out.extend_from_slice(&json[self.entries[*index].value.clone()]);
        }
        out.push(b'}');
        Some(end)
    }

    /// Reads the entries. Returns the position after the object, and whether its keys are those of the last object.
    fn read(&mut self, json: &[u8], start: usize) -> Option<(usize, bool)> {
        self.entries.clear();
        let mut has_known_keys = true;
        let mut at = start + 1;
        loop {
            at = skip_whitespace(json, at);
            let known = self.key_ranges.get(self.entries.len()).map(|range| &self.keys[range.clone()]);
            let key_end = match known {
                Some(known) if json[at..].starts_with(known) => at + known.len(),
                _ => {
                    has_known_keys = false;
                    end_of_string(json, at)?
                }
            };
            let colon = skip_whitespace(json, key_end);
            if json.get(colon) != Some(&b':') {
                return None;
            }
            let value = skip_whitespace(json, colon + 1);
            let value_end = end_of_scalar(json, value)?;
            self.entries.push(Entry { key: at..key_end, value: value..value_end });
            at = skip_whitespace(json, value_end);
            match json.get(at)? {
                b',' => at += 1,
                b'}' => break,
                _ => return None,
            }
        }
        Some((at + 1, has_known_keys && self.entries.len() == self.key_ranges.len()))
    }

    fn learn_keys(&mut self, json: &[u8]) {
        self.keys.clear();
        self.key_ranges.clear();
        for entry in &self.entries {
            let start = self.keys.len();
            self.keys.extend_from_slice(&json[entry.key.clone()]);
            self.key_ranges.push(start..self.keys.len());
        }
        let key = |index: usize| &self.keys[self.key_ranges[index].clone()];
        let mut sorted: Vec<usize> = (0..self.entries.len()).collect();
        sorted.sort_by(|one, other| compare_keys(key(*one), key(*other)));
        self.order.clear();
        self.prefixes.clear();
        for (place, index) in sorted.iter().enumerate() {
            // A repeated key keeps its last value.
            if sorted
                .get(place + 1)
                .is_some_and(|next| compare_keys(key(*index), key(*next)) == Ordering::Equal)
            {
                continue;
            }
            let start = self.prefixes.len();
            self.prefixes.extend_from_slice(if self.order.is_empty() { b"" } else { b", " });
            self.prefixes.extend_from_slice(key(*index));
            self.prefixes.extend_from_slice(b": ");
            self.order.push(OrderedEntry { index: *index, prefix: start..self.prefixes.len() });
        }
    }
}
