//! The sentences of [`super::RequestError`] and of errors that are not the client's.

use crate::dictionary::Dictionary;

pub(super) static SENTENCES: Dictionary = Dictionary::new(include_str!("sentences.json"));

#[cfg(test)]
mod tests {
    #[test]
    fn every_sentence_is_complete() {
        assert_eq!(super::SENTENCES.defects(), Vec::<String>::new());
    }
}
