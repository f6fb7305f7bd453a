//! Kakao: its API, or its id token.

use super::member::{is_true, text, text_at};
use super::record::{Profile, only_email};
use super::request::ProfileRequest;
use crate::external::{IdToken, ProviderError};

pub(super) async fn fetch(request: &ProfileRequest<'_>) -> Result<Profile, ProviderError> {
    let user = request.get("/v2/user/me").await?;
    let (id, name) = (text(&user, "id"), text_at(&user, "/kakao_account/profile/nickname"));
    let claims = [
        ("iss", request.base),
        ("sub", &id),
        ("name", &name),
        ("preferred_username", &name),
        ("avatar_url", &text_at(&user, "/kakao_account/profile/profile_image_url")),
        ("full_name", &name),
        ("provider_id", &id),
        ("user_name", &name),
    ];
    // An address is invalid when its account has given it to another one.
    let is_verified = ["/kakao_account/is_email_valid", "/kakao_account/is_email_verified"]
        .iter()
        .all(|member| is_true(user.pointer(member)));
    Ok(Profile::new(only_email(&text_at(&user, "/kakao_account/email"), is_verified), &claims))
}

pub(super) fn of_id_token(token: &IdToken) -> Profile {
    let (subject, name) = (token.text("sub"), token.text("nickname"));
    let claims = [
        ("iss", token.text("iss")),
        ("sub", subject),
        ("name", name),
        ("preferred_username", name),
        ("picture", token.text("picture")),
        ("provider_id", subject),
    ];
    Profile::new(only_email(token.text("email"), true), &claims)
}
