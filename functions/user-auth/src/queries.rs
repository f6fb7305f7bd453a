//! SQL, in the role `supabase_auth_admin`.

use crate::error::AuthError;
use chrono::{DateTime, Utc};
use diesel::dsl::{exists, not, sql};
use diesel::prelude::*;
use diesel::result::{DatabaseErrorKind, Error as DieselError};
use diesel::sql_types::{Nullable, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use functions_shared::Email;
use schema::models::identity::NewIdentity;
use schema::models::profile::{NewProfile, Profile};
use schema::models::refresh_token::NewRefreshToken;
use schema::models::session::NewSession;
use schema::models::user::{NewUser, User};
use schema::schema::sql_types::AalLevel;
use schema::schema::{identities, profiles, refresh_tokens, sessions, users};
use serde_json::json;
use service_kit::{Database, Error, Role};
use uuid::Uuid;

/// Characters of a `User-Agent` that are stored.
const AGENT_LENGTH: usize = 300;

pub(crate) async fn account_exists(database: &Database, email: &Email) -> Result<bool, Error> {
    let found = users::table.filter(users::email.eq(email.as_str())).filter(not(users::is_sso_user));
    let query = diesel::select(exists(found));
    database.as_role(Role::Login, async |connection| Ok(query.get_result(connection).await?)).await
}

/// The account with this e-mail address, or with this user name when `name` has no `@`. `name` is in lower case.
pub(crate) async fn find_account(database: &Database, name: &str) -> Result<Option<User>, Error> {
    let alive = users::table.filter(users::deleted_at.is_null()).select(User::as_select());
    database
        .as_role(Role::Login, async |connection| {
            let found = if name.contains('@') {
                let named = alive.filter(users::email.eq(name)).filter(not(users::is_sso_user));
                named.first(connection).await.optional()?
            } else {
                // Exactly the expression of the index on user names, so that Postgres uses it.
                let user_name = sql::<Nullable<Text>>("lower(raw_app_meta_data ->> 'username')");
                let has_one = sql::<diesel::sql_types::Bool>("raw_app_meta_data ? 'username'");
                alive.filter(has_one).filter(user_name.eq(name)).first(connection).await.optional()?
            };
            Ok(found)
        })
        .await
}

/// Creates the account, its identity and its profile in one transaction. Of concurrent calls with one e-mail address
/// one succeeds.
pub(crate) async fn create_account(
    database: &Database,
    hash: &str,
    profile: NewProfile<'_>,
) -> Result<(User, Profile), Error> {
    database
        .as_role(Role::Login, async |connection| {
            let now = Utc::now();
            let user = insert_user(connection, hash, &profile, now).await?;
            let identity = NewIdentity {
                provider_id: user.id.to_string(),
                user_id: user.id,
                identity_data: json!({ "sub": user.id, "email": profile.email, "email_verified": true }),
                provider: "email",
                created_at: now,
                updated_at: now,
            };
            diesel::insert_into(identities::table).values(identity).execute(connection).await?;
            let profile = diesel::insert_into(profiles::table)
                .values(profile)
                .returning(Profile::as_returning())
                .get_result(connection)
                .await?;
            Ok((user, profile))
        })
        .await
}

async fn insert_user(
    connection: &mut AsyncPgConnection,
    hash: &str,
    profile: &NewProfile<'_>,
    now: DateTime<Utc>,
) -> Result<User, Error> {
    let user = NewUser {
        id: profile.id,
        instance_id: Uuid::nil(),
        aud: "authenticated",
        role: "authenticated",
        email: profile.email,
        encrypted_password: hash,
        // There is no confirmation mail: every address counts as confirmed.
        email_confirmed_at: now,
        confirmation_token: "",
        recovery_token: "",
        email_change_token_new: "",
        email_change: "",
        raw_app_meta_data: json!({ "provider": "email", "providers": ["email"] }),
        raw_user_meta_data: json!({
            "firstName": profile.first_name,
            "lastName": profile.last_name,
            "email_verified": true,
        }),
        created_at: now,
        updated_at: now,
    };
    let inserted = diesel::insert_into(users::table).values(user).returning(User::as_returning());
    inserted.get_result(connection).await.map_err(|error| match error {
        DieselError::DatabaseError(DatabaseErrorKind::UniqueViolation, _) => AuthError::AccountExists.into(),
        other => other.into(),
    })
}

/// The parameters of [`open_session`].
pub(crate) struct Opening<'a> {
    pub(crate) user_id: Uuid,
    pub(crate) agent: Option<&'a str>,
    pub(crate) refresh_token: &'a str,
    /// The hash that the password was verified against.
    pub(crate) verified_hash: &'a str,
    /// The hash that replaces it, when it is outdated.
    pub(crate) renewed_hash: Option<&'a str>,
}

/// Records the login and returns the updated account, the session's id, and the profile. Returns `None`, and changes
/// nothing, when the account has another hash than the verified one or was deleted.
pub(crate) async fn open_session(
    database: &Database,
    opening: Opening<'_>,
) -> Result<Option<(User, Uuid, Option<Profile>)>, Error> {
    let Opening { user_id, agent, refresh_token, verified_hash, renewed_hash } = opening;
    let agent: Option<String> = agent.map(|agent| agent.chars().take(AGENT_LENGTH).collect());
    let now = Utc::now();
    let session = NewSession {
        id: Uuid::new_v4(),
        user_id,
        user_agent: agent.as_deref(),
        created_at: now,
        updated_at: now,
    };
    let session_id = session.id;
    database
        .as_role(Role::Login, async |connection| {
            let renewed = renewed_hash.map(|hash| users::encrypted_password.eq(hash));
            let verified = users::table
                .find(user_id)
                .filter(users::encrypted_password.eq(verified_hash))
                .filter(users::deleted_at.is_null());
            let user = diesel::update(verified)
                .set((users::last_sign_in_at.eq(now), users::updated_at.eq(now), renewed))
                .returning(User::as_returning())
                .get_result(connection)
                .await
                .optional()?;
            let Some(user) = user else { return Ok(None) };
            let aal = sessions::aal.eq(sql::<Nullable<AalLevel>>("'aal1'"));
            diesel::insert_into(sessions::table).values((session, aal)).execute(connection).await?;
            let token = NewRefreshToken {
                instance_id: Uuid::nil(),
                token: refresh_token,
                user_id: user_id.to_string(),
                session_id,
                revoked: false,
                created_at: now,
                updated_at: now,
            };
            diesel::insert_into(refresh_tokens::table).values(token).execute(connection).await?;
            let profile = profiles::table.find(user_id).select(Profile::as_select());
            Ok(Some((user, session_id, profile.first(connection).await.optional()?)))
        })
        .await
}
