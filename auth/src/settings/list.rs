//! Settings that are lists.

/// The items of a text, without the blanks around them. Empty items are left out.
pub(super) fn list(text: &str, separator: char) -> Vec<String> {
    text.split(separator).map(str::trim).filter(|item| !item.is_empty()).map(str::to_owned).collect()
}

/// The sets of characters in a text such as `abc:0123`. A colon after a backslash belongs to its set.
pub(super) fn character_sets(text: &str) -> Vec<String> {
    let mut sets = vec![String::new()];
    for part in text.split(':') {
        let Some(set) = sets.last_mut() else { continue };
        set.push_str(part);
        match set.strip_suffix('\\') {
            Some(before) => *set = format!("{before}:"),
            None => sets.push(String::new()),
        }
    }
    // A backslash at the end is no escape.
    if let Some(last) = sets.last_mut()
        && text.ends_with('\\')
    {
        last.pop();
        last.push('\\');
    }
    sets.retain(|set| !set.is_empty());
    sets
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_of_characters_may_contain_an_escaped_colon() {
        assert_eq!(character_sets("abc:ABC::0 1"), ["abc", "ABC", "0 1"]);
        assert_eq!(character_sets(r#"0123:!'\\:"|"#), ["0123", r#"!'\:"|"#]);
        assert_eq!(character_sets(r"\:"), [":"]);
        assert_eq!(character_sets(r"a\"), [r"a\"]);
        assert!(character_sets("").is_empty());
    }
}
