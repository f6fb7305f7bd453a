//! SAML and web3, which are not supported. The answers are those of a supabase/auth that has them disabled.

use super::*;

#[tokio::test]
async fn saml_and_web3_are_disabled() {
    let stage = Stage::start().await;
    let disabled = json!({ "code": "saml_provider_disabled", "message": "SAML 2.0 is disabled" });
    for path in ["/sso", "/sso/saml/acs"] {
        assert_eq!(
            stage.client.post(path, json!({ "domain": "exemple.fr" })).await.expect(404).body,
            disabled
        );
    }
    assert_eq!(stage.client.get("/sso/saml/metadata").await.expect(404).body, disabled);
    let web3 = json!({ "chain": "solana", "message": "m", "signature": "s" });
    let rejected = stage.client.post("/token?grant_type=web3", web3).await.expect(422).body;
    assert_eq!(rejected, json!({ "code": "web3_provider_disabled", "message": "Web3 provider is disabled" }));
}

#[tokio::test]
async fn providers_that_were_moved_here_are_read_and_deleted() {
    let stage = Stage::start().await;
    let admin = stage.as_admin();
    stage.client.get("/admin/sso/providers").await.expect(401);
    assert_eq!(admin.get("/admin/sso/providers").await.expect(200).body, json!({ "items": [] }));
    stage
        .execute(
            "insert into auth.sso_providers (id, resource_id, created_at, updated_at)
             values ('6b1c5d4e-0000-4000-8000-000000000001', 'acme', now(), now());
             insert into auth.sso_domains (id, sso_provider_id, domain)
             values (gen_random_uuid(), '6b1c5d4e-0000-4000-8000-000000000001', 'acme.example');
             insert into auth.saml_providers (id, sso_provider_id, entity_id, metadata_xml)
             values (gen_random_uuid(), '6b1c5d4e-0000-4000-8000-000000000001', 'https://acme.example', '<xml/>')",
        )
        .await;
    let listed = admin.get("/admin/sso/providers?resource_id_prefix=ac").await.expect(200).body;
    assert_eq!(listed["items"][0]["saml"], json!({ "entity_id": "https://acme.example" }));
    let path = "/admin/sso/providers/resource_acme";
    let read = admin.get(path).await.expect(200).body;
    assert_eq!(read["domains"], json!([{ "domain": "acme.example" }]));
    assert_eq!(read["saml"]["metadata_xml"], "<xml/>");
    for rejected in [
        admin.post("/admin/sso/providers", json!({ "type": "saml" })).await,
        admin.put(path, json!({ "disabled": true })).await,
    ] {
        assert_eq!(rejected.expect(404).body["code"], "saml_provider_disabled");
    }
    let id = text(&read, "/id");
    assert_eq!(admin.delete(&format!("/admin/sso/providers/{id}")).await.expect(200).body["id"], id);
    assert_eq!(admin.get(path).await.expect(404).body["code"], "sso_provider_not_found");
}
