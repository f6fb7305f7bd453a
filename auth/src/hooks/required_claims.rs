//! The form that the claims of an access token must have after the hook `custom_access_token`.

use serde_json::{Map, Value};

const REQUIRED: [&str; 10] =
    ["aud", "exp", "iat", "sub", "email", "phone", "role", "aal", "session_id", "is_anonymous"];

/// The types of claims. A claim that is not listed may have any type.
const TYPES: [(&str, &[&str]); 16] = [
    ("aud", &["string", "array"]),
    ("exp", &["integer"]),
    ("jti", &["string"]),
    ("iat", &["integer"]),
    ("iss", &["string"]),
    ("nbf", &["integer"]),
    ("sub", &["string"]),
    ("email", &["string"]),
    ("phone", &["string"]),
    ("app_metadata", &["object"]),
    ("user_metadata", &["object"]),
    ("role", &["string"]),
    ("aal", &["string"]),
    ("amr", &["array"]),
    ("session_id", &["string"]),
    ("client_id", &["string"]),
];

/// Checks the claims.
///
/// # Errors
/// A message with a line for each violation.
pub(super) fn check(claims: &Map<String, Value>) -> Result<(), String> {
    let missing = REQUIRED
        .iter()
        .filter(|name| !claims.contains_key(**name))
        .map(|name| format!("(root): {name} is required"));
    let mistyped = TYPES.iter().filter_map(|(name, expected)| {
        let given = type_name(claims.get(*name)?);
        let message = || format!("{name}: Invalid type. Expected: {}, given: {given}", expected.join("/"));
        (!expected.contains(&given)).then(message)
    });
    let methods = claims.get("amr").and_then(Value::as_array).into_iter().flatten().enumerate();
    let methods = methods.filter(|(_, method)| !method.is_string() && !method.is_object());
    let methods = methods.map(|(index, _)| format!("amr.{index}: Must validate at least one schema (anyOf)"));
    let violations: String =
        missing.chain(mistyped).chain(methods).map(|violation| format!("- {violation}\n")).collect();
    if violations.is_empty() {
        return Ok(());
    }
    Err(format!("output claims do not conform to the expected schema: \n{violations}"))
}

/// The type of a value in JSON schema. A number without a fraction is an integer.
fn type_name(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) => match number.as_f64() {
            Some(float) if float.fract() != 0.0 => "number",
            _ => "integer",
        },
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn claims() -> Map<String, Value> {
        let claims = json!({
            "aud": "authenticated", "exp": 2, "iat": 1, "sub": "a", "email": "", "phone": "", "role": "authenticated",
            "aal": "aal1", "session_id": "b", "is_anonymous": false, "amr": ["pwd", { "method": "otp" }], "plan": 7,
        });
        claims.as_object().unwrap().clone()
    }

    #[test]
    fn the_claims_of_supabase_with_further_ones_are_accepted() {
        assert_eq!(check(&claims()), Ok(()));
    }

    #[test]
    fn a_missing_claim_and_a_claim_of_another_type_are_named() {
        let mut claims = claims();
        claims.remove("sub");
        claims.insert("exp".to_owned(), json!("soon"));
        claims.insert("amr".to_owned(), json!([7]));
        assert_eq!(
            check(&claims).unwrap_err(),
            "output claims do not conform to the expected schema: \n- (root): sub is required\n- exp: Invalid type. \
             Expected: integer, given: string\n- amr.0: Must validate at least one schema (anyOf)\n"
        );
    }
}
