//! SQL, in the role `anon`.

use crate::dictionaries::SiteLanguage;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use schema::schema::translations;
use service_kit::{Database, Error, Role};

/// More texts than the site has; bounds the memory of a call.
const MAX_TEXTS: i64 = 20_000;

/// An editor's text; `key` is `namespace.key.key`.
#[derive(Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = translations, check_for_backend(diesel::pg::Pg))]
pub(crate) struct EditedText {
    pub(crate) key: String,
    pub(crate) value: String,
}

pub(crate) async fn edited(database: &Database, language: SiteLanguage) -> Result<Vec<EditedText>, Error> {
    let texts = translations::table
        .filter(translations::language.eq(language.code))
        .order(translations::key)
        .limit(MAX_TEXTS)
        .select(EditedText::as_select());
    database.as_role(Role::Anon, async |connection| Ok(texts.load(connection).await?)).await
}
