//! The order of names in the output: case-insensitive.

/// The values in the order of their names.
pub(super) fn sorted_by<'a, T>(
    values: impl Iterator<Item = &'a T>,
    name: impl Fn(&T) -> &String,
) -> Vec<&'a T> {
    let mut values: Vec<&T> = values.collect();
    values.sort_by_cached_key(|value| sort_key(name(value)));
    values
}

fn sort_key(name: &str) -> (String, String) {
    // An underscore comes before digits and letters.
    (name.to_lowercase().replace('_', "\u{1}"), name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capitals_do_not_separate() {
        let names = ["user_id", "Zip", "user2", "amount", "users"].map(str::to_owned);
        assert_eq!(sorted_by(names.iter(), |name| name), ["amount", "user_id", "user2", "users", "Zip"]);
    }
}
