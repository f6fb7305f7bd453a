//! Columns of a hotel that are computed from its application.

/// The property types of the form (spec §3), each with its value of `hotels.property_type`.
const PROPERTY_TYPES: [(&str, &str); 8] = [
    ("hôtel", "hotel"),
    ("villa", "villa"),
    ("maison d'hôtes", "guest_house"),
    ("gîte", "gite"),
    ("appartement", "apartment"),
    ("chambre d'hôtes", "guest_room"),
    ("camping", "campsite"),
    ("résidence", "residence"),
];
/// Characters.
const LOCATION_LENGTH: usize = 200;

/// The value of `hotels.property_type`; `other` for a type that is none of the form's.
pub(crate) fn property_type(form_value: &str) -> &'static str {
    let wanted = form_value.trim().to_lowercase().replace('\u{2019}', "'");
    PROPERTY_TYPES.iter().find(|(label, _)| *label == wanted).map_or("other", |(_, value)| value)
}

/// Address and town; only the town when both together are too long.
pub(crate) fn location(address: &str, city: &str) -> String {
    let whole = format!("{}, {}", address.trim(), city.trim());
    if whole.chars().count() <= LOCATION_LENGTH { whole } else { city.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_property_type_of_the_form_has_a_value() {
        let types = [
            "Hôtel",
            "Villa",
            "Maison d'hôtes",
            "Gîte",
            "Appartement",
            "Chambre d’hôtes",
            "Camping",
            "Autre",
        ];
        let values = types.map(property_type);
        let expected =
            ["hotel", "villa", "guest_house", "gite", "apartment", "guest_room", "campsite", "other"];
        assert_eq!(values, expected);
        assert_eq!(property_type("Phare"), "other");
    }

    #[test]
    fn a_location_has_at_most_200_characters() {
        assert_eq!(location("3 rue Fesch ", "Ajaccio"), "3 rue Fesch, Ajaccio");
        assert_eq!(location(&"é".repeat(191), "Ajaccio").chars().count(), 200);
        assert_eq!(location(&"é".repeat(192), "Ajaccio"), "Ajaccio");
    }
}
