//! The sentences of [`crate::FieldError`] and [`crate::ImageError`].

use service_kit::Dictionary;

pub(crate) static SENTENCES: Dictionary = Dictionary::new(include_str!("sentences.json"));

#[cfg(test)]
mod tests {
    #[test]
    fn every_sentence_is_complete() {
        assert_eq!(super::SENTENCES.defects(), Vec::<String>::new());
    }
}
