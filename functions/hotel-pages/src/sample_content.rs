//! What the site's build has put into a document of its sample content (`frontend/src/app/sampleFacts.ts`), in the
//! language of the document.

use crate::document::{self, TEXT};
use crate::hotel::Hotel;
use crate::names;
use serde::Deserialize;
use std::collections::HashMap;

/// The hotels that the site knows without the database.
#[derive(Deserialize)]
pub(crate) struct SampleHotels {
    hotels: Vec<SampleHotel>,
    /// The ids of the bare names that links have in place of an id.
    names: HashMap<String, String>,
}

#[derive(Deserialize)]
pub(crate) struct SampleHotel {
    /// The value of `id` in the address of its page.
    pub(crate) id: String,
    #[serde(flatten)]
    pub(crate) hotel: Hotel,
}

/// A region, as its page shows it.
#[derive(Deserialize)]
pub(crate) struct Region {
    name: String,
    /// The query in the address of its page.
    pub(crate) query: String,
    pub(crate) heading: String,
    /// The title of its page, without the brand.
    pub(crate) title: String,
    pub(crate) text: String,
    /// The root-relative address of its picture.
    pub(crate) picture: String,
    pub(crate) towns: Vec<String>,
    pub(crate) hotels: Vec<SampleHotel>,
}

#[derive(Deserialize)]
struct Regions {
    regions: Vec<Region>,
}

impl SampleHotels {
    /// `None` if the document does not say which there are.
    pub(crate) fn of_document(built: &str) -> Option<SampleHotels> {
        document::facts(built, TEXT)
    }

    /// The id for what an address has as one: that of a known name, else the text itself.
    pub(crate) fn id(&self, requested: &str) -> String {
        let known = self.names.get(&names::bare(requested));
        known.cloned().unwrap_or_else(|| requested.to_lowercase())
    }

    pub(crate) fn has(&self, id: &str) -> bool {
        self.hotels.iter().any(|sample| sample.id == id)
    }

    /// The hotel with this id.
    pub(crate) fn take(self, id: &str) -> Option<Hotel> {
        self.hotels.into_iter().find(|sample| sample.id == id).map(|sample| sample.hotel)
    }
}

/// All regions, or `None` if the document does not say which there are.
pub(crate) fn regions(built: &str) -> Option<Vec<Region>> {
    document::facts(built, TEXT).map(|Regions { regions }| regions)
}

impl Region {
    /// Whether an address names this region; case, accents and punctuation do not count.
    pub(crate) fn is_named(&self, name: &str) -> bool {
        names::searched(&self.name) == names::searched(name)
    }
}
