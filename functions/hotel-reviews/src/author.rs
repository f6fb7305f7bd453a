//! The name under which a review appears: first name and initial, never the e-mail.

use serde_json::Value;
use service_kit::Claims;
use service_kit::body::is_plain;

/// For an account that gave no name.
const NAMELESS: &str = "Voyageur";
/// As long as registering takes them; a token of elsewhere may hold a longer one.
const LONGEST: usize = 100;

/// 'Marie D.' for Marie Dupont.
pub(crate) fn display_name(first_name: &str, last_name: &str) -> String {
    let first_name: String = match first_name.trim() {
        "" => NAMELESS.to_owned(),
        name => name.chars().take(LONGEST).collect(),
    };
    match last_name.trim().chars().next() {
        // One letter may have several in upper case, as ß has.
        Some(initial) => format!("{first_name} {}.", initial.to_uppercase()),
        None => first_name,
    }
}

/// The names in a token, for an account without a profile.
pub(crate) fn names_in(claims: &Claims) -> (&str, &str) {
    let name = |field| {
        let name = claims.all.pointer(field).and_then(Value::as_str);
        // The service that made the token may take names that this product refuses.
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
