//! JSPath, PostgREST's own path language, which JSONPath has replaced: `.role`, `."https://example.org/role"`,
//! `.app.roles[0]`, and as the last step a filter on strings, as in `.roles[?(@ ^== "app_")]`. Rejects anything else.

use std::fmt;

use serde_json::Value;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct JsPath(Vec<Step>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Step {
    Key(String),
    Index(usize),
    /// The first string of an array that matches.
    Filter(Comparison, String),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Comparison {
    Equals,
    Differs,
    StartsWith,
    EndsWith,
    Contains,
}

/// In the order in which they are tried: `==^` before its prefix `==`.
const COMPARISONS: [Comparison; 5] = [
    Comparison::EndsWith,
    Comparison::Equals,
    Comparison::Differs,
    Comparison::StartsWith,
    Comparison::Contains,
];

impl JsPath {
    pub fn key(name: &str) -> JsPath {
        JsPath(vec![Step::Key(name.to_owned())])
    }

    pub fn parse(text: &str) -> Option<JsPath> {
        let mut rest = text;
        let mut steps = Vec::new();
        while !rest.is_empty() {
            let (step, after) = key(rest).or_else(|| filter(rest)).or_else(|| index(rest))?;
            steps.push(step);
            rest = after;
        }
        (!steps.is_empty()).then_some(JsPath(steps))
    }

    pub fn find<'a>(&self, claims: &'a Value) -> Option<&'a Value> {
        self.0.iter().try_fold(claims, |value, step| match step {
            Step::Key(key) => value.get(key),
            Step::Index(index) => value.get(index),
            Step::Filter(comparison, operand) => {
                let holds = |text: &str| comparison.holds(text, operand);
                value.as_array()?.iter().find(|item| item.as_str().is_some_and(holds))
            }
        })
    }
}

impl fmt::Display for JsPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|step| match step {
            Step::Key(key) => write!(f, ".\"{key}\""),
            Step::Index(index) => write!(f, "[{index}]"),
            Step::Filter(comparison, operand) => write!(f, "[?(@ {} \"{operand}\")]", comparison.sign()),
        })
    }
}

impl Comparison {
    fn sign(self) -> &'static str {
        match self {
            Comparison::Equals => "==",
            Comparison::Differs => "!=",
            Comparison::StartsWith => "^==",
            Comparison::EndsWith => "==^",
            Comparison::Contains => "*==",
        }
    }

    fn holds(self, text: &str, operand: &str) -> bool {
        match self {
            Comparison::Equals => text == operand,
            Comparison::Differs => text != operand,
            Comparison::StartsWith => text.starts_with(operand),
            Comparison::EndsWith => text.ends_with(operand),
            Comparison::Contains => text.contains(operand),
        }
    }
}

fn key(text: &str) -> Option<(Step, &str)> {
    let text = text.strip_prefix('.')?;
    let (name, after) = match quoted(text) {
        Some(quoted) => quoted,
        None => {
            let end = text.find(|c: char| !(c.is_alphanumeric() || "_$@".contains(c))).unwrap_or(text.len());
            text.split_at_checked(end).filter(|(name, _)| !name.is_empty())?
        }
    };
    Some((Step::Key(name.to_owned()), after))
}

fn index(text: &str) -> Option<(Step, &str)> {
    let (number, after) = text.strip_prefix('[')?.split_once(']')?;
    let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
    Some((Step::Index(number.parse().ok().filter(|_| is_number)?), after))
}

/// A filter, which must be the last step.
fn filter(text: &str) -> Option<(Step, &str)> {
    let compared = text.strip_prefix("[?(@")?.trim_start();
    let (comparison, operand) = COMPARISONS
        .into_iter()
        .find_map(|comparison| Some((comparison, compared.strip_prefix(comparison.sign())?.trim_start())))?;
    let (operand, after) = quoted(operand)?;
    (after == ")]").then(|| (Step::Filter(comparison, operand.to_owned()), ""))
}

fn quoted(text: &str) -> Option<(&str, &str)> {
    text.strip_prefix('"')?.split_once('"')
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn found(path: &str, claims: Value) -> Option<Value> {
        JsPath::parse(path).unwrap().find(&claims).cloned()
    }

    #[test]
    fn finds_keys_quoted_keys_and_indexes() {
        assert_eq!(found(".role", json!({"role": "a"})), Some(json!("a")));
        assert_eq!(found(".app.roles[1]", json!({"app": {"roles": ["a", "b"]}})), Some(json!("b")));
        let url = json!({"https://x.org/role": [{"is": "a"}]});
        assert_eq!(found(".\"https://x.org/role\"[0].is", url), Some(json!("a")));
        assert_eq!(found(".role", json!({})), None);
        assert_eq!(found(".role[3]", json!({"role": ["a"]})), None);
    }

    #[test]
    fn a_filter_finds_the_first_match() {
        let roles = json!({"roles": [{"a": 1}, "other", "app_author"]});
        for (choice, role) in [
            ("== \"other\"", Some("other")),
            ("!=\"other\"", Some("app_author")),
            ("^== \"app_\"", Some("app_author")),
            ("==^ \"author\"", Some("app_author")),
            ("*== \"_au\"", Some("app_author")),
            ("== \"none\"", None),
        ] {
            assert_eq!(
                found(&format!(".roles[?(@ {choice})]"), roles.clone()),
                role.map(Value::from),
                "{choice}"
            );
        }
    }

    #[test]
    fn a_displayed_path_parses_to_the_same_path() {
        for (path, written) in [
            (".user[0].\"real-role\"", r#"."user"[0]."real-role""#),
            (".roles[?(@ ==^\"b\")]", r#"."roles"[?(@ ==^ "b")]"#),
        ] {
            assert_eq!(JsPath::parse(path).unwrap().to_string(), written);
            assert_eq!(JsPath::parse(written), JsPath::parse(path));
        }
    }

    #[test]
    fn rejects_invalid_paths() {
        for text in [
            "",
            "role",
            ".",
            ".a[x]",
            ".a[+1]",
            ".a b",
            ".a##",
            ".a[?(@ = \"b\")]",
            ".a[?(@ == \"b\")].c",
            "$.a",
        ] {
            assert_eq!(JsPath::parse(text), None, "{text}");
        }
    }
}
