use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, duplex};
use tokio::time::timeout;

use super::*;

const HEAD: &[u8] = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n";

async fn read(connection: &mut (impl AsyncRead + Unpin)) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; 1024];
    let length = connection.read(&mut bytes).await?;
    bytes.truncate(length);
    Ok(bytes)
}

#[tokio::test(start_paused = true)]
async fn later_heads_have_the_same_timeout_as_the_first() {
    let (mut client, server) = duplex(1024);
    let mut connection = ClientConnection::new(server, Limits::default());
    for _ in 0..99 {
        client.write_all(HEAD).await.unwrap();
        assert_eq!(read(&mut connection).await.unwrap(), HEAD);
    }
    client.write_all(b"G").await.unwrap();
    assert_eq!(read(&mut connection).await.unwrap(), b"G");
    assert_eq!(read(&mut connection).await.unwrap(), POISON);
    assert_eq!(read(&mut connection).await.unwrap(), b"", "nothing more is read");
}

#[tokio::test(start_paused = true)]
async fn a_head_that_grows_byte_by_byte_times_out() {
    let (mut client, server) = duplex(1024);
    let mut connection = ClientConnection::new(server, Limits::default());
    let growing = tokio::spawn(async move {
        client.write_all(b"GET / HTTP/1.1\r\nX: ").await.unwrap();
        while client.write_all(b"x").await.is_ok() {
            sleep(Duration::from_secs(1)).await;
        }
    });
    let mut seen = Vec::new();
    while !seen.ends_with(POISON) {
        seen.extend(read(&mut connection).await.unwrap());
    }
    assert!(seen.len() < 40, "{}", seen.len());
    drop(connection);
    growing.await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn idle_connections_have_no_timeout_here() {
    let (mut client, server) = duplex(1024);
    let mut connection = ClientConnection::new(server, Limits::default());
    client.write_all(HEAD).await.unwrap();
    read(&mut connection).await.unwrap();
    assert!(timeout(Duration::from_secs(3600), read(&mut connection)).await.is_err());
}

#[tokio::test(start_paused = true)]
async fn a_stalled_body_ends_the_connection() {
    let (mut client, server) = duplex(1024);
    let mut connection = ClientConnection::new(server, Limits::default());
    client.write_all(b"POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\nbody").await.unwrap();
    read(&mut connection).await.unwrap();
    let error = read(&mut connection).await.unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::TimedOut);
}

#[tokio::test(start_paused = true)]
async fn an_unread_response_ends_the_connection() {
    let (_client, server) = duplex(1024);
    let mut connection = ClientConnection::new(server, Limits::default());
    let error = connection.write_all(&[0; 4096]).await.unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::TimedOut);
}

#[tokio::test]
async fn an_overlong_header_name_makes_the_head_invalid() {
    let sent = format!("GET /a HTTP/1.1\r\n\r\nGET / HTTP/1.1\r\n{}: x\r\n\r\n", "n".repeat(70_000));
    let mut connection = ClientConnection::new(sent.as_bytes(), Limits::default());
    let mut seen = Vec::new();
    connection.read_to_end(&mut seen).await.unwrap();
    assert!(seen.starts_with(b"GET /a HTTP/1.1\r\n\r\nGET / HTTP/1.1\r\nnnn"));
    assert!(seen.ends_with(POISON) && seen.len() < 20_000, "{}", seen.len());
}

#[tokio::test]
async fn encodes_raw_characters_only_in_urls() {
    let sent = "GET /é?a=b->>c&d=\"<e>\" HTTP/1.1\r\nX: \"->\"\r\nContent-Length: 5\r\n\r\n\"<>é";
    let expected =
        "GET /%C3%A9?a=b-%3E%3Ec&d=%22%3Ce%3E%22 HTTP/1.1\r\nX: \"->\"\r\nContent-Length: 5\r\n\r\n\"<>é";
    let mut whole = String::new();
    let mut connection = ClientConnection::new(sent.as_bytes(), Limits::default());
    connection.read_to_string(&mut whole).await.unwrap();
    assert_eq!(whole, expected);

    let mut connection = ClientConnection::new(sent.as_bytes(), Limits::default());
    let mut bytewise = Vec::new();
    let mut one = [0];
    while connection.read(&mut one).await.unwrap() > 0 {
        bytewise.push(one[0]);
    }
    assert_eq!(String::from_utf8(bytewise).unwrap(), expected);
}

#[tokio::test(start_paused = true)]
async fn a_tunnel_may_pause_in_both_directions() {
    let (mut client, server) = duplex(1024);
    let mut connection = ClientConnection::new(server, Limits::default());
    let head = b"GET / HTTP/1.1\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n";
    client.write_all(head).await.unwrap();
    assert_eq!(read(&mut connection).await.unwrap(), head);
    connection.upgrade_flag().set();
    for _ in 0..3 {
        assert!(timeout(Duration::from_secs(3600), read(&mut connection)).await.is_err());
        client.write_all(b"x").await.unwrap();
        assert_eq!(read(&mut connection).await.unwrap(), b"x");
        connection.write_all(b"y").await.unwrap();
    }
}

#[tokio::test(start_paused = true)]
async fn a_tunnel_whose_client_reads_nothing_ends_and_a_slow_reader_goes_on() {
    let (mut client, server) = duplex(32);
    let mut connection = ClientConnection::new(server, Limits::default());
    connection.upgrade_flag().set();
    let slow = tokio::spawn(async move {
        let mut part = [0; 32];
        for _ in 0..20 {
            sleep(Duration::from_secs(20)).await;
            client.read_exact(&mut part).await.unwrap();
        }
        client
    });
    connection.write_all(&[0; 32 * 21]).await.unwrap();
    let _client = slow.await.unwrap();
    let error = connection.write_all(&[0; 32]).await.unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::TimedOut);
}
