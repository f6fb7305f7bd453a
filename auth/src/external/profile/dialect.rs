//! How each provider's answers are read.

use serde_json::{Map, Value};

use super::record::Profile;
use super::request::ProfileRequest;
use super::{
    apple, azure, bitbucket, discord, facebook, figma, fly, github, gitlab, google, kakao, keycloak,
    linked_in, notion, openid, slack, snapchat, spotify, twitch, twitter, vercel_marketplace, work_os, x,
    zoom,
};
use crate::external::ProviderError;
use crate::external::id_token::IdToken;

/// The rules by which a provider's answers are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    Apple,
    Azure,
    Bitbucket,
    Discord,
    Facebook,
    Figma,
    Fly,
    GitHub,
    GitLab,
    Google,
    Kakao,
    Keycloak,
    LinkedIn,
    Notion,
    /// The standard claims of OpenID Connect.
    OpenId,
    Slack,
    Snapchat,
    Spotify,
    Twitch,
    Twitter,
    VercelMarketplace,
    WorkOs,
    X,
    Zoom,
}

impl Dialect {
    /// The rules for a provider of this name.
    pub fn of(name: &str) -> Dialect {
        match name {
            "apple" => Dialect::Apple,
            "azure" => Dialect::Azure,
            "bitbucket" => Dialect::Bitbucket,
            "discord" => Dialect::Discord,
            "facebook" => Dialect::Facebook,
            "figma" => Dialect::Figma,
            "fly" => Dialect::Fly,
            "github" => Dialect::GitHub,
            "gitlab" => Dialect::GitLab,
            "google" => Dialect::Google,
            "kakao" => Dialect::Kakao,
            "keycloak" => Dialect::Keycloak,
            "linkedin_oidc" => Dialect::LinkedIn,
            "notion" => Dialect::Notion,
            "slack_oidc" => Dialect::Slack,
            "snapchat" => Dialect::Snapchat,
            "spotify" => Dialect::Spotify,
            "twitch" => Dialect::Twitch,
            "twitter" => Dialect::Twitter,
            "vercel_marketplace" => Dialect::VercelMarketplace,
            "workos" => Dialect::WorkOs,
            "x" => Dialect::X,
            "zoom" => Dialect::Zoom,
            _ => Dialect::OpenId,
        }
    }

    /// The profile in a verified id token.
    pub fn of_id_token(self, token: &IdToken) -> Profile {
        let profile = match self {
            Dialect::Apple => apple::profile(token),
            Dialect::Azure => azure::profile(token),
            Dialect::Facebook => facebook::of_id_token(token),
            Dialect::Google => google::profile(&Value::Object(token.claims.clone())),
            Dialect::Kakao => kakao::of_id_token(token),
            Dialect::LinkedIn => linked_in::of_id_token(token),
            Dialect::Snapchat => snapchat::of_id_token(token),
            Dialect::VercelMarketplace => vercel_marketplace::of_id_token(token),
            _ => openid::profile(&token.claims),
        };
        profile.finish()
    }

    /// The profile at the provider's API, and the claims as the provider sent them if it sends the standard ones.
    ///
    /// # Errors
    /// When the provider does not answer, or not in its form.
    pub(in crate::external) async fn fetch(
        self,
        request: &ProfileRequest<'_>,
    ) -> Result<(Profile, Map<String, Value>), ProviderError> {
        let profile = match self {
            Dialect::Bitbucket => bitbucket::fetch(request).await?,
            Dialect::Discord => discord::fetch(request).await?,
            Dialect::Facebook => facebook::fetch(request).await?,
            Dialect::Figma => figma::fetch(request).await?,
            Dialect::Fly => fly::fetch(request).await?,
            Dialect::GitHub => github::fetch(request).await?,
            Dialect::GitLab => gitlab::fetch(request).await?,
            Dialect::Google => google::profile(&request.get("").await?),
            Dialect::Kakao => kakao::fetch(request).await?,
            Dialect::Keycloak => keycloak::fetch(request).await?,
            Dialect::Notion => notion::fetch(request).await?,
            Dialect::Slack => slack::fetch(request).await?,
            Dialect::Snapchat => snapchat::fetch(request).await?,
            Dialect::Spotify => spotify::fetch(request).await?,
            Dialect::Twitch => twitch::fetch(request).await?,
            Dialect::Twitter => twitter::fetch(request).await?,
            Dialect::WorkOs => work_os::profile(request)?,
            Dialect::X => x::fetch(request).await?,
            Dialect::Zoom => zoom::fetch(request).await?,
            Dialect::Apple | Dialect::Azure | Dialect::LinkedIn | Dialect::VercelMarketplace => {
                return Err(ProviderError::Missing("id token"));
            }
            Dialect::OpenId => {
                let Value::Object(claims) = request.get("").await? else {
                    return Err(ProviderError::Missing("claims"));
                };
                return Ok((openid::profile(&claims).finish(), claims));
            }
        };
        Ok((profile.finish(), Map::new()))
    }
}
