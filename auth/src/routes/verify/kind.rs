//! The parameter `type` of a verification.

use crate::one_time_code::TokenKind;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum VerificationKind {
    Signup,
    Invite,
    Recovery,
    MagicLink,
    /// A sign-up or a magic link, whichever has the token.
    Email,
    EmailChange,
    Sms,
    PhoneChange,
}

impl VerificationKind {
    pub fn from_name(name: &str) -> Option<VerificationKind> {
        match name {
            "signup" => Some(VerificationKind::Signup),
            "invite" => Some(VerificationKind::Invite),
            "recovery" => Some(VerificationKind::Recovery),
            "magiclink" => Some(VerificationKind::MagicLink),
            "email" => Some(VerificationKind::Email),
            "email_change" => Some(VerificationKind::EmailChange),
            "sms" => Some(VerificationKind::Sms),
            "phone_change" => Some(VerificationKind::PhoneChange),
            _ => None,
        }
    }

    pub fn is_by_phone(self) -> bool {
        matches!(self, VerificationKind::Sms | VerificationKind::PhoneChange)
    }

    /// The tokens that prove it.
    pub fn tokens(self) -> &'static [TokenKind] {
        match self {
            VerificationKind::Signup | VerificationKind::Invite | VerificationKind::Sms => {
                &[TokenKind::Confirmation]
            }
            VerificationKind::Recovery | VerificationKind::MagicLink => &[TokenKind::Recovery],
            VerificationKind::Email => &[TokenKind::Confirmation, TokenKind::Recovery],
            VerificationKind::EmailChange => &[TokenKind::EmailChangeCurrent, TokenKind::EmailChangeNew],
            VerificationKind::PhoneChange => &[TokenKind::PhoneChange],
        }
    }

    /// The kind of verification that a token of [`VerificationKind::Email`] performs.
    pub fn resolved(self, token: TokenKind) -> VerificationKind {
        match (self, token) {
            (VerificationKind::Email, TokenKind::Confirmation) => VerificationKind::Signup,
            (VerificationKind::Email, _) => VerificationKind::MagicLink,
            (kind, _) => kind,
        }
    }

    /// The authentication method of the flow that ends with this verification.
    pub fn authentication_method(self) -> &'static str {
        match self {
            VerificationKind::Signup => "email/signup",
            VerificationKind::Invite => "invite",
            VerificationKind::Recovery => "recovery",
            VerificationKind::MagicLink | VerificationKind::Email => "magiclink",
            VerificationKind::EmailChange => "email_change",
            VerificationKind::Sms | VerificationKind::PhoneChange => "otp",
        }
    }
}
