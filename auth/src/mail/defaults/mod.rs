//! The built-in mails: their texts in French and English, and the HTML around them.
//!
//! The texts are templates too, so that they are rendered and escaped like those of a project.

mod english;
mod french;
mod texts;

use super::kind::EmailKind;
use super::language::Language;
use texts::Action;

/// The HTML of all built-in mails. `%…%` are replaced before it is parsed.
const LAYOUT: &str = include_str!("layout.html");
const LINK: &str = include_str!("link.html");
const CODE: &str = include_str!("code.html");

/// A built-in mail as templates.
pub(super) struct Source {
    pub subject: &'static str,
    pub html: String,
}

/// The built-in mail of a kind.
pub(super) fn source(kind: EmailKind<'_>, language: Language) -> Source {
    let (all, or_code) = match language {
        Language::French => (&french::TEXTS, french::OR_CODE),
        Language::English => (&english::TEXTS, english::OR_CODE),
    };
    let texts = &all[kind.index()];
    let action = match texts.action {
        Action::Link(label) => LINK.replace("%label%", label).replace("%or_code%", or_code),
        Action::Code => CODE.to_owned(),
        Action::Nothing => String::new(),
    };
    let html = LAYOUT
        .replace("%language%", language.tag())
        .replace("%title%", texts.title)
        .replace("%body%", texts.body)
        .replace("%action%", &action)
        .replace("%note%", texts.note);
    Source { subject: texts.subject, html }
}
