//! The texts of an application as types. Rejects missing required fields and values out of bounds, in the order of
//! the form's page.

use crate::error::ApplicationError;
use crate::photos;
use chrono::NaiveDate;
use functions_shared::{Email, FieldError, Parameters};
use schema::models::host_application::NewHostApplication;
use service_kit::Error;

/// Characters.
const TEXT_LENGTH: usize = 500;
/// The form offers 24 amenities and 20 types of rooms.
const MAX_ENTRIES: usize = 100;
/// Characters.
const LIST_LENGTH: usize = 4000;
/// Euros.
const MAX_PRICE: u32 = 1_000_000;

/// An application without its photos.
#[derive(Debug)]
pub(crate) struct Application<'a> {
    pub(crate) row: NewHostApplication<'a>,
    pub(crate) price_per_night: f64,
}

impl<'a> Application<'a> {
    /// Checks the texts, and that `photos` is an allowed number of photos.
    pub(crate) fn new(fields: &'a Parameters, photo_count: usize) -> Result<Application<'a>, Error> {
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
            return Err(ApplicationError::RoomTypeRequired.into());
        }
        if photo_count < *photos::COUNT.start() {
            return Err(ApplicationError::TooFewPhotos { minimum: *photos::COUNT.start() }.into());
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
            number_of_rooms: fields.optional_integer("number_of_rooms", 1..=10_000)?.unwrap_or(1),
            max_guests: fields.optional_integer("max_guests", 1..=100_000)?.unwrap_or(2),
            availability_start,
            availability_end,
            experience_years: fields.optional_integer("experience_years", 0..=200)?.unwrap_or(0),
            previous_hosting: previous_hosting(fields)?,
            motivation: optional(fields, "motivation", TEXT_LENGTH)?,
            amenities: list(fields, "amenities")?,
            room_types,
            additional_services: optional(fields, "additional_services", TEXT_LENGTH)?,
        };
        let price = fields.optional_amount("price_per_night", MAX_PRICE)?;
        Ok(Application { row, price_per_night: price.unwrap_or(0.0) })
    }
}

/// Required text. [`service_kit::Form`] has dropped blank texts.
fn required<'a>(fields: &'a Parameters, name: &'static str, maximum: usize) -> Result<&'a str, Error> {
    fields.optional_text(name, maximum)?.ok_or_else(|| ApplicationError::RequiredFieldsMissing.into())
}

fn name<'a>(fields: &'a Parameters, name: &'static str, maximum: usize) -> Result<&'a str, Error> {
    fields.optional_name(name, maximum)?.ok_or_else(|| ApplicationError::RequiredFieldsMissing.into())
}

fn optional<'a>(fields: &'a Parameters, name: &'static str, maximum: usize) -> Result<&'a str, Error> {
    Ok(fields.optional_text(name, maximum)?.unwrap_or_default())
}

fn email(fields: &Parameters) -> Result<&str, Error> {
    let address = required(fields, "email", 254)?.trim();
    let well_formed = Email::parse(address).is_some();
    well_formed.then_some(address).ok_or_else(|| fields.error("email", FieldError::NotEmail))
}

fn description(fields: &Parameters) -> Result<&str, Error> {
    let text = optional(fields, "description", usize::MAX)?;
    if text.chars().count() > TEXT_LENGTH {
        return Err(ApplicationError::DescriptionTooLong { maximum: TEXT_LENGTH }.into());
    }
    Ok(text)
}

type Availability = (Option<NaiveDate>, Option<NaiveDate>);

fn availability(fields: &Parameters) -> Result<Availability, Error> {
    let start = fields.optional_date("availability_start")?;
    let end = fields.optional_date("availability_end")?;
    match start.zip(end) {
        Some((start, end)) if end < start => Err(ApplicationError::AvailabilityReversed.into()),
        _ => Ok((start, end)),
    }
}

fn previous_hosting(fields: &Parameters) -> Result<&'static str, Error> {
    const ALLOWED: [&str; 2] = ["false", "true"];
    let Some(text) = fields.optional_text("previous_hosting", TEXT_LENGTH)? else { return Ok(ALLOWED[0]) };
    let value = ALLOWED.into_iter().find(|allowed| *allowed == text);
    value.ok_or_else(|| fields.error("previous_hosting", FieldError::NotOneOf { allowed: &ALLOWED }))
}

/// A comma-separated list, without blank entries.
fn list<'a>(fields: &'a Parameters, name: &'static str) -> Result<Vec<&'a str>, Error> {
    let entries = optional(fields, name, LIST_LENGTH)?.split(',').map(str::trim);
    let entries: Vec<&str> = entries.filter(|entry| !entry.is_empty()).collect();
    if entries.len() > MAX_ENTRIES {
        return Err(fields.error(name, FieldError::TooManyEntries { maximum: MAX_ENTRIES }));
    }
    Ok(entries)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::SENTENCES;
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
        Parameters::new(texts.filter(|(_, text)| !text.is_empty()).collect(), &SENTENCES)
    }

    fn sentence(fields: &Parameters, photo_count: usize) -> String {
        Application::new(fields, photo_count).unwrap_err().sentence(Language::default())
    }

    #[test]
    fn missing_optional_fields_have_the_defaults_of_the_specification() {
        let fields = with(&[]);
        let Application { row, price_per_night } = Application::new(&fields, 3).unwrap();
        assert_eq!((row.number_of_rooms, row.max_guests, row.experience_years), (1, 2, 0));
        assert_eq!((row.previous_hosting, row.description, price_per_night), ("false", "", 0.0));
        assert_eq!((row.email, row.room_types), ("ghjulia@exemple.fr", vec!["double", "family"]));
        assert!(row.amenities.is_empty() && row.availability_start.is_none());
    }

    #[test]
    fn reports_the_first_error_in_the_order_of_the_page() {
        let long = "é".repeat(501);
        let fields = Parameters::new(vec![("description".into(), long.clone())], &SENTENCES);
        assert_eq!(sentence(&fields, 0), "Veuillez remplir tous les champs obligatoires.");
        let mut pairs = with(&[("description", &long)]);
        assert_eq!(sentence(&pairs, 2), "Veuillez ajouter au minimum 3 photos de votre hébergement.");
        assert_eq!(sentence(&pairs, 3), "La description ne doit pas dépasser 500 caractères.");
        pairs = with(&[("room_types", " , ")]);
        assert_eq!(sentence(&pairs, 0), "Veuillez sélectionner au moins un type de chambre/logement.");
    }

    #[test]
    fn rejects_an_availability_that_ends_before_it_begins() {
        let day = ("availability_start", "2031-06-01");
        assert!(Application::new(&with(&[day, ("availability_end", "2031-06-01")]), 3).is_ok());
        let reversed = with(&[day, ("availability_end", "2031-05-31")]);
        assert_eq!(sentence(&reversed, 3), "La fin de la disponibilité ne peut pas être avant son début.");
    }
}
