//! Where in a token's claims the role is: a JSONPath (RFC 9535), whose first match it is, or a path in PostgREST's
//! earlier language. Refuses what is neither.

use std::fmt;
use std::str::FromStr;

use serde_json::Value;
use serde_json_path::JsonPath;

use super::jspath::JsPath;
use crate::config::BadSetting;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoleClaimPath {
    path: Path,
    written: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Path {
    Json(JsonPath),
    Earlier(JsPath),
}

impl Default for RoleClaimPath {
    /// Found in the earlier language, which means the same.
    fn default() -> RoleClaimPath {
        RoleClaimPath { path: Path::Earlier(JsPath::key("role")), written: "$.role".to_owned() }
    }
}

impl RoleClaimPath {
    pub(crate) fn find<'a>(&self, claims: &'a Value) -> Option<&'a Value> {
        match &self.path {
            Path::Json(path) => path.query(claims).first(),
            Path::Earlier(path) => path.find(claims),
        }
    }

    /// Tells the log of a path in the earlier language, which PostgREST has deprecated.
    pub(crate) fn warn(&self) {
        if !is_json(&self.written) {
            tracing::warn!(
                "WARNING: The config `jwt-role-claim-key={self}` is using the deprecated JSPath syntax."
            );
            tracing::warn!(
                "Update `jwt-role-claim-key={self}` to the new JSONPath syntax (RFC 9535), which begins with `$`"
            );
        }
    }
}

fn is_json(written: &str) -> bool {
    written.starts_with('$')
}

impl fmt::Display for RoleClaimPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.path {
            Path::Earlier(path) if !is_json(&self.written) => path.fmt(f),
            _ => f.write_str(&self.written),
        }
    }
}

impl FromStr for RoleClaimPath {
    type Err = BadSetting;

    fn from_str(text: &str) -> Result<RoleClaimPath, BadSetting> {
        let path = match is_json(text) {
            true => JsonPath::parse(text).ok().map(Path::Json),
            false => JsPath::parse(text).map(Path::Earlier),
        };
        let bad = || BadSetting { setting: "jwt-role-claim-key".to_owned(), value: text.to_owned() };
        path.map(|path| RoleClaimPath { path, written: text.to_owned() }).ok_or_else(bad)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_json_path_finds_the_first_of_its_matches() {
        let claims =
            json!({"role": "a", "https://x.org/app": {"roles": ["other", "app_author", "app_editor"]}});
        for (path, role) in [
            ("$.role", Some("a")),
            ("$['https://x.org/app'].roles[-1]", Some("app_editor")),
            ("$..roles[?@ == 'app_author']", Some("app_author")),
            ("$..roles[?search(@, '^app_')]", Some("app_author")),
            ("$..roles[?match(@, '.*editor')]", Some("app_editor")),
            ("$.none", None),
        ] {
            let found = path.parse::<RoleClaimPath>().unwrap().find(&claims).cloned();
            assert_eq!(found, role.map(Value::from), "{path}");
        }
    }

    #[test]
    fn what_is_neither_language_is_refused() {
        for text in ["", "role", "$role", "$.role##", "$.role[?@ = 1]", ".role[?(@ =)]"] {
            assert!(text.parse::<RoleClaimPath>().is_err(), "{text}");
        }
    }
}
