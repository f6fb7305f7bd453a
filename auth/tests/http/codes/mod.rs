//! Sign-up, sign-in and recovery by codes and links. Administrators get the codes from `/admin/generate_link`, so these tests
//! read no mail.

mod email_change;
mod limits;

use super::*;
use service_test::Method;

const SITE: &str = "https://isula.example/";

impl Stage {
    /// A service that asks for confirmations and limits nothing.
    async fn confirming() -> Stage {
        Stage::confirming_with(&[]).await
    }

    async fn confirming_with(variables: &[(&str, &str)]) -> Stage {
        let defaults = [
            ("GOTRUE_MAILER_AUTOCONFIRM", "false"),
            ("GOTRUE_SITE_URL", SITE),
            ("GOTRUE_URI_ALLOW_LIST", "https://*.isula.example/**"),
            ("GOTRUE_SMTP_MAX_FREQUENCY", "1ns"),
            ("GOTRUE_SMS_MAX_FREQUENCY", "1ns"),
            ("GOTRUE_RATE_LIMIT_EMAIL_SENT", "1000000"),
        ];
        let all: Vec<(&str, &str)> = defaults.into_iter().chain(variables.iter().copied()).collect();
        Stage::start_with(&all).await
    }

    /// A link of `/admin/generate_link`.
    async fn link(&self, body: Value) -> Value {
        self.as_admin().post("/admin/generate_link", body).await.expect(200).body
    }

    /// Follows a link of a mail and returns where it leads.
    async fn follow(&self, link: &Value) -> String {
        let link = text(link, "/action_link");
        let path = link.split_once("/verify").map(|(_, query)| format!("/verify{query}")).unwrap();
        self.follow_path(&path).await
    }

    async fn follow_path(&self, path: &str) -> String {
        let response = self.client.send(Method::GET, path, "").await.expect(303);
        response.headers["location"].to_str().unwrap().to_owned()
    }

    async fn verify(&self, kind: &str, email: &str, digits: &Value) -> Response {
        self.client.post("/verify", json!({ "type": kind, "email": email, "token": digits })).await
    }
}

/// The parameters of a redirect's fragment.
fn fragment(location: &str) -> Value {
    parameters(location.split_once('#').expect("a fragment").1)
}

fn parameters(text: &str) -> Value {
    let pairs = text.split('&').map(|pair| {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        (name.to_owned(), Value::from(value.replace('+', " ")))
    });
    Value::Object(pairs.collect())
}

#[tokio::test]
async fn a_sign_up_without_a_session_is_confirmed_by_its_digits_once() {
    let stage = Stage::confirming().await;
    let body = json!({ "email": EMAIL, "password": PASSWORD, "data": { "city": "Corte" } });
    let user = stage.client.post("/signup", body).await.expect(200).body;
    assert_eq!(user["email"], EMAIL);
    assert_eq!(user.get("access_token"), None);
    assert_eq!(user.get("confirmed_at"), None);
    assert_eq!(user["user_metadata"]["email_verified"], false);
    assert!(text(&user, "/confirmation_sent_at").ends_with('Z'));
    let unconfirmed = stage.sign_in(EMAIL, PASSWORD).await.expect(400);
    assert_eq!(unconfirmed.body["code"], "email_not_confirmed");

    let link = stage.link(json!({ "type": "signup", "email": EMAIL, "password": PASSWORD })).await;
    let session = stage.verify("signup", EMAIL, &link["email_otp"]).await.expect(200).body;
    assert_eq!(session["user"]["id"], user["id"]);
    assert_eq!(session["user"]["user_metadata"]["email_verified"], true);
    assert_eq!(session["user"]["identities"][0]["identity_data"]["email_verified"], true);
    assert_eq!(claims(text(&session, "/access_token"))["amr"][0]["method"], "otp");
    let again = stage.verify("signup", EMAIL, &link["email_otp"]).await.expect(403);
    assert_eq!(again.body, json!({ "code": "otp_expired", "message": "Token has expired or is invalid" }));
    stage.sign_in(EMAIL, PASSWORD).await.expect(200);
}

#[tokio::test]
async fn one_of_concurrent_verifications_of_a_code_wins() {
    let stage = Stage::confirming().await;
    let link = stage.link(json!({ "type": "signup", "email": EMAIL, "password": PASSWORD })).await;
    let verify = || stage.verify("signup", EMAIL, &link["email_otp"]);
    let (a, b, c, d) = tokio::join!(verify(), verify(), verify(), verify());
    let mut statuses = [a, b, c, d].map(|response| response.status.as_u16());
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 403, 403, 403]);
    assert_eq!(stage.count("select count(*) from auth.sessions").await, 1);
}

#[tokio::test]
async fn codes_are_stored_as_hashes_and_expire() {
    let stage = Stage::confirming_with(&[("GOTRUE_MAILER_OTP_LENGTH", "8")]).await;
    let link = stage.link(json!({ "type": "signup", "email": EMAIL, "password": PASSWORD })).await;
    let digits = text(&link, "/email_otp");
    assert_eq!(digits.len(), 8);
    let stored = format!(
        "select count(*) from auth.one_time_tokens t join auth.users u on u.confirmation_token = t.token_hash
         where t.token_hash = encode(sha224(convert_to('{EMAIL}{digits}', 'UTF8')), 'hex')
           and t.token_type = 'confirmation_token' and t.relates_to = '{EMAIL}'"
    );
    assert_eq!(stage.count(&stored).await, 1);
    stage.execute("update auth.users set confirmation_sent_at = now() - interval '86401 seconds'").await;
    stage.verify("signup", EMAIL, &link["email_otp"]).await.expect(403);
    let location = stage.follow(&link).await;
    assert_eq!(fragment(&location)["error_code"], "otp_expired");
}

#[tokio::test]
async fn a_link_ends_on_the_site_with_a_session_in_the_fragment() {
    let stage = Stage::confirming().await;
    let link = stage.link(json!({ "type": "signup", "email": EMAIL, "password": PASSWORD })).await;
    assert_eq!(link["verification_type"], "signup");
    assert_eq!(link["redirect_to"], SITE);
    let location = stage.follow(&link).await;
    assert!(location.starts_with("https://isula.example/#"), "{location}");
    let parameters = fragment(&location);
    assert_eq!((&parameters["type"], &parameters["token_type"]), (&json!("signup"), &json!("bearer")));
    stage.as_person(&parameters).get("/user").await.expect(200);
    let again = fragment(&stage.follow(&link).await);
    assert_eq!(again["error"], "access_denied");
    assert_eq!(again["error_code"], "otp_expired");
    assert_eq!(again["error_description"], "Email link is invalid or has expired");
}

#[tokio::test]
async fn a_link_leads_only_to_pages_of_the_allow_list() {
    let stage = Stage::confirming().await;
    stage.link(json!({ "type": "signup", "email": EMAIL, "password": PASSWORD })).await;
    for (wanted, page) in [
        ("https://app.isula.example/welcome", "https://app.isula.example/welcome"),
        ("https://isula.example/account", "https://isula.example/account"),
        ("https://evil.example/", SITE),
        ("https://isula.example.evil.example/", SITE),
        ("https://evil.example\\.isula.example/x", SITE),
    ] {
        let link = stage.link(json!({ "type": "recovery", "email": EMAIL, "redirect_to": wanted })).await;
        assert_eq!(link["redirect_to"], page, "{wanted}");
    }
    let encoded = "https%3A%2F%2Fevil.example%2F";
    let location =
        stage.follow_path(&format!("/verify?type=signup&token=unknown&redirect_to={encoded}")).await;
    assert!(location.starts_with(SITE), "{location}");
}

#[tokio::test]
async fn a_registered_address_is_not_revealed() {
    let stage = Stage::confirming().await;
    let admin = json!({ "email": EMAIL, "password": PASSWORD, "email_confirm": true });
    let real = stage.as_admin().post("/admin/users", admin).await.expect(200).body;
    let body =
        |email: &str| json!({ "email": email, "password": "maquis-2027", "data": { "city": "Corte" } });
    let decoy = stage.client.post("/signup", body(EMAIL)).await.expect(200).body;
    let new = stage.client.post("/signup", body("luca@exemple.fr")).await.expect(200).body;
    let fields = |user: &Value| user.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(fields(&decoy), fields(&new));
    assert_ne!(decoy["id"], real["id"]);
    assert_eq!(decoy["identities"], json!([]));
    assert_eq!(decoy["app_metadata"], new["app_metadata"]);
    stage.sign_in(EMAIL, "maquis-2027").await.expect(400);
    for (path, known, unknown) in [
        ("/recover", json!({ "email": EMAIL }), json!({ "email": "personne@exemple.fr" })),
        (
            "/resend",
            json!({ "type": "signup", "email": EMAIL }),
            json!({ "type": "signup", "email": "personne@exemple.fr" }),
        ),
    ] {
        let known = stage.client.post(path, known).await.expect(200).body;
        assert_eq!(stage.client.post(path, unknown).await.expect(200).body, known);
    }
    let digits = json!("123456");
    let wrong = stage.verify("recovery", EMAIL, &digits).await.expect(403);
    let unknown = stage.verify("recovery", "personne@exemple.fr", &digits).await.expect(403);
    assert_eq!(wrong.body, unknown.body);
}

#[tokio::test]
async fn a_repeated_sign_up_does_not_change_the_account() {
    let stage = Stage::confirming().await;
    let body = |password: &str, city: &str| json!({ "email": EMAIL, "password": password, "data": { "city": city } });
    let first = stage.client.post("/signup", body(PASSWORD, "Corte")).await.expect(200).body;
    let second = stage.client.post("/signup", body("maquis-2027", "Bastia")).await.expect(200).body;
    assert_eq!(second["id"], first["id"]);
    assert_eq!(second["user_metadata"]["city"], "Corte");
    let link = stage.link(json!({ "type": "signup", "email": EMAIL, "password": PASSWORD })).await;
    stage.verify("email", EMAIL, &link["email_otp"]).await.expect(200);
    stage.sign_in(EMAIL, PASSWORD).await.expect(200);
}

#[tokio::test]
async fn concurrent_sign_ups_with_an_address_make_one_account() {
    let stage = Stage::confirming().await;
    let sign_up = || stage.client.post("/signup", json!({ "email": EMAIL, "password": PASSWORD }));
    let responses: [Response; 4] = tokio::join!(sign_up(), sign_up(), sign_up(), sign_up()).into();
    for response in &responses {
        assert_eq!((response.status.as_u16(), &response.body["id"]), (200, &responses[0].body["id"]));
    }
    assert_eq!(stage.count("select count(*) from auth.users").await, 1);
}

#[tokio::test]
async fn a_recovery_link_signs_in_and_a_new_password_invalidates_the_others() {
    let stage = Stage::confirming().await;
    let admin = json!({ "email": EMAIL, "password": PASSWORD, "email_confirm": true });
    stage.as_admin().post("/admin/users", admin).await.expect(200);
    let link = stage.link(json!({ "type": "recovery", "email": EMAIL })).await;
    let session = fragment(&stage.follow(&link).await);
    assert_eq!(session["type"], "recovery");
    let unused = stage.link(json!({ "type": "magiclink", "email": EMAIL })).await;
    let person = stage.as_person(&session);
    person.put("/user", json!({ "password": "maquis-2027" })).await.expect(200);
    assert_eq!(fragment(&stage.follow(&unused).await)["error_code"], "otp_expired");
    stage.sign_in(EMAIL, "maquis-2027").await.expect(200);
}

#[tokio::test]
async fn a_magic_link_signs_up_an_unknown_person_unless_the_client_forbids_it() {
    let stage = Stage::confirming().await;
    let body = json!({ "email": EMAIL, "create_user": false });
    let forbidden = stage.client.post("/otp", body).await.expect(422);
    assert_eq!(forbidden.body["code"], "otp_disabled");
    let body = json!({ "email": EMAIL, "create_user": true, "data": { "city": "Corte" } });
    assert_eq!(stage.client.post("/otp", body).await.expect(200).body, json!({}));
    let link = stage.link(json!({ "type": "signup", "email": EMAIL, "password": PASSWORD })).await;
    let session = stage.verify("email", EMAIL, &link["email_otp"]).await.expect(200).body;
    assert_eq!(session["user"]["user_metadata"]["city"], "Corte");
    let hash =
        text(&stage.link(json!({ "type": "magiclink", "email": EMAIL })).await, "/hashed_token").to_owned();
    let body = json!({ "type": "email", "token_hash": hash });
    stage.client.post("/verify", body.clone()).await.expect(200);
    let again = stage.client.post("/verify", body).await.expect(403);
    assert_eq!(again.body["message"], "Email link is invalid or has expired");
}

#[tokio::test]
async fn an_invited_person_accepts_by_link_and_sets_a_password() {
    let stage = Stage::confirming().await;
    let invitation = json!({ "email": EMAIL, "data": { "city": "Corte" } });
    stage.client.post("/invite", invitation.clone()).await.expect(401);
    let invited = stage.as_admin().post("/invite", invitation.clone()).await.expect(200).body;
    assert!(text(&invited, "/invited_at").ends_with('Z'));
    let link = stage.link(json!({ "type": "invite", "email": EMAIL })).await;
    let session = fragment(&stage.follow(&link).await);
    assert_eq!(session["type"], "invite");
    stage.as_person(&session).put("/user", json!({ "password": PASSWORD })).await.expect(200);
    stage.sign_in(EMAIL, PASSWORD).await.expect(200);
    let again = stage.as_admin().post("/invite", invitation).await.expect(422);
    assert_eq!(again.body["code"], "email_exists");
}

#[tokio::test]
async fn links_of_unknown_kinds_and_people_are_rejected() {
    let stage = Stage::confirming().await;
    for (kind, status, code) in [
        ("recovery", 404, "user_not_found"),
        ("email_change_new", 404, "user_not_found"),
        ("signup", 400, "validation_failed"),
        ("party", 400, "validation_failed"),
    ] {
        let body = json!({ "type": kind, "email": EMAIL });
        let response = stage.as_admin().post("/admin/generate_link", body).await.expect(status);
        assert_eq!(response.body["code"], code, "{kind}");
    }
    stage.client.post("/admin/generate_link", json!({ "type": "signup", "email": EMAIL })).await.expect(401);
}
