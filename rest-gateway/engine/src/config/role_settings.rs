//! The settings that `ALTER ROLE ... SET` stores for a role.

use std::collections::HashMap;

use crate::isolation::Isolation;

/// The settings of one role. They apply to every transaction of the role.
#[derive(Debug, Default, Clone)]
pub(crate) struct RoleSettings {
    /// Names and values, without `default_transaction_isolation`.
    pub pairs: Vec<(String, String)>,
    pub isolation: Option<Isolation>,
}

/// By role.
pub(crate) type RolesSettings = HashMap<String, RoleSettings>;

/// Groups rows of `(role, setting, value)` by role.
pub(crate) fn role_settings(rows: Vec<(String, String, String)>) -> RolesSettings {
    let mut roles = RolesSettings::new();
    for (role, setting, value) in rows {
        let settings = roles.entry(role).or_default();
        if setting == "default_transaction_isolation" {
            settings.isolation = Isolation::parse(&value);
        } else {
            settings.pairs.push((setting, value));
        }
    }
    roles
}
