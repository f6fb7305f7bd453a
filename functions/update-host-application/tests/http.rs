//! `update-host-application` over HTTP against a real Postgres: call 12 of spec §7.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use serde_json::{Value, json};
use service_test::{
    Client, Database, Person, Response, Service, anon_key, assert_administrators_only, sorted_statuses,
};

const BINARY: &str = env!("CARGO_BIN_EXE_update-host-application");
const PATH: &str = "/update-host-application";

/// Only the function's process, because it does not use storage.
struct Stage {
    database: Database,
    service: Service,
    administrator: Person,
}

impl Stage {
    async fn set() -> Stage {
        let database = Database::create().await;
        let service = Service::start(BINARY, &database).await;
        let administrator = Person::administrator(&database).await;
        Stage { database, service, administrator }
    }

    /// Creates a pending application and returns its id.
    async fn application(&self) -> String {
        let insert = "insert into host_applications (first_name, last_name, email, phone, property_type, property_name,
              address, city, photos_urls)
            values ('Ghjulia', 'Santoni', 'ghjulia@exemple.fr', '1', 'Villa', 'A Casetta', 'C', 'Zonza', '{a,b,c}')
            returning id::text";
        self.database.client().await.query_one(insert, &[]).await.unwrap().get(0)
    }

    async fn decide(&self, body: Value) -> Response {
        self.service.client().bearer(&self.administrator.token).post(PATH, body).await
    }

    async fn status(&self, id: &str) -> String {
        let query = "select status from host_applications where id = $1::text::uuid";
        self.database.client().await.query_one(query, &[&id]).await.unwrap().get(0)
    }
}

fn approve(id: &str) -> Value {
    json!({ "applicationId": id, "action": "approve", "status": "approved" })
}

fn reject(id: &str) -> Value {
    json!({ "applicationId": id, "action": "reject", "status": "rejected" })
}

#[tokio::test]
async fn approves_or_rejects_a_pending_application() {
    let stage = Stage::set().await;
    let (first, second, third) =
        (stage.application().await, stage.application().await, stage.application().await);
    let approved = stage.decide(approve(&first)).await.expect(200);
    assert_eq!(
        (&approved.body["success"], &approved.body["data"]["status"]),
        (&json!(true), &json!("approved"))
    );
    assert_eq!(approved.body["message"], "La candidature a été approuvée.");
    let rejected = stage.decide(reject(&second)).await.expect(200);
    assert_eq!(rejected.body["message"], "La candidature a été refusée.");
    let statuses = (stage.status(&first).await, stage.status(&second).await, stage.status(&third).await);
    assert_eq!(statuses, ("approved".into(), "rejected".into(), "pending".into()));
}

#[tokio::test]
async fn repeating_a_decision_changes_nothing() {
    let stage = Stage::set().await;
    let (first, second) = (stage.application().await, stage.application().await);
    stage.decide(approve(&first)).await.expect(200);
    stage.decide(reject(&second)).await.expect(200);
    let again = stage.decide(approve(&first)).await.expect(200);
    assert_eq!((&again.body["success"], &again.body["data"]["id"]), (&json!(true), &json!(first)));
    assert_eq!(again.body["message"], "Cette candidature était déjà approuvée.");
    let again = stage.decide(reject(&second)).await.expect(200);
    assert_eq!(again.body["message"], "Cette candidature était déjà refusée.");
}

#[tokio::test]
async fn rejects_the_opposite_of_an_earlier_decision() {
    let stage = Stage::set().await;
    let (first, second) = (stage.application().await, stage.application().await);
    stage.decide(approve(&first)).await.expect(200);
    stage.decide(reject(&second)).await.expect(200);
    let refused = stage.decide(reject(&first)).await;
    assert_eq!(refused.expect_error(409, "already_approved"), "Cette candidature a déjà été approuvée.");
    assert_eq!(refused.body["success"], false);
    stage.decide(approve(&second)).await.expect_error(409, "already_rejected");
    assert_eq!(
        (stage.status(&first).await, stage.status(&second).await),
        ("approved".into(), "rejected".into())
    );
}

#[tokio::test]
async fn of_concurrent_decisions_one_succeeds() {
    let stage = Stage::set().await;
    let id = stage.application().await;
    let many = (0..20).map(|number| {
        let client = stage.service.client().bearer(&stage.administrator.token);
        let body = if number % 2 == 0 { approve(&id) } else { reject(&id) };
        async move { client.post(PATH, body).await }
    });
    assert_eq!(sorted_statuses(many).await, [[200; 10], [409; 10]].concat());
}

#[tokio::test]
async fn accepts_action_or_status_and_rejects_a_contradiction() {
    let stage = Stage::set().await;
    let (first, second) = (stage.application().await, stage.application().await);
    let contradictory = json!({ "applicationId": first, "action": "approve", "status": "rejected" });
    stage.decide(contradictory).await.expect_error(400, "contradictory_decision");
    assert_eq!(stage.status(&first).await, "pending");
    stage.decide(json!({ "applicationId": first, "action": "approve" })).await.expect(200);
    stage.decide(json!({ "applicationId": second, "status": "rejected" })).await.expect(200);
    assert_eq!(
        (stage.status(&first).await, stage.status(&second).await),
        ("approved".into(), "rejected".into())
    );
}

#[tokio::test]
async fn rejects_malformed_fields_and_unknown_applications() {
    let stage = Stage::set().await;
    let id = stage.application().await;
    for wrong in [
        json!({ "applicationId": id }),
        json!({ "applicationId": id, "action": "delete" }),
        json!({ "applicationId": id, "action": "approve", "status": "pending" }),
        json!({ "applicationId": id, "action": 1 }),
        json!({ "action": "approve", "status": "approved" }),
        json!({ "applicationId": 7, "action": "approve" }),
    ] {
        let refused = stage.decide(wrong).await;
        refused.expect_error(400, "validation_failed");
        assert_eq!(refused.body["success"], false);
    }
    for unknown in ["00000000-0000-4000-8000-000000000000", "7", "inconnue"] {
        stage.decide(approve(unknown)).await.expect_error(404, "application_not_found");
    }
    assert_eq!(stage.status(&id).await, "pending");
}

#[tokio::test]
async fn rejects_callers_who_are_not_administrators() {
    let stage = Stage::set().await;
    let id = stage.application().await;
    let call = async |client: Client| client.post(PATH, approve(&id)).await;
    assert_administrators_only(&stage.database, &stage.service, call).await;
    assert_eq!(stage.status(&id).await, "pending");
    let open = Service::start_with(BINARY, &stage.database, &[("OPEN_TO_PUBLIC_KEY", "true")]).await;
    open.client().post(PATH, approve(&id)).await.expect_error(401, "unauthorized");
    open.client().bearer(&anon_key()).post(PATH, approve(&id)).await.expect(200);
}

#[tokio::test]
async fn writes_in_the_callers_role_so_that_policies_apply() {
    let stage = Stage::set().await;
    let id = stage.application().await;
    let drop = "drop policy \"administrators update applications\" on host_applications";
    stage.database.client().await.batch_execute(drop).await.unwrap();
    assert_ne!(stage.decide(approve(&id)).await.status, 200);
    assert_eq!(stage.status(&id).await, "pending");
}
