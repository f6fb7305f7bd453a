use super::*;

/// The request lines of `sent`, which is processed in pieces that are cut at these offsets.
fn request_lines(sent: &str, cuts: &[usize]) -> Vec<String> {
    let mut messages = Framing::default();
    let mut bytes: Vec<u8> = Vec::new();
    let mut from = 0;
    for to in cuts.iter().copied().chain([sent.len()]) {
        messages.read(&sent.as_bytes()[from..to], |_, line| {
            bytes.extend_from_slice(line);
        });
        from = to;
    }
    let text = String::from_utf8(bytes).unwrap();
    text.split('\r').filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

const SENT: &str = "\r\nGET /a?b=->c HTTP/1.1\r\nHost: x\r\n\r\n\
    POST /b HTTP/1.1\r\nCONTENT-length: 22\r\nX: y\r\n\r\nGET /body HTTP/1.1\r\n\r\n\
    POST /c HTTP/1.1\r\nTransfer-Encoding: Chunked\r\n\r\n15;a=b\r\nGET /chunk HTTP/1.1\r\n\r\n1\r\n\n\r\n0\r\n\r\n\
    PUT /d HTTP/1.1\r\nContent-Length: 0\r\n\r\n\
    DELETE /e HTTP/1.1\r\n\r\n";

#[test]
fn finds_request_lines_among_other_lines_and_bodies() {
    let lines = [
        "GET /a?b=->c HTTP/1.1",
        "POST /b HTTP/1.1",
        "POST /c HTTP/1.1",
        "PUT /d HTTP/1.1",
        "DELETE /e HTTP/1.1",
    ];
    assert_eq!(request_lines(SENT, &[]), lines);
    for cut in 0..SENT.len() {
        assert_eq!(request_lines(SENT, &[cut]), lines, "cut at {cut}");
    }
    let everywhere: Vec<usize> = (0..SENT.len()).collect();
    assert_eq!(request_lines(SENT, &everywhere), lines);
}

#[test]
fn stops_tracking_at_ambiguous_messages() {
    for unclear in [
        "Content-Length: 1\r\nContent-Length: 1",
        "Content-Length: 1\r\nTransfer-Encoding: chunked",
        "Content-Length: +1",
        "Content-Length: many",
        "Content-Length: 99999999999999999999999",
        "Content-Length: 000000000000000000000000000000000000000000000000000000000000000000001",
        "Transfer-Encoding: gzip, chunked",
        "Upgrade: websocket",
    ] {
        let sent = format!("GET /a HTTP/1.1\r\n{unclear}\r\n\r\nGET /b HTTP/1.1\r\n\r\n");
        assert_eq!(request_lines(&sent, &[]), ["GET /a HTTP/1.1"], "{unclear}");
    }
    let tunnel = "CONNECT a:1 HTTP/1.1\r\n\r\nGET /b HTTP/1.1\r\n\r\n";
    assert_eq!(request_lines(tunnel, &[]), ["CONNECT a:1 HTTP/1.1"]);
    let no_size = "POST /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n\r\nGET /b HTTP/1.1\r\n\r\n";
    assert_eq!(request_lines(no_size, &[]), ["POST /a HTTP/1.1"]);
}

#[test]
fn stores_only_the_beginning_of_a_long_line() {
    let sent =
        format!("GET /{} HTTP/1.1\r\nX: {}\r\n\r\nGET /b HTTP/1.1\r\n\r\n", "a".repeat(500), "y".repeat(500));
    let mut messages = Framing::default();
    let mut lines = 0;
    messages.read(sent.as_bytes(), |_, _| lines += 1);
    assert_eq!((lines, messages.place), (2, Place::RequestLine));
    assert!(messages.line.capacity() <= 2 * STORED);
}

#[test]
fn a_long_value_that_arrives_in_two_parts_is_no_long_name() {
    let head = format!("GET / HTTP/1.1\r\napikey: {}\r\n\r\n", "k".repeat(2 * MAX_NAME));
    for cut in 0..head.len() {
        let mut framing = Framing::default();
        let (first, second) = head.as_bytes().split_at(cut);
        assert_eq!(framing.read(first, |_, _| {}), None, "{cut}");
        assert_eq!(framing.read(second, |_, _| {}), None, "{cut}");
        assert_eq!(framing.part(), Part::Idle, "{cut}");
    }
}
