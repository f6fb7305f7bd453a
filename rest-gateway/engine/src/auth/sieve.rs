//! A map of bounded size that forgets by SIEVE: a hand goes from the oldest entry to the newest, and round again. It
//! spares those that were asked for since it came by last and takes the first that was not; new ones are the newest.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::mem::swap;

pub(super) struct Sieve<K, V> {
    capacity: usize,
    entries: HashMap<K, Entry<V>>,
    /// Those that the hand has yet to come to, the oldest first.
    ahead: VecDeque<K>,
    /// Those that it has spared in this round, all older than those ahead.
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

    /// Keeps a value, unless there is one for this key or no room for any; tells whether another one went for it.
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

    /// Asks for each in turn, as a cache is used; the hits and the evictions.
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
    fn what_was_asked_for_again_outlives_what_was_not() {
        for (capacity, keys, outcome) in [
            // Without a second question it is a queue.
            (2, &[1, 2, 3, 1, 2, 3][..], (0, 4)),
            (2, &[1, 2, 1, 3, 1, 3], (3, 1)),
            // All were asked for again: the hand goes round and takes the oldest.
            (2, &[1, 2, 1, 2, 3, 2, 3], (4, 1)),
            // It goes on from where it stopped: 2 went for 4, and 3, the next one, goes for 5.
            (3, &[1, 2, 3, 1, 4, 5, 1, 4], (3, 2)),
        ] {
            assert_eq!(asked(&mut Sieve::new(capacity), keys), outcome, "{keys:?}");
        }
    }

    #[test]
    fn it_never_holds_more_than_it_may() {
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
