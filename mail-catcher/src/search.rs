//! Mailpit's search: words, `to:`, `from:`, `subject:`, `message-id:`, `is:read` and `is:unread`, quoted phrases, and
//! `-` or `!` before what must not match. All terms must hold.

use crate::message::{Mailbox, Message};

/// A parsed query.
pub(crate) struct Query(Vec<Term>);

struct Term {
    is_negated: bool,
    field: Field,
    /// In lower case.
    text: String,
}

enum Field {
    Any,
    To,
    From,
    Subject,
    MessageId,
    Is,
}

impl Query {
    /// Parses a query. An empty one matches everything.
    pub fn parse(query: &str) -> Query {
        let mut rest = query.trim_start();
        let mut terms = Vec::new();
        while !rest.is_empty() {
            let (term, tail) = term(rest);
            terms.push(term);
            rest = tail.trim_start();
        }
        Query(terms)
    }

    /// Whether a mail matches.
    pub fn matches(&self, message: &Message) -> bool {
        self.0.iter().all(|term| term.holds(message) != term.is_negated)
    }
}

/// Reads one term. A quoted part may contain spaces.
fn term(source: &str) -> (Term, &str) {
    let mut is_quoted = false;
    let end = source.find(|letter: char| {
        is_quoted ^= letter == '"';
        letter.is_whitespace() && !is_quoted
    });
    let (word, rest) = source.split_at(end.unwrap_or(source.len()));
    let positive = word.strip_prefix(['-', '!']);
    let (name, value) = positive.unwrap_or(word).split_once(':').unwrap_or(("", positive.unwrap_or(word)));
    let (field, value) = match name.to_ascii_lowercase().as_str() {
        "to" => (Field::To, value),
        "from" => (Field::From, value),
        "subject" => (Field::Subject, value),
        "message-id" => (Field::MessageId, value),
        "is" => (Field::Is, value),
        _ => (Field::Any, positive.unwrap_or(word)),
    };
    let text = value.replace('"', "").to_lowercase();
    (Term { is_negated: positive.is_some(), field, text }, rest)
}

impl Term {
    fn holds(&self, message: &Message) -> bool {
        let in_mailbox = |mailbox: &Mailbox| self.is_in(&mailbox.address) || self.is_in(&mailbox.name);
        let in_recipients = || message.recipients().any(in_mailbox);
        let in_sender = || message.from.iter().any(in_mailbox);
        match self.field {
            Field::To => in_recipients(),
            Field::From => in_sender(),
            Field::Subject => self.is_in(&message.subject),
            Field::MessageId => self.is_in(message.message_id()),
            Field::Is => match self.text.as_str() {
                "read" => message.is_read(),
                "unread" => !message.is_read(),
                _ => false,
            },
            Field::Any => {
                self.is_in(&message.subject) || self.is_in(&message.text) || in_recipients() || in_sender()
            }
        }
    }

    fn is_in(&self, text: &str) -> bool {
        text.to_lowercase().contains(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::Envelope;

    #[test]
    fn a_mail_matches_by_its_fields() {
        let raw = "From: Isula <no-reply@isula.corsica>\r\nTo: marie@exemple.fr\r\nSubject: Votre code\r\n\r\n123456\r\n";
        let message = Message::parse(Envelope::default(), raw.into());
        for query in [
            "",
            "to:marie@exemple.fr",
            "to:\"marie@exemple.fr\" subject:\"votre code\"",
            "123456",
            "-from:jean",
            "is:unread",
        ] {
            assert!(Query::parse(query).matches(&message), "{query}");
        }
        for query in ["to:jean", "subject:lien", "-123456", "!is:unread", "to:marie from:jean"] {
            assert!(!Query::parse(query).matches(&message), "{query}");
        }
    }
}
