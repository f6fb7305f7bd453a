//! The HTML context of a template's next value, which decides how it is escaped.

use super::escape::Escape;

/// Attributes whose value is an address.
const ADDRESSES: [&str; 11] = [
    "action",
    "background",
    "cite",
    "data",
    "formaction",
    "href",
    "longdesc",
    "poster",
    "src",
    "srcset",
    "usemap",
];

/// A place in the HTML.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum HtmlPosition {
    /// Between tags.
    #[default]
    Text,
    /// In a tag, outside of attribute values: what was read of its name and attributes since the last value.
    Tag {
        element: String,
        attribute: String,
    },
    Value(AttributeValue),
    Comment,
    /// In a `script` or `style` element, whose content is no HTML.
    Raw {
        element: String,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AttributeValue {
    element: String,
    /// `None` without quotes.
    quote: Option<char>,
    content: Content,
}

/// The type of an attribute's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Content {
    Text,
    /// CSS or a script.
    Code,
    AddressStart,
    AddressPath,
    AddressQuery,
}

impl HtmlPosition {
    /// Moves past a text of the template.
    pub fn advance(&mut self, text: &str) {
        let mut rest = text;
        while !rest.is_empty() {
            rest = self.advance_once(rest);
        }
    }

    /// The escape of a value here, after which the position is past that value.
    ///
    /// # Errors
    /// A context that accepts no value.
    pub fn escape(&mut self) -> Result<Escape, &'static str> {
        match self {
            HtmlPosition::Text => Ok(Escape::Html),
            HtmlPosition::Comment => Err("a value inside a comment"),
            HtmlPosition::Raw { .. } => Err("a value inside a script or a style sheet"),
            HtmlPosition::Tag { element, attribute } if attribute.trim_end().ends_with('=') => {
                let content = Content::of(attribute);
                let element = std::mem::take(element);
                *self = HtmlPosition::Value(AttributeValue { element, quote: None, content });
                self.escape()
            }
            HtmlPosition::Tag { .. } => Err("a value for the name of an element or attribute"),
            HtmlPosition::Value(value) => value.escape(),
        }
    }

    /// Moves past a part of `text`, which is not empty, and returns the rest.
    fn advance_once<'t>(&mut self, text: &'t str) -> &'t str {
        match self {
            HtmlPosition::Text => self.after_text(text),
            HtmlPosition::Comment => match text.find("-->") {
                Some(end) => {
                    *self = HtmlPosition::Text;
                    &text[end + 3..]
                }
                None => "",
            },
            HtmlPosition::Raw { element } => {
                let end = text.to_ascii_lowercase().find(&format!("</{element}"));
                end.map_or("", |end| {
                    *self = HtmlPosition::Text;
                    &text[end..]
                })
            }
            HtmlPosition::Tag { .. } => self.after_tag_letter(text),
            HtmlPosition::Value(value) => {
                let ends = |letter: char| match value.quote {
                    Some(quote) => letter == quote,
                    None => letter.is_whitespace() || letter == '>',
                };
                let end = text.find(ends);
                value.content = value.content.after(&text[..end.unwrap_or(text.len())]);
                let Some(end) = end else { return "" };
                let quote_length = value.quote.map_or(0, char::len_utf8);
                *self = HtmlPosition::Tag {
                    element: std::mem::take(&mut value.element),
                    attribute: String::new(),
                };
                &text[end + quote_length..]
            }
        }
    }

    fn after_text<'t>(&mut self, text: &'t str) -> &'t str {
        let Some(start) = text.find('<') else { return "" };
        let after = &text[start + 1..];
        if let Some(comment) = after.strip_prefix("!--") {
            *self = HtmlPosition::Comment;
            return comment;
        }
        if !after.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '/') {
            return after;
        }
        let end = after.find(|letter: char| letter.is_whitespace() || letter == '>').unwrap_or(after.len());
        *self = HtmlPosition::Tag { element: after[..end].to_ascii_lowercase(), attribute: String::new() };
        &after[end..]
    }

    fn after_tag_letter<'t>(&mut self, text: &'t str) -> &'t str {
        let HtmlPosition::Tag { element, attribute } = self else { return text };
        let Some(letter) = text.chars().next() else { return "" };
        let assigns = attribute.trim_end().ends_with('=');
        match letter {
            '>' => {
                let is_raw = matches!(element.as_str(), "script" | "style");
                let element = std::mem::take(element);
                *self = if is_raw { HtmlPosition::Raw { element } } else { HtmlPosition::Text };
            }
            '"' | '\'' if assigns => {
                let content = Content::of(attribute);
                let element = std::mem::take(element);
                *self = HtmlPosition::Value(AttributeValue { element, quote: Some(letter), content });
            }
            letter if assigns && !letter.is_whitespace() => {
                let content = Content::of(attribute);
                let element = std::mem::take(element);
                *self = HtmlPosition::Value(AttributeValue { element, quote: None, content });
                return text;
            }
            letter => attribute.push(letter),
        }
        &text[letter.len_utf8()..]
    }
}

impl AttributeValue {
    fn escape(&mut self) -> Result<Escape, &'static str> {
        let unquoted = self.quote.is_none();
        let escape = match self.content {
            Content::Code => return Err("a value inside a style or a script of an attribute"),
            Content::Text if unquoted => Escape::Unquoted,
            Content::Text => Escape::Html,
            Content::AddressStart => Escape::Address { unquoted },
            Content::AddressPath => Escape::Path { unquoted },
            Content::AddressQuery => Escape::Query { unquoted },
        };
        if self.content == Content::AddressStart {
            self.content = Content::AddressPath;
        }
        Ok(escape)
    }
}

impl Content {
    /// The content of an attribute, by what precedes its value: `… name =`.
    fn of(attribute: &str) -> Content {
        let name = attribute.trim_end().trim_end_matches('=').trim_end();
        let name = name.rsplit(char::is_whitespace).next().unwrap_or_default().to_ascii_lowercase();
        if name == "style" || name.starts_with("on") {
            Content::Code
        } else if ADDRESSES.contains(&name.rsplit(':').next().unwrap_or_default()) {
            Content::AddressStart
        } else {
            Content::Text
        }
    }

    /// The content after a literal part of the value.
    fn after(self, text: &str) -> Content {
        match self {
            Content::AddressStart | Content::AddressPath if text.contains(['?', '#']) => {
                Content::AddressQuery
            }
            Content::AddressStart if !text.trim().is_empty() => Content::AddressPath,
            other => other,
        }
    }
}
