//! E-mail addresses: a strict subset of RFC 5322, without characters that have a meaning in a `mailto:` link, in HTML
//! or in a shell. An internationalised domain has to be in Punycode.

/// A well-formed address in lower case, which identifies an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Email(String);

impl Email {
    /// The address, or `None` when `text` is not one.
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

/// Letters, digits and common punctuation. `?`, `&`, `%` and others have a meaning in a link.
fn is_local_character(character: char) -> bool {
    character.is_ascii_alphanumeric() || "'+_.-".contains(character)
}

/// At least two labels: mail on the internet needs a domain with a dot.
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
    fn accepts_well_formed_addresses_in_lower_case() {
        for address in ["marie@exemple.fr", "M.O'Neil+corse@sub.exemple-mail.com", "_a-1@xn--mnchen-3ya.de"] {
            assert_eq!(Email::parse(address).unwrap().as_str(), address.to_lowercase());
        }
    }

    #[test]
    fn rejects_malformed_addresses() {
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
