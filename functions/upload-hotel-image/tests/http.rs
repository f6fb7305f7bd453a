//! `upload-hotel-image` over HTTP, against a real Postgres and a real storage: call 14 of spec §7.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use service_test::pictures::{GIF, JPEG, LIMIT, PNG, WEBP, invalid_images, jpeg_of_size};
use service_test::{Backend, Form, Person, Response, Service, anon_key, assert_administrators_only};

const BINARY: &str = env!("CARGO_BIN_EXE_upload-hotel-image");
const PATH: &str = "/upload-hotel-image";

struct Stage {
    backend: Backend,
    service: Service,
    administrator: Person,
}

impl Stage {
    /// The hotel 105 with one image.
    async fn set() -> Stage {
        let backend = Backend::start(BINARY).await;
        let hotel = "insert into hotels (id, name, city, location, price_per_night, images)
                     values (105, 'Casa Paoli', 'Corte', 'Corte, Corse', 80, '{/first.webp}')";
        backend.sql(hotel).await;
        let service = backend.function(BINARY, &[]).await;
        let administrator = Person::administrator(&backend.database).await;
        Stage { backend, service, administrator }
    }

    async fn upload(&self, form: &Form) -> Response {
        self.service.client().bearer(&self.administrator.token).post_form(PATH, form).await
    }

    async fn images(&self) -> Vec<String> {
        let query = "select images from hotels where id = 105";
        self.backend.database.client().await.query_one(query, &[]).await.unwrap().get(0)
    }

    /// The number of images in the hotel's list and of files in the bucket.
    async fn kept(&self) -> (usize, usize) {
        (self.images().await.len(), self.backend.objects("hotel-images").await.len())
    }
}

fn form(hotel: &str, picture: &[u8]) -> Form {
    Form::default().field("hotel_id", hotel).file("file", "photo.jpg", "image/jpeg", picture)
}

#[tokio::test]
async fn appends_a_public_image_to_the_hotels_list() {
    let stage = Stage::set().await;
    for (picture, size) in [(JPEG, (240, 320)), (PNG, (240, 160)), (WEBP, (240, 160)), (GIF, (120, 90))] {
        let added = stage.upload(&form("105", picture)).await.expect(201).body;
        assert_eq!((&added["success"], &added["data"]["hotel_id"]), (&true.into(), &105.into()));
        let url = added["data"]["url"].as_str().unwrap();
        assert_eq!(stage.images().await.last().unwrap(), url);
        let (mime, bytes) = stage.backend.without_key().file(url).await.unwrap();
        assert_eq!(mime, "image/webp");
        assert!(!bytes.windows(4).any(|window| window.eq_ignore_ascii_case(b"exif")));
        let published = picture::identify(&bytes).unwrap();
        assert_eq!((published.width, published.height), size);
    }
    assert_eq!(stage.images().await[0], "/first.webp");
    assert_eq!(stage.kept().await, (5, 4));
}

#[tokio::test]
async fn ten_concurrent_uploads_are_all_listed() {
    let stage = Stage::set().await;
    let other = stage.backend.function(BINARY, &[]).await;
    let many = (0..10).map(|number| {
        let service = if number % 2 == 0 { &stage.service } else { &other };
        let client = service.client().bearer(&stage.administrator.token);
        tokio::spawn(async move { client.post_form(PATH, &form("105", PNG)).await.status.as_u16() })
    });
    for status in many.collect::<Vec<_>>() {
        assert_eq!(status.await.unwrap(), 201);
    }
    assert_eq!(stage.kept().await, (11, 10));
    let mut images = stage.images().await;
    images.sort();
    images.dedup();
    assert_eq!(images.len(), 11, "each has a name of its own");
}

#[tokio::test]
async fn rejects_an_unknown_hotel_and_stores_nothing() {
    let stage = Stage::set().await;
    for unknown in ["106", "9223372036854775807"] {
        let refused = stage.upload(&form(unknown, JPEG)).await;
        refused.expect_error(404, "hotel_not_found");
        assert_eq!(refused.body["success"], false);
    }
    for wrong in ["", "0", "-105", "1.5", "casa-paoli"] {
        stage.upload(&form(wrong, JPEG)).await.expect_error(400, "validation_failed");
    }
    assert_eq!(stage.kept().await, (1, 0));
}

#[tokio::test]
async fn requires_exactly_one_file() {
    let stage = Stage::set().await;
    let without = Form::default().field("hotel_id", "105");
    stage.upload(&without).await.expect_error(400, "validation_failed");
    let two = form("105", JPEG).file("file", "b.png", "image/png", PNG);
    stage.upload(&two).await.expect_error(400, "validation_failed");
    assert_eq!(stage.kept().await, (1, 0));
}

#[tokio::test]
async fn rejects_files_that_are_not_images_and_stores_nothing() {
    let stage = Stage::set().await;
    for (name, mime, bytes) in invalid_images() {
        let form = Form::default().field("hotel_id", "105").file("file", name, mime, &bytes);
        let refused = stage.upload(&form).await;
        let sentence = refused.expect_error(415, "not_an_image");
        assert_eq!(sentence, "Veuillez sélectionner uniquement des fichiers images.", "{name}");
    }
    assert_eq!(stage.kept().await, (1, 0));
}

#[tokio::test]
async fn rejects_images_of_five_megabytes_or_more() {
    let stage = Stage::set().await;
    let refused = stage.upload(&form("105", &jpeg_of_size(LIMIT))).await;
    refused.expect_error(413, "image_too_large");
    stage.upload(&form("105", &jpeg_of_size(LIMIT - 1))).await.expect(201);
    assert_eq!(stage.kept().await, (2, 1));
}

#[tokio::test]
async fn allows_at_most_forty_images_also_under_concurrency() {
    let stage = Stage::set().await;
    stage.backend.sql("update hotels set images = array_fill('/x.webp'::text, array[37])").await;
    let many = (0..6).map(|_| {
        let client = stage.service.client().bearer(&stage.administrator.token);
        tokio::spawn(async move { client.post_form(PATH, &form("105", WEBP)).await.status.as_u16() })
    });
    let mut statuses = Vec::new();
    for status in many.collect::<Vec<_>>() {
        statuses.push(status.await.unwrap());
    }
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 201, 201, 409, 409, 409]);
    stage.upload(&form("105", WEBP)).await.expect_error(409, "too_many_images");
    assert_eq!(stage.kept().await, (40, 3));
}

#[tokio::test]
async fn removes_the_image_when_the_update_fails() {
    let stage = Stage::set().await;
    stage.backend.sql("alter table hotels add check (cardinality(images) < 2)").await;
    stage.upload(&form("105", JPEG)).await.expect_error(500, "internal_error");
    assert_eq!(stage.kept().await, (1, 0));
}

#[tokio::test]
async fn the_sweeper_removes_an_image_that_a_crash_left_unlisted() {
    let stage = Stage::set().await;
    stage.upload(&form("105", PNG)).await.expect(201);
    let listed = stage.images().await;
    // The process is killed while the update waits for a lock, after the image is stored.
    let mut client = stage.backend.database.client().await;
    let lock = client.transaction().await.unwrap();
    lock.batch_execute("select from hotels for update").await.unwrap();
    let uploading = stage.service.client().bearer(&stage.administrator.token);
    let broken = tokio::spawn(async move { uploading.post_form(PATH, &form("105", JPEG)).await });
    stage.backend.wait_for_objects("hotel-images", 2).await;
    let Stage { backend, service, administrator } = stage;
    service.kill().await;
    assert!(broken.await.is_err(), "no response after the kill");
    lock.rollback().await.unwrap();

    backend.sql("update storage.objects set created_at = now() - interval '61 minutes'").await;
    backend.sweep().await;
    let service = backend.function(BINARY, &[]).await;
    let stage = Stage { backend, service, administrator };
    assert_eq!((stage.images().await, stage.kept().await), (listed, (2, 1)));
}

#[tokio::test]
async fn rejects_callers_who_are_not_administrators() {
    let stage = Stage::set().await;
    assert_administrators_only(&stage.backend.database, async |token| {
        let client = stage.service.client();
        token.map_or(client.clone(), |token| client.bearer(token)).post_form(PATH, &form("105", JPEG)).await
    })
    .await;
    // The client gets the response although it sends a large body first.
    let large = form("105", &jpeg_of_size(LIMIT - 1));
    stage.service.client().post_form(PATH, &large).await.expect_error(401, "unauthorized");
    assert_eq!(stage.kept().await, (1, 0));
    let open = stage.backend.function(BINARY, &[("OPEN_TO_PUBLIC_KEY", "true")]).await;
    open.client().bearer(&anon_key()).post_form(PATH, &form("105", JPEG)).await.expect(201);
}

#[tokio::test]
async fn writes_in_the_callers_role_so_that_policies_apply() {
    let stage = Stage::set().await;
    stage.backend.sql("drop policy \"administrators update hotels\" on hotels").await;
    assert_ne!(stage.upload(&form("105", JPEG)).await.status, 201);
    assert_eq!(stage.kept().await, (1, 0));
}
