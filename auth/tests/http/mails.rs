//! Mails over SMTP: what arrives in the mail catcher, and what a person sees when the SMTP server fails.

use super::*;
use service_test::sibling;
use std::net::SocketAddr;
use tokio::net::TcpListener;

const SITE: &str = "https://isula.example/";

/// The variables of a service that mails through the SMTP server on this port.
fn mailing(port: &str) -> Vec<(&str, &str)> {
    vec![
        ("GOTRUE_MAILER_AUTOCONFIRM", "false"),
        ("GOTRUE_SITE_URL", SITE),
        ("GOTRUE_SMTP_MAX_FREQUENCY", "1ns"),
        ("GOTRUE_RATE_LIMIT_EMAIL_SENT", "1000000"),
        ("GOTRUE_SMTP_HOST", "127.0.0.1"),
        ("GOTRUE_SMTP_PORT", port),
        ("GOTRUE_SMTP_ADMIN_EMAIL", "no-reply@isula.corsica"),
        ("GOTRUE_SMTP_SENDER_NAME", "Isula"),
    ]
}

/// A service with a mail catcher.
struct MailStage {
    stage: Stage,
    catcher: Service,
}

impl MailStage {
    async fn start_with(variables: &[(&str, &str)]) -> MailStage {
        let database = Database::platform().await;
        let program = sibling(env!("CARGO_BIN_EXE_auth"), "mail-catcher");
        let catcher = Service::start(&program, &database).await;
        catcher.wait_for_log(|line| line["smtp_address"].is_string()).await;
        let log = catcher.log();
        let address = log.iter().find_map(|line| line["smtp_address"].as_str()).unwrap();
        let port = address.parse::<SocketAddr>().unwrap().port().to_string();
        let stage = Stage::start_with(&[&mailing(&port), variables].concat()).await;
        MailStage { stage, catcher }
    }

    /// The newest mail to an address, in the mail catcher's form.
    async fn mail_to(&self, address: &str) -> Value {
        let client = self.catcher.client();
        let found = client.get(&format!("/api/v1/search?query=to:{address}")).await.expect(200).body;
        client.get(&format!("/api/v1/message/{}", text(&found, "/messages/0/ID"))).await.expect(200).body
    }
}

/// The link in a mail, without its origin.
fn link_path(mail: &Value) -> String {
    let html = text(mail, "/HTML");
    let link = html.split("href=\"").nth(1).unwrap().split('"').next().unwrap().replace("&amp;", "&");
    link[link.find("/verify").unwrap()..].to_owned()
}

#[tokio::test]
async fn a_sign_up_is_confirmed_by_the_link_of_its_mail() {
    let mails = MailStage::start_with(&[]).await;
    mails.stage.sign_up(EMAIL).await;
    let mail = mails.mail_to(EMAIL).await;
    assert_eq!(mail["From"], json!({ "Name": "Isula", "Address": "no-reply@isula.corsica" }));
    assert_eq!(mail["Subject"], "Confirmez votre adresse e-mail", "French is the default");
    let path = link_path(&mail);
    assert!(path.contains("&type=signup&redirect_to=https://isula.example/"), "{path}");
    let response = mails.stage.client.send(service_test::Method::GET, &path, "").await.expect(303);
    let location = response.headers["location"].to_str().unwrap().to_owned();
    assert!(location.starts_with("https://isula.example/#access_token="), "{location}");
    mails.stage.sign_in(EMAIL, PASSWORD).await.expect(200);
}

#[tokio::test]
async fn links_lead_to_the_host_of_the_request_if_it_is_listed() {
    let mails = MailStage::start_with(&[
        ("API_EXTERNAL_URL", "https://auth.example"),
        ("GOTRUE_MAILER_EXTERNAL_HOSTS", "isula.example,isula.corsica"),
        ("GOTRUE_SMTP_HEADERS", r#"{"X-Kind":["mail-$messageType"]}"#),
    ])
    .await;
    for (host, email, origin) in [
        ("isula.corsica", "a@exemple.fr", "https://isula.corsica/verify?"),
        ("evil.example", "b@exemple.fr", "https://auth.example/verify?"),
    ] {
        let client = mails.stage.client.header("x-forwarded-host", host);
        client.post("/signup", json!({ "email": email, "password": PASSWORD })).await.expect(200);
        let mail = mails.mail_to(email).await;
        assert!(text(&mail, "/HTML").contains(&format!("href=\"{origin}")), "{mail}");
        let headers =
            mails.catcher.client().get(&format!("/api/v1/message/{}/headers", text(&mail, "/ID"))).await;
        assert_eq!(headers.body["X-Kind"], json!(["mail-confirmation"]));
    }
}

#[tokio::test]
async fn a_mail_has_the_language_of_the_account() {
    let mails = MailStage::start_with(&[]).await;
    let body = json!({ "email": EMAIL, "password": PASSWORD, "data": { "locale": "en-GB" } });
    mails.stage.client.post("/signup", body).await.expect(200);
    let mail = mails.mail_to(EMAIL).await;
    assert_eq!(mail["Subject"], "Confirm your email address");
    assert!(text(&mail, "/HTML").contains("<html lang=\"en\">"));
}

#[tokio::test]
async fn a_projects_template_gets_the_fields_of_the_account() {
    let path = format!("{}/own-recovery.html", env!("CARGO_TARGET_TMPDIR"));
    let source = "<p>{{ if .Data.name }}Bonjour {{ .Data.name }}{{ end }} : {{ .Token }}</p>";
    std::fs::write(&path, source).unwrap();
    let mails = MailStage::start_with(&[
        ("GOTRUE_MAILER_AUTOCONFIRM", "true"),
        ("GOTRUE_MAILER_TEMPLATES_RECOVERY", &path),
        ("GOTRUE_MAILER_SUBJECTS_RECOVERY", "Code {{ .Token }}"),
    ])
    .await;
    let body = json!({ "email": EMAIL, "password": PASSWORD, "data": { "name": "<Marie>" } });
    mails.stage.client.post("/signup", body).await.expect(200);
    mails.stage.client.post("/recover", json!({ "email": EMAIL })).await.expect(200);
    let mail = mails.mail_to(EMAIL).await;
    let code = text(&mail, "/Subject").strip_prefix("Code ").unwrap();
    assert_eq!(text(&mail, "/HTML").trim(), format!("<p>Bonjour &lt;Marie&gt; : {code}</p>"));
    let body = json!({ "type": "recovery", "email": EMAIL, "token": code });
    mails.stage.client.post("/verify", body).await.expect(200);
}

#[tokio::test]
async fn a_template_that_cannot_be_parsed_is_replaced_by_the_built_in_mail() {
    let path = format!("{}/broken.html", env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(&path, "<p>{{ if .Token }}</p>").unwrap();
    let mails = MailStage::start_with(&[("GOTRUE_MAILER_TEMPLATES_CONFIRMATION", &path)]).await;
    mails.stage.sign_up(EMAIL).await;
    assert!(text(&mails.mail_to(EMAIL).await, "/HTML").contains("Confirmer mon adresse"));
}

#[tokio::test]
async fn a_changed_password_is_announced_where_the_settings_say_so() {
    let mails = MailStage::start_with(&[
        ("GOTRUE_MAILER_AUTOCONFIRM", "true"),
        ("GOTRUE_MAILER_NOTIFICATIONS_PASSWORD_CHANGED_ENABLED", "true"),
    ])
    .await;
    let session = mails.stage.sign_up(EMAIL).await.body;
    let person = mails.stage.as_person(&session);
    person.put("/user", json!({ "password": "autre-maquis-2026" })).await.expect(200);
    assert_eq!(mails.mail_to(EMAIL).await["Subject"], "Votre mot de passe a changé");
}

/// Signs up with an SMTP server that fails, and with one second for a mail.
async fn assert_no_mail_is_sent(address: SocketAddr) {
    let port = address.port().to_string();
    let stage = Stage::start_with(&[&mailing(&port)[..], &[("MAIL_TIMEOUT", "1")]].concat()).await;
    let body = json!({ "email": EMAIL, "password": PASSWORD });
    let sign_up = stage.client.post("/signup", body.clone());
    let (failed, health) = tokio::join!(sign_up, stage.client.get("/health"));
    health.expect(200);
    let failed = failed.expect(500);
    assert_eq!(failed.body["code"], "unexpected_failure");
    assert_eq!(failed.body["message"], "Error sending confirmation email");
    let log = Value::from(stage.service.log()).to_string();
    assert!(log.contains("the mail could not be sent") && !log.contains(EMAIL), "{log}");
    stage.client.post("/signup", body).await.expect(500);
}

#[tokio::test]
async fn a_server_that_never_answers_fails_the_request_at_the_deadline() {
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    assert_no_mail_is_sent(silent.local_addr().unwrap()).await;
}

#[tokio::test]
async fn a_server_that_refuses_connections_fails_the_request() {
    let address = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    assert_no_mail_is_sent(address).await;
}

#[tokio::test]
async fn a_server_that_goes_away_fails_the_request() {
    let leaving = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = leaving.local_addr().unwrap();
    let accepting = tokio::spawn(async move {
        while let Ok((connection, _)) = leaving.accept().await {
            drop(connection);
        }
    });
    assert_no_mail_is_sent(address).await;
    accepting.abort();
}

#[tokio::test]
async fn a_code_whose_mail_was_not_sent_is_deleted() {
    let mails = MailStage::start_with(&[("GOTRUE_MAILER_AUTOCONFIRM", "true")]).await;
    mails.stage.sign_up(EMAIL).await;
    let MailStage { stage, catcher } = mails;
    catcher.kill().await;
    stage.client.post("/recover", json!({ "email": EMAIL })).await.expect(500);
    assert_eq!(stage.count("select count(*) from auth.one_time_tokens").await, 0, "no code without a mail");
}
