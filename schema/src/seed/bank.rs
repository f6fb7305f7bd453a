//! The bank of sentences that the sample reviews are made from, read from its files. Rejects a file that does not
//! parse, which an unknown kind, setting, amenity or field is enough for.

use super::Error;
use super::hotels::{Amenity, Kind, Setting};
use serde::Deserialize;

/// Everything that guests can say, and who says it.
pub struct Bank {
    pub themes: Vec<Theme>,
    pub frames: Vec<Frame>,
    pub authors: Authors,
}

/// Which establishments something can be said of; an empty list asks for nothing.
#[derive(Deserialize)]
pub struct Fit {
    kinds: Vec<Kind>,
    settings: Vec<Setting>,
    amenities: Vec<Amenity>,
}

impl Fit {
    /// Whether an establishment is of one of the kinds, in one of the settings, and has all the amenities.
    pub fn suits(&self, kind: Kind, setting: Setting, amenities: &[Amenity]) -> bool {
        (self.kinds.is_empty() || self.kinds.contains(&kind))
            && (self.settings.is_empty() || self.settings.contains(&setting))
            && self.amenities.iter().all(|amenity| amenities.contains(amenity))
    }
}

/// Sentences about one thing: what pleased, what could be better, what was wrong.
#[derive(Deserialize)]
pub struct Theme {
    /// Of little weight: one guest in three mentions it.
    pub aside: bool,
    #[serde(flatten)]
    pub fit: Fit,
    pub praise: Vec<String>,
    pub quibble: Vec<String>,
    pub complaint: Vec<String>,
}

/// What begins and ends a review of so many stars.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Frame {
    pub stars: u8,
    pub titles: Vec<String>,
    pub openings: Vec<String>,
    pub closings: Vec<String>,
}

/// First names and initials that authors are made from.
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

/// Reads the bank.
pub fn read() -> Result<Bank, Error> {
    Ok(Bank {
        themes: serde_json::from_str(include_str!("../../seed/reviews/themes.json"))?,
        frames: serde_json::from_str(include_str!("../../seed/reviews/frames.json"))?,
        authors: serde_json::from_str(include_str!("../../seed/reviews/authors.json"))?,
    })
}
