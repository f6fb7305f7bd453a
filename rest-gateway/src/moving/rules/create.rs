//! `CREATE`.

use super::privileges::missing_role;
use super::verdict::Verdict;
use crate::moving::catalog::{Catalog, is_of_platform};
use crate::moving::words::{Name, Words, quoted};
use crate::stack::project::{is_platform_schema, is_reserved_role, stand_ins};

/// Kinds of objects with a schema, and their kinds in the catalog.
const OBJECTS: [(&str, &str); 14] = [
    ("unlogged table", "relation"),
    ("foreign table", "relation"),
    ("table", "relation"),
    ("recursive view", "relation"),
    ("materialized view", "relation"),
    ("view", "relation"),
    ("sequence", "relation"),
    ("function", "function"),
    ("procedure", "function"),
    ("aggregate", "function"),
    ("type", "type"),
    ("domain", "type"),
    ("collation", "type"),
    ("operator", "function"),
];
/// Extensions for which the platform has a schema of its own.
const STAND_INS: [(&str, &str); 5] = [
    ("pg_net", "net"),
    ("pg_cron", "cron"),
    ("pgmq", "pgmq"),
    ("supabase_vault", "vault"),
    ("pg_graphql", "graphql_public"),
];
/// The schema of the function that database webhooks call.
const WEBHOOK_SCHEMA: &str = "supabase_functions";

pub fn judge(mut words: Words<'_>, statement: &str, catalog: &Catalog) -> Option<Verdict> {
    words.accept("or replace");
    match words.accept_one(&[
        "schema",
        "extension",
        "event trigger",
        "publication",
        "policy",
        "constraint trigger",
        "trigger",
        "unique index",
        "index",
        "rule",
        "role",
        "user mapping",
        "user",
        "database",
        "subscription",
    ]) {
        Some("schema") => schema(words, catalog),
        Some("extension") => extension(words, catalog),
        Some("event trigger") => event_trigger(words, catalog),
        Some("publication") => publication(words, catalog),
        Some("policy") => policy(words, catalog),
        Some("constraint trigger" | "trigger") => trigger(words, catalog),
        Some("unique index" | "index") => index(words, catalog),
        Some("rule") => {
            words.skip_to("to");
            is_of_platform(&words.name()?).then_some(Verdict::NotNeeded)
        }
        Some("role" | "user") => role(words, catalog),
        Some("database" | "subscription") => Some(Verdict::Omit("it is not part of one database".to_owned())),
        Some(_) => None,
        None => object(words, statement, catalog),
    }
}

fn schema(mut words: Words<'_>, catalog: &Catalog) -> Option<Verdict> {
    words.accept("if not exists");
    let name = words.simple_name()?;
    let is_there = catalog.has_schema(&name) || is_platform_schema(&name);
    is_there.then_some(Verdict::NotNeeded)
}

fn extension(mut words: Words<'_>, catalog: &Catalog) -> Option<Verdict> {
    words.accept("if not exists");
    let name = words.simple_name()?;
    if catalog.has_global("installed", &name) {
        return Some(Verdict::NotNeeded);
    }
    words.accept("with");
    let schema = words.accept("schema").then(|| words.simple_name()).flatten();
    if !catalog.has_global("available", &name) {
        return Some(unavailable(&name, schema.as_deref(), catalog));
    }
    let create = format!("CREATE EXTENSION IF NOT EXISTS {}", quoted(&name));
    let Some(schema) = schema else { return Some(Verdict::Extend(create)) };
    let create = format!("{create} WITH SCHEMA {}", quoted(&schema));
    // Postgres rejects `CREATE SCHEMA IF NOT EXISTS pg_catalog`, the schema of pg_cron.
    if catalog.has_schema(&schema) {
        return Some(Verdict::Extend(create));
    }
    let create_schema = format!("CREATE SCHEMA IF NOT EXISTS {}", quoted(&schema));
    Some(Verdict::Extend(format!("{create_schema}; {create}")))
}

/// An extension that the server lacks. A stack's own Postgres has the stand-ins as extensions; elsewhere their scripts are
/// run.
fn unavailable(name: &str, schema: Option<&str>, catalog: &Catalog) -> Verdict {
    let of_platform =
        STAND_INS.iter().find(|(extension, schema)| *extension == name && catalog.has_schema(schema));
    if let Some((_, schema)) = of_platform {
        return Verdict::Omit(format!("the platform's own schema `{schema}` takes its place"));
    }
    match stand_ins().iter().find(|stand_in| stand_in.name == name) {
        Some(stand_in) => Verdict::Extend(stand_in.creation(schema)),
        None => Verdict::Omit(format!("the extension `{name}` is not installed on this server")),
    }
}

fn event_trigger(mut words: Words<'_>, catalog: &Catalog) -> Option<Verdict> {
    if !words.skip_to("execute function") && !words.skip_to("execute procedure") {
        return None;
    }
    if is_of_platform(&words.name()?) {
        return Some(Verdict::NotNeeded);
    }
    let reason = "only a superuser can create an event trigger";
    (!catalog.session.is_superuser).then(|| Verdict::Omit(reason.to_owned()))
}

fn publication(mut words: Words<'_>, catalog: &Catalog) -> Option<Verdict> {
    let name = words.simple_name()?;
    let is_there = name.starts_with("supabase_realtime") || catalog.has_global("publication", &name);
    is_there.then_some(Verdict::NotNeeded)
}

fn policy(mut words: Words<'_>, catalog: &Catalog) -> Option<Verdict> {
    let name = words.simple_name()?;
    let table = words.accept("on").then(|| words.name()).flatten()?;
    on_platform_table(&table, catalog)
        .or_else(|| catalog.has_part("policy", &table, &name).then_some(Verdict::NotNeeded))
}

fn trigger(mut words: Words<'_>, catalog: &Catalog) -> Option<Verdict> {
    let name = words.simple_name()?;
    let table = words.skip_to("on").then(|| words.name()).flatten()?;
    if !is_of_platform(&table) {
        return None;
    }
    let calls = words.skip_to("execute function") || words.skip_to("execute procedure");
    let function = calls.then(|| words.name()).flatten()?;
    let is_of_services = is_of_platform(&function) && function.schema != WEBHOOK_SCHEMA;
    if is_of_services || catalog.has_part("trigger", &table, &name) {
        return Some(Verdict::NotNeeded);
    }
    on_platform_table(&table, catalog)
}

/// Leaves out an object on a table that the platform lacks.
fn on_platform_table(table: &Name, catalog: &Catalog) -> Option<Verdict> {
    let is_missing = is_of_platform(table) && !catalog.has("relation", table);
    is_missing.then(|| Verdict::Omit(format!("the platform has no table {table}")))
}

fn index(mut words: Words<'_>, catalog: &Catalog) -> Option<Verdict> {
    let _ = words.accept_one(&["concurrently if not exists", "concurrently", "if not exists"]);
    let name = words.simple_name()?;
    let table = words.accept("on").then(|| {
        words.accept("only");
        words.name()
    });
    let table = table.flatten()?;
    if !is_of_platform(&table) {
        return None;
    }
    let index = Name { schema: table.schema.clone(), name };
    if catalog.has("relation", &index) {
        return Some(Verdict::NotNeeded);
    }
    Some(Verdict::Omit(format!("the platform chooses the indexes of {table}")))
}

fn role(mut words: Words<'_>, catalog: &Catalog) -> Option<Verdict> {
    let name = words.simple_name()?;
    let is_there = catalog.has_global("role", &name);
    missing_role(name.clone(), catalog)
        .or_else(|| (is_there || is_reserved_role(&name)).then_some(Verdict::NotNeeded))
}

fn object(mut words: Words<'_>, statement: &str, catalog: &Catalog) -> Option<Verdict> {
    let (_, kind) = OBJECTS.into_iter().find(|(keyword, _)| words.accept(keyword))?;
    words.accept("if not exists");
    let name = words.name()?;
    if !is_of_platform(&name) {
        return None;
    }
    if catalog.has(kind, &name) {
        return Some(Verdict::NotNeeded);
    }
    let schema = &name.schema;
    let kind = statement.split_whitespace().nth(1).unwrap_or("object").to_lowercase();
    Some(Verdict::Omit(format!("the platform's schema `{schema}` has no such {kind}")))
}
