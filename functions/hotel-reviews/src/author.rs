//! The public name of a review's author: first name and initial, never the e-mail address.

use functions_shared::is_plain;
use serde_json::Value;
use service_kit::Claims;

/// The name of an account without one.
const NO_NAME: &str = "Voyageur";
/// Characters, as at registration. Another auth service may put a longer name into its tokens.
const MAX_LENGTH: usize = 100;

/// 'Marie D.' for Marie Dupont.
pub(crate) fn display_name(first_name: &str, last_name: &str) -> String {
    let first_name: String = match first_name.trim() {
        "" => NO_NAME.to_owned(),
        name => name.chars().take(MAX_LENGTH).collect(),
    };
    match last_name.trim().chars().next() {
        // The upper case of one letter can be several, as of ß.
        Some(initial) => format!("{first_name} {}.", initial.to_uppercase()),
        None => first_name,
    }
}

/// The names in a token, for an account without a profile.
pub(crate) fn names_in(claims: &Claims) -> (&str, &str) {
    let name = |field| {
        let name = claims.all.pointer(field).and_then(Value::as_str);
        // Another auth service may accept names that this product rejects.
        name.filter(|name| is_plain(name)).unwrap_or_default()
    };
    (name("/user_metadata/firstName"), name("/user_metadata/lastName"))
}

#[cfg(test)]
mod tests {
    use super::display_name;

    #[test]
    fn the_last_name_is_an_initial() {
        assert_eq!(display_name("Marie", "Dupont"), "Marie D.");
        assert_eq!(display_name(" Jean-Noël ", " écart "), "Jean-Noël É.");
        assert_eq!(display_name("Marie", ""), "Marie");
        assert_eq!(display_name("", ""), "Voyageur");
        assert_eq!(display_name(&"é".repeat(300), "x").chars().count(), 103);
    }
}
