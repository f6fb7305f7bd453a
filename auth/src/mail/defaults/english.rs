//! The built-in mails in English, in the order of the kinds.

use super::texts::{Action, Texts};
use crate::mail::KINDS;

pub(super) const OR_CODE: &str = "Or enter this code:";

const NOT_YOU: &str = "If this was not you, contact us at once.";

pub(super) const TEXTS: [Texts; KINDS] = [
    Texts {
        subject: "Confirm your e-mail address",
        title: "Confirm your e-mail address",
        body: "Thank you for signing up. Confirm that {{ .Email }} is your address to finish creating your account.",
        action: Action::Link("Confirm my address"),
        note: "If you have not created an account, ignore this message.",
    },
    Texts {
        subject: "Your invitation",
        title: "Your invitation",
        body: "You can create an account on our site. Follow this link to accept the invitation.",
        action: Action::Link("Accept the invitation"),
        note: "If you did not expect an invitation, ignore this message.",
    },
    Texts {
        subject: "Your link to sign in",
        title: "Your link to sign in",
        body: "Follow this link to sign in. It works once and expires soon.",
        action: Action::Link("Sign in"),
        note: "If you have not asked for this link, ignore this message.",
    },
    Texts {
        subject: "Choose a new password",
        title: "Choose a new password",
        body: "Somebody asked for a new password for your account. Follow this link to choose it.",
        action: Action::Link("Choose a password"),
        note: "If it was not you, ignore this message: your password stays as it is.",
    },
    Texts {
        subject: "Confirm your new e-mail address",
        title: "Confirm your new e-mail address",
        body: "Confirm that {{ .NewEmail }} replaces {{ with .Email }}{{ . }}{{ else }}the current address{{ end }} in your account.",
        action: Action::Link("Confirm the new address"),
        note: "If you have not asked for this change, ignore this message: your address stays as it is.",
    },
    Texts {
        subject: "{{ .Token }} is your verification code",
        title: "Your verification code",
        body: "Enter this code to confirm that it is you. It expires soon.",
        action: Action::Code,
        note: "If you have not asked for a code, ignore this message and tell the code to nobody.",
    },
    Texts {
        subject: "Your password has changed",
        title: "Your password has changed",
        body: "The password of the account {{ .Email }} has just been changed.",
        action: Action::Nothing,
        note: NOT_YOU,
    },
    Texts {
        subject: "Your e-mail address has changed",
        title: "Your e-mail address has changed",
        body: "The address of your account has changed from {{ .OldEmail }} to {{ .Email }}.",
        action: Action::Nothing,
        note: NOT_YOU,
    },
    Texts {
        subject: "Your phone number has changed",
        title: "Your phone number has changed",
        body: "The number of your account has changed from {{ .OldPhone }} to {{ .Phone }}.",
        action: Action::Nothing,
        note: NOT_YOU,
    },
    Texts {
        subject: "A way to sign in was added to your account",
        title: "A way to sign in was added",
        body: "The account {{ .Email }} can now be signed in to with {{ .Provider }}.",
        action: Action::Nothing,
        note: NOT_YOU,
    },
    Texts {
        subject: "A way to sign in was removed from your account",
        title: "A way to sign in was removed",
        body: "The account {{ .Email }} can no longer be signed in to with {{ .Provider }}.",
        action: Action::Nothing,
        note: NOT_YOU,
    },
    Texts {
        subject: "A second step was added to your account",
        title: "A second step was added",
        body: "The account {{ .Email }} has a new second step at sign-in: {{ .FactorType }}.",
        action: Action::Nothing,
        note: NOT_YOU,
    },
    Texts {
        subject: "A second step was removed from your account",
        title: "A second step was removed",
        body: "The account {{ .Email }} no longer has this second step at sign-in: {{ .FactorType }}.",
        action: Action::Nothing,
        note: NOT_YOU,
    },
];
