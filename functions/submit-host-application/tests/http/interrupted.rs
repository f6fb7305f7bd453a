//! Interrupted applications leave neither a row without photos nor photos without a row.

use crate::stage::{BINARY, PATH, Stage, form};
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpSocket, TcpStream};

/// Sends a form without its last thousand bytes, from this local address.
async fn stalled(stage: &Stage, address: [u8; 4]) -> TcpStream {
    let form = form(&[]);
    let body = form.body();
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind((address, 0).into()).unwrap();
    let service = stage.service.address().trim_start_matches("http://").parse().unwrap();
    let mut connection = socket.connect(service).await.unwrap();
    let head = format!(
        "POST {PATH} HTTP/1.1\r\nHost: isula\r\nContent-Type: {}\r\nContent-Length: {}\r\n\r\n",
        form.content_type(),
        body.len()
    );
    connection.write_all(head.as_bytes()).await.unwrap();
    connection.write_all(&body[..body.len() - 1000]).await.unwrap();
    connection
}

#[tokio::test]
async fn stalled_forms_do_not_block_other_addresses() {
    let stage = Stage::set().await;
    let mut connections = Vec::new();
    for number in 0..40 {
        connections.push(stalled(&stage, [127, 0, 0, 2 + number % 2]).await);
    }
    let received = || stage.service.log().iter().filter(|line| line["message"] == "received").count();
    let deadline = tokio::time::Instant::now() + std::time::Duration::from_secs(60);
    while received() < 40 {
        assert!(tokio::time::Instant::now() < deadline, "every form is received");
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    stage.submit(&form(&[])).await.expect(201);
    assert_eq!(stage.kept().await, (1, 4));

    // An address is served again after its stalled connections are closed.
    drop(connections);
    let same = stage.service.client().from_address([127, 0, 0, 2].into());
    same.post_form(PATH, &form(&[])).await.expect(201);
}

#[tokio::test]
async fn removes_the_photos_when_the_insert_fails() {
    let stage = Stage::set().await;
    stage.backend.sql("alter table host_applications add check (city <> 'Zonza')").await;
    stage.submit(&form(&[])).await.expect_error(500, "internal_error");
    assert_eq!(stage.kept().await, (0, 0));
}

#[tokio::test]
async fn leaves_no_row_and_no_photo_when_storage_rejects_one() {
    let stage = Stage::set().await;
    // Storage rejects the third photo after it stored two.
    stage
        .backend
        .sql("update storage.buckets set allowed_mime_types = '{image/jpeg,image/png}' where id = 'host-applications'")
        .await;
    stage.submit(&form(&[])).await.expect_error(500, "internal_error");
    assert_eq!(stage.kept().await, (0, 0));
}

#[tokio::test]
async fn responds_503_when_storage_is_down() {
    let stage = Stage::set().await;
    let alone = stage.backend.function(BINARY, &[("SUPABASE_URL", "http://127.0.0.1:9")]).await;
    let refused = alone.client().post_form(PATH, &form(&[])).await;
    refused.expect_error(503, "service_unavailable");
    assert!(refused.headers.contains_key("retry-after"));
    assert_eq!(stage.kept().await, (0, 0));
}

#[tokio::test]
async fn an_aborted_form_leaves_nothing() {
    let stage = Stage::set().await;
    let connection = stalled(&stage, [127, 0, 0, 1]).await;
    stage.service.wait_for_log(|line| line["message"] == "received").await;
    drop(connection);
    // The next form is accepted, and nothing of the first one remains.
    stage.submit(&form_again()).await.expect(201);
    assert_eq!(stage.kept().await, (1, 4));
}

fn form_again() -> service_test::Form {
    form(&[("property_name", "U Mulinu")])
}

#[tokio::test]
async fn the_sweeper_removes_photos_that_a_crash_left_without_a_row() {
    let stage = Stage::set().await;
    // The process is killed while the insert waits for a lock, after the photos are stored.
    let mut client = stage.backend.database.client().await;
    let lock = client.transaction().await.unwrap();
    lock.batch_execute("lock table host_applications").await.unwrap();
    let submitting = stage.service.client();
    let broken = tokio::spawn(async move { submitting.post_form(PATH, &form(&[])).await });
    stage.backend.wait_for_objects("host-applications", 4).await;
    let Stage { backend, service } = stage;
    service.kill().await;
    assert!(broken.await.is_err(), "no response after the kill");
    lock.rollback().await.unwrap();

    // The sweeper spares files of the last hour, which may belong to an application that is being stored.
    backend.sweep().await;
    let service = backend.function(BINARY, &[]).await;
    assert_eq!(backend.objects("host-applications").await.len(), 4);
    service.client().post_form(PATH, &form_again()).await.expect(201);
    backend.sql("update storage.objects set created_at = now() - interval '61 minutes'").await;
    backend.sweep().await;
    let kept = backend.objects("host-applications").await;
    assert_eq!(kept.len(), 4);
    let missing = "select count(*) from storage.objects o where not exists
        (select from host_applications where o.name = any (photos_urls))";
    assert_eq!(backend.number(missing).await, 0, "those of the application stay");
}
