//! What this function asks of the database, in nobody's name.

use crate::dictionaries::Language;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use schema::schema::translations;
use service_kit::{Database, Error, Role};

/// More than the site has texts.
const MOST: i64 = 20_000;

/// A text that editors wrote, at `namespace.key.key`.
#[derive(Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = translations, check_for_backend(diesel::pg::Pg))]
pub(crate) struct EditedText {
    pub(crate) key: String,
    pub(crate) value: String,
}

pub(crate) async fn edited(database: &Database, language: Language) -> Result<Vec<EditedText>, Error> {
    let texts = translations::table
        .filter(translations::language.eq(language.code))
        .order(translations::key)
        .limit(MOST)
        .select(EditedText::as_select());
    database.as_role(Role::Anon, async |connection| Ok(texts.load(connection).await?)).await
}
