//! The tables as Diesel sees them: the columns that this product's code reads or writes.

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

diesel::allow_tables_to_appear_in_same_query!(hotels, hotel_reviews);
