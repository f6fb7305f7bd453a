//! The path to the role inside a token's claims, written as PostgREST's `jwt-role-claim-key`: `.role`,
//! `."https://example.org/role"`, `.app.roles[0]`, with an optional `$` in front. Refuses anything else.

use std::str::FromStr;

use serde_json::Value;

use crate::config::BadSetting;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoleClaimPath(Vec<Step>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Step {
    Key(String),
    Index(usize),
}

impl Default for RoleClaimPath {
    fn default() -> RoleClaimPath {
        RoleClaimPath(vec![Step::Key("role".to_owned())])
    }
}

impl RoleClaimPath {
    pub(crate) fn find<'a>(&self, claims: &'a Value) -> Option<&'a Value> {
        self.0.iter().try_fold(claims, |value, step| match step {
            Step::Key(key) => value.get(key),
            Step::Index(index) => value.get(index),
        })
    }
}

impl FromStr for RoleClaimPath {
    type Err = BadSetting;

    fn from_str(text: &str) -> Result<RoleClaimPath, BadSetting> {
        let bad = || BadSetting { setting: "jwt-role-claim-key".to_owned(), value: text.to_owned() };
        let mut rest = text.strip_prefix('$').unwrap_or(text);
        let mut steps = Vec::new();
        while !rest.is_empty() {
            let (step, after) = next_step(rest).ok_or_else(bad)?;
            steps.push(step);
            rest = after;
        }
        if steps.is_empty() { Err(bad()) } else { Ok(RoleClaimPath(steps)) }
    }
}

fn next_step(text: &str) -> Option<(Step, &str)> {
    if let Some(quoted) = text.strip_prefix(".\"") {
        let (key, after) = quoted.split_once('"')?;
        return Some((Step::Key(key.to_owned()), after));
    }
    if let Some(quoted) = text.strip_prefix("['") {
        let (key, after) = quoted.split_once("']")?;
        return Some((Step::Key(key.to_owned()), after));
    }
    if let Some(bracketed) = text.strip_prefix('[') {
        let (index, after) = bracketed.split_once(']')?;
        return Some((Step::Index(index.parse().ok()?), after));
    }
    let plain = text.strip_prefix('.')?;
    let end = plain.find(['.', '[']).unwrap_or(plain.len());
    let (key, after) = plain.split_at(end);
    let is_name = !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || "_$@-".contains(c));
    is_name.then(|| (Step::Key(key.to_owned()), after))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn role(path: &str, claims: Value) -> Option<Value> {
        path.parse::<RoleClaimPath>().unwrap().find(&claims).cloned()
    }

    #[test]
    fn a_path_walks_keys_quoted_keys_and_indexes() {
        assert_eq!(role(".role", json!({"role": "a"})), Some(json!("a")));
        assert_eq!(role("$.app.roles[1]", json!({"app": {"roles": ["a", "b"]}})), Some(json!("b")));
        assert_eq!(role(".\"https://x.org/role\"", json!({"https://x.org/role": "a"})), Some(json!("a")));
        assert_eq!(role(".role", json!({})), None);
    }

    #[test]
    fn a_path_that_is_none_is_refused() {
        for text in ["", "role", ".", ".a[x]", ".a b"] {
            assert!(text.parse::<RoleClaimPath>().is_err(), "{text}");
        }
    }
}
