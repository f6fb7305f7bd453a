//! Escaping for HTML and XML.

use std::borrow::Cow;

/// Escapes a text for element content and for quoted attribute values.
pub(crate) fn escape(text: &str) -> Cow<'_, str> {
    if !text.contains(['&', '<', '>', '"', '\'']) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    Cow::Owned(escaped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_what_ends_a_text_or_an_attribute() {
        assert_eq!(
            escape(r#"</p><b a="1" c='2'>&amp;"#),
            "&lt;/p&gt;&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;amp;"
        );
        assert!(matches!(escape("L’Île-Rousse"), Cow::Borrowed(_)));
    }
}
