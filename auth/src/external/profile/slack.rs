//! Slack: its user info endpoint of OpenID Connect, whose path and claims are its own.

use super::member::{is_true, members, text};
use super::record::{Profile, only_email};
use super::request::ProfileRequest;
use crate::external::ProviderError;

pub(super) async fn fetch(request: &ProfileRequest<'_>) -> Result<Profile, ProviderError> {
    let user = request.get("/openid.connect.userInfo").await?;
    let (id, name, picture) =
        (text(&user, "https://slack.com/user_id"), text(&user, "name"), text(&user, "picture"));
    let claims = [
        ("iss", request.base),
        ("sub", &id),
        ("name", &name),
        ("picture", &picture),
        ("avatar_url", &picture),
        ("full_name", &name),
        ("provider_id", &id),
    ];
    let emails = only_email(&text(&user, "email"), is_true(user.get("email_verified")));
    Ok(Profile::new(emails, &claims).with_custom_claims(members(&user, &["https://slack.com/team_id"])))
}
