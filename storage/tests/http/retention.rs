//! The retention of deleted objects' bytes, and of unreferenced files.

use crate::support::Stack;
use serde_json::json;

const WEEK: &str = "604800";
const PICTURE: &str = "hotels/1/11111111-1111-4111-8111-111111111111.webp";
const COPY: &str =
    "applications/22222222-2222-4222-8222-222222222222/33333333-3333-4333-8333-333333333333/0.webp";
const PHOTO: &str = "22222222-2222-4222-8222-222222222222/0.jpg";

/// A stack with the product's buckets and one file of each kind, none of which anything refers to yet.
async fn stack(grace: &str) -> Stack {
    let stack = Stack::start_with_product(&[("STORAGE_UNREFERENCED_GRACE", grace)]).await;
    stack.bucket(json!({ "name": "hotel-images", "public": true })).await;
    stack.bucket(json!({ "name": "host-applications" })).await;
    for (bucket, name) in [
        ("hotel-images", PICTURE),
        ("hotel-images", COPY),
        ("hotel-images", "villa-1.webp"),
        ("host-applications", PHOTO),
    ] {
        stack.service().upload(&format!("/object/{bucket}/{name}"), "image/webp", "x").await.expect(200);
    }
    stack
}

async fn advance_time(stack: &Stack, time: &str) {
    let sql = format!(
        "update storage.objects set created_at = created_at - interval '{time}';
         update storage.unreferenced_objects set since = since - interval '{time}'"
    );
    stack.sql(&sql).await;
}

async fn names(stack: &Stack) -> Vec<String> {
    let rows =
        stack.database.client().await.query("select name from storage.objects order by name", &[]).await;
    rows.unwrap().iter().map(|row| row.get(0)).collect()
}

/// A hotel that shows these addresses.
async fn hotel(stack: &Stack, id: i64, images: &[&str]) {
    let images: Vec<String> = images.iter().map(|image| (*image).to_owned()).collect();
    let insert = "insert into public.hotels (id, name, city, location, price_per_night, images)
                  values ($1, 'A Casetta', 'Zonza', 'Zonza', 85, $2)
                  on conflict (id) do update set images = excluded.images";
    stack.database.client().await.execute(insert, &[&id, &images]).await.unwrap();
}

async fn application(stack: &Stack, photos: &str) {
    let insert = format!(
        "insert into public.host_applications (id, first_name, last_name, email, phone, property_type, property_name,
           address, city, photos_urls)
         values ('22222222-2222-4222-8222-222222222222', 'A', 'B', 'a@example.com', '1', 'Villa', 'C', 'D', 'E', '{photos}')"
    );
    stack.sql(&insert).await;
}

#[tokio::test]
async fn keeps_the_bytes_of_deleted_objects_for_the_retention() {
    let stack = Stack::start_with(&[("STORAGE_DELETED_RETENTION", WEEK)]).await;
    stack.bucket(json!({ "name": "files" })).await;
    let service = stack.service();
    service.upload("/object/files/deleted", "text/plain", "deleted").await.expect(200);
    service.upload("/object/files/replaced", "text/plain", "first").await.expect(200);
    // A dump of the rows at this point in time.
    stack
        .sql("create table dump as select id, bucket_id, name, version, metadata from storage.objects")
        .await;
    service
        .header("x-upsert", "true")
        .upload("/object/files/replaced", "text/plain", "second")
        .await
        .expect(200);
    service.delete("/object/files/deleted").await.expect(200);
    stack.sweep_successfully().await;
    assert_eq!(stack.objects_without_waiting().await.len(), 3);
    let waiting = "select count(*) from storage.orphaned_blobs
                   where expires_at between now() + interval '6 days' and now() + interval '7 days'";
    assert_eq!(stack.number(waiting).await, 2);

    stack
        .sql(
            "set storage.allow_delete_query = 'true'; delete from storage.objects;
             insert into storage.objects (id, bucket_id, name, version, metadata) select * from dump",
        )
        .await;
    // The restored rows reference their bytes again, so the due orphans are dequeued.
    stack.sql("update storage.orphaned_blobs set expires_at = expires_at - interval '7 days'").await;
    stack.sweep_successfully().await;
    assert_eq!(service.get("/object/files/deleted").await.expect(200).body, "deleted");
    assert_eq!(service.get("/object/files/replaced").await.expect(200).body, "first");
}

#[tokio::test]
async fn removes_the_bytes_after_the_retention() {
    let stack = Stack::start_with(&[("STORAGE_DELETED_RETENTION", WEEK)]).await;
    stack.bucket(json!({ "name": "files" })).await;
    stack.service().upload("/object/files/a", "text/plain", "x").await.expect(200);
    stack.service().delete("/object/files/a").await.expect(200);
    stack.sql("update storage.orphaned_blobs set expires_at = expires_at - interval '7 days'").await;
    stack.sweep_successfully().await;
    assert!(stack.objects_without_waiting().await.is_empty());
}

#[tokio::test]
async fn a_failed_upload_has_no_retention() {
    let variables = [("STORAGE_DELETED_RETENTION", WEEK), ("FILE_SIZE_LIMIT", "6000000")];
    let stack = Stack::start_with(&variables).await;
    stack.bucket(json!({ "name": "files" })).await;
    let form = crate::support::Form::default().file("", "blob", "text/plain", &vec![b'x'; 7_000_000]);
    let rejected = stack.service().upload_form(hyper::Method::POST, "/object/files/a", &form).await;
    rejected.expect_error("413", "EntityTooLarge");
    assert!(stack.files().await.is_empty());
}

#[tokio::test]
async fn deletes_unreferenced_files_after_the_grace_period() {
    let stack = stack(WEEK).await;
    stack.sweep_successfully().await;
    let marked = "select count(*) from storage.unreferenced_objects";
    assert_eq!(stack.number(marked).await, 0, "a row may be about to refer to a new file");

    advance_time(&stack, "2 hours").await;
    stack.sweep_successfully().await;
    assert_eq!((stack.number(marked).await, names(&stack).await.len()), (3, 4));
    advance_time(&stack, "6 days 23 hours").await;
    stack.sweep_successfully().await;
    assert_eq!(names(&stack).await.len(), 4);
    advance_time(&stack, "1 hour").await;
    stack.sweep_successfully().await;
    assert_eq!(names(&stack).await, ["villa-1.webp"], "files outside of reference scopes are kept");
    assert_eq!((stack.number(marked).await, stack.objects().await.len()), (0, 1));
}

#[tokio::test]
async fn keeps_referenced_files() {
    let stack = stack("0").await;
    hotel(
        &stack,
        1,
        &[
            &format!("https://isula.example/storage/v1/render/image/public/hotel-images/{PICTURE}?width=800"),
            &format!("/storage/v1/object/public/hotel-images/{COPY}"),
        ],
    )
    .await;
    application(&stack, &format!("{{{PHOTO},b,c}}")).await;
    assert_eq!(stack.number("select count(*) from storage.object_references").await, 3);
    advance_time(&stack, "2 hours").await;
    stack.sweep_successfully().await;
    assert_eq!(names(&stack).await.len(), 4);

    // Another hotel still refers to the picture of the deleted one.
    hotel(&stack, 2, &[&format!("/storage/v1/object/public/hotel-images/{PICTURE}")]).await;
    stack.sql("delete from public.hotels where id = 1; delete from public.host_applications").await;
    stack.sweep_successfully().await;
    assert_eq!(names(&stack).await, [PICTURE, "villa-1.webp"]);
    stack.sql("truncate public.hotels cascade").await;
    stack.sweep_successfully().await;
    assert_eq!(names(&stack).await, ["villa-1.webp"]);
}

#[tokio::test]
async fn a_reference_that_returns_in_time_restarts_the_grace_period() {
    let stack = stack(WEEK).await;
    let ours = format!("/storage/v1/object/public/hotel-images/{PICTURE}");
    hotel(&stack, 1, &[&ours]).await;
    advance_time(&stack, "30 days").await;
    hotel(&stack, 1, &["https://cdn.example/a.webp"]).await;
    stack.sweep_successfully().await;
    advance_time(&stack, "6 days").await;
    stack.sweep_successfully().await;
    assert!(names(&stack).await.contains(&PICTURE.to_owned()));
    // The grace period restarts, even if no sweep ran while the reference existed.
    hotel(&stack, 1, &[&ours]).await;
    hotel(&stack, 1, &["https://cdn.example/a.webp"]).await;
    advance_time(&stack, "6 days").await;
    stack.sweep_successfully().await;
    assert!(names(&stack).await.contains(&PICTURE.to_owned()));
}

#[tokio::test]
async fn a_restore_without_triggers_keeps_referenced_files() {
    let stack = stack("0").await;
    stack.sql("alter table public.hotels disable trigger all").await;
    hotel(&stack, 1, &[&format!("/storage/v1/object/public/hotel-images/{PICTURE}")]).await;
    stack.sql("alter table public.hotels enable trigger all").await;
    advance_time(&stack, "2 hours").await;
    stack.sweep_successfully().await;
    assert_eq!(names(&stack).await, [PICTURE, "villa-1.webp"]);
}

#[tokio::test]
async fn keeps_a_file_that_becomes_referenced_during_the_sweep() {
    let stack = stack("0").await;
    advance_time(&stack, "2 hours").await;
    let mut client = stack.database.client().await;
    let joining = client.transaction().await.unwrap();
    joining
        .batch_execute(&format!(
            "insert into public.hotels (name, city, location, price_per_night, images)
             values ('A Casetta', 'Zonza', 'Zonza', 85, '{{/storage/v1/object/public/hotel-images/{PICTURE}}}')"
        ))
        .await
        .unwrap();
    stack.sweep_successfully().await;
    joining.commit().await.unwrap();
    stack.sweep_successfully().await;
    assert_eq!(names(&stack).await, [PICTURE, "villa-1.webp"]);
}
