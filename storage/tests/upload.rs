//! §4.4 uploads: raw and as a form, overwriting, limits and rights.

mod support;

use hyper::Method;
use serde_json::json;
use support::{Form, Stack};

const PATH: &str = "/object/files/photos/one.png";
/// The beginning of one.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n and so on";

#[tokio::test]
async fn a_raw_upload_is_stored_with_its_type_and_cache_header() {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "files" })).await;
    let service = stack.service();

    let answer = service
        .header("cache-control", "max-age=60")
        .upload(PATH, "image/png", "bytes")
        .await
        .expect(200)
        .json();
    assert_eq!(answer["Key"], "files/photos/one.png");
    assert!(answer["Id"].is_string());

    let found = service.get(PATH).await.expect(200);
    assert_eq!(found.body, "bytes");
    assert_eq!(found.header("content-type"), "image/png");
    assert_eq!(found.header("cache-control"), "max-age=60");
}

#[tokio::test]
async fn a_form_upload_takes_its_fields_from_before_the_file() {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "files" })).await;
    let service = stack.service();

    let form = Form::default()
        .field("cacheControl", "3600")
        .field("metadata", r#"{"author":"Anna"}"#)
        .file("image/jpeg", b"a picture");
    service.upload_form(Method::POST, PATH, &form).await.expect(200);

    let info = service.get("/object/info/files/photos/one.png").await.expect(200).json();
    assert_eq!(info["content_type"], "image/jpeg");
    assert_eq!(info["cache_control"], "max-age=3600");
    assert_eq!(info["metadata"], json!({ "author": "Anna" }));
    assert_eq!(info["size"], 9);
    assert_eq!(service.get(PATH).await.expect(200).body, "a picture");
}

#[tokio::test]
async fn metadata_of_a_raw_upload_come_in_a_header() {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "files" })).await;
    let service = stack.service();
    // {"author":"Anna"}
    service.header("x-metadata", "eyJhdXRob3IiOiJBbm5hIn0=").upload(PATH, "image/png", "x").await.expect(200);
    let info = service.get("/object/info/files/photos/one.png").await.json();
    assert_eq!(info["metadata"], json!({ "author": "Anna" }));

    let answer =
        service.header("x-metadata", "{not base64}").upload("/object/files/b", "image/png", "x").await;
    assert_eq!(answer.refusal("400", "InvalidParameter"), "Invalid Parameter x-metadata");
}

#[tokio::test]
async fn metadata_that_the_database_cannot_keep_are_refused_before_the_bytes() {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "files" })).await;
    let service = stack.service();
    // The last: a backslash, and then letters.
    for (metadata, kept) in [
        (r#"{"author":"\u0000"}"#, false),
        (r#"{"authors":[{"\u0000":1}]}"#, false),
        (r#"{"author":"\\u0000"}"#, true),
    ] {
        let form = Form::default().field("metadata", metadata).file("image/png", b"x");
        let answer = service.upload_form(Method::POST, PATH, &form).await;
        if kept {
            answer.expect(200);
        } else {
            assert_eq!(answer.refusal("400", "InvalidParameter"), "Invalid Parameter metadata");
            assert!(stack.objects().await.is_empty());
        }
    }
    let search = json!({ "prefix": "", "search": "\0" });
    service.post("/object/list/files", search).await.refusal("400", "InvalidParameter");
}

#[tokio::test]
async fn what_search_engines_are_told_is_stored_with_the_file() {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "files" })).await;
    let told = stack.service().header("x-robots-tag", "googlebot: noindex, nofollow");
    told.upload("/object/files/raw", "text/plain", "x").await.expect(200);
    let form = Form::default().file("text/plain", b"x");
    told.upload_form(Method::POST, "/object/files/form", &form).await.expect(200);
    for path in ["/object/files/raw", "/object/files/form"] {
        let found = stack.service().get(path).await.expect(200);
        assert_eq!(found.header("x-robots-tag"), "googlebot: noindex, nofollow");
    }
    let kept = "select count(*) from storage.objects where metadata ->> 'xRobotsTag' = 'googlebot: noindex, nofollow'";
    assert_eq!(stack.number(kept).await, 2);

    let silent = stack.service().header("x-robots-tag", " ").header("x-upsert", "true");
    silent.upload("/object/files/raw", "text/plain", "x").await.expect(200);
    assert_eq!(stack.service().get("/object/files/raw").await.expect(200).header("x-robots-tag"), "none");
    let long = stack.service().header("x-robots-tag", &"a".repeat(256));
    long.upload("/object/files/long", "text/plain", "x").await.refusal("400", "InvalidRequest");
    assert_eq!(stack.objects().await.len(), 2);
}

#[tokio::test]
async fn an_empty_file_is_a_file() {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "files" })).await;
    let service = stack.service();
    service.upload("/object/files/raw", "text/plain", "").await.expect(200);
    service
        .upload_form(Method::POST, "/object/files/form", &Form::default().file("text/plain", b""))
        .await
        .expect(200);
    for path in ["/object/files/raw", "/object/files/form"] {
        let found = service.get(path).await.expect(200);
        assert_eq!((found.body.len(), found.header("content-length")), (0, "0"));
    }
}

#[tokio::test]
async fn a_second_upload_of_a_name_is_a_duplicate() {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "files" })).await;
    let service = stack.service();
    service.upload(PATH, "image/png", "first").await.expect(200);
    let answer = service.upload(PATH, "image/png", "second").await;
    assert_eq!(answer.refusal("409", "ResourceAlreadyExists"), "The resource already exists");
    assert_eq!(answer.json()["error"], "Duplicate");
    assert_eq!(service.get(PATH).await.body, "first");
    assert_eq!(stack.objects().await.len(), 1);
}

#[tokio::test]
async fn overwriting_leaves_one_version() {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "files" })).await;
    let service = stack.service();
    let first = service.upload(PATH, "image/png", "first").await.expect(200).json();
    let second =
        service.header("x-upsert", "true").upload(PATH, "text/plain", "second").await.expect(200).json();
    assert_eq!(first["Id"], second["Id"]);
    let third = service.header("content-type", "text/css").send(Method::PUT, PATH, "third").await.expect(200);
    assert_eq!(third.json()["Id"], first["Id"]);

    let found = service.get(PATH).await;
    assert_eq!((found.body.as_ref(), found.header("content-type")), (b"third".as_ref(), "text/css"));
    assert_eq!(stack.objects().await.len(), 1);
    assert_eq!(stack.number("select count(*) from storage.orphaned_blobs").await, 0);
}

#[tokio::test]
async fn many_overwrites_at_once_leave_one_row_and_one_file() {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "files" })).await;
    let service = stack.service().header("x-upsert", "true");
    let uploads = (0..20).map(|number| {
        let service = service.clone();
        tokio::spawn(
            async move { service.upload(PATH, "text/plain", format!("number {number}")).await.status },
        )
    });
    for upload in uploads.collect::<Vec<_>>() {
        assert_eq!(upload.await.unwrap(), 200);
    }
    stack.collect_all_garbage().await;
    assert_eq!(stack.objects().await.len(), 1);
    assert!(service.get(PATH).await.expect(200).body.starts_with(b"number "));
}

#[tokio::test]
async fn of_many_uploads_of_one_name_at_once_exactly_one_wins() {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "files" })).await;
    let service = stack.service();
    let uploads = (0..20).map(|_| {
        let service = service.clone();
        tokio::spawn(async move { service.upload(PATH, "text/plain", "x").await.status })
    });
    let mut won = 0;
    for upload in uploads.collect::<Vec<_>>() {
        won += usize::from(upload.await.unwrap() == 200);
    }
    stack.collect_all_garbage().await;
    assert_eq!((won, stack.objects().await.len()), (1, 1));
}

#[tokio::test]
async fn a_form_larger_than_one_part_arrives_whole() {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "files" })).await;
    let service = stack.service();
    let bytes: Vec<u8> = (0..13_000_001_u32).map(|number| (number % 251) as u8).collect();
    service.upload_form(Method::POST, PATH, &Form::default().file("image/png", &bytes)).await.expect(200);
    let found = service.get(PATH).await.expect(200);
    assert!(found.body == bytes);
    assert!(found.header("etag").ends_with("-3\""));
    // Neither parts nor lists of them stay.
    assert_eq!(stack.number("select count(*) from storage.orphaned_blobs").await, 0);
    assert!(!stack.files().await.iter().any(|file| file.contains("upload")));
}

#[tokio::test]
async fn a_large_raw_body_arrives_whole() {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "files" })).await;
    let bytes: Vec<u8> = (0..13_000_001_u32).map(|number| (number % 251) as u8).collect();
    stack.service().upload(PATH, "image/png", bytes.clone()).await.expect(200);
    assert!(stack.service().get(PATH).await.expect(200).body == bytes);
}

#[tokio::test]
async fn the_bucket_limits_size() {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "files", "file_size_limit": "1kb" })).await;
    let service = stack.service();
    service.upload("/object/files/fits", "text/plain", vec![b'x'; 1000]).await.expect(200);

    let raw = service.upload("/object/files/raw", "text/plain", vec![b'x'; 1001]).await;
    assert_eq!(raw.refusal("413", "EntityTooLarge"), "The object exceeded the maximum allowed size");
    let form = Form::default().file("text/plain", &[b'x'; 1001]);
    let form = service.upload_form(Method::POST, "/object/files/form", &form).await;
    form.refusal("413", "EntityTooLarge");
    assert_eq!(stack.objects().await.len(), 1);
    assert_eq!(stack.number("select count(*) from storage.orphaned_blobs").await, 0);
}

#[tokio::test]
async fn the_service_limits_size_also_in_the_middle_of_many_parts() {
    let stack = Stack::start_with(&[("FILE_SIZE_LIMIT", "11000000")]).await;
    stack.bucket(json!({ "name": "files" })).await;
    let form = Form::default().file("image/png", &vec![0; 12_000_000]);
    let answer = stack.service().upload_form(Method::POST, PATH, &form).await;
    answer.refusal("413", "EntityTooLarge");
    assert_eq!(stack.files().await, Vec::<String>::new());
    assert_eq!(stack.number("select count(*) from storage.orphaned_blobs").await, 0);
    assert_eq!(stack.number("select count(*) from storage.objects").await, 0);
}

#[tokio::test]
async fn the_bucket_limits_types() {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "files", "allowed_mime_types": ["image/*"] })).await;
    let service = stack.service();
    service.upload(PATH, "image/png", PNG).await.expect(200);
    let answer = service.upload("/object/files/page", "text/html", "x").await;
    assert_eq!(answer.refusal("415", "InvalidMimeType"), "mime type text/html is not supported");
    assert_eq!(answer.json()["error"], "invalid_mime_type");
}

#[tokio::test]
async fn the_type_is_the_one_that_the_client_declares_whatever_the_bytes_are() {
    let stack = Stack::start().await;
    stack
        .bucket(json!({ "name": "files", "public": true, "allowed_mime_types": ["image/png", "image/jpeg"] }))
        .await;
    let service = stack.service();
    let page = "<script>alert(1)</script>";
    service.upload("/object/files/page.png", "image/png", page).await.expect(200);
    service.upload("/object/files/one.jpg", "image/png", PNG).await.expect(200);
    let form = Form::default().field("contentType", "image/jpeg").file("text/html", page.as_bytes());
    service.upload_form(Method::POST, "/object/files/form.jpg", &form).await.expect(200);
    for (name, mimetype) in [("page.png", "image/png"), ("one.jpg", "image/png"), ("form.jpg", "image/jpeg")]
    {
        let found = stack.nobody().get(&format!("/object/public/files/{name}")).await.expect(200);
        assert_eq!(found.header("content-type"), mimetype);
        // A browser neither guesses another type nor runs a script.
        assert_eq!(found.header("x-content-type-options"), "nosniff");
        assert_eq!(found.header("content-security-policy"), "sandbox; default-src 'none'");
    }
    service.upload("/object/files/page", "text/html", page).await.refusal("415", "InvalidMimeType");
}

#[tokio::test]
async fn a_form_with_a_file_of_a_few_bytes_is_stored() {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "files" })).await;
    stack.bucket(json!({ "name": "images", "allowed_mime_types": ["image/png"] })).await;
    let service = stack.service();
    let beginning = PNG;
    for length in [0, 1, 7, 8, 9, 11, 12] {
        let form = Form::default().file("image/png", &beginning[..length]);
        for bucket in ["files", "images"] {
            let path = format!("/object/{bucket}/{length}.png");
            service.upload_form(Method::POST, &path, &form).await.expect(200);
            assert_eq!(service.get(&path).await.expect(200).body, beginning[..length]);
        }
    }
}

#[tokio::test]
async fn an_unknown_bucket_takes_nothing() {
    let stack = Stack::start().await;
    let answer = stack.service().upload("/object/nowhere/a.png", "image/png", "x").await;
    assert_eq!(answer.refusal("404", "NoSuchBucket"), "Bucket not found");
    assert!(stack.objects().await.is_empty());
}

#[tokio::test]
async fn only_a_policy_lets_others_upload() {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "files", "public": true })).await;
    let (anna, ben) = (uuid::Uuid::new_v4(), uuid::Uuid::new_v4());
    for client in [stack.anon(), stack.person(anna)] {
        let answer = client.upload(PATH, "image/png", "x").await;
        assert_eq!(answer.refusal("403", "AccessDenied"), "new row violates row-level security policy");
    }
    stack
        .sql(
            "create policy \"own folder\" on storage.objects for insert to authenticated
             with check ((storage.foldername(name))[1] = auth.uid()::text)",
        )
        .await;
    let path = format!("/object/files/{anna}/a.png");
    stack.person(ben).upload(&path, "image/png", "x").await.refusal("403", "AccessDenied");
    stack.anon().upload(&path, "image/png", "x").await.refusal("403", "AccessDenied");
    stack.person(anna).upload(&path, "image/png", "x").await.expect(200);
    let of_anna =
        format!("select count(*) from storage.objects where owner_id = '{anna}' and owner = '{anna}'");
    assert_eq!(stack.number(&of_anna).await, 1);
    // Overwriting needs more than the right to add.
    stack
        .person(anna)
        .header("x-upsert", "true")
        .upload(&path, "image/png", "y")
        .await
        .refusal("403", "AccessDenied");
    assert_eq!(stack.objects().await.len(), 1);
}

#[tokio::test]
async fn a_refused_upload_of_a_large_file_still_gets_its_answer() {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "files" })).await;
    let answer = stack.anon().upload(PATH, "image/png", vec![0; 8_000_000]).await;
    answer.refusal("403", "AccessDenied");
}

#[tokio::test]
async fn malformed_forms_are_refused() {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "files" })).await;
    let service = stack.service();
    let mut many = Form::default();
    for number in 0..12 {
        many = many.field(&format!("field{number}"), "x");
    }
    let large = Form::default().field("note", &"x".repeat(3_000_000)).file("text/plain", b"x");
    let bad = Form::default().field("metadata", "[1]").file("text/plain", b"x");
    for form in [Form::default().field("only", "fields"), many.file("text/plain", b"x"), large, bad] {
        assert_eq!(service.upload_form(Method::POST, PATH, &form).await.json()["statusCode"], "400");
    }
    assert!(stack.objects().await.is_empty());
}

#[tokio::test]
async fn a_database_that_takes_only_encrypted_connections_serves_as_well() {
    let stack = Stack::start_on(test_db::Database::encrypted().await, &[]).await;
    stack.bucket(json!({ "name": "files" })).await;
    stack.service().upload("/object/files/a.txt", "text/plain", "x").await.expect(200);
    let listed = stack.service().post("/object/list/files", json!({ "prefix": "" })).await.expect(200);
    assert_eq!(listed.json()[0]["name"], "a.txt");
}
