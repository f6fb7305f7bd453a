//! `create-hotel-from-application` over HTTP, against a real Postgres and a real storage: call 13 of spec §7.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use serde_json::{Value, json};
use service_test::pictures::{GIF, JPEG, PNG, WEBP};
use service_test::{
    AdministratorFunction, Backend, Response, anon_key, assert_administrators_only, sorted_statuses,
};

const BINARY: &str = env!("CARGO_BIN_EXE_create-hotel-from-application");
const PATH: &str = "/create-hotel-from-application";

async fn start() -> AdministratorFunction {
    AdministratorFunction::start(BINARY).await
}

async fn create(function: &AdministratorFunction, id: &str) -> Response {
    function.client().post(PATH, json!({ "applicationId": id })).await
}

async fn hotels(backend: &Backend) -> i64 {
    backend.number("select count(*) from hotels").await
}

/// The number of hotels, and of files in the bucket of their images.
async fn kept(backend: &Backend) -> (i64, usize) {
    (hotels(backend).await, backend.objects("hotel-images").await.len())
}

#[tokio::test]
async fn creates_a_public_hotel_with_the_fields_of_its_application() {
    let function = start().await;
    let id = function.backend.application("approved", &[JPEG, PNG, WEBP, GIF]).await;
    let created = create(&function, &id).await.expect(201).body;
    assert_eq!((&created["success"], &created["data"]["name"]), (&json!(true), &json!("A Casetta")));

    let listed = function
        .backend
        .public_key()
        .get("/rest/v1/hotels?select=*&is_active=eq.true")
        .await
        .expect(200)
        .body;
    let hotel = &listed[0];
    let expected = json!({
        "id": created["data"]["id"], "name": "A Casetta", "city": "Zonza", "location": "3 chemin du Maquis, Zonza",
        "description": "Une maison de pierre.", "amenities": ["Jardin", "Parking"], "price_per_night": 85.5,
        "property_type": "gite", "is_active": true, "rating": 0, "reviews_count": 0,
    });
    for (name, value) in expected.as_object().unwrap() {
        let same = hotel[name] == *value || hotel[name].as_f64() == value.as_f64() && value.is_number();
        assert!(same, "{name}: {}", hotel[name]);
    }
    assert_eq!(hotel["images"].as_array().unwrap().len(), 4);
    let noted = "select hotel_id from host_applications";
    assert_eq!(Some(function.backend.number(noted).await), hotel["id"].as_i64());
}

#[tokio::test]
async fn publishes_the_photos_without_metadata() {
    let function = start().await;
    let id = function.backend.application("approved", &[JPEG, PNG, WEBP, GIF]).await;
    assert!(JPEG.windows(4).any(|bytes| bytes == b"Exif"), "the photo tells where it was taken");
    let created = create(&function, &id).await.expect(201).body;
    let images = created["data"]["images"].as_array().unwrap();
    // The first one needs the rotation of its metadata.
    for (image, (width, height)) in images.iter().zip([(240, 320), (240, 160), (240, 160), (120, 90)]) {
        let address = image.as_str().unwrap();
        assert!(address.starts_with("/storage/v1/object/public/hotel-images/"), "{address}");
        let (mime, bytes) = function.backend.without_key().file(address).await.unwrap();
        assert_eq!(mime, "image/webp");
        assert!(!bytes.windows(4).any(|window| window.eq_ignore_ascii_case(b"exif")), "{address}");
        let published = picture::identify(&bytes).unwrap();
        assert_eq!((published.width, published.height), (width, height), "{address}");
    }
}

#[tokio::test]
async fn a_second_call_returns_the_existing_hotel() {
    let function = start().await;
    let id = function.backend.application("approved", &[JPEG; 3]).await;
    let created = create(&function, &id).await.expect(201).body["data"].clone();
    let again = create(&function, &id).await;
    let sentence = again.expect_error(409, "hotel_already_exists");
    assert!(sentence.contains("existe déjà"), "{sentence}");
    assert_eq!((&again.body["success"], &again.body["data"]), (&json!(false), &created));
    assert_eq!(hotels(&function.backend).await, 1);
}

#[tokio::test]
async fn twenty_concurrent_calls_create_one_hotel() {
    let function = start().await;
    let id = function.backend.application("approved", &[JPEG, PNG, WEBP]).await;
    // Two processes, because several copies may share one database.
    let other = function.backend.function(BINARY, &[]).await;
    let many = (0..20).map(|number| {
        let service = if number % 2 == 0 { &function.service } else { &other };
        let client = service.client().bearer(&function.administrator.token);
        let body = json!({ "applicationId": id });
        async move { client.post(PATH, body).await }
    });
    assert_eq!(sorted_statuses(many).await, [vec![201], vec![409; 19]].concat());
    assert_eq!(kept(&function.backend).await, (1, 3));
}

#[tokio::test]
async fn rejects_an_application_that_is_not_approved() {
    let function = start().await;
    for status in ["pending", "rejected"] {
        let id = function.backend.application(status, &[JPEG; 3]).await;
        let refused = create(&function, &id).await;
        refused.expect_error(409, "application_not_approved");
        assert_eq!(refused.body["success"], false);
    }
    for unknown in ["00000000-0000-4000-8000-000000000000", "7"] {
        create(&function, unknown).await.expect_error(404, "application_not_found");
    }
    let client = function.client();
    for wrong in [json!({}), json!({ "applicationId": 7 }), json!({ "applicationId": "" })] {
        client.post(PATH, wrong).await.expect_error(400, "validation_failed");
    }
    assert_eq!(kept(&function.backend).await, (0, 0));
}

#[tokio::test]
async fn a_deleted_hotel_can_be_created_again() {
    let function = start().await;
    let id = function.backend.application("approved", &[JPEG; 3]).await;
    let first = create(&function, &id).await.expect(201).body["data"]["id"].clone();
    function.backend.sql("delete from hotels").await;
    let second = create(&function, &id).await.expect(201).body["data"]["id"].clone();
    assert_ne!(first, second);
    assert_eq!(hotels(&function.backend).await, 1);
}

#[tokio::test]
async fn removes_the_images_when_storage_rejects_one() {
    let function = start().await;
    let id = function.backend.application("approved", &[JPEG, PNG, WEBP]).await;
    // Storage rejects the third image after it stored two.
    function
        .backend
        .sql("alter table storage.objects add constraint two check (name not like 'app%/2.webp')")
        .await;
    create(&function, &id).await.expect_error(503, "service_unavailable");
    assert_eq!(kept(&function.backend).await, (0, 0));
    function.backend.sql("alter table storage.objects drop constraint two").await;
    create(&function, &id).await.expect(201);
    assert_eq!(kept(&function.backend).await, (1, 3));
}

#[tokio::test]
async fn removes_the_images_when_the_insert_fails() {
    let function = start().await;
    let id = function.backend.application("approved", &[JPEG, PNG, WEBP]).await;
    function.backend.sql("alter table hotels add check (city <> 'Zonza')").await;
    create(&function, &id).await.expect_error(500, "internal_error");
    assert_eq!(kept(&function.backend).await, (0, 0));
}

#[tokio::test]
async fn after_a_crash_the_next_call_creates_the_hotel_and_the_sweeper_removes_the_orphans() {
    let function = start().await;
    let id = function.backend.application("approved", &[JPEG, PNG, WEBP]).await;
    // The process is killed while the insert waits for a lock, after the images are stored.
    let mut client = function.backend.database.client().await;
    let lock = client.transaction().await.unwrap();
    lock.batch_execute("select from host_applications for update").await.unwrap();
    let creating = function.client();
    let body = json!({ "applicationId": id });
    let broken = tokio::spawn(async move { creating.post(PATH, body).await });
    function.backend.wait_for_objects("hotel-images", 3).await;
    let AdministratorFunction { backend, service, administrator } = function;
    service.kill().await;
    assert!(broken.await.is_err(), "no response after the kill");
    lock.rollback().await.unwrap();
    assert_eq!(hotels(&backend).await, 0);

    let left = backend.objects("hotel-images").await;
    // The sweeper spares files of the last hour, which may belong to a hotel that is being created.
    backend.sweep().await;
    let service = backend.function(BINARY, &[]).await;
    assert_eq!(backend.objects("hotel-images").await, left);
    let client = service.client().bearer(&administrator.token);
    let created = client.post(PATH, json!({ "applicationId": id })).await.expect(201).body;
    backend.sql("update storage.objects set created_at = now() - interval '61 minutes'").await;
    backend.sweep().await;
    let kept = backend.objects("hotel-images").await;
    assert!(kept.len() == 3 && kept.iter().all(|name| !left.contains(name)), "{kept:?}");
    for image in created["data"]["images"].as_array().unwrap() {
        assert!(backend.without_key().file(image.as_str().unwrap()).await.is_some(), "{image}");
    }
}

#[tokio::test]
async fn the_sweeper_removes_only_images_that_no_hotel_lists() {
    let function = start().await;
    let folder = "applications/00000000-0000-4000-8000-000000000000";
    let listed = [format!("{folder}/0.webp"), format!("{folder}/{}/1.webp", &folder[13..])];
    let unlisted = [format!("{folder}/2.webp"), format!("{folder}/{}/0.webp", &folder[13..])];
    let of_others = [format!("{folder}/plan.webp"), "applications/0.webp".to_owned(), "0.webp".to_owned()];
    for name in listed.iter().chain(&unlisted).chain(&of_others) {
        let upload = function.backend.service_key().header("content-type", "image/webp");
        let path = format!("/storage/v1/object/hotel-images/{name}");
        upload.send(hyper::Method::POST, &path, WEBP.to_vec()).await.expect(200);
    }
    let hotel = format!(
        "insert into hotels (name, city, location, price_per_night, images)
         values ('A Casetta', 'Zonza', 'Zonza', 85, array[
           'https://isula.example/storage/v1/render/image/public/hotel-images/{}?width=800',
           '/storage/v1/object/public/hotel-images/{}'])",
        listed[0], listed[1]
    );
    function.backend.sql(&hotel).await;
    function.backend.sql("update storage.objects set created_at = now() - interval '61 minutes'").await;
    function.backend.sweep().await;
    let (mut kept, mut expected) =
        (function.backend.objects("hotel-images").await, [listed.to_vec(), of_others.to_vec()].concat());
    kept.sort();
    expected.sort();
    assert_eq!(kept, expected);
}

#[tokio::test]
async fn skips_a_damaged_or_missing_photo() {
    let function = start().await;
    let id = function.backend.application("approved", &[JPEG, &JPEG[..900], PNG, WEBP]).await;
    let gone = json!({ "prefixes": [format!("{id}/3.webp")] });
    let client = function.backend.service_key().header("content-type", "application/json");
    client
        .send(hyper::Method::DELETE, "/storage/v1/object/host-applications", gone.to_string())
        .await
        .expect(200);
    let images = create(&function, &id).await.expect(201).body["data"]["images"].clone();
    let names: Vec<&str> =
        images.as_array().unwrap().iter().filter_map(|image| image.as_str()?.rsplit('/').next()).collect();
    assert_eq!(names, ["0.webp", "2.webp"]);
}

#[tokio::test]
async fn rejects_callers_who_are_not_administrators() {
    let function = start().await;
    let id = function.backend.application("approved", &[JPEG; 3]).await;
    let body: Value = json!({ "applicationId": id });
    assert_administrators_only(&function.backend.database, &function.service, async |client| {
        client.post(PATH, body.clone()).await
    })
    .await;
    assert_eq!(kept(&function.backend).await, (0, 0));
    let open = function.backend.function(BINARY, &[("OPEN_TO_PUBLIC_KEY", "true")]).await;
    open.client().bearer(&anon_key()).post(PATH, body).await.expect(201);
}

#[tokio::test]
async fn writes_in_the_callers_role_so_that_policies_apply() {
    let function = start().await;
    let id = function.backend.application("approved", &[JPEG, PNG, WEBP]).await;
    function.backend.sql("drop policy \"administrators insert hotels\" on hotels").await;
    create(&function, &id).await.expect_error(500, "internal_error");
    assert_eq!(kept(&function.backend).await, (0, 0));
}
