//! How the claims of a custom provider become those of an identity.

use serde_json::{Map, Value};

use super::member::is_true;
use super::record::{Profile, ProviderEmail};

/// The rules of a custom provider.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mapping {
    /// By claim: the name of another claim, or a non-string literal.
    pub attributes: Map<String, Value>,
    /// Claims that are copied to `custom_claims`.
    pub custom_claims: Vec<String>,
}

impl Mapping {
    /// Applies the rules to a profile. `raw` are the claims as the provider sent them.
    pub fn apply(&self, mut profile: Profile, raw: &Map<String, Value>) -> Profile {
        let mut custom = match profile.claims.remove("custom_claims") {
            Some(Value::Object(custom)) => custom,
            _ => Map::new(),
        };
        for name in &self.custom_claims {
            if let Some(value) = raw.get(name) {
                custom.insert(name.clone(), value.clone());
            }
        }
        let source = profile.claims.clone();
        for (target, rule) in &self.attributes {
            let value = match rule {
                Value::String(name) => source.get(name).or_else(|| raw.get(name)),
                literal => Some(literal),
            };
            match value {
                // Numeric ids become texts, as `provider_id` is one.
                Some(Value::Number(id)) if target == "sub" => {
                    profile.claims.insert(target.clone(), Value::String(id.to_string()));
                }
                Some(value) => {
                    profile.claims.insert(target.clone(), value.clone());
                }
                None => {}
            }
        }
        if self.attributes.contains_key("email")
            && let Some(Value::String(address)) = profile.claims.get("email")
        {
            let is_verified = is_true(profile.claims.get("email_verified"));
            profile.emails = vec![ProviderEmail { address: address.clone(), is_verified, is_primary: true }];
        }
        profile.with_custom_claims(custom).finish()
    }
}
