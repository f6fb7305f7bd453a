//! Whether a policy allows the fields of a form. Each condition must hold, and each field needs one.

use s3s::post_policy::{PostPolicy, PostPolicyCondition};
use s3s::{S3Result, s3_error};

use super::fields::Fields;
use crate::names::BucketName;

/// Fields that need no condition, besides those whose names begin with [`IGNORED`].
const EXEMPT: [&str; 6] = [
    "policy",
    "x-amz-signature",
    "x-amz-algorithm",
    "x-amz-credential",
    "x-amz-date",
    "x-amz-security-token",
];
const IGNORED: &str = "x-ignore-";
/// The bucket is in the path, not in a field.
const BUCKET: &str = "bucket";

/// # Errors
/// `AccessDenied` when a condition does not hold, or a field has none.
pub fn check(policy: &PostPolicy, fields: &Fields, bucket: &BucketName) -> S3Result<()> {
    let value = |field: &str| if field == BUCKET { Some(bucket.as_str()) } else { fields.get(field) };
    let mut covered = Vec::new();
    for condition in &policy.conditions {
        let (field, holds) = match condition {
            PostPolicyCondition::Eq { field, value: expected } => {
                (field, value(field) == Some(expected.as_str()))
            }
            PostPolicyCondition::StartsWith { field, prefix } => {
                (field, value(field).is_some_and(|value| value.starts_with(prefix.as_str())))
            }
            PostPolicyCondition::ContentLengthRange { .. } => continue,
        };
        if !holds {
            return Err(s3_error!(
                AccessDenied,
                "Invalid according to Policy: Policy Condition failed: {field}"
            ));
        }
        covered.push(field.as_str());
    }
    let needs_condition = |field: &str| !EXEMPT.contains(&field) && !field.starts_with(IGNORED);
    let mut submitted = fields.names().chain([BUCKET]);
    match submitted.find(|field| needs_condition(field) && !covered.contains(field)) {
        Some(field) => {
            Err(s3_error!(AccessDenied, "Invalid according to Policy: Extra input fields: {field}"))
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(conditions: &str, submitted: &[(&str, &str)]) -> bool {
        let json = format!("{{\"expiration\":\"2100-01-01T00:00:00Z\",\"conditions\":{conditions}}}");
        let mut fields = Fields::default();
        for (name, value) in submitted {
            fields.add((*name).to_owned(), (*value).to_owned()).unwrap();
        }
        let policy = PostPolicy::from_json(&json).unwrap();
        super::check(&policy, &fields, &BucketName::parse("photos").unwrap()).is_ok()
    }

    #[test]
    fn every_condition_holds_and_every_field_has_one() {
        let conditions = r#"[{"bucket":"photos"},["starts-with","$key","mine/"],{"acl":"private"}]"#;
        assert!(check(
            conditions,
            &[("key", "mine/a"), ("acl", "private"), ("policy", "x"), ("x-ignore-a", "b")]
        ));
        assert!(!check(conditions, &[("key", "yours/a"), ("acl", "private")]));
        assert!(!check(conditions, &[("key", "mine/a")]));
        assert!(!check(conditions, &[("key", "mine/a"), ("acl", "private"), ("x-amz-meta-a", "b")]));
        assert!(!check(r#"[{"bucket":"other"},["eq","$key","a"]]"#, &[("key", "a")]));
        assert!(!check(r#"[["eq","$key","a"]]"#, &[("key", "a")]));
    }
}
