//! X, with OAuth 2.0.

use super::member::{members, text_at};
use super::record::{Profile, only_email};
use super::request::ProfileRequest;
use crate::external::ProviderError;

const PATH: &str =
    "/2/users/me?user.fields=id,name,username,confirmed_email,profile_image_url,url,created_at";

pub(super) async fn fetch(request: &ProfileRequest<'_>) -> Result<Profile, ProviderError> {
    let answer = request.get(PATH).await?;
    let of_user = |member: &str| text_at(&answer, &format!("/data/{member}"));
    let (id, name, username) = (of_user("id"), of_user("name"), of_user("username"));
    let (picture, page) = (of_user("profile_image_url"), format!("https://x.com/{username}"));
    let claims = [
        ("iss", request.base),
        ("sub", &id),
        ("name", &name),
        ("preferred_username", &username),
        ("picture", &picture),
        ("profile", &page),
        ("website", &of_user("url")),
        ("avatar_url", &picture),
        ("full_name", &name),
        ("provider_id", &id),
        ("user_name", &username),
    ];
    let custom = answer.get("data").map(|user| members(user, &["created_at"])).unwrap_or_default();
    Ok(Profile::new(only_email(&of_user("confirmed_email"), true), &claims).with_custom_claims(custom))
}
