//! Sections of services and features of Supabase that the stack does not have, and `[remotes]`, which only concerns
//! commands on hosted projects.

use super::reader::{Kind, Section};
use std::collections::BTreeMap;

/// Characters of a hosted project's id.
const REMOTE_ID_LENGTH: usize = 20;

/// Accepts the sections.
pub fn read(root: &mut Section<'_, '_>) {
    let studio = [("port", Kind::Any), ("api_url", Kind::Any), ("openai_api_key", Kind::Any)];
    root.ignore_service("studio", true, &studio);
    let analytics = [
        ("port", Kind::Any),
        ("vector_port", Kind::Any),
        ("backend", Kind::Any),
        ("gcp_project_id", Kind::Any),
        ("gcp_project_number", Kind::Any),
        ("gcp_jwt_path", Kind::Any),
    ];
    root.ignore_service("analytics", true, &analytics);
    root.section("experimental", experimental);
    root.ignore_map("local");
    root.ignore_map("compute");
    remotes(root);
}

fn experimental(section: &mut Section<'_, '_>) {
    if !section.value("orioledb_version", String::new()).is_empty() {
        section.reject("orioledb_version", "this stack does not have OrioleDB; remove the key");
    }
    section.ignore(&[
        ("s3_host", Kind::Any),
        ("s3_region", Kind::Any),
        ("s3_access_key", Kind::Any),
        ("s3_secret_key", Kind::Any),
        ("stack", Kind::Any),
        ("compute", Kind::Any),
        ("inspect", Kind::Any),
    ]);
    section.ignore_service("webhooks", false, &[]);
    let pgdelta = [("declarative_schema_path", Kind::Any), ("format_options", Kind::Any)];
    section.ignore_service("pgdelta", false, &pgdelta);
}

/// Checks the ids of the hosted projects. Only commands on those projects apply their settings.
fn remotes(root: &mut Section<'_, '_>) {
    let mut names_by_id: BTreeMap<String, String> = BTreeMap::new();
    root.named_sections("remotes", |name: &String, section| {
        let id = section.optional::<String>("project_id").unwrap_or_default();
        let is_id = id.len() == REMOTE_ID_LENGTH && id.bytes().all(|letter| letter.is_ascii_lowercase());
        if !is_id {
            section.reject("project_id", "expected the 20 lower-case letters of a hosted project's id");
        } else if let Some(other) = names_by_id.insert(id, name.clone()) {
            section.reject("project_id", &format!("[remotes.{other}] has the same id"));
        }
        section.set_aside();
    });
}
