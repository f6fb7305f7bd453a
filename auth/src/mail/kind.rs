//! The kinds of mails, with their names in templates, links and errors.

/// The kinds of mails, as in supabase/auth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EmailKind<'a> {
    /// Confirms the address of a sign-up.
    Confirmation,
    Invite,
    MagicLink,
    Recovery,
    /// Confirms a new address; sent to the new one and, if both must confirm, to the current one.
    EmailChange {
        new_email: &'a str,
    },
    /// The digits that a change of the password asks for.
    Reauthentication,
    PasswordChanged,
    /// Sent to the old address.
    EmailChanged {
        old_email: &'a str,
        new_email: &'a str,
    },
    PhoneChanged {
        old_phone: &'a str,
        new_phone: &'a str,
    },
    IdentityLinked {
        provider: &'a str,
    },
    IdentityUnlinked {
        provider: &'a str,
    },
    MfaFactorEnrolled {
        factor_type: &'a str,
    },
    MfaFactorUnenrolled {
        factor_type: &'a str,
    },
}

/// The number of kinds.
pub(crate) const KINDS: usize = 13;

impl EmailKind<'_> {
    /// The kind's place in a table of [`KINDS`] entries: that of its [`Self::name`] in [`NAMES`].
    pub fn index(self) -> usize {
        match self {
            EmailKind::Confirmation => 0,
            EmailKind::Invite => 1,
            EmailKind::MagicLink => 2,
            EmailKind::Recovery => 3,
            EmailKind::EmailChange { .. } => 4,
            EmailKind::Reauthentication => 5,
            EmailKind::PasswordChanged => 6,
            EmailKind::EmailChanged { .. } => 7,
            EmailKind::PhoneChanged { .. } => 8,
            EmailKind::IdentityLinked { .. } => 9,
            EmailKind::IdentityUnlinked { .. } => 10,
            EmailKind::MfaFactorEnrolled { .. } => 11,
            EmailKind::MfaFactorUnenrolled { .. } => 12,
        }
    }

    /// The template's name in supabase/auth.
    pub fn name(self) -> &'static str {
        NAMES[self.index()]
    }

    /// The value of `type` in the link; `None` for mails without one.
    pub fn verification_type(self) -> Option<&'static str> {
        match self {
            EmailKind::Confirmation => Some("signup"),
            EmailKind::Invite => Some("invite"),
            EmailKind::MagicLink => Some("magiclink"),
            EmailKind::Recovery => Some("recovery"),
            EmailKind::EmailChange { .. } => Some("email_change"),
            _ => None,
        }
    }

    /// The mail in the message of an error: `Error sending … email`.
    pub(super) fn in_error(self) -> &'static str {
        match self {
            EmailKind::Confirmation => "confirmation",
            EmailKind::Invite => "invite",
            EmailKind::MagicLink => "magic link",
            EmailKind::Recovery => "recovery",
            EmailKind::EmailChange { .. } => "email change",
            EmailKind::Reauthentication => "reauthentication",
            EmailKind::PasswordChanged => "password changed notification",
            EmailKind::EmailChanged { .. } => "email changed notification",
            EmailKind::PhoneChanged { .. } => "phone changed notification",
            EmailKind::IdentityLinked { .. } => "identity linked notification",
            EmailKind::IdentityUnlinked { .. } => "identity unlinked notification",
            EmailKind::MfaFactorEnrolled { .. } => "MFA factor enrolled notification",
            EmailKind::MfaFactorUnenrolled { .. } => "MFA factor unenrolled notification",
        }
    }
}

/// The templates' names in supabase/auth, by [`EmailKind::index`].
pub(super) const NAMES: [&str; KINDS] = [
    "confirmation",
    "invite",
    "magic_link",
    "recovery",
    "email_change",
    "reauthentication",
    "password_changed_notification",
    "email_changed_notification",
    "phone_changed_notification",
    "identity_linked_notification",
    "identity_unlinked_notification",
    "mfa_factor_enrolled_notification",
    "mfa_factor_unenrolled_notification",
];
