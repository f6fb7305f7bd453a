//! No statement of the service scans a large table, however many objects and open uploads there are.

use crate::s3_protocol::client as s3_client;
use crate::support::{Client, Stack, TusUpload, eventually};
use hyper::Method;
use serde_json::{Value, json};
use test_db::Database;
use uuid::Uuid;

/// 100,000 objects in one bucket, half of them in 50 folders, and 10,000 resumable uploads in their middle. Triggers that
/// check foreign keys would take longer than the rest.
const FILL: &str = "
    set session_replication_role = replica;
    insert into storage.buckets (id, name) values ('files', 'files');
    insert into storage.objects (bucket_id, name, version)
    select 'files', case when n % 2 = 0 then 'folder' || n % 100 || '/' else '' end || n, md5('object' || n)::uuid
    from generate_series(1, 100000) as n;
    insert into storage.resumable_uploads
      (version, bucket_id, name, metadata, length, part_bytes, upload_offset, expires_at)
    select md5('upload' || n)::uuid, 'files', 'upload' || n, '', 12582912, 6291456, 6291456, now() + interval '1 day'
    from generate_series(1, 10000) as n;
    insert into storage.resumable_upload_parts (version, part_number, etag)
    select md5('upload' || n)::uuid, 1, 'etag' from generate_series(1, 10000) as n;
    insert into storage.orphaned_blobs (version, expires_at)
    select md5('upload' || n)::uuid, now() + interval '1 day' from generate_series(1, 10000) as n;
    analyze storage.objects, storage.resumable_uploads, storage.resumable_upload_parts, storage.orphaned_blobs;
    create policy \"files\" on storage.objects to authenticated using (bucket_id = 'files') with check (bucket_id = 'files')";
/// After five executions of a prepared statement on a connection, Postgres may choose a plan for any parameters. The
/// requests take the connections of the pool in turn.
const ROUNDS: usize = 24;
/// What sequential scans of one table may read in all: whether a bucket is empty can be seen from its first row.
const MAX_ROWS: i64 = 100;

#[tokio::test]
async fn no_statement_scans_a_large_table() {
    let database = Database::platform().await;
    database.client().await.batch_execute(FILL).await.unwrap();
    let keys = [
        ("S3_PROTOCOL_ACCESS_KEY_ID", s3_client::KEY_ID),
        ("S3_PROTOCOL_ACCESS_KEY_SECRET", s3_client::SECRET),
    ];
    let mut stack = Stack::start_on(database, &keys).await;
    let person = stack.person(Uuid::new_v4());
    for round in 0..ROUNDS {
        let client = if round % 2 == 0 { stack.service() } else { person.clone() };
        write_and_read(&client, &format!("new/{round}")).await;
        upload_resumably(&client, &format!("resumable/{round}")).await;
        list(&client).await;
        empty_and_delete_buckets(&stack.service(), &format!("empty-{round}")).await;
        use_s3(&s3_client::service(&stack), &format!("s3/{round}")).await;
    }
    stack.sweep_successfully().await;
    // A backend reports its statistics at the latest when it ends.
    stack.kill_service().await;
    let backends = "select count(*) from pg_stat_activity
                    where application_name = 'storage' and datname = current_database()";
    eventually(async || stack.number(backends).await == 0).await;
    let scanned = "select coalesce(sum(seq_tup_read), 0)::bigint from pg_stat_user_tables
                   where schemaname = 'storage' and relname = $1";
    let client = stack.database.client().await;
    for table in ["objects", "resumable_uploads", "resumable_upload_parts", "orphaned_blobs"] {
        let rows: i64 = client.query_one(scanned, &[&table]).await.unwrap().get(0);
        assert!(rows < MAX_ROWS, "sequential scans read {rows} rows of {table}");
    }
}

async fn write_and_read(client: &Client, name: &str) {
    let object = format!("/object/files/{name}");
    client.upload(&object, "text/plain", "one").await.expect(200);
    client.get(&format!("/object/authenticated/files/{name}")).await.expect(200);
    client.get(&format!("/object/info/files/{name}")).await.expect(200);
    client.post(&format!("/object/sign/files/{name}"), json!({ "expiresIn": 60 })).await.expect(200);
    client.post("/object/sign/files", json!({ "expiresIn": 60, "paths": [name, "1"] })).await.expect(200);
    let to = |from: &str, to: &str| json!({ "bucketId": "files", "sourceKey": format!("{name}{from}"), "destinationKey": format!("{name}{to}") });
    client.post("/object/copy", to("", "-copy")).await.expect(200);
    client.post("/object/move", to("-copy", "-moved")).await.expect(200);
    client.delete(&format!("{object}-moved")).await.expect(200);
    client.json(Method::DELETE, "/object/files", json!({ "prefixes": [name] })).await.expect(200);
}

async fn upload_resumably(client: &Client, name: &str) {
    let upload = TusUpload::create(client, "files", name, 4).await;
    upload.patch(client, 0, b"ab").await.expect(204);
    assert_eq!(upload.offset(client).await, 2);
    upload.patch(client, 2, b"cd").await.expect(204);
    let given_up = TusUpload::create(client, "files", &format!("{name}-given-up"), 4).await;
    given_up.delete(client).await.expect(204);
}

/// Lists by name. Those by time read all names below the prefix.
async fn list(client: &Client) {
    let one = async |path: &str, body: Value| client.post(path, body).await.expect(200).json();
    let top = one("/object/list/files", json!({ "prefix": "", "limit": 20 })).await;
    assert_eq!(top.as_array().unwrap().len(), 20);
    let folder = one("/object/list/files", json!({ "prefix": "folder22", "limit": 20, "offset": 20 })).await;
    assert_eq!(folder.as_array().unwrap().len(), 20);
    for (prefix, with_delimiter, order) in
        [("", false, "asc"), ("", true, "asc"), ("", true, "desc"), ("folder22/", true, "asc")]
    {
        let sort = json!({ "column": "name", "order": order });
        let body = json!({ "prefix": prefix, "limit": 20, "with_delimiter": with_delimiter, "sortBy": sort });
        let page = one("/object/list-v2/files", body.clone()).await;
        let mut next = body;
        next["cursor"] = page["nextCursor"].clone();
        assert_eq!(one("/object/list-v2/files", next).await["hasNext"], true);
    }
}

async fn empty_and_delete_buckets(client: &Client, name: &str) {
    client.post("/bucket", json!({ "name": name })).await.expect(200);
    client.get("/bucket").await.expect(200);
    client.post(&format!("/bucket/{name}/empty"), json!({})).await.expect(200);
    client.delete(&format!("/bucket/{name}")).await.expect(200);
    client.delete("/bucket/files").await.expect_error("409", "ResourceNotEmpty");
}

async fn use_s3(client: &aws_sdk_s3::Client, key: &str) {
    let listed = client.list_objects_v2().bucket("files").delimiter("/").max_keys(20).send().await.unwrap();
    assert_eq!(listed.is_truncated(), Some(true));
    let begun = client.create_multipart_upload().bucket("files").key(key).send().await.unwrap();
    let id = begun.upload_id().unwrap();
    client.list_multipart_uploads().bucket("files").send().await.unwrap();
    client.abort_multipart_upload().bucket("files").key(key).upload_id(id).send().await.unwrap();
}
