//! The built-in mails in English, in the order of the kinds. Subjects and links have the words of supabase/auth, by which
//! tests of a project find them.

use super::texts::{Action, Texts};
use crate::mail::KINDS;

pub(super) const OR_CODE: &str = "Or enter this code:";

const NOT_YOU: &str = "If this was not you, contact us at once.";

pub(super) const TEXTS: [Texts; KINDS] = [
    Texts {
        subject: "Confirm your email address",
        title: "Confirm your email address",
        body: "Thank you for signing up. Confirm that {{ .Email }} is your address to finish creating your account.",
        action: Action::Link("Confirm email address"),
        note: "If you have not created an account, ignore this message.",
    },
    Texts {
        subject: "You've been invited",
        title: "You've been invited",
        body: "You can create an account on our site. Follow this link to accept the invitation.",
        action: Action::Link("Accept invitation"),
        note: "If you did not expect an invitation, ignore this message.",
    },
    Texts {
        subject: "Your sign-in link",
        title: "Your sign-in link",
        body: "Follow this link to sign in. It works once and expires soon.",
        action: Action::Link("Sign in"),
        note: "If you have not asked for this link, ignore this message.",
    },
    Texts {
        subject: "Reset your password",
        title: "Reset your password",
        body: "Somebody asked for a new password for your account. Follow this link to choose it.",
        action: Action::Link("Reset password"),
        note: "If it was not you, ignore this message: your password stays as it is.",
    },
    Texts {
        subject: "Confirm your new email address",
        title: "Confirm your new email address",
        body: "Confirm that {{ .NewEmail }} replaces {{ with .Email }}{{ . }}{{ else }}the current address{{ end }} in your account.",
        action: Action::Link("Confirm new email address"),
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
        subject: "Your password was changed",
        title: "Your password was changed",
        body: "The password of the account {{ .Email }} has just been changed.",
        action: Action::Nothing,
        note: NOT_YOU,
    },
    Texts {
        subject: "Your email address was changed",
        title: "Your email address was changed",
        body: "The address of your account has changed from {{ .OldEmail }} to {{ .Email }}.",
        action: Action::Nothing,
        note: NOT_YOU,
    },
    Texts {
        subject: "Your phone number was changed",
        title: "Your phone number was changed",
        body: "The number of your account has changed from {{ .OldPhone }} to {{ .Phone }}.",
        action: Action::Nothing,
        note: NOT_YOU,
    },
    Texts {
        subject: "A new sign-in method was linked to your account",
        title: "A new sign-in method was linked",
        body: "The account {{ .Email }} can now be signed in to with {{ .Provider }}.",
        action: Action::Nothing,
        note: NOT_YOU,
    },
    Texts {
        subject: "A sign-in method was removed from your account",
        title: "A sign-in method was removed",
        body: "The account {{ .Email }} can no longer be signed in to with {{ .Provider }}.",
        action: Action::Nothing,
        note: NOT_YOU,
    },
    Texts {
        subject: "A new verification method was added to your account",
        title: "A new verification method was added",
        body: "The account {{ .Email }} has a new second step at sign-in: {{ .FactorType }}.",
        action: Action::Nothing,
        note: NOT_YOU,
    },
    Texts {
        subject: "A verification method was removed from your account",
        title: "A verification method was removed",
        body: "The account {{ .Email }} no longer has this second step at sign-in: {{ .FactorType }}.",
        action: Action::Nothing,
        note: NOT_YOU,
    },
];
