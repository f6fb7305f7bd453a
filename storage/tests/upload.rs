//! §4.4 uploads: raw and as a form, overwriting, limits, and what stays behind when one fails.

mod support;

use hyper::Method;
use serde_json::json;
use support::{Form, Stack, eventually};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

const PATH: &str = "/object/files/photos/one.png";

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
    assert_eq!(stack.objects().len(), 1);
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
    assert_eq!(stack.objects().len(), 1);
    assert_eq!(stack.number("select count(*) from storage.loose_versions").await, 0);
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
    assert_eq!(stack.objects().len(), 1);
    assert_eq!(stack.number("select count(*) from storage.loose_versions").await, 0);
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
    assert_eq!((won, stack.objects().len()), (1, 1));
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
    assert_eq!(stack.number("select count(*) from storage.loose_versions").await, 0);
    assert!(!stack.files().iter().any(|file| file.to_string_lossy().contains("upload")));
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
    assert_eq!(stack.objects().len(), 1);
    assert_eq!(stack.number("select count(*) from storage.loose_versions").await, 0);
}

#[tokio::test]
async fn the_service_limits_size_also_in_the_middle_of_many_parts() {
    let stack = Stack::start_with(&[("FILE_SIZE_LIMIT", "11000000")]).await;
    stack.bucket(json!({ "name": "files" })).await;
    let form = Form::default().file("image/png", &vec![0; 12_000_000]);
    let answer = stack.service().upload_form(Method::POST, PATH, &form).await;
    answer.refusal("413", "EntityTooLarge");
    assert_eq!(stack.files(), Vec::<std::path::PathBuf>::new());
    assert_eq!(stack.number("select count(*) from storage.loose_versions").await, 0);
    assert_eq!(stack.number("select count(*) from storage.objects").await, 0);
}

#[tokio::test]
async fn the_bucket_limits_types() {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "files", "allowed_mime_types": ["image/*"] })).await;
    let service = stack.service();
    service.upload(PATH, "image/webp", "x").await.expect(200);
    let answer = service.upload("/object/files/page", "text/html", "x").await;
    assert_eq!(answer.refusal("415", "InvalidMimeType"), "mime type text/html is not supported");
    assert_eq!(answer.json()["error"], "invalid_mime_type");
}

#[tokio::test]
async fn an_unknown_bucket_takes_nothing() {
    let stack = Stack::start().await;
    let answer = stack.service().upload("/object/nowhere/a.png", "image/png", "x").await;
    assert_eq!(answer.refusal("404", "NoSuchBucket"), "Bucket not found");
    assert!(stack.objects().is_empty());
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
    assert_eq!(stack.objects().len(), 1);
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
    assert!(stack.objects().is_empty());
}

#[tokio::test]
async fn a_client_that_leaves_half_way_leaves_nothing() {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "files" })).await;
    start_upload(&stack, 9_000_000, 6_000_000).await;
    // The connection is closed now; the service notices, and removes what it had begun.
    eventually(async || stack.number("select count(*) from storage.loose_versions").await == 0).await;
    assert_eq!(stack.number("select count(*) from storage.objects").await, 0);
    assert!(stack.objects().is_empty());
}

#[tokio::test]
async fn what_a_crash_leaves_is_removed_by_the_next_collection() {
    let mut stack = Stack::start().await;
    stack.bucket(json!({ "name": "files" })).await;
    let form = Form::default().file("image/png", &vec![0; 6_000_000]);
    let whole = form.body().len();
    let _open = start_form(&stack, &form, whole - 100_000).await;
    eventually(async || stack.files().iter().any(|file| file.to_string_lossy().contains(".part-1"))).await;
    stack.kill_service().await;

    // Before its lease ends, the upload might still be alive.
    stack.collect_garbage().await;
    assert_eq!(stack.number("select count(*) from storage.loose_versions").await, 1);
    stack.sql("update storage.loose_versions set expires_at = now()").await;
    stack.collect_garbage().await;
    assert_eq!(stack.number("select count(*) from storage.loose_versions").await, 0);
    assert_eq!(stack.number("select count(*) from storage.objects").await, 0);
    assert_eq!(stack.files(), Vec::<std::path::PathBuf>::new());
}

#[tokio::test]
async fn a_crash_among_uploads_loses_nothing_that_was_acknowledged() {
    let mut stack = Stack::start().await;
    stack.bucket(json!({ "name": "files" })).await;
    let (acknowledge, mut acknowledged) = tokio::sync::mpsc::unbounded_channel();
    for worker in 0..8_u8 {
        let (service, acknowledge) =
            (stack.service().header("content-type", "image/png"), acknowledge.clone());
        tokio::spawn(async move {
            for number in 0.. {
                let path = format!("/object/files/{worker}-{number}.png");
                let Some(answer) = service.try_send(Method::POST, &path, vec![worker; 300_000]).await else {
                    return;
                };
                assert_eq!(answer.status, 200);
                acknowledge.send((path, worker)).unwrap();
            }
        });
    }
    drop(acknowledge);
    let mut stored = Vec::new();
    while stored.len() < 20 {
        stored.push(acknowledged.recv().await.unwrap());
    }
    stack.kill_service().await;
    while let Some(one) = acknowledged.recv().await {
        stored.push(one);
    }

    stack.restart_service().await;
    for (path, worker) in &stored {
        assert!(stack.service().get(path).await.expect(200).body == vec![*worker; 300_000], "{path}");
    }
    // What was under way is complete or gone, never half.
    stack.sql("update storage.loose_versions set expires_at = now()").await;
    stack.collect_garbage().await;
    let rows = stack.number("select count(*) from storage.objects").await;
    assert_eq!(stack.objects().len() as i64, rows);
    assert!(rows >= stored.len() as i64);
}

#[tokio::test]
async fn many_large_forms_at_once_stay_within_a_small_memory() {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "files" })).await;
    let idle = memory(&stack, "VmRSS:");
    let form = Form::default().file("image/png", &vec![7; 4_000_000]);
    let body = form.body();
    let uploads = (0..24).map(|number| {
        let service = stack.service().header("content-type", &form.content_type());
        let (path, body) = (format!("/object/files/{number}.png"), body.clone());
        tokio::spawn(async move { service.send(Method::POST, &path, body).await.status })
    });
    for upload in uploads.collect::<Vec<_>>() {
        assert_eq!(upload.await.unwrap(), 200);
    }
    let most = memory(&stack, "VmHWM:");
    assert!(most - idle < 64 * 1024, "{idle} KB idle, {most} KB at most");
    assert_eq!(stack.objects().len(), 24);
}

/// A figure of the service's process, in kilobytes.
fn memory(stack: &Stack, name: &str) -> i64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", stack.service_pid())).unwrap();
    let line = status.lines().find(|line| line.starts_with(name)).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

/// Announces a body of `length` bytes, sends `sent` of them and closes the connection.
async fn start_upload(stack: &Stack, length: usize, sent: usize) {
    let head = format!("Content-Type: image/png\r\nContent-Length: {length}\r\n");
    let mut connection = send_head(stack, &head).await;
    connection.write_all(&vec![0; sent]).await.unwrap();
    eventually(async || stack.number("select count(*) from storage.loose_versions").await == 1).await;
}

/// Sends the beginning of a form and keeps the connection open.
async fn start_form(stack: &Stack, form: &Form, sent: usize) -> TcpStream {
    let body = form.body();
    let head = format!("Content-Type: {}\r\nContent-Length: {}\r\n", form.content_type(), body.len());
    let mut connection = send_head(stack, &head).await;
    connection.write_all(&body[..sent]).await.unwrap();
    connection
}

async fn send_head(stack: &Stack, head: &str) -> TcpStream {
    let address = stack.nobody().address().trim_start_matches("http://").to_owned();
    let mut connection = TcpStream::connect(&address).await.unwrap();
    let token = service_test::service_role_key();
    let head =
        format!("POST {PATH} HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {token}\r\n{head}\r\n");
    connection.write_all(head.as_bytes()).await.unwrap();
    connection
}
