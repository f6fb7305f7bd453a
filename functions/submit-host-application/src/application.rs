//! What an owner wrote, as types. Rejects what is required and missing, and what is out of its bounds, in the order in
//! which the form's page does.

use chrono::NaiveDate;
use schema::models::host_application::NewHostApplication;
use service_kit::body::Parameters;
use service_kit::{Email, Error, Problem, Refusal};
use std::ops::RangeInclusive;

pub(crate) const PHOTOS: RangeInclusive<usize> = 3..=8;
const TEXT_LENGTH: usize = 500;
/// A form has 24 amenities and 20 kinds of rooms.
const LABELS: usize = 100;
const LIST_LENGTH: usize = 4000;
/// In euros.
const HIGHEST_PRICE: u32 = 1_000_000;

/// An application without its photos.
#[derive(Debug)]
pub(crate) struct Application<'a> {
    pub(crate) row: NewHostApplication<'a>,
    pub(crate) price_per_night: f64,
}

impl<'a> Application<'a> {
    pub(crate) fn new(fields: &'a Parameters, photos: usize) -> Result<Application<'a>, Error> {
        let first_name = name(fields, "first_name", 100)?;
        let last_name = name(fields, "last_name", 100)?;
        let email = email(fields)?;
        let phone = required(fields, "phone", 40)?;
        let property_type = required(fields, "property_type", 100)?;
        let property_name = name(fields, "property_name", 200)?;
        let address = required(fields, "address", 200)?;
        let city = required(fields, "city", 100)?;
        let room_types = list(fields, "room_types")?;
        if room_types.is_empty() {
            return Err(Refusal::RoomTypeRequired.into());
        }
        if photos < *PHOTOS.start() {
            return Err(Refusal::TooFewPhotos { minimum: *PHOTOS.start() }.into());
        }
        let (availability_start, availability_end) = availability(fields)?;
        let row = NewHostApplication {
            first_name,
            last_name,
            email,
            phone,
            property_type,
            property_name,
            address,
            city,
            postal_code: optional(fields, "postal_code", 20)?,
            description: description(fields)?,
            number_of_rooms: fields.optional_whole("number_of_rooms", 1..=10_000)?.unwrap_or(1),
            max_guests: fields.optional_whole("max_guests", 1..=100_000)?.unwrap_or(2),
            availability_start,
            availability_end,
            experience_years: fields.optional_whole("experience_years", 0..=200)?.unwrap_or(0),
            previous_hosting: previous_hosting(fields)?,
            motivation: optional(fields, "motivation", TEXT_LENGTH)?,
            amenities: list(fields, "amenities")?,
            room_types,
            additional_services: optional(fields, "additional_services", TEXT_LENGTH)?,
        };
        let price = fields.optional_amount("price_per_night", HIGHEST_PRICE)?;
        Ok(Application { row, price_per_night: price.unwrap_or(0.0) })
    }
}

/// The form has dropped what is blank.
fn required<'a>(fields: &'a Parameters, name: &'static str, maximum: usize) -> Result<&'a str, Error> {
    fields.optional_text(name, maximum)?.ok_or_else(|| Refusal::RequiredFieldsMissing.into())
}

fn name<'a>(fields: &'a Parameters, name: &'static str, maximum: usize) -> Result<&'a str, Error> {
    fields.optional_name(name, maximum)?.ok_or_else(|| Refusal::RequiredFieldsMissing.into())
}

fn optional<'a>(fields: &'a Parameters, name: &'static str, maximum: usize) -> Result<&'a str, Error> {
    Ok(fields.optional_text(name, maximum)?.unwrap_or_default())
}

fn email(fields: &Parameters) -> Result<&str, Error> {
    let address = required(fields, "email", 254)?.trim();
    let well_formed = Email::parse(address).is_some();
    well_formed.then_some(address).ok_or_else(|| Refusal::field("email", Problem::NotEmail).into())
}

fn description(fields: &Parameters) -> Result<&str, Error> {
    let text = optional(fields, "description", usize::MAX)?;
    if text.chars().count() > TEXT_LENGTH {
        return Err(Refusal::DescriptionTooLong { maximum: TEXT_LENGTH }.into());
    }
    Ok(text)
}

type Availability = (Option<NaiveDate>, Option<NaiveDate>);

fn availability(fields: &Parameters) -> Result<Availability, Error> {
    let start = fields.optional_date("availability_start")?;
    let end = fields.optional_date("availability_end")?;
    match start.zip(end) {
        Some((start, end)) if end < start => Err(Refusal::AvailabilityReversed.into()),
        _ => Ok((start, end)),
    }
}

fn previous_hosting(fields: &Parameters) -> Result<&'static str, Error> {
    const KNOWN: [&str; 2] = ["false", "true"];
    let Some(answer) = fields.optional_text("previous_hosting", TEXT_LENGTH)? else { return Ok(KNOWN[0]) };
    let known = KNOWN.into_iter().find(|known| *known == answer);
    known.ok_or_else(|| Refusal::field("previous_hosting", Problem::NotOneOf { known: &KNOWN }).into())
}

/// What commas join, without what is blank.
fn list<'a>(fields: &'a Parameters, name: &'static str) -> Result<Vec<&'a str>, Error> {
    let labels = optional(fields, name, LIST_LENGTH)?.split(',').map(str::trim);
    let labels: Vec<&str> = labels.filter(|label| !label.is_empty()).collect();
    if labels.len() > LABELS {
        return Err(Refusal::field(name, Problem::TooManyEntries { maximum: LABELS }).into());
    }
    Ok(labels)
}

#[cfg(test)]
mod tests {
    use super::*;
    use service_kit::Language;

    fn with(changes: &[(&str, &str)]) -> Parameters {
        let mut pairs = vec![
            ("first_name", "Ghjulia"),
            ("last_name", "Santoni"),
            ("email", " ghjulia@exemple.fr "),
            ("phone", "+33 4 95 00 00 00"),
            ("property_type", "Gîte"),
            ("property_name", "A Casetta"),
            ("address", "3 chemin du Maquis"),
            ("city", "Zonza"),
            ("room_types", "double,, family ,"),
        ];
        pairs.extend(changes);
        let texts = pairs.into_iter().map(|(name, text)| (name.to_owned(), text.to_owned()));
        Parameters::new(texts.filter(|(_, text)| !text.is_empty()).collect())
    }

    fn sentence(fields: &Parameters, photos: usize) -> String {
        Application::new(fields, photos).unwrap_err().sentence(Language::default())
    }

    #[test]
    fn what_is_not_told_has_the_defaults_of_the_specification() {
        let fields = with(&[]);
        let Application { row, price_per_night } = Application::new(&fields, 3).unwrap();
        assert_eq!((row.number_of_rooms, row.max_guests, row.experience_years), (1, 2, 0));
        assert_eq!((row.previous_hosting, row.description, price_per_night), ("false", "", 0.0));
        assert_eq!((row.email, row.room_types), ("ghjulia@exemple.fr", vec!["double", "family"]));
        assert!(row.amenities.is_empty() && row.availability_start.is_none());
    }

    #[test]
    fn the_first_thing_that_the_page_would_complain_about_is_told() {
        let long = "é".repeat(501);
        let fields = Parameters::new(vec![("description".into(), long.clone())]);
        assert_eq!(sentence(&fields, 0), "Veuillez remplir tous les champs obligatoires.");
        let mut pairs = with(&[("description", &long)]);
        assert_eq!(sentence(&pairs, 2), "Veuillez ajouter au minimum 3 photos de votre hébergement.");
        assert_eq!(sentence(&pairs, 3), "La description ne doit pas dépasser 500 caractères.");
        pairs = with(&[("room_types", " , ")]);
        assert_eq!(sentence(&pairs, 0), "Veuillez sélectionner au moins un type de chambre/logement.");
    }

    #[test]
    fn availability_may_last_a_day_but_not_end_before_it_begins() {
        let day = ("availability_start", "2031-06-01");
        assert!(Application::new(&with(&[day, ("availability_end", "2031-06-01")]), 3).is_ok());
        let reversed = with(&[day, ("availability_end", "2031-05-31")]);
        assert_eq!(sentence(&reversed, 3), "La fin de la disponibilité ne peut pas être avant son début.");
    }
}
