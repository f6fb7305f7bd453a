//! The texts that a built-in mail has in each language.

/// The texts of a built-in mail.
pub(super) struct Texts {
    pub subject: &'static str,
    pub title: &'static str,
    pub body: &'static str,
    pub action: Action,
    /// The advice for a person who did not expect the mail.
    pub note: &'static str,
}

/// The action that a mail asks for.
#[derive(Clone, Copy)]
pub(super) enum Action {
    /// To follow the link behind this label, or to enter the digits.
    Link(&'static str),
    /// To enter the digits.
    Code,
    Nothing,
}
