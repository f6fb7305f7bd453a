//! The providers with endpoints and claims of their own.

use super::*;

/// Signs in, and returns the account.
async fn account(stage: &SocialStage) -> Value {
    let session = stage.browse("").await.session();
    stage.as_person(&session).get("/user").await.expect(200).body
}

#[tokio::test]
async fn google() {
    let stage = SocialStage::start_with("google", "", &[]).await;
    stage.provider.person(json!({
        "sub": "g-1", "email": EMAIL, "email_verified": true, "name": "Marie", "picture": "https://g.example/m",
        "hd": "exemple.fr",
    }));
    let user = account(&stage).await;
    assert_eq!(user["user_metadata"]["avatar_url"], "https://g.example/m");
    assert_eq!(user["user_metadata"]["custom_claims"], json!({ "hd": "exemple.fr" }));
}

#[tokio::test]
async fn apple_posts_the_callback_and_sends_the_name_once() {
    let stage = SocialStage::start_with("apple", "", &[]).await;
    stage.provider.accept("client_secret_post");
    stage.provider.person(json!({ "sub": "a-1", "email": EMAIL, "is_private_email": "true" }));
    let started = stage.client.get("/authorize?provider=apple").await.expect(302);
    let page = Page::parse(location(&started));
    assert_eq!((page.query("response_mode"), page.query("scope")), ("form_post", "email name"));
    let returned = stage.provider_redirect(location(&started)).await;
    let user = r#"{"name":{"firstName":"Marie","lastName":"Dumas"}}"#;
    let form: String = form_urlencoded::Serializer::new(returned).append_pair("user", user).finish();
    let response = stage.client.send(service_test::Method::POST, "/callback", form).await.expect(302);
    let session = Page::parse(location(&response)).session();
    let user = stage.as_person(&session).get("/user").await.expect(200).body;
    assert_eq!(user["user_metadata"]["full_name"], "Marie Dumas");
    assert_eq!(user["user_metadata"]["custom_claims"], json!({ "is_private_email": true }));
}

#[tokio::test]
async fn azure_accepts_the_tenant_of_the_configuration() {
    let stage = SocialStage::start_with("azure", "/tenant", &[]).await;
    stage.provider.person(json!({
        "sub": "z-1", "email": EMAIL, "xms_edov": "1", "name": "Marie", "preferred_username": "marie", "tid": "t",
    }));
    let user = account(&stage).await;
    assert_eq!(user["user_metadata"]["preferred_username"], "marie");
    assert_eq!(user["user_metadata"]["custom_claims"]["tid"], "t");
}

#[tokio::test]
async fn an_address_that_the_tenant_of_azure_does_not_own_is_unverified() {
    let stage = SocialStage::start_with("azure", "/tenant", &[]).await;
    stage.provider.person(json!({ "sub": "z-1", "email": EMAIL, "xms_edov": false }));
    let page = stage.browse("").await;
    assert_eq!(page.query("error_code"), "provider_email_needs_verification");
}

#[tokio::test]
async fn github_returns_the_addresses_in_a_second_response() {
    let stage = SocialStage::start_with("github", "", &[]).await;
    let user = json!({ "id": 7, "login": "marie", "name": "Marie", "avatar_url": "https://h.example/m" });
    stage.provider.document("/api/v3/user", user);
    let emails = json!([
        { "email": "old@exemple.fr", "primary": false, "verified": true },
        { "email": EMAIL, "primary": true, "verified": true },
    ]);
    stage.provider.document("/api/v3/user/emails", emails);
    let user = account(&stage).await;
    assert_eq!((&user["email"], &user["identities"][0]["id"]), (&json!(EMAIL), &json!("7")));
    assert_eq!(user["user_metadata"]["user_name"], "marie");
}

#[tokio::test]
async fn gitlab_verifies_the_primary_address_alone() {
    let stage = SocialStage::start_with("gitlab", "", &[]).await;
    let mut user =
        json!({ "id": 8, "name": "Marie", "email": EMAIL, "confirmed_at": "2024-01-01T00:00:00Z" });
    stage.provider.document("/api/v4/user", user.clone());
    stage.provider.document("/api/v4/user/emails", json!([{ "id": 1, "email": "other@exemple.fr" }]));
    assert_eq!(account(&stage).await["email"], EMAIL);
    user["confirmed_at"] = Value::Null;
    user["id"] = json!(9);
    user["email"] = json!("nobody@exemple.fr");
    stage.provider.document("/api/v4/user", user);
    assert_eq!(stage.browse("").await.query("error_code"), "provider_email_needs_verification");
}

#[tokio::test]
async fn discord() {
    let stage = SocialStage::start_with("discord", "", &[]).await;
    let user = json!({
        "id": "9", "username": "marie", "discriminator": "7", "global_name": "Marie", "email": EMAIL,
        "verified": true, "avatar": "a_1",
    });
    stage.provider.document("/api/users/@me", user);
    let user = account(&stage).await;
    assert_eq!(user["user_metadata"]["name"], "marie#7");
    assert_eq!(user["user_metadata"]["avatar_url"], "https://cdn.discordapp.com/avatars/9/a_1.gif");
    assert_eq!(user["user_metadata"]["custom_claims"]["global_name"], "Marie");
}

#[tokio::test]
async fn keycloak_returns_further_claims() {
    let stage = SocialStage::start_with("keycloak", "", &[]).await;
    let user =
        json!({ "sub": "k", "email": EMAIL, "email_verified": true, "name": "Marie", "groups": ["admin"] });
    stage.provider.document("/protocol/openid-connect/userinfo", user);
    let user = account(&stage).await;
    assert_eq!(user["user_metadata"]["custom_claims"], json!({ "groups": ["admin"] }));
}

/// A provider with an API of its own: the documents of the API, and what the account gets of them.
struct Api {
    name: &'static str,
    authentication: &'static str,
    scope: &'static str,
    documents: Vec<(&'static str, Value)>,
    subject: &'static str,
    metadata: Value,
}

async fn signs_in(api: Api) {
    let Api { name, authentication, scope, documents, subject, metadata } = api;
    let stage = SocialStage::start_with(name, "", &[]).await;
    stage.provider.accept(authentication);
    for (path, document) in documents {
        stage.provider.document(path, document);
    }
    let started = stage.client.get(&format!("/authorize?provider={name}")).await.expect(302);
    assert_eq!(Page::parse(location(&started)).query("scope"), scope, "{name}");
    let session = stage.consent(location(&started)).await.session();
    let user = stage.as_person(&session).get("/user").await.expect(200).body;
    assert_eq!(user["email"], EMAIL, "{name}");
    assert_eq!(user["app_metadata"]["provider"], name);
    assert_eq!(user["identities"][0]["id"], subject, "{name}");
    for (claim, value) in metadata.as_object().unwrap() {
        assert_eq!(&user["user_metadata"][claim], value, "{claim} of {name}");
    }
}

#[tokio::test]
async fn bitbucket() {
    let user =
        json!({ "uuid": "{b-1}", "display_name": "Marie", "avatar": { "href": "https://b.example/m" } });
    let emails = json!({ "values": [
        { "email": "old@exemple.fr", "is_primary": false, "is_confirmed": true },
        { "email": EMAIL, "is_primary": true, "is_confirmed": true },
    ] });
    signs_in(Api {
        name: "bitbucket",
        authentication: "client_secret_basic",
        scope: "account email",
        documents: vec![("/2.0/user", user), ("/2.0/user/emails", emails)],
        subject: "{b-1}",
        metadata: json!({ "full_name": "Marie", "avatar_url": "https://b.example/m" }),
    })
    .await;
}

#[tokio::test]
async fn facebook_gets_a_proof_of_the_secret() {
    let user = json!({
        "id": "f-1", "email": EMAIL, "first_name": "Marie", "last_name": "Dumas", "name": "Marie D.",
        "picture": { "data": { "url": "https://f.example/m" } },
    });
    signs_in(Api {
        name: "facebook",
        authentication: "client_secret_post",
        scope: "email",
        documents: vec![("/me", user)],
        subject: "f-1",
        metadata: json!({ "full_name": "Marie Dumas", "nickname": "Marie D.", "picture": "https://f.example/m" }),
    })
    .await;
}

#[tokio::test]
async fn figma() {
    signs_in(Api {
        name: "figma",
        authentication: "client_secret_basic",
        scope: "current_user:read",
        documents: vec![(
            "/v1/me",
            json!({ "id": "fi-1", "email": EMAIL, "handle": "Marie", "img_url": "https://fi.example/m" }),
        )],
        subject: "fi-1",
        metadata: json!({ "name": "Marie", "avatar_url": "https://fi.example/m" }),
    })
    .await;
}

#[tokio::test]
async fn fly() {
    let organizations = json!([{ "id": "o-1", "role": "admin" }]);
    let user = json!({
        "user_id": "fl-1", "user_name": "Marie", "email": EMAIL, "organizations": organizations, "scope": ["read"],
    });
    signs_in(Api {
        name: "fly",
        authentication: "client_secret_post",
        scope: "read",
        documents: vec![("/oauth/token/info", user)],
        subject: "fl-1",
        metadata: json!({
            "full_name": "Marie",
            "custom_claims": { "organizations": organizations, "scope": ["read"] },
        }),
    })
    .await;
}

#[tokio::test]
async fn kakao() {
    let account = json!({
        "profile": { "nickname": "marie", "profile_image_url": "https://k.example/m" },
        "email": EMAIL, "is_email_valid": true, "is_email_verified": true,
    });
    signs_in(Api {
        name: "kakao",
        authentication: "client_secret_post",
        scope: "account_email profile_image profile_nickname",
        documents: vec![("/v2/user/me", json!({ "id": 77, "kakao_account": account }))],
        subject: "77",
        metadata: json!({ "user_name": "marie", "avatar_url": "https://k.example/m" }),
    })
    .await;
}

#[tokio::test]
async fn an_address_that_kakao_has_given_to_somebody_else_is_unverified() {
    let stage = SocialStage::start_with("kakao", "", &[]).await;
    let account = json!({ "email": EMAIL, "is_email_valid": false, "is_email_verified": true });
    stage.provider.document("/v2/user/me", json!({ "id": 77, "kakao_account": account }));
    assert_eq!(stage.browse("").await.query("error_code"), "provider_email_needs_verification");
}

#[tokio::test]
async fn linked_in_states_the_profile_in_the_id_token() {
    let stage = SocialStage::start_with("linkedin_oidc", "", &[]).await;
    stage.provider.person(json!({
        "sub": "l-1", "email": EMAIL, "email_verified": "true", "given_name": "Marie", "family_name": "Dumas",
        "locale": "fr_FR",
    }));
    let user = account(&stage).await;
    assert_eq!(user["identities"][0]["id"], "l-1");
    assert_eq!(user["user_metadata"]["name"], "Marie Dumas");
    assert_eq!(user["user_metadata"]["provider_id"], "l-1");
}

#[tokio::test]
async fn notion_gets_the_version_of_its_api() {
    let user = json!({
        "id": "n-1", "name": "Marie", "avatar_url": "https://n.example/m", "person": { "email": EMAIL },
    });
    signs_in(Api {
        name: "notion",
        authentication: "client_secret_basic",
        scope: "",
        documents: vec![("/v1/users/me", json!({ "bot": { "owner": { "user": user } } }))],
        subject: "n-1",
        metadata: json!({ "full_name": "Marie", "picture": "https://n.example/m" }),
    })
    .await;
}

#[tokio::test]
async fn slack() {
    let user = json!({
        "https://slack.com/user_id": "U1", "https://slack.com/team_id": "T1", "email": EMAIL,
        "email_verified": true, "name": "Marie", "picture": "https://s.example/m",
    });
    signs_in(Api {
        name: "slack_oidc",
        authentication: "client_secret_post",
        scope: "openid email profile",
        documents: vec![("/api/openid.connect.userInfo", user)],
        subject: "U1",
        metadata: json!({ "name": "Marie", "custom_claims": { "https://slack.com/team_id": "T1" } }),
    })
    .await;
}

#[tokio::test]
async fn snapchat() {
    let me = json!({
        "externalId": "sn-1", "displayName": "Marie", "bitmoji": { "avatar": "https://sn.example/m" }, "email": EMAIL,
    });
    signs_in(Api {
        name: "snapchat",
        authentication: "client_secret_basic",
        scope: "https://auth.snapchat.com/oauth2/api/user.external_id \
                https://auth.snapchat.com/oauth2/api/user.display_name \
                https://auth.snapchat.com/oauth2/api/user.bitmoji.avatar",
        documents: vec![("/v1/me", json!({ "data": { "me": me } }))],
        subject: "sn-1",
        metadata: json!({ "slug": "Marie", "picture": "https://sn.example/m" }),
    })
    .await;
}

#[tokio::test]
async fn spotify_does_not_verify_addresses() {
    let stage = SocialStage::start_with("spotify", "", &[]).await;
    stage.provider.accept("client_secret_basic");
    let images = json!([
        { "url": "https://sp.example/small", "width": 64, "height": 64 },
        { "url": "https://sp.example/large", "width": 300, "height": 300 },
    ]);
    let user = json!({ "id": "sp-1", "display_name": "Marie", "email": EMAIL, "images": images });
    stage.provider.document("/me", user);
    assert_eq!(stage.browse("").await.query("error_code"), "provider_email_needs_verification");
    let picture = "select raw_user_meta_data ->> 'avatar_url' = 'https://sp.example/large' from auth.users";
    let is_large: bool = stage.database.client().await.query_one(picture, &[]).await.unwrap().get(0);
    assert!(is_large);
}

#[tokio::test]
async fn twitch_gets_the_client_id() {
    let user = json!({
        "id": "t-1", "login": "marie", "display_name": "Marie", "email": EMAIL, "type": "",
        "profile_image_url": "https://t.example/m", "broadcaster_type": "partner", "description": "d",
        "offline_image_url": "", "view_count": 5,
    });
    signs_in(Api {
        name: "twitch",
        authentication: "client_secret_post",
        scope: "user:read:email",
        documents: vec![("/helix/users", json!({ "data": [user] }))],
        subject: "t-1",
        metadata: json!({
            "name": "marie", "nickname": "Marie",
            "custom_claims": {
                "broadcaster_type": "partner", "description": "d", "type": "", "offline_image_url": "",
                "view_count": 5,
            },
        }),
    })
    .await;
}

#[tokio::test]
async fn vercel_has_one_subject_for_all_installations() {
    let stage = SocialStage::start_with("vercel_marketplace", "", &[]).await;
    stage.provider.person(json!({
        "sub": "installation-1", "global_user_id": "v-1", "user_email": EMAIL, "user_name": "Marie",
        "user_avatar_url": "https://v.example/m",
    }));
    let user = account(&stage).await;
    assert_eq!((&user["email"], &user["identities"][0]["id"]), (&json!(EMAIL), &json!("global_user_id:v-1")));
    assert_eq!(user["user_metadata"]["picture"], "https://v.example/m");
}

#[tokio::test]
async fn work_os_returns_the_profile_with_the_token() {
    let profile = json!({
        "id": "w-1", "email": EMAIL, "first_name": "Marie", "last_name": "Dumas", "connection_id": "c-1",
        "organization_id": "o-1",
    });
    signs_in(Api {
        name: "workos",
        authentication: "client_secret_post",
        scope: "",
        documents: vec![("/sso/token", profile)],
        subject: "w-1",
        metadata: json!({
            "full_name": "Marie Dumas",
            "custom_claims": { "connection_id": "c-1", "organization_id": "o-1" },
        }),
    })
    .await;
}

#[tokio::test]
async fn x_needs_a_code_verifier() {
    let user = json!({
        "id": "x-1", "name": "Marie", "username": "marie", "confirmed_email": EMAIL, "url": "https://marie.example",
        "profile_image_url": "https://x.example/m", "created_at": "2020-01-01T00:00:00.000Z",
    });
    let stage = SocialStage::start_with("x", "", &[]).await;
    let started = stage.client.get("/authorize?provider=x").await.expect(302);
    assert_eq!(Page::parse(location(&started)).query("code_challenge_method"), "S256");
    signs_in(Api {
        name: "x",
        authentication: "client_secret_basic",
        scope: "users.email tweet.read users.read offline.access",
        documents: vec![("/2/users/me", json!({ "data": user }))],
        subject: "x-1",
        metadata: json!({ "user_name": "marie", "profile": "https://x.com/marie", "website": "https://marie.example" }),
    })
    .await;
}

#[tokio::test]
async fn zoom() {
    let user = json!({
        "id": "z-1", "email": EMAIL, "first_name": "Marie", "last_name": "Dumas", "verified": 1, "login_type": 100,
        "pic_url": "https://z.example/m",
    });
    signs_in(Api {
        name: "zoom",
        authentication: "client_secret_basic",
        scope: "",
        documents: vec![("/v2/users/me", user)],
        subject: "z-1",
        metadata: json!({ "full_name": "Marie Dumas", "avatar_url": "https://z.example/m" }),
    })
    .await;
}

#[tokio::test]
async fn an_address_without_a_followed_link_is_unverified_at_zoom() {
    let stage = SocialStage::start_with("zoom", "", &[]).await;
    stage.provider.accept("client_secret_basic");
    let user = json!({ "id": "z-1", "email": EMAIL, "verified": 0, "login_type": 100 });
    stage.provider.document("/v2/users/me", user);
    assert_eq!(stage.browse("").await.query("error_code"), "provider_email_needs_verification");
}
