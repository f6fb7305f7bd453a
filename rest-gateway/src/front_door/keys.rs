//! The configured API keys, and which kind a presented key is. Comparisons take constant time.

use std::fmt;

use subtle::{Choice, ConstantTimeEq};

/// The configured API keys. The first of `publishable` and of `secret` is the default one.
#[derive(Clone)]
pub struct Keys {
    /// Legacy JWT with the role `anon`. Services see it in place of a publishable key.
    pub anon: String,
    /// Legacy JWT with the role `service_role`. Services see it in place of a secret key.
    pub service_role: String,
    pub publishable: Vec<String>,
    pub secret: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KeyKind {
    Anon,
    ServiceRole,
    Publishable,
    Secret,
}

impl KeyKind {
    pub(super) fn is_service(self) -> bool {
        matches!(self, KeyKind::ServiceRole | KeyKind::Secret)
    }
}

impl Keys {
    pub(super) fn identify(&self, presented: &str) -> Option<KeyKind> {
        let one = |kind, key: &String| (kind, same(key, presented));
        let candidates = [one(KeyKind::Anon, &self.anon), one(KeyKind::ServiceRole, &self.service_role)]
            .into_iter()
            .chain(self.publishable.iter().map(|key| one(KeyKind::Publishable, key)))
            .chain(self.secret.iter().map(|key| one(KeyKind::Secret, key)));
        // Compares all of them, so that the time does not reveal which key matched.
        candidates.fold(None, |found, (kind, equal)| if bool::from(equal) { Some(kind) } else { found })
    }

    /// The JWT that services see in place of a key of this kind.
    pub(super) fn jwt(&self, kind: KeyKind) -> &str {
        if kind.is_service() { &self.service_role } else { &self.anon }
    }
}

/// Constant-time equality. An empty key in the configuration matches nothing.
fn same(key: &str, presented: &str) -> Choice {
    key.as_bytes().ct_eq(presented.as_bytes()) & Choice::from(u8::from(!key.is_empty()))
}

impl fmt::Debug for Keys {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Keys({} publishable, {} secret)", self.publishable.len(), self.secret.len())
    }
}
