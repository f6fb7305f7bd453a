//! `upload-hotel-image` over HTTP, against a real Postgres and a real storage: call 14 of spec §7.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use service_test::pictures::{GIF, JPEG, LIMIT, PNG, WEBP, invalid_images, jpeg_of_size};
use service_test::{
    AdministratorFunction, Backend, Client, Form, Response, anon_key, assert_administrators_only,
    sorted_statuses,
};

const BINARY: &str = env!("CARGO_BIN_EXE_upload-hotel-image");
const PATH: &str = "/upload-hotel-image";

/// The function, and the hotel 105 with one image.
async fn start() -> AdministratorFunction {
    let function = AdministratorFunction::start(BINARY).await;
    let hotel = "insert into hotels (id, name, city, location, price_per_night, images)
                 values (105, 'Casa Paoli', 'Corte', 'Corte, Corse', 80, '{/first.webp}')";
    function.backend.sql(hotel).await;
    function
}

async fn upload(function: &AdministratorFunction, form: &Form) -> Response {
    function.client().post_form(PATH, form).await
}

async fn images(backend: &Backend) -> Vec<String> {
    let query = "select images from hotels where id = 105";
    backend.database.client().await.query_one(query, &[]).await.unwrap().get(0)
}

/// The number of images in the hotel's list, and of files in the bucket.
async fn kept(backend: &Backend) -> (usize, usize) {
    (images(backend).await.len(), backend.objects("hotel-images").await.len())
}

fn form(hotel: &str, picture: &[u8]) -> Form {
    Form::default().field("hotel_id", hotel).file("file", "photo.jpg", "image/jpeg", picture)
}

#[tokio::test]
async fn appends_a_public_image_to_the_hotels_list() {
    let function = start().await;
    for (picture, size) in [(JPEG, (240, 320)), (PNG, (240, 160)), (WEBP, (240, 160)), (GIF, (120, 90))] {
        let added = upload(&function, &form("105", picture)).await.expect(201).body;
        assert_eq!((&added["success"], &added["data"]["hotel_id"]), (&true.into(), &105.into()));
        let url = added["data"]["url"].as_str().unwrap();
        assert_eq!(images(&function.backend).await.last().unwrap(), url);
        let (mime, bytes) = function.backend.without_key().file(url).await.unwrap();
        assert_eq!(mime, "image/webp");
        assert!(!bytes.windows(4).any(|window| window.eq_ignore_ascii_case(b"exif")));
        let published = picture::identify(&bytes).unwrap();
        assert_eq!((published.width, published.height), size);
    }
    assert_eq!(images(&function.backend).await[0], "/first.webp");
    assert_eq!(kept(&function.backend).await, (5, 4));
}

#[tokio::test]
async fn ten_concurrent_uploads_are_all_listed() {
    let function = start().await;
    let other = function.backend.function(BINARY, &[]).await;
    let many = (0..10).map(|number| {
        let service = if number % 2 == 0 { &function.service } else { &other };
        let client = service.client().bearer(&function.administrator.token);
        async move { client.post_form(PATH, &form("105", PNG)).await }
    });
    assert_eq!(sorted_statuses(many).await, [201; 10]);
    assert_eq!(kept(&function.backend).await, (11, 10));
    let mut images = images(&function.backend).await;
    images.sort();
    images.dedup();
    assert_eq!(images.len(), 11, "each has a name of its own");
}

#[tokio::test]
async fn rejects_an_unknown_hotel_and_stores_nothing() {
    let function = start().await;
    for unknown in ["106", "9223372036854775807"] {
        let refused = upload(&function, &form(unknown, JPEG)).await;
        refused.expect_error(404, "hotel_not_found");
        assert_eq!(refused.body["success"], false);
    }
    for wrong in ["", "0", "-105", "1.5", "casa-paoli"] {
        upload(&function, &form(wrong, JPEG)).await.expect_error(400, "validation_failed");
    }
    assert_eq!(kept(&function.backend).await, (1, 0));
}

#[tokio::test]
async fn requires_exactly_one_file() {
    let function = start().await;
    let without = Form::default().field("hotel_id", "105");
    upload(&function, &without).await.expect_error(400, "validation_failed");
    let two = form("105", JPEG).file("file", "b.png", "image/png", PNG);
    upload(&function, &two).await.expect_error(400, "validation_failed");
    assert_eq!(kept(&function.backend).await, (1, 0));
}

#[tokio::test]
async fn rejects_files_that_are_not_images_and_stores_nothing() {
    let function = start().await;
    for (name, mime, bytes) in invalid_images() {
        let form = Form::default().field("hotel_id", "105").file("file", name, mime, &bytes);
        let refused = upload(&function, &form).await;
        let sentence = refused.expect_error(415, "not_an_image");
        assert_eq!(sentence, "Veuillez sélectionner uniquement des fichiers images.", "{name}");
    }
    assert_eq!(kept(&function.backend).await, (1, 0));
}

#[tokio::test]
async fn rejects_images_of_five_megabytes_or_more() {
    let function = start().await;
    let refused = upload(&function, &form("105", &jpeg_of_size(LIMIT))).await;
    refused.expect_error(413, "image_too_large");
    upload(&function, &form("105", &jpeg_of_size(LIMIT - 1))).await.expect(201);
    assert_eq!(kept(&function.backend).await, (2, 1));
}

#[tokio::test]
async fn allows_at_most_forty_images_also_under_concurrency() {
    let function = start().await;
    function.backend.sql("update hotels set images = array_fill('/x.webp'::text, array[37])").await;
    let many = (0..6).map(|_| {
        let client = function.client();
        async move { client.post_form(PATH, &form("105", WEBP)).await }
    });
    assert_eq!(sorted_statuses(many).await, [201, 201, 201, 409, 409, 409]);
    upload(&function, &form("105", WEBP)).await.expect_error(409, "too_many_images");
    assert_eq!(kept(&function.backend).await, (40, 3));
}

#[tokio::test]
async fn removes_the_image_when_the_update_fails() {
    let function = start().await;
    function.backend.sql("alter table hotels add check (cardinality(images) < 2)").await;
    upload(&function, &form("105", JPEG)).await.expect_error(500, "internal_error");
    assert_eq!(kept(&function.backend).await, (1, 0));
}

#[tokio::test]
async fn the_sweeper_removes_an_image_that_a_crash_left_unlisted() {
    let function = start().await;
    upload(&function, &form("105", PNG)).await.expect(201);
    let listed = images(&function.backend).await;
    // The process is killed while the update waits for a lock, after the image is stored.
    let mut client = function.backend.database.client().await;
    let lock = client.transaction().await.unwrap();
    lock.batch_execute("select from hotels for update").await.unwrap();
    let uploading = function.client();
    let broken = tokio::spawn(async move { uploading.post_form(PATH, &form("105", JPEG)).await });
    function.backend.wait_for_objects("hotel-images", 2).await;
    let AdministratorFunction { backend, service, .. } = function;
    service.kill().await;
    assert!(broken.await.is_err(), "no response after the kill");
    lock.rollback().await.unwrap();

    backend.sql("update storage.objects set created_at = now() - interval '61 minutes'").await;
    backend.sweep().await;
    assert_eq!((images(&backend).await, kept(&backend).await), (listed, (2, 1)));
}

#[tokio::test]
async fn rejects_callers_who_are_not_administrators() {
    let function = start().await;
    let call = async |client: Client| client.post_form(PATH, &form("105", JPEG)).await;
    assert_administrators_only(&function.backend.database, &function.service, call).await;
    // The client gets the response although it sends a large body first.
    let large = form("105", &jpeg_of_size(LIMIT - 1));
    function.service.client().post_form(PATH, &large).await.expect_error(401, "unauthorized");
    assert_eq!(kept(&function.backend).await, (1, 0));
    let open = function.backend.function(BINARY, &[("OPEN_TO_PUBLIC_KEY", "true")]).await;
    open.client().bearer(&anon_key()).post_form(PATH, &form("105", JPEG)).await.expect(201);
}

#[tokio::test]
async fn writes_in_the_callers_role_so_that_policies_apply() {
    let function = start().await;
    function.backend.sql("drop policy \"administrators update hotels\" on hotels").await;
    assert_ne!(upload(&function, &form("105", JPEG)).await.status, 201);
    assert_eq!(kept(&function.backend).await, (1, 0));
}
