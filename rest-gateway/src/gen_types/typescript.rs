//! TypeScript types as a tree, and their layout: two spaces, no semicolons, quotes only where a name needs them, lines of
//! at most 80 characters where that is possible.

const WIDTH: usize = 80;

/// A type.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Type {
    /// Any type that has no layout of its own.
    Plain(String),
    /// Members with a line each.
    Object(Vec<Member>),
    /// Members on one line if they fit.
    ShortObject(Vec<Member>),
    /// A tuple.
    Tuple(Vec<Type>),
    Union(Vec<Type>),
    /// An array of a type.
    Array(Box<Type>),
}

/// A member of an object.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Member {
    pub name: String,
    pub is_optional: bool,
    pub value: Type,
}

pub(super) fn plain(text: impl Into<String>) -> Type {
    Type::Plain(text.into())
}

pub(super) fn member(name: impl Into<String>, value: Type) -> Member {
    Member { name: name.into(), is_optional: false, value }
}

pub(super) fn optional(name: impl Into<String>, value: Type) -> Member {
    Member { name: name.into(), is_optional: true, value }
}

impl Type {
    /// The type, or null.
    pub fn or_null(self) -> Type {
        Type::Union(vec![self, plain("null")])
    }

    /// The text, for a place that is indented by `depth` steps and already has `used` characters on its line.
    pub fn layout(&self, depth: usize, used: usize) -> String {
        let one_line = self.on_one_line();
        match self {
            Type::Plain(text) => text.clone(),
            Type::Object(members) => object(members, depth),
            Type::ShortObject(members) => match one_line {
                Some(line) if used + line.len() <= WIDTH => line,
                _ => object(members, depth),
            },
            Type::Tuple(items) => match one_line {
                Some(line) if used + line.len() <= WIDTH => line,
                _ => {
                    let indent = indentation(depth + 1);
                    let items = items.iter().map(|item| {
                        let item = item.layout(depth + 1, indent.len());
                        format!("{indent}{item},\n")
                    });
                    format!("[\n{}{}]", items.collect::<String>(), indentation(depth))
                }
            },
            Type::Union(items) => match one_line {
                Some(line) if used + line.len() <= WIDTH => line,
                _ if items.iter().any(|item| matches!(item, Type::Object(_))) && items.len() == 2 => {
                    let parts: Vec<String> = items.iter().map(|item| item.layout(depth, used)).collect();
                    parts.join(" | ")
                }
                _ => {
                    let indent = indentation(depth + 1);
                    let items = items
                        .iter()
                        .map(|item| format!("\n{indent}| {}", item.layout(depth + 2, indent.len() + 2)));
                    items.collect()
                }
            },
            Type::Array(item) => match item.as_ref() {
                Type::Union(_) => format!("({})[]", item.layout(depth, used)),
                item => format!("{}[]", item.layout(depth, used)),
            },
        }
    }

    /// The text on one line, unless the type always has several.
    fn on_one_line(&self) -> Option<String> {
        match self {
            Type::Plain(text) => Some(text.clone()),
            Type::Object(members) if !members.is_empty() => None,
            Type::Object(_) => Some("{}".to_owned()),
            Type::ShortObject(members) => {
                let members: Option<Vec<String>> = members
                    .iter()
                    .map(|it| Some(format!("{}: {}", it.label(), it.value.on_one_line()?)))
                    .collect();
                Some(format!("{{ {} }}", members?.join("; ")))
            }
            Type::Tuple(items) => {
                let items: Option<Vec<String>> = items.iter().map(Type::on_one_line).collect();
                Some(format!("[{}]", items?.join(", ")))
            }
            Type::Union(items) => {
                let items: Option<Vec<String>> = items.iter().map(Type::on_one_line).collect();
                Some(items?.join(" | "))
            }
            Type::Array(item) => {
                let text = item.on_one_line()?;
                Some(if matches!(**item, Type::Union(_)) {
                    format!("({text})[]")
                } else {
                    format!("{text}[]")
                })
            }
        }
    }
}

impl Member {
    fn label(&self) -> String {
        format!("{}{}", property_name(&self.name), if self.is_optional { "?" } else { "" })
    }
}

/// An object without members allows none.
fn object(members: &[Member], depth: usize) -> String {
    let indent = indentation(depth + 1);
    if members.is_empty() {
        return format!("{{\n{indent}[_ in never]: never\n{}}}", indentation(depth));
    }
    let lines = members.iter().map(|member| {
        let label = member.label();
        let value = member.value.layout(depth + 1, indent.len() + label.len() + 2);
        let separator = if value.starts_with('\n') { ":" } else { ": " };
        format!("{indent}{label}{separator}{value}\n")
    });
    format!("{{\n{}{}}}", lines.collect::<String>(), indentation(depth))
}

fn indentation(depth: usize) -> String {
    "  ".repeat(depth)
}

/// A name as it is written in an object.
pub(super) fn property_name(name: &str) -> String {
    let starts = name.starts_with(|first: char| first.is_ascii_alphabetic() || matches!(first, '_' | '$'));
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '$');
    if starts && name.chars().all(is_plain) { name.to_owned() } else { text(name) }
}

/// A string literal. JSON's escapes are valid in TypeScript.
pub(super) fn text(value: &str) -> String {
    serde_json::Value::from(value).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_objects_stay_on_a_line_that_is_wide_enough() {
        let short = Type::ShortObject(vec![member("a", plain("number")), optional("b c", plain("string"))]);
        assert_eq!(short.layout(1, 10), "{ a: number; \"b c\"?: string }");
        assert_eq!(short.layout(1, 60), "{\n    a: number\n    \"b c\"?: string\n  }");
        assert_eq!(Type::Object(Vec::new()).layout(0, 0), "{\n  [_ in never]: never\n}");
    }

    #[test]
    fn long_unions_have_a_line_for_each_type() {
        let union = |labels: &[&str]| Type::Union(labels.iter().map(|label| plain(text(label))).collect());
        assert_eq!(union(&["sad", "ok"]).layout(0, 0), "\"sad\" | \"ok\"");
        let (first, second) = ("a".repeat(40), "b".repeat(40));
        let long = union(&[first.as_str(), second.as_str()]).layout(0, 6);
        assert_eq!(long, format!("\n  | \"{first}\"\n  | \"{second}\""));
        assert_eq!(Type::Array(Box::new(plain("string").or_null())).layout(0, 0), "(string | null)[]");
    }
}
