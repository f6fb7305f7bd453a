//! A bounded cache with SIEVE eviction: a hand moves from the oldest entry to the newest and starts again. It skips
//! entries that were used since its last visit and evicts the first one that was not.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::mem::swap;

pub(super) struct Sieve<K, V> {
    capacity: usize,
    entries: HashMap<K, Entry<V>>,
    /// Entries that the hand has not visited in this round, the oldest first.
    ahead: VecDeque<K>,
    /// Entries that the hand has skipped in this round. They are older than those in `ahead`.
    spared: VecDeque<K>,
}

struct Entry<V> {
    value: V,
    visited: bool,
}

impl<K: Copy + Eq + Hash, V> Sieve<K, V> {
    pub fn new(capacity: usize) -> Sieve<K, V> {
        Sieve { capacity, entries: HashMap::new(), ahead: VecDeque::new(), spared: VecDeque::new() }
    }

    pub fn get(&mut self, key: &K) -> Option<&V> {
        let entry = self.entries.get_mut(key)?;
        entry.visited = true;
        Some(&entry.value)
    }

    /// Adds a value, unless the key is present or the capacity is 0. True if another entry was evicted.
    pub fn insert(&mut self, key: K, value: V) -> bool {
        if self.capacity == 0 || self.get(&key).is_some() {
            return false;
        }
        let is_full = self.entries.len() >= self.capacity;
        if is_full {
            self.evict();
        }
        self.begin_round_if_over();
        self.ahead.push_back(key);
        self.entries.insert(key, Entry { value, visited: false });
        is_full
    }

    fn evict(&mut self) {
        loop {
            self.begin_round_if_over();
            let Some(key) = self.ahead.pop_front() else { return };
            match self.entries.get_mut(&key) {
                Some(entry) if entry.visited => {
                    entry.visited = false;
                    self.spared.push_back(key);
                }
                _ => {
                    self.entries.remove(&key);
                    return;
                }
            }
        }
    }

    fn begin_round_if_over(&mut self) {
        if self.ahead.is_empty() {
            swap(&mut self.ahead, &mut self.spared);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Looks up each key and inserts it on a miss. Returns the hits and the evictions.
    fn asked(sieve: &mut Sieve<u8, u8>, keys: &[u8]) -> (usize, usize) {
        let (mut hits, mut evictions) = (0, 0);
        for key in keys {
            match sieve.get(key).copied() {
                Some(value) => {
                    assert_eq!(value, *key);
                    hits += 1;
                }
                None => evictions += usize::from(sieve.insert(*key, *key)),
            }
        }
        (hits, evictions)
    }

    #[test]
    fn evicts_entries_that_were_not_used_again() {
        for (capacity, keys, outcome) in [
            // Without a second use it is a queue.
            (2, &[1, 2, 3, 1, 2, 3][..], (0, 4)),
            (2, &[1, 2, 1, 3, 1, 3], (3, 1)),
            // All were used again: the hand goes round and evicts the oldest.
            (2, &[1, 2, 1, 2, 3, 2, 3], (4, 1)),
            // The hand continues where it stopped: 2 is evicted for 4, and 3, the next one, for 5.
            (3, &[1, 2, 3, 1, 4, 5, 1, 4], (3, 2)),
        ] {
            assert_eq!(asked(&mut Sieve::new(capacity), keys), outcome, "{keys:?}");
        }
    }

    #[test]
    fn never_exceeds_its_capacity() {
        for capacity in [0, 1, 7] {
            let mut sieve = Sieve::new(capacity);
            for step in 0..5000_usize {
                asked(&mut sieve, &[(step * step % 23) as u8]);
                assert!(sieve.entries.len() <= capacity);
                assert_eq!(sieve.ahead.len() + sieve.spared.len(), sieve.entries.len());
            }
        }
    }
}
