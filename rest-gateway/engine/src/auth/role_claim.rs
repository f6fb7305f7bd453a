//! The path of the role in a token's claims (`jwt-role-claim-key`): a JSONPath (RFC 9535), whose first match counts, or
//! a JSPath, which PostgREST has deprecated.

use std::fmt;
use std::str::FromStr;

use serde_json::Value;
use serde_json_path::JsonPath;

use super::jspath::JsPath;
use crate::config::BadSetting;

/// The path of the role in a token's claims.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoleClaimPath {
    path: Path,
    written: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Path {
    Json(JsonPath),
    JsPath(JsPath),
}

impl Default for RoleClaimPath {
    /// `$.role`, evaluated as the equivalent JSPath.
    fn default() -> RoleClaimPath {
        RoleClaimPath { path: Path::JsPath(JsPath::key("role")), written: "$.role".to_owned() }
    }
}

impl RoleClaimPath {
    pub(crate) fn find<'a>(&self, claims: &'a Value) -> Option<&'a Value> {
        match &self.path {
            Path::Json(path) => path.query(claims).first(),
            Path::JsPath(path) => path.find(claims),
        }
    }

    /// Logs PostgREST's warning about a JSPath.
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
            Path::JsPath(path) if !is_json(&self.written) => path.fmt(f),
            _ => f.write_str(&self.written),
        }
    }
}

impl FromStr for RoleClaimPath {
    type Err = BadSetting;

    fn from_str(text: &str) -> Result<RoleClaimPath, BadSetting> {
        let path = match is_json(text) {
            true => JsonPath::parse(text).ok().map(Path::Json),
            false => JsPath::parse(text).map(Path::JsPath),
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
    fn a_json_path_finds_its_first_match() {
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
    fn rejects_invalid_paths() {
        for text in ["", "role", "$role", "$.role##", "$.role[?@ = 1]", ".role[?(@ =)]"] {
            assert!(text.parse::<RoleClaimPath>().is_err(), "{text}");
        }
    }
}
