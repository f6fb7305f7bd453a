//! Mails over a real SMTP connection, read by the API and on the pages.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use lettre::message::header::ContentType;
use lettre::message::{Mailbox, Message};
use lettre::{AsyncSmtpTransport, AsyncTransport, Tokio1Executor};
use serde_json::{Value, json};
use service_test::{Client, Database, Method, Service};

struct Catcher {
    service: Service,
    client: Client,
    smtp_port: u16,
    _database: Database,
}

impl Catcher {
    async fn start() -> Catcher {
        let database = Database::create().await;
        let service = Service::start(env!("CARGO_BIN_EXE_mail-catcher"), &database).await;
        let client = service.client();
        service.wait_for_log(|line| line["smtp_address"].is_string()).await;
        let log = service.log();
        let address = log.iter().find_map(|line| line["smtp_address"].as_str()).unwrap();
        let smtp_port = address.rsplit(':').next().unwrap().parse().unwrap();
        Catcher { service, client, smtp_port, _database: database }
    }

    async fn deliver(&self, to: &str, subject: &str, html: &str) {
        let message = Message::builder()
            .from(Mailbox::new(Some("Isula".to_owned()), "no-reply@isula.corsica".parse().unwrap()))
            .to(to.parse().unwrap())
            .subject(subject)
            .header(ContentType::TEXT_HTML)
            .body(html.to_owned())
            .unwrap();
        let transport = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous("127.0.0.1");
        transport.port(self.smtp_port).build().send(message).await.unwrap();
    }

    async fn delete(&self, path: &str) {
        let (head, body) = self.client.try_exchange(Method::DELETE, path, "").await.unwrap();
        assert_eq!((head.status.as_u16(), &body[..]), (200, &b"ok"[..]));
    }

    async fn list(&self) -> Value {
        self.client.get("/api/v1/messages").await.expect(200).body
    }
}

#[tokio::test]
async fn a_mail_is_listed_and_shown() {
    let catcher = Catcher::start().await;
    catcher
        .deliver(
            "marie@exemple.fr",
            "Réinitialisation",
            "<p>Bonjour <a href=\"https://isula.corsica/x\">Marie</a></p>",
        )
        .await;

    let list = catcher.list().await;
    assert_eq!((&list["total"], &list["unread"], &list["messages_count"]), (&json!(1), &json!(1), &json!(1)));
    let summary = &list["messages"][0];
    assert_eq!(summary["Subject"], "Réinitialisation");
    assert_eq!(summary["From"], json!({ "Name": "Isula", "Address": "no-reply@isula.corsica" }));
    assert_eq!(summary["To"], json!([{ "Name": "", "Address": "marie@exemple.fr" }]));
    assert_eq!(summary["Read"], false);

    let id = summary["ID"].as_str().unwrap();
    let details = catcher.client.get(&format!("/api/v1/message/{id}")).await.expect(200).body;
    assert!(details["HTML"].as_str().unwrap().contains("https://isula.corsica/x"));
    assert!(details["Text"].as_str().unwrap().contains("Bonjour"));
    assert_eq!(details["ReturnPath"], "no-reply@isula.corsica");
    assert_eq!(catcher.list().await["unread"], 0, "a mail that was fetched is read");
    catcher.client.get("/api/v1/message/none").await.expect(404);
}

#[tokio::test]
async fn mails_are_searched_marked_and_deleted() {
    let catcher = Catcher::start().await;
    catcher.deliver("marie@exemple.fr", "Premier", "<p>un</p>").await;
    catcher.deliver("jean@exemple.fr", "Second", "<p>deux</p>").await;

    let found = catcher.client.get("/api/v1/search?query=to:marie@exemple.fr").await.expect(200).body;
    assert_eq!((&found["messages_count"], &found["total"]), (&json!(1), &json!(2)));
    assert_eq!(found["messages"][0]["Subject"], "Premier");
    let page = catcher.client.get("/api/v1/messages?start=0&limit=1").await.expect(200).body;
    assert_eq!(page["messages"][0]["Subject"], "Second", "the newest mail comes first");

    catcher.delete("/api/v1/search?query=subject:second").await;
    assert_eq!(catcher.list().await["total"], 1);
    catcher.delete("/api/v1/messages").await;
    assert_eq!(catcher.list().await["total"], 0);
}

#[tokio::test]
async fn a_website_that_points_its_name_here_gets_nothing() {
    let catcher = Catcher::start().await;
    let rebound = catcher.client.header("host", "rebound.example");
    let (head, _) = rebound.try_exchange(Method::GET, "/api/v1/messages", "").await.unwrap();
    assert_eq!(head.status, 403);
}

#[tokio::test]
async fn the_oldest_mails_are_dropped_beyond_five_hundred() {
    let catcher = Catcher::start().await;
    for number in 0..501 {
        catcher.deliver("marie@exemple.fr", &format!("n {number}"), "<p>x</p>").await;
    }
    assert_eq!(catcher.list().await["total"], 500);
    let oldest = catcher.client.get("/api/v1/messages?start=499").await.expect(200).body;
    assert_eq!(oldest["messages"][0]["Subject"], "n 1");
    assert_eq!(catcher.service.stop().await, Some(0));
}
