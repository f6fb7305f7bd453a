//! `ALTER` and `COMMENT ON`.

use super::privileges::missing_role;
use super::verdict::Verdict;
use crate::moving::catalog::{Catalog, is_of_platform};
use crate::moving::words::Words;
use crate::stack::project::{is_allowed_setting, is_platform_schema, is_reserved_role};

/// Kinds of objects with a schema.
const OBJECTS: [&str; 17] = [
    "foreign table",
    "table",
    "materialized view",
    "view",
    "sequence",
    "index",
    "function",
    "procedure",
    "aggregate",
    "type",
    "domain",
    "collation",
    "operator class",
    "operator family",
    "operator",
    "text search configuration",
    "text search dictionary",
];
/// Attributes that a new role lacks by default. To name one, the current role needs the attribute itself.
const DEFAULTS: [&str; 5] =
    [" NOSUPERUSER", " NOREPLICATION", " NOBYPASSRLS", " NOCREATEROLE", " NOCREATEDB"];

pub fn judge(mut words: Words<'_>, statement: &str, catalog: &Catalog) -> Option<Verdict> {
    match words.accept_one(&[
        "role",
        "user",
        "default privileges",
        "publication",
        "event trigger",
        "extension",
        "schema",
        "database",
        "system",
        "subscription",
    ]) {
        Some("role" | "user") => role(words, statement, catalog),
        Some("default privileges") => default_privileges(words, catalog),
        Some("publication") => publication(words, catalog),
        Some("schema") => {
            let name = words.simple_name()?;
            let is_ours = is_platform_schema(&name) || name == "public";
            if is_ours { Some(Verdict::NotNeeded) } else { owner(words, catalog) }
        }
        Some("event trigger" | "extension") => Some(Verdict::NotNeeded),
        Some(_) => Some(Verdict::Omit("settings of a database or a server are not part of a project".into())),
        None => {
            words.accept_one(&OBJECTS)?;
            words.accept("if exists");
            words.accept("only");
            if is_of_platform(&words.name()?) { Some(Verdict::NotNeeded) } else { owner(words, catalog) }
        }
    }
}

/// `OWNER TO`. The import's role stays the owner if it may not transfer the object.
fn owner(mut words: Words<'_>, catalog: &Catalog) -> Option<Verdict> {
    if !words.skip_to("owner to") {
        return None;
    }
    let role = words.simple_name()?;
    if !catalog.session.is_superuser && is_reserved_role(&role) {
        return Some(Verdict::NotNeeded);
    }
    missing_role(role, catalog)
}

/// The platform's roles keep their attributes. Only some of their settings can change.
fn role(mut words: Words<'_>, statement: &str, catalog: &Catalog) -> Option<Verdict> {
    let name = words.simple_name()?;
    if words.accept("in database") {
        return Some(Verdict::Omit("settings of a database or a server are not part of a project".into()));
    }
    if !is_reserved_role(&name) {
        let edited = DEFAULTS.iter().fold(statement.to_owned(), |text, option| text.replace(option, ""));
        return Some(Verdict::Rewrite(edited));
    }
    let is_allowed = words.accept("set") && is_allowed_setting(&words.simple_name()?);
    if !is_allowed {
        return Some(Verdict::NotNeeded);
    }
    missing_role(name, catalog)
}

fn default_privileges(mut words: Words<'_>, catalog: &Catalog) -> Option<Verdict> {
    let role = words.accept("for role").then(|| words.simple_name()).flatten();
    let schema = words.accept("in schema").then(|| words.simple_name()).flatten();
    let is_foreign = role.as_deref().is_some_and(|role| is_reserved_role(role) && role != "postgres");
    if is_foreign || schema.is_some_and(|schema| is_platform_schema(&schema)) {
        return Some(Verdict::NotNeeded);
    }
    let is_other = role.is_some_and(|role| role == "postgres" && role != catalog.session.role);
    (is_other && !catalog.session.is_superuser).then_some(Verdict::NotNeeded)
}

fn publication(mut words: Words<'_>, catalog: &Catalog) -> Option<Verdict> {
    let name = words.simple_name()?;
    let is_missing = name.starts_with("supabase_realtime_") && !catalog.has_global("publication", &name);
    if is_missing || words.accept("owner to") {
        return Some(Verdict::NotNeeded);
    }
    words.accept("add table");
    words.accept("only");
    words.name().filter(is_of_platform).map(|_| Verdict::NotNeeded)
}

pub fn judge_comment(mut words: Words<'_>, catalog: &Catalog) -> Option<Verdict> {
    match words.accept_one(&[
        "extension",
        "event trigger",
        "role",
        "database",
        "schema",
        "policy",
        "trigger",
        "constraint",
        "rule",
        "column",
    ]) {
        Some("schema") => {
            let name = words.simple_name()?;
            (is_platform_schema(&name) || name == "public").then_some(Verdict::NotNeeded)
        }
        Some("policy") => {
            let policy = words.simple_name()?;
            let table = words.accept("on").then(|| words.name()).flatten()?;
            let is_ours = is_of_platform(&table)
                && (!catalog.has("relation", &table) || catalog.has_part("policy", &table, &policy));
            is_ours.then_some(Verdict::NotNeeded)
        }
        Some("trigger" | "constraint" | "rule") => {
            words.skip_to("on");
            words.accept("domain");
            is_of_platform(&words.name()?).then_some(Verdict::NotNeeded)
        }
        Some("column") => is_of_platform(&words.name()?).then_some(Verdict::NotNeeded),
        Some(_) => Some(Verdict::NotNeeded),
        None => {
            words.accept_one(&OBJECTS)?;
            is_of_platform(&words.name()?).then_some(Verdict::NotNeeded)
        }
    }
}
