//! The sentences that the sample reviews consist of, read from their files. Rejects a file that does not parse, also
//! for an unknown kind, setting, amenity or field.

use super::error::Error;
use super::hotels::{Amenity, Kind, Setting};
use serde::Deserialize;

/// Sentences by theme, the frames of reviews by stars, and the authors' names.
pub struct SentenceBank {
    pub themes: Vec<Theme>,
    pub frames: Vec<Frame>,
    pub authors: Authors,
}

/// The establishments that a theme applies to. An empty list sets no condition.
#[derive(Deserialize)]
pub struct Conditions {
    kinds: Vec<Kind>,
    settings: Vec<Setting>,
    amenities: Vec<Amenity>,
}

impl Conditions {
    /// Whether an establishment is of one of the kinds, in one of the settings, and has all the amenities.
    pub fn are_met(&self, kind: Kind, setting: Setting, amenities: &[Amenity]) -> bool {
        (self.kinds.is_empty() || self.kinds.contains(&kind))
            && (self.settings.is_empty() || self.settings.contains(&setting))
            && self.amenities.iter().all(|amenity| amenities.contains(amenity))
    }
}

/// Sentences about one subject: praise, minor criticism (`quibble`) and complaints.
#[derive(Deserialize)]
pub struct Theme {
    /// A minor theme, which one guest in three mentions.
    pub aside: bool,
    #[serde(flatten)]
    pub conditions: Conditions,
    pub praise: Vec<String>,
    pub quibble: Vec<String>,
    pub complaint: Vec<String>,
}

/// Titles, first and last sentences of the reviews with this number of stars.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Frame {
    pub stars: u8,
    pub titles: Vec<String>,
    pub openings: Vec<String>,
    pub closings: Vec<String>,
}

/// First names and initials that authors' names are combined from.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Authors {
    pub first_names: Vec<String>,
    pub initials: Vec<String>,
}

impl Authors {
    /// Every first name with every initial: `Marie D.`.
    pub fn names(&self) -> Vec<String> {
        let with_initials = |name| self.initials.iter().map(move |initial| format!("{name} {initial}"));
        self.first_names.iter().flat_map(with_initials).collect()
    }
}

/// Parses the embedded files.
pub fn read() -> Result<SentenceBank, Error> {
    Ok(SentenceBank {
        themes: serde_json::from_str(include_str!("../../seed/reviews/themes.json"))?,
        frames: serde_json::from_str(include_str!("../../seed/reviews/frames.json"))?,
        authors: serde_json::from_str(include_str!("../../seed/reviews/authors.json"))?,
    })
}
