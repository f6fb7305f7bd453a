//! Where in a token's claims the role is: a JSONPath (RFC 9535), whose first match it is, or a path in PostgREST's
//! earlier language. Refuses what is neither.

use std::str::FromStr;

use serde_json::Value;
use serde_json_path::JsonPath;

use super::jspath::JsPath;
use crate::config::BadSetting;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoleClaimPath(Path);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Path {
    Json(JsonPath),
    Earlier(JsPath),
}

impl Default for RoleClaimPath {
    fn default() -> RoleClaimPath {
        RoleClaimPath(Path::Earlier(JsPath::key("role")))
    }
}

impl RoleClaimPath {
    pub(crate) fn find<'a>(&self, claims: &'a Value) -> Option<&'a Value> {
        match &self.0 {
            Path::Json(path) => path.query(claims).first(),
            Path::Earlier(path) => path.find(claims),
        }
    }
}

impl FromStr for RoleClaimPath {
    type Err = BadSetting;

    fn from_str(text: &str) -> Result<RoleClaimPath, BadSetting> {
        let path = if text.starts_with('$') {
            JsonPath::parse(text).ok().map(Path::Json)
        } else {
            JsPath::parse(text).map(Path::Earlier)
        };
        let bad = || BadSetting { setting: "jwt-role-claim-key".to_owned(), value: text.to_owned() };
        path.map(RoleClaimPath).ok_or_else(bad)
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
        assert_eq!(RoleClaimPath::default(), ".role".parse().unwrap());
    }
}
