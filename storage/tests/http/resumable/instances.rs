//! Uploads across instances, crashes, broken connections and concurrent requests.

use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::{PART, bytes, offset_in_database, stack};
use crate::support::{TusUpload, eventually, memory, start_patch};

#[tokio::test]
async fn any_instance_continues_an_upload() {
    let stack = stack().await;
    let other = stack.start_instance().await;
    let (here, there) = (stack.service(), other.service());
    let file = bytes(2 * PART + 10);
    let upload = TusUpload::create(&here, "files", "a.txt", file.len()).await;
    upload.patch(&there, 0, &file[..100]).await.expect(204);
    assert_eq!(upload.offset(&here).await, 100);
    upload.patch(&here, 100, &file[100..PART + 50]).await.expect(204);
    upload.patch(&there, PART + 50, &file[PART + 50..]).await.expect(204);
    assert_eq!(upload.offset(&here).await, file.len());
    assert!(here.get("/object/files/a.txt").await.expect(200).body == file);
    assert_eq!(stack.objects().await.len(), 1);
}

#[tokio::test]
async fn an_upload_goes_on_after_a_crash_in_the_middle_of_a_request() {
    let mut stack = stack().await;
    let file = bytes(2 * PART + 10);
    let upload = TusUpload::create(&stack.service(), "files", "a.txt", file.len()).await;
    upload.patch(&stack.service(), 0, &file[..10]).await.expect(204);
    let sent = &file[10..PART + 500];
    let connection = start_patch(&stack, &upload.path, 10, file.len() - 10, sent).await;
    eventually(async || offset_in_database(&stack).await == PART).await;
    // A crash during the removal of the first ten bytes, which are in the part now, would delay it by its lease.
    eventually(async || stack.number("select count(*) from storage.orphaned_blobs").await == 1).await;
    let other = stack.start_instance().await;
    stack.kill_service().await;
    drop(connection);

    // Waits for the end of the dead instance's lease.
    let service = other.service();
    let offset = upload.offset(&service).await;
    assert_eq!(offset, PART, "the bytes after the part were lost with the process");
    upload.patch(&service, offset, &file[offset..]).await.expect(204);
    assert!(service.get("/object/files/a.txt").await.expect(200).body == file);
    assert_eq!(stack.objects().await.len(), 1);
}

#[tokio::test]
async fn what_a_broken_connection_sent_is_kept() {
    let stack = stack().await;
    let service = stack.service();
    let file = bytes(PART + 1000);
    let upload = TusUpload::create(&service, "files", "a.txt", file.len()).await;
    let connection = start_patch(&stack, &upload.path, 0, file.len(), &file[..PART + 100]).await;
    eventually(async || offset_in_database(&stack).await == PART).await;
    drop(connection);
    eventually(async || offset_in_database(&stack).await == PART + 100).await;
    assert_eq!(upload.offset(&service).await, PART + 100);
    upload.patch(&service, PART + 100, &file[PART + 100..]).await.expect(204);
    assert!(service.get("/object/files/a.txt").await.expect(200).body == file);
}

#[tokio::test]
async fn a_waiting_request_ends_a_stalled_one() {
    let stack = stack().await;
    let other = stack.start_instance().await;
    let file = bytes(1000);
    let upload = TusUpload::create(&stack.service(), "files", "a.txt", file.len()).await;
    // The client is gone, but its connection stays open.
    let mut stalled = start_patch(&stack, &upload.path, 0, file.len(), &file[..400]).await;
    let locked = "select count(*) from storage.resumable_uploads where lock_id is not null";
    eventually(async || stack.number(locked).await == 1).await;
    let service = other.service();
    let offset = upload.offset(&service).await;
    assert_eq!(offset, 400, "what the other request received is kept");
    let mut answer = vec![0; 12];
    stalled.read_exact(&mut answer).await.unwrap();
    assert_eq!(answer, b"HTTP/1.1 400");
    upload.patch(&service, offset, &file[offset..]).await.expect(204);
    assert!(service.get("/object/files/a.txt").await.expect(200).body == file);
}

#[tokio::test]
async fn a_request_that_has_lost_its_lock_changes_nothing() {
    let stack = stack().await;
    let file = bytes(1000);
    let upload = TusUpload::create(&stack.service(), "files", "a.txt", file.len()).await;
    let mut connection = start_patch(&stack, &upload.path, 0, file.len(), &file[..400]).await;
    let locked = "select count(*) from storage.resumable_uploads where lock_id is not null";
    eventually(async || stack.number(locked).await == 1).await;
    // As another request does when the lease has ended.
    stack.sql("update storage.resumable_uploads set lock_id = gen_random_uuid()").await;
    connection.write_all(&file[400..]).await.unwrap();
    let mut answer = vec![0; 12];
    connection.read_exact(&mut answer).await.unwrap();
    assert_eq!(answer, b"HTTP/1.1 423");
    assert_eq!(offset_in_database(&stack).await, 0);
    assert_eq!(stack.number("select count(*) from storage.objects").await, 0);
}

#[tokio::test]
async fn a_process_renews_all_its_locks_in_one_transaction() {
    let stack = stack().await;
    let mut connections = Vec::new();
    for name in ["a.txt", "b.txt", "c.txt"] {
        let upload = TusUpload::create(&stack.service(), "files", name, 100).await;
        connections.push(start_patch(&stack, &upload.path, 0, 100, b"begin").await);
    }
    // Each request takes its lock in a transaction of its own.
    let renewed = "select count(*) from (
                     select 1 from storage.resumable_uploads where locked_until > now()
                     having count(*) = 3 and count(distinct xmin::text) = 1) as renewed";
    eventually(async || stack.number(renewed).await == 1).await;
}

#[tokio::test]
async fn of_concurrent_requests_one_writes_each_byte() {
    let stack = stack().await;
    let other = stack.start_instance().await;
    let (here, there) = (stack.service(), other.service());
    let file = bytes(PART + 10);
    let upload = TusUpload::create(&here, "files", "a.txt", file.len()).await;
    let requests = (0..6).map(|number| {
        let client = if number % 2 == 0 { &here } else { &there };
        let (upload, file) = (&upload, &file);
        async move { upload.patch(client, 0, file).await.status }
    });
    let mut statuses = futures_util::future::join_all(requests).await;
    // A request that had the lock may have been ended by the next one, which then finds another offset.
    while upload.offset(&here).await < file.len() {
        let offset = upload.offset(&here).await;
        statuses.push(upload.patch(&here, offset, &file[offset..]).await.status);
    }
    assert_eq!(statuses.iter().filter(|status| **status == 204).count(), 1, "{statuses:?}");
    assert!(statuses.iter().all(|status| [204, 400, 409].contains(status)), "{statuses:?}");
    assert!(here.get("/object/files/a.txt").await.expect(200).body == file);
    assert_eq!(stack.objects().await.len(), 1);
}

#[tokio::test]
async fn many_concurrent_uploads_use_little_memory() {
    let stack = stack().await;
    let service = stack.service();
    let idle = memory(&stack, "VmRSS:");
    let file = bytes(2 * PART);
    let uploads = (0..24).map(|number| {
        let (service, file) = (&service, &file);
        async move {
            let upload = TusUpload::create(service, "files", &format!("{number}.txt"), file.len()).await;
            upload.patch(service, 0, file).await.expect(204);
        }
    });
    futures_util::future::join_all(uploads).await;
    let most = memory(&stack, "VmHWM:");
    println!("{idle} KB idle, {most} KB at most");
    assert!(most - idle < 96 * 1024, "{idle} KB idle, {most} KB at most");
    assert_eq!(stack.objects().await.len(), 24);
}
