//! `GRANT` and `REVOKE`, on objects and of roles.

use super::verdict::Verdict;
use crate::moving::catalog::{Catalog, is_of_platform};
use crate::moving::words::{Words, quoted};
use crate::stack::project::{is_platform_schema, is_reserved_role};

/// Kinds after which the name of a schema follows.
const SCHEMAS: [&str; 5] = [
    "all tables in schema",
    "all sequences in schema",
    "all functions in schema",
    "all routines in schema",
    "schema",
];
const OF_DATABASE: [&str; 5] = ["database", "parameter", "tablespace", "language", "large object"];
const OBJECTS: [&str; 7] = ["table", "sequence", "function", "procedure", "routine", "type", "domain"];

/// `direction` is the word before the roles.
pub fn judge(words: Words<'_>, direction: &str, catalog: &Catalog) -> Option<Verdict> {
    let mut object = words;
    if !object.skip_to("on") {
        return judge_membership(words, direction, catalog);
    }
    if object.accept_one(&SCHEMAS).is_some() {
        if is_platform_schema(&object.simple_name()?) {
            return Some(Verdict::NotNeeded);
        }
    } else if let Some(kind) = object.accept_one(&OF_DATABASE) {
        return Some(Verdict::Omit(format!("privileges on a {kind} are not part of a project")));
    } else {
        let _ = object.accept_one(&OBJECTS);
        let is_server = object.accept_one(&["foreign data wrapper", "foreign server"]).is_some();
        if !is_server && is_of_platform(&object.name()?) {
            return Some(Verdict::NotNeeded);
        }
    }
    if !object.skip_to(direction) {
        return None;
    }
    missing_role(object.simple_name()?, catalog)
}

/// Leaves out a statement about a role of the hosted service that the platform lacks. A missing role of the project is an
/// error.
pub fn missing_role(role: String, catalog: &Catalog) -> Option<Verdict> {
    let is_missing = is_reserved_role(&role) && !catalog.has_global("role", &role);
    is_missing.then(|| Verdict::Omit(format!("the platform has no role `{role}`")))
}

/// `GRANT role TO role WITH … GRANTED BY …`.
fn judge_membership(mut words: Words<'_>, direction: &str, catalog: &Catalog) -> Option<Verdict> {
    let group = words.simple_name()?;
    if !words.accept(direction) {
        return None;
    }
    let member = words.simple_name()?;
    if direction == "from" || is_reserved_role(&group) && is_reserved_role(&member) {
        return Some(Verdict::NotNeeded);
    }
    if let Some(verdict) = [&group, &member].into_iter().find_map(|role| missing_role(role.clone(), catalog))
    {
        return Some(verdict);
    }
    let options = words.rest().split("GRANTED BY").next().unwrap_or_default().trim();
    let options = match catalog.session.major_version >= 16 || options == "WITH ADMIN OPTION" {
        true => options,
        false => "",
    };
    Some(Verdict::Rewrite(format!("GRANT {} TO {} {options}", quoted(&group), quoted(&member))))
}
