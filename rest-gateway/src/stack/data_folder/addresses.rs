//! Addresses and keys of a running stack, as `status` prints them, under the names of `supabase status`.

use crate::stack::database::database_url::without_password;
use crate::stack::keys::Keys;
use serde::{Deserialize, Serialize};

/// Stored in the data folder while the stack runs.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub struct Addresses {
    pub api_url: String,
    pub rest_url: String,
    pub functions_url: String,
    pub storage_url: String,
    /// Empty when no service answers `/auth/v1`.
    pub auth_url: String,
    /// Supabase's S3 protocol; empty while it is not served.
    #[serde(default)]
    pub storage_s3_url: String,
    #[serde(default)]
    pub s3_protocol_access_key_id: String,
    #[serde(default)]
    pub s3_protocol_access_key_secret: String,
    #[serde(default)]
    pub s3_protocol_region: String,
    /// Empty while it is not served.
    #[serde(default)]
    pub graphql_url: String,
    pub s3_url: String,
    /// The page and the API of the mail catcher; empty without one.
    #[serde(default)]
    pub mailpit_url: String,
    /// The same URL under its earlier name.
    #[serde(default)]
    pub inbucket_url: String,
    pub db_url: String,
    /// Empty when the configuration has no `admin_port`.
    pub metrics_url: String,
    pub anon_key: String,
    pub service_role_key: String,
    pub publishable_key: String,
    pub secret_key: String,
    pub jwt_secret: String,
    /// Empty for a project, which has no administrator.
    pub admin_username: String,
    /// Empty if the administrator has changed the generated password.
    pub admin_password: String,
    /// Parts of Supabase's API that answer 501, separated by spaces.
    #[serde(default)]
    pub not_served: String,
}

const S3_PROTOCOL: &str = "storage/v1/s3";

/// The values that are not derived from the front door's URL.
pub struct Parts {
    pub api_url: String,
    /// Parts of the API that answer 501, e.g. `auth/v1`.
    pub not_served: Vec<&'static str>,
    pub s3_url: String,
    pub s3_protocol_region: String,
    pub mailpit_url: String,
    pub db_url: String,
    pub metrics_url: String,
    pub admin_username: String,
    pub admin_password: String,
}

impl Addresses {
    /// Derives the URLs of the parts that are served.
    pub fn new(parts: Parts, keys: &Keys) -> Addresses {
        let under = |path: &str| match parts.not_served.contains(&path) {
            true => String::new(),
            false => format!("{}/{path}", parts.api_url),
        };
        // Without the endpoint its keys are of no use.
        let of_s3 = |text: &str| match parts.not_served.contains(&S3_PROTOCOL) {
            true => String::new(),
            false => text.to_owned(),
        };
        Addresses {
            s3_protocol_access_key_id: of_s3(&keys.s3_protocol_access_key_id),
            s3_protocol_access_key_secret: of_s3(&keys.s3_protocol_secret_access_key),
            s3_protocol_region: of_s3(&parts.s3_protocol_region),
            rest_url: under("rest/v1"),
            functions_url: under("functions/v1"),
            storage_url: under("storage/v1"),
            auth_url: under("auth/v1"),
            storage_s3_url: under(S3_PROTOCOL),
            graphql_url: under("graphql/v1"),
            s3_url: parts.s3_url,
            inbucket_url: parts.mailpit_url.clone(),
            mailpit_url: parts.mailpit_url,
            db_url: parts.db_url,
            metrics_url: parts.metrics_url,
            anon_key: keys.anon_key.clone(),
            service_role_key: keys.service_role_key.clone(),
            publishable_key: keys.publishable_key.clone(),
            secret_key: keys.secret_key.clone(),
            jwt_secret: keys.jwt_secret.clone(),
            admin_username: parts.admin_username,
            admin_password: parts.admin_password,
            not_served: parts.not_served.join(" "),
            api_url: parts.api_url,
        }
    }

    /// Names and values in the order of `status`.
    pub fn pairs(&self) -> [(&'static str, &str); 23] {
        [
            ("API_URL", &self.api_url),
            ("REST_URL", &self.rest_url),
            ("GRAPHQL_URL", &self.graphql_url),
            ("FUNCTIONS_URL", &self.functions_url),
            ("STORAGE_URL", &self.storage_url),
            ("AUTH_URL", &self.auth_url),
            ("STORAGE_S3_URL", &self.storage_s3_url),
            ("S3_PROTOCOL_ACCESS_KEY_ID", &self.s3_protocol_access_key_id),
            ("S3_PROTOCOL_ACCESS_KEY_SECRET", &self.s3_protocol_access_key_secret),
            ("S3_PROTOCOL_REGION", &self.s3_protocol_region),
            ("S3_URL", &self.s3_url),
            ("MAILPIT_URL", &self.mailpit_url),
            ("INBUCKET_URL", &self.inbucket_url),
            ("DB_URL", &self.db_url),
            ("METRICS_URL", &self.metrics_url),
            ("ANON_KEY", &self.anon_key),
            ("SERVICE_ROLE_KEY", &self.service_role_key),
            ("PUBLISHABLE_KEY", &self.publishable_key),
            ("SECRET_KEY", &self.secret_key),
            ("JWT_SECRET", &self.jwt_secret),
            ("ADMIN_USERNAME", &self.admin_username),
            ("ADMIN_PASSWORD", &self.admin_password),
            ("NOT_SERVED", &self.not_served),
        ]
    }

    /// The summary that `up` prints. It may remain in a terminal or a log, so it contains no secret, except the
    /// administrator's password at the start that generated it. `data_flag` is the flag by which later commands find
    /// the stack.
    pub fn as_welcome(
        &self,
        has_site: bool,
        administrator_generated: bool,
        data_flag: &str,
        detached: bool,
    ) -> String {
        let database = without_password(&self.db_url);
        let lines = [
            (if has_site { "Site" } else { "API" }, &self.api_url),
            ("REST", &self.rest_url),
            ("Auth", &self.auth_url),
            ("Functions", &self.functions_url),
            ("Storage", &self.storage_url),
            ("Mails", &self.mailpit_url),
            ("Database", &database),
            ("Public key", &self.anon_key),
        ];
        let text: String = lines
            .iter()
            .filter(|(_, value)| !value.is_empty())
            .map(|(name, value)| format!("{name:>12}  {value}\n"))
            .collect();
        let administrator = match administrator_generated {
            true => format!(
                "{:>12}  {}, password {}\n",
                "Administrator", self.admin_username, self.admin_password
            ),
            false => String::new(),
        };
        let end = match detached {
            true => format!("`rest-gateway stop{data_flag}` stops it all."),
            false => "Ctrl-C stops it all.".to_owned(),
        };
        format!(
            "{text}{administrator}\n`rest-gateway status{data_flag}` prints the other keys and the passwords. {end}\n"
        )
    }
}
