//! What a hotel takes over from its application, where it is not simply the same.

/// The kinds of the form (spec §3), each with the kind of establishment that the site lists it under.
const KINDS: [(&str, &str); 8] = [
    ("hôtel", "hotel"),
    ("villa", "villa"),
    ("maison d'hôtes", "guest_house"),
    ("gîte", "gite"),
    ("appartement", "apartment"),
    ("chambre d'hôtes", "guest_room"),
    ("camping", "campsite"),
    ("résidence", "residence"),
];
const LOCATION_LENGTH: usize = 200;

/// One of the kinds that `hotels.property_type` knows; `other` for what is none of the form's.
pub(crate) fn kind(property_type: &str) -> &'static str {
    let wanted = property_type.trim().to_lowercase().replace('\u{2019}', "'");
    KINDS.iter().find(|(named, _)| *named == wanted).map_or("other", |(_, kind)| kind)
}

/// The address and then the town, as those of other establishments; the town alone where that is too long.
pub(crate) fn location(address: &str, city: &str) -> String {
    let whole = format!("{}, {}", address.trim(), city.trim());
    if whole.chars().count() <= LOCATION_LENGTH { whole } else { city.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_the_form_is_listed_somewhere() {
        let kinds = [
            "Hôtel",
            "Villa",
            "Maison d'hôtes",
            "Gîte",
            "Appartement",
            "Chambre d’hôtes",
            "Camping",
            "Autre",
        ];
        let listed = kinds.map(kind);
        let expected =
            ["hotel", "villa", "guest_house", "gite", "apartment", "guest_room", "campsite", "other"];
        assert_eq!(listed, expected);
        assert_eq!(kind("Phare"), "other");
    }

    #[test]
    fn a_location_has_at_most_200_characters() {
        assert_eq!(location("3 rue Fesch ", "Ajaccio"), "3 rue Fesch, Ajaccio");
        assert_eq!(location(&"é".repeat(191), "Ajaccio").chars().count(), 200);
        assert_eq!(location(&"é".repeat(192), "Ajaccio"), "Ajaccio");
    }
}
