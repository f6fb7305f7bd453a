//! The project's keys. Refuses nothing: it only tells what a presented key is, in a time that does not depend on it.

use std::fmt;

use subtle::{Choice, ConstantTimeEq};

/// Keys that open the front door; the first of `publishable` and `secret` are the default ones.
#[derive(Clone)]
pub struct Keys {
    /// Legacy JWT with the role `anon`; stands in for publishable keys further in.
    pub anon: String,
    /// Legacy JWT with the role `service_role`; stands in for secret keys further in.
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
        // All are compared, so that the time does not tell which one was nearly right.
        candidates.fold(None, |found, (kind, equal)| if bool::from(equal) { Some(kind) } else { found })
    }

    /// The JWT that stands for a key of this kind further in.
    pub(super) fn jwt(&self, kind: KeyKind) -> &str {
        if kind.is_service() { &self.service_role } else { &self.anon }
    }
}

/// An empty key in the configuration opens nothing.
fn same(key: &str, presented: &str) -> Choice {
    key.as_bytes().ct_eq(presented.as_bytes()) & Choice::from(u8::from(!key.is_empty()))
}

impl fmt::Debug for Keys {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Keys({} publishable, {} secret)", self.publishable.len(), self.secret.len())
    }
}
