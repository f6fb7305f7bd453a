//! Where the providers without a discovery document are, and how they want to be asked.

use crate::external::client::ClientAuthentication;
use crate::external::profile::Dialect;

/// A provider's addresses.
pub(super) struct Endpoints {
    pub authorization: String,
    pub token: String,
    /// The base of the API that has the person's profile.
    pub api: String,
}

impl Endpoints {
    /// The addresses of a provider. `url` replaces its servers. `None` for providers that publish them.
    pub fn of(dialect: Dialect, url: Option<&str>) -> Option<Endpoints> {
        let [authorization, token, api] =
            addresses(dialect)?.map(|(server, path)| format!("{}{path}", url.unwrap_or(server)));
        match (dialect, url) {
            // A server of one's own has the API under a path.
            (Dialect::GitHub, Some(url)) => {
                Some(Endpoints { authorization, token, api: format!("{url}/api/v3") })
            }
            _ => Some(Endpoints { authorization, token, api }),
        }
    }
}

/// How these providers want a client to prove its identity.
pub(super) fn client_authentication(dialect: Dialect) -> ClientAuthentication {
    match dialect {
        Dialect::Bitbucket
        | Dialect::Figma
        | Dialect::Notion
        | Dialect::Snapchat
        | Dialect::Spotify
        | Dialect::X
        | Dialect::Zoom => ClientAuthentication::Basic,
        _ => ClientAuthentication::Post,
    }
}

/// The authorization endpoint, the token endpoint and the API, each as a server and a path.
fn addresses(dialect: Dialect) -> Option<[(&'static str, &'static str); 3]> {
    Some(match dialect {
        Dialect::Bitbucket => [
            ("https://bitbucket.org", "/site/oauth2/authorize"),
            ("https://bitbucket.org", "/site/oauth2/access_token"),
            ("https://api.bitbucket.org", "/2.0"),
        ],
        Dialect::Discord => [
            ("https://discord.com", "/api/oauth2/authorize"),
            ("https://discord.com", "/api/oauth2/token"),
            ("https://discord.com", "/api"),
        ],
        Dialect::Facebook => [
            ("https://www.facebook.com", "/dialog/oauth"),
            ("https://graph.facebook.com", "/oauth/access_token"),
            ("https://graph.facebook.com", ""),
        ],
        Dialect::Figma => [
            ("https://www.figma.com", "/oauth"),
            ("https://api.figma.com", "/v1/oauth/token"),
            ("https://api.figma.com", ""),
        ],
        Dialect::Fly => [
            ("https://api.fly.io", "/oauth/authorize"),
            ("https://api.fly.io", "/oauth/token"),
            ("https://api.fly.io", ""),
        ],
        Dialect::GitHub => [
            ("https://github.com", "/login/oauth/authorize"),
            ("https://github.com", "/login/oauth/access_token"),
            ("https://api.github.com", ""),
        ],
        Dialect::GitLab => [
            ("https://gitlab.com", "/oauth/authorize"),
            ("https://gitlab.com", "/oauth/token"),
            ("https://gitlab.com", ""),
        ],
        Dialect::Kakao => [
            ("https://kauth.kakao.com", "/oauth/authorize"),
            ("https://kauth.kakao.com", "/oauth/token"),
            ("https://kapi.kakao.com", ""),
        ],
        // Has no server of its own.
        Dialect::Keycloak => {
            [("", "/protocol/openid-connect/auth"), ("", "/protocol/openid-connect/token"), ("", "")]
        }
        Dialect::LinkedIn => [
            ("https://www.linkedin.com", "/oauth/v2/authorization"),
            ("https://www.linkedin.com", "/oauth/v2/accessToken"),
            ("", ""),
        ],
        Dialect::Notion => [
            ("https://api.notion.com", "/v1/oauth/authorize"),
            ("https://api.notion.com", "/v1/oauth/token"),
            ("https://api.notion.com", ""),
        ],
        Dialect::Slack => [
            ("https://slack.com", "/openid/connect/authorize"),
            ("https://slack.com", "/api/openid.connect.token"),
            ("https://slack.com", "/api"),
        ],
        Dialect::Snapchat => [
            ("https://accounts.snapchat.com", "/accounts/oauth2/auth"),
            ("https://accounts.snapchat.com", "/accounts/oauth2/token"),
            ("https://kit.snapchat.com", ""),
        ],
        Dialect::Spotify => [
            ("https://accounts.spotify.com", "/authorize"),
            ("https://accounts.spotify.com", "/api/token"),
            ("https://api.spotify.com/v1", ""),
        ],
        Dialect::Twitch => [
            ("https://id.twitch.tv", "/oauth2/authorize"),
            ("https://id.twitch.tv", "/oauth2/token"),
            ("https://api.twitch.tv", ""),
        ],
        Dialect::Twitter => [
            ("https://api.twitter.com", "/oauth/authenticate"),
            ("https://api.twitter.com", "/oauth/access_token"),
            ("https://api.twitter.com", ""),
        ],
        Dialect::VercelMarketplace => [
            ("https://api.vercel.com", "/oauth/v2/authorization"),
            ("https://api.vercel.com", "/oauth/v2/accessToken"),
            ("", ""),
        ],
        Dialect::WorkOs => [
            ("https://api.workos.com", "/sso/authorize"),
            ("https://api.workos.com", "/sso/token"),
            ("https://api.workos.com", ""),
        ],
        Dialect::X => [
            ("https://x.com", "/i/oauth2/authorize"),
            ("https://api.x.com", "/2/oauth2/token"),
            ("https://api.x.com", ""),
        ],
        Dialect::Zoom => [
            ("https://zoom.us", "/oauth/authorize"),
            ("https://zoom.us", "/oauth/token"),
            ("https://api.zoom.us", "/v2"),
        ],
        Dialect::Apple | Dialect::Azure | Dialect::Google | Dialect::OpenId => return None,
    })
}
