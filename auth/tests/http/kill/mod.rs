//! The process is killed at each statement of a request and started again. The person can then complete the request.

mod proxy;

use super::*;
use proxy::Proxy;

const NEW_EMAIL: &str = "marie@nouveau.fr";
/// More statements than any of these requests has.
const MAX_STATEMENTS: usize = 60;

/// A database that the service reaches through a proxy.
struct KillStage {
    database: Database,
    proxy: Proxy,
    variables: Vec<(&'static str, &'static str)>,
}

impl KillStage {
    async fn start(variables: &[(&'static str, &'static str)]) -> KillStage {
        let database = Database::platform().await;
        let proxy = Proxy::start(&database.url("supabase_auth_admin")).await;
        KillStage { database, proxy, variables: variables.to_vec() }
    }

    async fn service(&self) -> Service {
        let url = self.proxy.url(&self.database.url("supabase_auth_admin"));
        let mut variables = vec![
            ("GOTRUE_DB_DATABASE_URL", url.as_str()),
            ("GOTRUE_MAILER_AUTOCONFIRM", "true"),
            ("GOTRUE_SMTP_MAX_FREQUENCY", "1ns"),
            ("GOTRUE_RATE_LIMIT_EMAIL_SENT", "1000000"),
            ("GOTRUE_RATE_LIMIT_OTP", "0"),
            ("GOTRUE_RATE_LIMIT_TOKEN_REFRESH", "0"),
            ("GOTRUE_RATE_LIMIT_VERIFY", "0"),
        ];
        variables.extend(&self.variables);
        Service::start_with(env!("CARGO_BIN_EXE_auth"), &self.database, &variables).await
    }

    /// Starts the service, sends a request to it, and kills it when this number of statements of the request were
    /// answered and the next one was executed. Returns the response if the request has no further statement.
    async fn interrupted(
        &self,
        statements: usize,
        request: impl AsyncFnOnce(Client) -> Response,
    ) -> Option<Response> {
        let service = self.service().await;
        let client = service.client().header("x-supabase-api-version", "2024-01-01");
        self.proxy.stop_after(statements);
        let response = tokio::select! {
            response = request(client) => Some(response),
            () = self.proxy.stopped() => None,
        };
        service.kill().await;
        self.proxy.open();
        response
    }

    /// Starts the service again.
    async fn restarted(&self) -> (Service, Client) {
        let service = self.service().await;
        let client = service.client().header("x-supabase-api-version", "2024-01-01");
        (service, client)
    }

    async fn text(&self, query: &str) -> Option<String> {
        self.database.client().await.query_opt(query, &[]).await.unwrap().and_then(|row| row.get(0))
    }

    async fn count(&self, query: &str) -> i64 {
        self.database.client().await.query_one(query, &[]).await.unwrap().get(0)
    }
}

async fn sign_up(client: &Client, email: &str) -> Response {
    client.post("/signup", json!({ "email": email, "password": PASSWORD })).await
}

async fn sign_in(client: &Client, email: &str) -> Response {
    client.post("/token?grant_type=password", json!({ "email": email, "password": PASSWORD })).await
}

async fn refresh(client: &Client, token: &str) -> Response {
    client.post("/token?grant_type=refresh_token", json!({ "refresh_token": token })).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_whose_sign_up_was_interrupted_signs_up_again_or_signs_in() {
    let stage = KillStage::start(&[]).await;
    for statements in 0..MAX_STATEMENTS {
        let email = format!("marie{statements}@exemple.fr");
        let finished = stage.interrupted(statements, async |client| sign_up(&client, &email).await).await;
        let (_service, client) = stage.restarted().await;
        if finished.is_none() {
            let again = sign_up(&client, &email).await;
            let is_registered = again.status == 422 && again.body["code"] == "user_already_exists";
            assert!(again.status == 200 || is_registered, "{statements}: {}", again.body);
        }
        sign_in(&client, &email).await.expect(200);
        let accounts = format!(
            "select count(*) from auth.users u join auth.identities i on i.user_id = u.id where u.email = '{email}'"
        );
        assert_eq!(stage.count(&accounts).await, 1, "{statements}");
        if finished.is_some() {
            assert!(statements > 5, "a sign-up has a transaction with several statements");
            return;
        }
    }
    panic!("the sign-up never finished");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_whose_refresh_was_interrupted_refreshes_again() {
    // One statement that is prepared first, and a transaction.
    for (variables, least) in
        [(&[][..], 0), (&[("GOTRUE_SECURITY_REFRESH_TOKEN_ALGORITHM_VERSION", "2")][..], 3)]
    {
        let stage = KillStage::start(variables).await;
        let (service, client) = stage.restarted().await;
        sign_up(&client, EMAIL).await.expect(200);
        let session = sign_in(&client, EMAIL).await.expect(200).body;
        service.kill().await;
        let mut token = text(&session, "/refresh_token").to_owned();
        let mut has_finished = false;
        for statements in 0..MAX_STATEMENTS {
            let finished = stage.interrupted(statements, async |client| refresh(&client, &token).await).await;
            has_finished = finished.is_some();
            let (_service, client) = stage.restarted().await;
            let again = refresh(&client, &token).await.expect(200).body;
            let next = refresh(&client, text(&again, "/refresh_token")).await.expect(200).body;
            client.bearer(text(&next, "/access_token")).get("/user").await.expect(200);
            text(&next, "/refresh_token").clone_into(&mut token);
            if has_finished {
                assert!(statements > least, "a refresh has {statements} statements");
                break;
            }
        }
        assert!(has_finished);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_whose_change_of_address_was_interrupted_asks_and_confirms_again() {
    let stage = KillStage::start(&[
        ("GOTRUE_MAILER_AUTOCONFIRM", "false"),
        ("GOTRUE_MAILER_SECURE_EMAIL_CHANGE_ENABLED", "false"),
    ])
    .await;
    let (service, client) = stage.restarted().await;
    let account = json!({ "email": EMAIL, "password": PASSWORD, "email_confirm": true });
    client.bearer(&service_role_key()).post("/admin/users", account).await.expect(200);
    let session = sign_in(&client, EMAIL).await.expect(200).body;
    service.kill().await;
    let access_token = text(&session, "/access_token");
    let ask =
        async |client: Client| client.bearer(access_token).put("/user", json!({ "email": NEW_EMAIL })).await;
    let mut has_asked = false;
    for statements in 0..MAX_STATEMENTS {
        has_asked = stage.interrupted(statements, ask).await.is_some();
        let (_service, client) = stage.restarted().await;
        sign_in(&client, EMAIL).await.expect(200);
        let asked = ask(client).await.expect(200).body;
        assert_eq!(asked["new_email"], NEW_EMAIL, "{statements}");
        if has_asked {
            break;
        }
    }
    assert!(has_asked);

    let current = "select token_hash from auth.one_time_tokens where token_type = 'email_change_token_new'";
    let reset = format!("update auth.users set email = '{EMAIL}'; delete from auth.one_time_tokens");
    for statements in 0..MAX_STATEMENTS {
        let token = stage.text(current).await.unwrap();
        let body = json!({ "type": "email_change", "token_hash": token });
        let confirmed =
            stage.interrupted(statements, async |client| client.post("/verify", body.clone()).await).await;
        let (_service, client) = stage.restarted().await;
        if confirmed.is_none() {
            let again = client.post("/verify", body).await;
            let is_confirmed =
                stage.count(&format!("select count(*) from auth.users where email = '{NEW_EMAIL}'")).await
                    == 1;
            assert!(again.status == 200 || is_confirmed, "{statements}: {}", again.body);
        }
        sign_in(&client, NEW_EMAIL).await.expect(200);
        if confirmed.is_some() {
            assert!(statements > 3, "a confirmation has a transaction with several statements");
            return;
        }
        stage.database.client().await.batch_execute(&reset).await.unwrap();
        ask(client).await.expect(200);
    }
    panic!("the confirmation never finished");
}
