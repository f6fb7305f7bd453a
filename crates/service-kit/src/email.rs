//! An e-mail address. Takes a strict subset of what RFC 5322 allows, whose characters mean nothing in a `mailto:` link, in
//! HTML or to a shell, and rejects everything else. An address with other letters is written as its mail servers know
//! it: the domain in Punycode.

/// A well-formed address in lower case, by which accounts are told apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Email(String);

impl Email {
    /// The address, if `text` is one.
    pub fn parse(text: &str) -> Option<Email> {
        let (local, domain) = text.rsplit_once('@')?;
        (is_local_part(local) && is_domain(domain) && text.len() <= 254).then(|| Email(text.to_lowercase()))
    }

    /// The address in lower case.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn is_local_part(text: &str) -> bool {
    let dots = text.starts_with('.') || text.ends_with('.') || text.contains("..");
    !text.is_empty() && text.len() <= 64 && !dots && text.chars().all(is_local_character)
}

/// What people's addresses are made of. `?`, `&`, `%` and the like would be read as part of a link.
fn is_local_character(character: char) -> bool {
    character.is_ascii_alphanumeric() || "'+_.-".contains(character)
}

/// At least two labels; a bare host name is nobody's address on the internet.
fn is_domain(text: &str) -> bool {
    text.contains('.') && text.split('.').all(is_label)
}

fn is_label(text: &str) -> bool {
    let hyphens = text.starts_with('-') || text.ends_with('-');
    !text.is_empty()
        && text.len() <= 63
        && !hyphens
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn well_formed_addresses_are_taken_in_lower_case() {
        for address in ["marie@exemple.fr", "M.O'Neil+corse@sub.exemple-mail.com", "_a-1@xn--mnchen-3ya.de"] {
            assert_eq!(Email::parse(address).unwrap().as_str(), address.to_lowercase());
        }
    }

    #[test]
    fn malformed_addresses_are_not() {
        let long = format!("{}@exemple.fr", "a".repeat(65));
        let wrong = [
            "",
            "marie",
            "marie@",
            "@exemple.fr",
            "marie@exemple",
            "marie@exemple..fr",
            "marie@-exemple.fr",
            "a b@exemple.fr",
            "marie@exem ple.fr",
            " marie@exemple.fr",
            "marie@@exemple.fr",
            ".m@exemple.fr",
            "m..m@exemple.fr",
            "marie@exemple.fr\n",
            "<marie@exemple.fr>",
            "a,b@exemple.fr",
            "paul?bcc=x@exemple.fr",
            "paul?bcc=all@exemple.com&subject=x@exemple.fr",
            "a%0d%0abcc:b@exemple.fr",
            "a#b@exemple.fr",
            "a/b@exemple.fr",
            "a&b=c@exemple.fr",
            "a`b`@exemple.fr",
            "$(a)@exemple.fr",
            "marie@exemple.fr?cc=b.fr",
            "zoé@exemple.fr",
            "a@münchen.de",
            "a\u{202e}b@exemple.fr",
            "a\u{200b}b@exemple.fr",
            &long,
        ];
        for address in wrong {
            assert_eq!(Email::parse(address), None, "{address:?}");
        }
    }
}
