//! Where in a token's claims the role is: a JSONPath (RFC 9535), whose first match it is, or a path in PostgREST's
//! earlier language. Refuses what is neither.

use std::str::FromStr;

use serde_json::Value;
use serde_json_path::JsonPath;

use super::jspath::JsPath;
use crate::config::BadSetting;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoleClaimPath {
    path: Path,
    /// As it was written, if in the earlier language.
    earlier: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Path {
    Json(JsonPath),
    Earlier(JsPath),
}

impl Default for RoleClaimPath {
    fn default() -> RoleClaimPath {
        RoleClaimPath { path: Path::Earlier(JsPath::key("role")), earlier: None }
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
        if let Some(path) = &self.earlier {
            tracing::warn!(
                "The config `jwt-role-claim-key={path}` is using the deprecated JSPath syntax. Update it to the new \
                 JSONPath syntax (RFC 9535), which begins with `$`."
            );
        }
    }
}

impl FromStr for RoleClaimPath {
    type Err = BadSetting;

    fn from_str(text: &str) -> Result<RoleClaimPath, BadSetting> {
        let (path, earlier) = if text.starts_with('$') {
            (JsonPath::parse(text).ok().map(Path::Json), None)
        } else {
            (JsPath::parse(text).map(Path::Earlier), Some(text.to_owned()))
        };
        let bad = || BadSetting { setting: "jwt-role-claim-key".to_owned(), value: text.to_owned() };
        path.map(|path| RoleClaimPath { path, earlier }).ok_or_else(bad)
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
