//! `get-host-applications` over HTTP, against a real Postgres and a real storage: call 11 of spec §7.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use serde_json::{Value, json};
use service_test::pictures::{JPEG, PNG, WEBP};
use service_test::{AdministratorFunction, Person, anon_key, assert_administrators_only};

const BINARY: &str = env!("CARGO_BIN_EXE_get-host-applications");
const PATH: &str = "/get-host-applications";

async fn start() -> AdministratorFunction {
    AdministratorFunction::start(BINARY).await
}

async fn list(function: &AdministratorFunction) -> Vec<Value> {
    let answer = function.client().get(PATH).await.expect(200);
    assert_eq!(answer.body["success"], true);
    answer.body["data"].as_array().unwrap().clone()
}

#[tokio::test]
async fn lists_every_field_of_an_application() {
    let function = start().await;
    let id = function.backend.application("pending", &[JPEG, PNG, WEBP]).await;
    let listed = list(&function).await;
    let application = &listed[0];
    let expected = json!({
        "id": id, "status": "pending", "first_name": "Ghjulia", "last_name": "Santoni",
        "email": "ghjulia@exemple.fr", "phone": "+33 4 95 00 00 00", "property_type": "Gîte",
        "property_name": "A Casetta", "address": "3 chemin du Maquis", "city": "Zonza", "postal_code": "",
        "description": "Une maison de pierre.", "number_of_rooms": 1, "max_guests": 2, "price_per_night": 85.5,
        "availability_start": null, "availability_end": null, "experience_years": 0, "previous_hosting": "",
        "motivation": "", "amenities": ["Jardin", "Parking"], "room_types": ["double"], "additional_services": "",
        "hotel_id": null,
    });
    for (name, value) in expected.as_object().unwrap() {
        assert_eq!(&application[name], value, "{name}");
    }
    assert!(application["created_at"].is_string() && application["updated_at"].is_string());
}

#[tokio::test]
async fn photos_are_signed_urls_in_their_order() {
    let function = start().await;
    function.backend.application("approved", &[JPEG, PNG, WEBP]).await;
    let listed = list(&function).await;
    let addresses = listed[0]["photos_urls"].as_array().unwrap();
    assert_eq!(addresses.len(), 3);
    for (address, photo) in addresses.iter().zip([JPEG, PNG, WEBP]) {
        let address = address.as_str().unwrap();
        assert!(address.starts_with("/storage/v1/object/sign/host-applications/"), "{address}");
        let (_, bytes) = function.backend.without_key().file(address).await.unwrap();
        assert!(bytes == photo, "{address}");
        let (bare, _) = address.split_once('?').unwrap();
        assert_eq!(function.backend.without_key().file(bare).await, None, "the token opens it");
    }
}

/// Inserts applications named by their number `n`, each an hour older than the one before. `status` and `hotel` are SQL
/// expressions of `n`.
async fn apply(
    function: &AdministratorFunction,
    numbers: std::ops::RangeInclusive<u32>,
    status: &str,
    hotel: &str,
) {
    let (first, last) = (numbers.start(), numbers.end());
    let many = format!(
        "insert into host_applications (first_name, last_name, email, phone, property_type, property_name,
          address, city, photos_urls, created_at, status, hotel_id)
        select 'A', 'B', 'a@exemple.fr', '1', 'Villa', 'Villa ' || n, 'C', 'D', '{{a,b,c}}', now() - n * interval '1 hour',
          {status}, {hotel}
        from generate_series({first}, {last}) n"
    );
    function.backend.sql(&many).await;
}

fn names(listed: &[Value]) -> Vec<&str> {
    listed.iter().filter_map(|application| application["property_name"].as_str()).collect()
}

#[tokio::test]
async fn lists_newest_first_and_limits_completed_applications() {
    let function = start().await;
    assert_eq!(list(&function).await, Vec::<Value>::new());
    let hotels = "insert into hotels (id, name, city, location, price_per_night, images)
                  select n, 'Villa', 'Corte', 'Corte', 80, '{}' from generate_series(1, 510) n";
    function.backend.sql(hotels).await;
    let status = "case n % 2 when 0 then 'approved' else 'rejected' end";
    apply(&function, 1..=510, status, "case n % 2 when 0 then n end").await;
    let listed = list(&function).await;
    let expected: Vec<String> = (1..=500).map(|number| format!("Villa {number}")).collect();
    assert_eq!(names(&listed), expected);
    assert_eq!(listed[0]["photos_urls"], json!([]), "a photo that is gone has no address");
}

#[tokio::test]
async fn completed_applications_never_displace_open_ones() {
    let function = start().await;
    apply(&function, 1..=510, "'rejected'", "null").await;
    apply(&function, 601..=1200, "'pending'", "null").await;
    apply(&function, 1201..=1800, "'approved'", "null").await;
    let listed = list(&function).await;
    let expected: Vec<String> = (1..=500).chain(601..=1800).map(|number| format!("Villa {number}")).collect();
    assert_eq!(names(&listed), expected);
}

#[tokio::test]
async fn an_application_whose_hotel_was_deleted_is_open_again() {
    let function = start().await;
    let hotel = "insert into hotels (id, name, city, location, price_per_night, images)
                 values (9, 'Villa', 'Corte', 'Corte', 80, '{}')";
    function.backend.sql(hotel).await;
    apply(&function, 1..=510, "'rejected'", "null").await;
    apply(&function, 600..=600, "'approved'", "9").await;
    assert_eq!(list(&function).await.len(), 500);
    function.backend.sql("delete from hotels").await;
    let listed = list(&function).await;
    assert_eq!((listed.len(), names(&listed).last()), (501, Some(&"Villa 600")));
}

#[tokio::test]
async fn rejects_callers_who_are_not_administrators() {
    let function = start().await;
    function.backend.application("pending", &[JPEG; 3]).await;
    assert_administrators_only(&function.backend.database, &function.service, async |client| {
        client.get(PATH).await
    })
    .await;
}

#[tokio::test]
async fn accepts_the_public_key_only_with_open_to_public_key() {
    let function = start().await;
    let open = function.backend.function(BINARY, &[("OPEN_TO_PUBLIC_KEY", "true")]).await;
    open.client().bearer(&anon_key()).get(PATH).await.expect(200);
    open.client().get(PATH).await.expect_error(401, "unauthorized");
    open.client().bearer("abc").get(PATH).await.expect_error(401, "unauthorized");
    let marie = Person::create(&function.backend.database, "Marie", "Dupont").await;
    open.client().bearer(&marie.token).get(PATH).await.expect_error(403, "forbidden");
    function.service.client().bearer(&anon_key()).get(PATH).await.expect_error(401, "unauthorized");
}

#[tokio::test]
async fn responds_503_when_storage_is_down() {
    let function = start().await;
    function.backend.application("pending", &[JPEG; 3]).await;
    let alone = function.backend.function(BINARY, &[("SUPABASE_URL", "http://127.0.0.1:9")]).await;
    let client = alone.client().bearer(&function.administrator.token);
    client.get(PATH).await.expect_error(503, "service_unavailable");
}

#[tokio::test]
async fn reads_in_the_callers_role_so_that_policies_apply() {
    let function = start().await;
    function.backend.application("pending", &[JPEG, PNG, WEBP]).await;
    assert_eq!(list(&function).await.len(), 1);
    function.backend.sql("drop policy \"administrators read applications\" on host_applications").await;
    assert_eq!(list(&function).await.len(), 0);
}
