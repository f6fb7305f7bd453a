//! The tables as Diesel sees them: the columns that this product's code reads or writes.

/// The SQL types of `auth` that are not Postgres' own.
pub mod sql_types {
    /// `auth.aal_level`: how strongly a session is authenticated, `aal1` to `aal3`.
    #[derive(diesel::sql_types::SqlType)]
    #[diesel(postgres_type(name = "aal_level", schema = "auth"))]
    pub struct AalLevel;
}

diesel::table! {
    /// Accounts.
    auth.users (id) {
        id -> Uuid,
        instance_id -> Nullable<Uuid>,
        aud -> Nullable<Varchar>,
        role -> Nullable<Varchar>,
        email -> Nullable<Varchar>,
        encrypted_password -> Nullable<Varchar>,
        email_confirmed_at -> Nullable<Timestamptz>,
        confirmation_token -> Nullable<Varchar>,
        recovery_token -> Nullable<Varchar>,
        email_change_token_new -> Nullable<Varchar>,
        email_change -> Nullable<Varchar>,
        phone -> Nullable<Text>,
        last_sign_in_at -> Nullable<Timestamptz>,
        raw_app_meta_data -> Nullable<Jsonb>,
        raw_user_meta_data -> Nullable<Jsonb>,
        banned_until -> Nullable<Timestamptz>,
        deleted_at -> Nullable<Timestamptz>,
        is_sso_user -> Bool,
        is_anonymous -> Bool,
        created_at -> Nullable<Timestamptz>,
        updated_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    /// How an account proves itself; one row a provider.
    auth.identities (id) {
        id -> Uuid,
        provider_id -> Text,
        user_id -> Uuid,
        identity_data -> Jsonb,
        provider -> Text,
        last_sign_in_at -> Nullable<Timestamptz>,
        created_at -> Nullable<Timestamptz>,
        updated_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use super::sql_types::AalLevel;

    /// One row a login.
    auth.sessions (id) {
        id -> Uuid,
        user_id -> Uuid,
        aal -> Nullable<AalLevel>,
        user_agent -> Nullable<Text>,
        created_at -> Nullable<Timestamptz>,
        updated_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    /// The chain of a session's refresh tokens.
    auth.refresh_tokens (id) {
        id -> Int8,
        instance_id -> Nullable<Uuid>,
        token -> Nullable<Varchar>,
        user_id -> Nullable<Varchar>,
        revoked -> Nullable<Bool>,
        parent -> Nullable<Varchar>,
        session_id -> Nullable<Uuid>,
        created_at -> Nullable<Timestamptz>,
        updated_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    /// What an account's owner told at registration.
    profiles (id) {
        id -> Uuid,
        email -> Text,
        first_name -> Text,
        last_name -> Text,
        phone -> Text,
        address -> Text,
        city -> Text,
        postal_code -> Text,
        country -> Text,
        created_at -> Timestamptz,
        updated_at -> Timestamptz,
    }
}

diesel::table! {
    /// Establishments of every kind.
    hotels (id) {
        id -> Int8,
        name -> Text,
        city -> Text,
        location -> Text,
        description -> Text,
        images -> Array<Text>,
        amenities -> Array<Text>,
        rating -> Numeric,
        reviews_count -> Int4,
        price_per_night -> Numeric,
        is_active -> Bool,
        property_type -> Text,
        latitude -> Nullable<Float8>,
        longitude -> Nullable<Float8>,
        created_at -> Timestamptz,
        updated_at -> Timestamptz,
        max_guests -> Nullable<Int4>,
        number_of_rooms -> Nullable<Int4>,
        room_types -> Array<Text>,
    }
}

diesel::table! {
    /// Guests' reviews.
    hotel_reviews (id) {
        id -> Uuid,
        hotel_id -> Nullable<Int8>,
        hotel_identifier -> Text,
        hotel_name -> Text,
        user_id -> Nullable<Uuid>,
        user_name -> Text,
        rating -> Int2,
        review_title -> Text,
        review_text -> Text,
        stay_date -> Nullable<Date>,
        is_verified -> Bool,
        created_at -> Timestamptz,
        language -> Nullable<Text>,
        establishment -> Text,
    }
}

diesel::table! {
    /// Searches of signed-in users.
    user_searches (id) {
        id -> Uuid,
        user_id -> Uuid,
        destination -> Text,
        checkin -> Nullable<Date>,
        checkout -> Nullable<Date>,
        guests -> Int2,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    /// Owners' applications.
    host_applications (id) {
        id -> Uuid,
        status -> Text,
        first_name -> Text,
        last_name -> Text,
        email -> Text,
        phone -> Text,
        property_type -> Text,
        property_name -> Text,
        address -> Text,
        city -> Text,
        postal_code -> Text,
        description -> Text,
        number_of_rooms -> Int4,
        max_guests -> Int4,
        price_per_night -> Numeric,
        availability_start -> Nullable<Date>,
        availability_end -> Nullable<Date>,
        experience_years -> Int4,
        previous_hosting -> Text,
        motivation -> Text,
        amenities -> Array<Text>,
        room_types -> Array<Text>,
        additional_services -> Text,
        photos_urls -> Array<Text>,
        hotel_id -> Nullable<Int8>,
        created_at -> Timestamptz,
        updated_at -> Timestamptz,
    }
}

diesel::table! {
    /// Texts that editors changed.
    translations (language, key) {
        language -> Text,
        key -> Text,
        value -> Text,
        updated_at -> Timestamptz,
    }
}

diesel::joinable!(profiles -> users (id));
diesel::allow_tables_to_appear_in_same_query!(users, identities, sessions, refresh_tokens, profiles);
diesel::allow_tables_to_appear_in_same_query!(hotels, hotel_reviews);
