//! `hotel-reviews` over HTTP against a real Postgres: calls 7 and 8 of spec §7.

// What a test cannot arrange or find, it fails on.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use serde_json::{Value, json};
use service_test::{Response, Client, Database, Person, Service, invalid_tokens};

const PATH: &str = "/hotel-reviews";

struct Stage {
    database: Database,
    service: Service,
    marie: Person,
}

impl Stage {
    /// Marie, and the hotel 105 'Casa Paoli'.
    async fn set() -> Stage {
        let database = Database::create().await;
        let hotel = "insert into hotels (id, name, city, location, price_per_night)
                     values (105, 'Casa Paoli', 'Corte', 'Corte, Corse', 80)";
        database.client().await.execute(hotel, &[]).await.unwrap();
        let service = Service::start(env!("CARGO_BIN_EXE_hotel-reviews"), &database).await;
        let marie = Person::create(&database, "Marie", "Dupont").await;
        Stage { database, service, marie }
    }

    fn marie(&self) -> Client {
        self.service.client().bearer(&self.marie.token)
    }

    /// A client whose account has no review yet.
    async fn somebody(&self) -> Client {
        self.service.client().bearer(&Person::create(&self.database, "Lucie", "Casanova").await.token)
    }

    async fn sql(&self, statement: &str) {
        self.database.client().await.batch_execute(statement).await.unwrap();
    }

    async fn list(&self, query: &str) -> Response {
        self.marie().get(&format!("{PATH}?{query}")).await
    }

    async fn count(&self) -> i64 {
        self.database
            .client()
            .await
            .query_one("select count(*) from hotel_reviews", &[])
            .await
            .unwrap()
            .get(0)
    }

    /// The hotel's rating as text, and its count of reviews.
    async fn figures(&self) -> (String, i32) {
        let query = "select rating::text, reviews_count from hotels where id = 105";
        let row = self.database.client().await.query_one(query, &[]).await.unwrap();
        (row.get(0), row.get(1))
    }
}

fn review(rating: i64) -> Value {
    json!({
        "hotelId": 105, "hotelName": "Casa Paoli", "rating": rating,
        "reviewTitle": "Un beau séjour", "reviewText": "Accueil chaleureux.", "stayDate": "2025-08-15",
    })
}

fn with(name: &str, value: Value) -> Value {
    let mut body = review(4);
    body[name] = value;
    body
}

#[tokio::test]
async fn a_review_is_visible_at_once_under_first_name_and_initial() {
    let stage = Stage::set().await;
    let created = stage.marie().post(PATH, review(4)).await.expect(201);
    assert_eq!(created.body["success"], true);

    let listed = stage.list("hotelId=105").await.expect(200).body;
    assert_eq!((&listed["success"], listed["reviews"].as_array().unwrap().len()), (&json!(true), 1));
    let shown = &listed["reviews"][0];
    assert_eq!(shown, &created.body["review"]);
    assert_eq!((&shown["user_name"], &shown["is_verified"]), (&json!("Marie D."), &json!(false)));
    assert_eq!((&shown["hotel_id"], &shown["hotel_name"]), (&json!("105"), &json!("Casa Paoli")));
    assert_eq!((&shown["rating"], &shown["stay_date"]), (&json!(4), &json!("2025-08-15")));
    assert_eq!(shown["review_title"], "Un beau séjour");
    assert_eq!(shown["review_text"], "Accueil chaleureux.");
    assert!(shown["id"].is_string() && shown["created_at"].is_string());
    assert!(!listed.to_string().contains("@exemple.fr"), "an e-mail must not be shown");
}

#[tokio::test]
async fn a_review_is_in_the_language_that_its_request_asked_for() {
    let stage = Stage::set().await;
    for (asked, expected) in [("de-AT,de;q=0.9", json!("de")), ("*", json!(null)), ("pt", json!(null))] {
        let client = stage.somebody().await.header("accept-language", asked);
        client.post(PATH, review(4)).await.expect(201);
        // Whoever reads it asks for another one.
        let reader = stage.marie().header("accept-language", "ja");
        let listed = reader.get(&format!("{PATH}?hotelId=105")).await.expect(200).body;
        assert_eq!(listed["reviews"][0]["language"], expected, "{asked}");
    }
    let silent = stage.marie().post(PATH, review(4)).await.expect(201).body;
    assert_eq!(silent["review"]["language"], json!(null));
}

#[tokio::test]
async fn statistics_count_average_and_distribute() {
    let stage = Stage::set().await;
    for rating in [5, 5, 4] {
        stage.somebody().await.post(PATH, review(rating)).await.expect(201);
    }
    let statistics = stage.list("hotelId=105").await.expect(200).body["statistics"].clone();
    let expected = json!({
        "totalReviews": 3, "averageRating": 4.67, "ratingDistribution": { "5": 2, "4": 1, "3": 0, "2": 0, "1": 0 },
    });
    assert_eq!(statistics, expected);
    assert_eq!(stage.figures().await, ("4.67".into(), 3));
}

#[tokio::test]
async fn a_hotel_without_reviews_has_an_empty_list_and_zeros() {
    let stage = Stage::set().await;
    let listed = stage.list("hotelId=105").await.expect(200).body;
    assert_eq!((&listed["reviews"], &listed["statistics"]["totalReviews"]), (&json!([]), &json!(0)));
    assert_eq!(listed["statistics"]["ratingDistribution"]["1"], 0);
}

#[tokio::test]
async fn a_hotel_is_found_by_number_by_text_and_by_name() {
    let stage = Stage::set().await;
    for id in [json!(105), json!("105"), json!(null), json!("casa paoli")] {
        stage.somebody().await.post(PATH, with("hotelId", id)).await.expect(201);
    }
    assert_eq!(stage.figures().await, ("4.00".into(), 4));
    for query in ["hotelId=105", "hotelName=Casa%20Paoli", "hotelName=CASA+PAOLI", "hotelId=Casa%20Paoli"] {
        let listed = stage.list(query).await.expect(200).body;
        assert_eq!(listed["statistics"]["totalReviews"], 4, "{query}");
    }
}

#[tokio::test]
async fn a_resort_is_known_by_its_slug_and_an_unknown_name_by_itself() {
    let stage = Stage::set().await;
    let mut resort = with("hotelId", json!("club-med-santambroggio"));
    resort["hotelName"] = json!("Club Med Sant'Ambroggio");
    stage.marie().post(PATH, resort).await.expect(201);
    let listed = stage.list("hotelId=club-med-santambroggio").await.expect(200).body;
    assert_eq!(listed["reviews"][0]["hotel_name"], "Club Med Sant'Ambroggio");

    let unknown = json!({ "hotelName": "Gîte d'étape", "rating": 3 });
    stage.marie().post(PATH, unknown).await.expect(201);
    let listed = stage.list("hotelName=G%C3%AEte%20d%27%C3%A9tape").await.expect(200).body;
    assert_eq!(listed["statistics"]["totalReviews"], 1);
    assert_eq!(stage.figures().await, ("0.00".into(), 0));
}

#[tokio::test]
async fn a_review_of_an_id_without_an_active_hotel_is_refused() {
    let stage = Stage::set().await;
    stage
        .sql(
            "insert into hotels (id, name, city, location, price_per_night, is_active)
               values (106, 'A Mimosa', 'Corte', 'Corte, Corse', 80, false)",
        )
        .await;
    let named = |id: Value, name: &str| json!({ "hotelId": id, "hotelName": name, "rating": 4 });
    for body in [
        named(json!(4711), "Nulle Part"),
        // A hotel's name does not save an id that belongs to no hotel.
        named(json!(4711), "Casa Paoli"),
        named(json!("4711"), "Casa Paoli"),
        named(json!(106), "A Mimosa"),
        named(json!("a mimosa"), ""),
        named(json!(null), "A Mimosa"),
    ] {
        let refused = stage.marie().post(PATH, body).await;
        refused.expect_error(404, "hotel_not_found");
        assert_eq!(refused.body["success"], false);
    }
    assert_eq!(stage.count().await, 0);
    assert_eq!(stage.list("hotelId=4711").await.expect(200).body["statistics"]["totalReviews"], 0);
}

#[tokio::test]
async fn what_is_kept_under_a_name_or_a_number_never_moves_to_a_hotel_that_is_made_later() {
    let stage = Stage::set().await;
    for (id, name) in [(json!(null), "Gîte Nouveau"), (json!("gite-nouveau"), "Gîte Nouveau")] {
        let body = json!({ "hotelId": id, "hotelName": name, "rating": 1 });
        stage.marie().post(PATH, body).await.expect(201);
    }
    // As an earlier version of this function kept a review of an unknown id.
    stage
        .sql("insert into hotel_reviews (hotel_identifier, user_name, rating) values ('300', 'Paul L.', 1)")
        .await;
    stage
        .sql(
            "insert into hotels (id, name, city, location, price_per_night)
               values (300, 'Gîte Nouveau', 'Corte', 'Corte, Corse', 80)",
        )
        .await;
    for query in ["hotelId=300", "hotelName=G%C3%AEte%20Nouveau", "hotelId=g%C3%AEte%20nouveau"] {
        assert_eq!(stage.list(query).await.expect(200).body["statistics"]["totalReviews"], 0, "{query}");
    }
    assert_eq!(stage.list("hotelId=gite-nouveau").await.expect(200).body["statistics"]["totalReviews"], 1);

    // The hotel's own reviews are apart from them, also for the account that wrote one of them.
    let body = json!({ "hotelName": "Gîte Nouveau", "rating": 5 });
    stage.marie().post(PATH, body).await.expect(201);
    let listed = stage.list("hotelId=300").await.expect(200).body;
    assert_eq!(
        (&listed["statistics"]["totalReviews"], &listed["reviews"][0]["rating"]),
        (&json!(1), &json!(5))
    );
}

#[tokio::test]
async fn a_second_review_of_an_account_replaces_the_first_and_says_so() {
    let stage = Stage::set().await;
    let first = stage.marie().post(PATH, review(2)).await.expect(201).body;
    assert_eq!((first.get("replaced"), first.get("message")), (None, None));
    stage.sql("update hotel_reviews set is_verified = true").await;

    let mut changed = with("reviewText", json!("Tout a changé."));
    changed["hotelId"] = json!("Casa Paoli");
    let second = stage.marie().post(PATH, changed).await.expect(200).body;
    assert_eq!((&second["success"], &second["replaced"]), (&json!(true), &json!(true)));
    let message = "Votre avis remplace celui que vous aviez publié sur cet établissement.";
    assert_eq!((&second["message"], &second["review"]["id"]), (&json!(message), &first["review"]["id"]));
    let german = stage.marie().header("accept-language", "de").post(PATH, review(4)).await.expect(200).body;
    let message = "Ihre Bewertung ersetzt die, die Sie zu dieser Unterkunft veröffentlicht hatten.";
    assert_eq!(german["message"], message);

    let listed = stage.list("hotelId=105").await.expect(200).body;
    assert_eq!((stage.count().await, &listed["statistics"]["averageRating"]), (1, &json!(4.0)));
    let shown = &listed["reviews"][0];
    assert_eq!((&shown["is_verified"], &shown["language"]), (&json!(false), &json!("de")));
    assert_eq!(stage.figures().await, ("4.00".into(), 1));

    stage.somebody().await.post(PATH, review(1)).await.expect(201);
    assert_eq!(stage.figures().await, ("2.50".into(), 2));
}

#[tokio::test]
async fn a_second_review_of_an_establishment_without_a_hotel_replaces_the_first() {
    let stage = Stage::set().await;
    for (identifier, status) in [("belambra-pineto", 201), ("Belambra-Pineto", 200), ("belambra-golfo", 201)]
    {
        stage.marie().post(PATH, json!({ "hotelId": identifier, "rating": 3 })).await.expect(status);
    }
    let listed = stage.list("hotelId=BELAMBRA-PINETO").await.expect(200).body;
    assert_eq!((stage.count().await, &listed["statistics"]["totalReviews"]), (2, &json!(1)));
}

#[tokio::test]
async fn eight_reviews_of_one_account_at_once_leave_one() {
    let stage = Stage::set().await;
    for id in [json!(105), json!("belambra-pineto")] {
        let body = json!({ "hotelId": id, "rating": 3 });
        let reviews = (0..8).map(|_| {
            let (client, body) = (stage.marie(), body.clone());
            tokio::spawn(async move { client.post(PATH, body).await.status.as_u16() })
        });
        let mut statuses = Vec::new();
        for status in reviews.collect::<Vec<_>>() {
            statuses.push(status.await.unwrap());
        }
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 200, 200, 200, 200, 200, 200, 201], "{id}");
    }
    assert_eq!(stage.count().await, 2);
    assert_eq!(stage.figures().await, ("3.00".into(), 1));
}

#[tokio::test]
async fn a_hotels_name_that_a_review_gives_has_no_control_or_bidirectional_characters() {
    let stage = Stage::set().await;
    for name in ["A Casa\n", "\u{202e}iloaP asaC", "Casa\u{2066}Paoli"] {
        let refused =
            stage.marie().post(PATH, json!({ "hotelId": "casa", "hotelName": name, "rating": 3 })).await;
        refused.expect_error(400, "validation_failed");
    }
}

#[tokio::test]
async fn a_slug_whose_name_is_a_hotels_is_found_under_both() {
    let stage = Stage::set().await;
    stage.marie().post(PATH, with("hotelId", json!("casa-paoli-corte"))).await.expect(201);
    assert_eq!(stage.figures().await.1, 1);
    for query in ["hotelId=105", "hotelId=casa-paoli-corte", "hotelName=Casa%20Paoli"] {
        assert_eq!(stage.list(query).await.expect(200).body["statistics"]["totalReviews"], 1, "{query}");
    }
}

#[tokio::test]
async fn title_text_and_stay_date_may_be_empty() {
    let stage = Stage::set().await;
    for body in [
        json!({ "hotelId": 105, "rating": 5 }),
        json!({ "hotelId": 105, "rating": 5, "reviewTitle": "", "reviewText": "", "stayDate": null }),
    ] {
        let created = stage.somebody().await.post(PATH, body).await.expect(201).body["review"].clone();
        assert_eq!((&created["review_title"], &created["stay_date"]), (&json!(""), &json!(null)));
    }
}

#[tokio::test]
async fn lengths_are_counted_in_characters() {
    let stage = Stage::set().await;
    let mut longest = with("reviewTitle", json!("é".repeat(100)));
    longest["reviewText"] = json!("🏝".repeat(500));
    stage.marie().post(PATH, longest).await.expect(201);
    stage
        .marie()
        .post(PATH, with("reviewTitle", json!("é".repeat(101))))
        .await
        .expect_error(400, "validation_failed");
    stage
        .marie()
        .post(PATH, with("reviewText", json!("🏝".repeat(501))))
        .await
        .expect_error(400, "validation_failed");
}

#[tokio::test]
async fn a_review_without_a_rating_is_refused_in_the_specs_words() {
    let stage = Stage::set().await;
    let refused = stage.marie().post(PATH, with("rating", json!(null))).await;
    assert_eq!(refused.expect_error(400, "rating_required"), "Veuillez attribuer une note.");
    assert_eq!(refused.body["success"], false);
}

#[tokio::test]
async fn a_refusal_is_in_the_language_that_its_request_asked_for() {
    let stage = Stage::set().await;
    let long = with("reviewText", json!("x".repeat(501)));
    for (asked, expected) in [
        ("de", "Das Feld „Ihr Kommentar“ darf höchstens 500 Zeichen lang sein."),
        ("pt", "Le champ «\u{a0}Votre commentaire\u{a0}» ne doit pas dépasser 500 caractères."),
    ] {
        let refused = stage.marie().header("accept-language", asked).post(PATH, long.clone()).await;
        assert_eq!(refused.expect_error(400, "validation_failed"), expected);
    }
}

#[tokio::test]
async fn malformed_and_out_of_range_reviews_are_refused_and_not_kept() {
    let stage = Stage::set().await;
    for body in [
        with("rating", json!(0)),
        with("rating", json!(6)),
        with("rating", json!(4.5)),
        with("rating", json!("4")),
        with("hotelId", json!(0)),
        with("hotelId", json!(-105)),
        with("hotelId", json!(10.5)),
        with("hotelId", json!(["105"])),
        with("hotelId", json!("x".repeat(201))),
        with("stayDate", json!("15/08/2025")),
        with("stayDate", json!("2025-02-30")),
        with("reviewText", json!({ "html": "<b>" })),
        json!({ "rating": 4 }),
        json!({ "hotelId": " ", "hotelName": "", "rating": 4 }),
    ] {
        let refused = stage.marie().post(PATH, body).await;
        refused.expect_error(400, "validation_failed");
        assert_eq!(refused.body["success"], false);
    }
    stage.marie().post(PATH, with("reviewText", json!("\0"))).await.expect_error(400, "bad_json");
    assert_eq!(stage.count().await, 0);
}

#[tokio::test]
async fn a_stay_is_not_after_today_in_paris() {
    let stage = Stage::set().await;
    let today = service_kit::clock::today();
    stage.marie().post(PATH, with("stayDate", json!(today))).await.expect(201);
    // Two days on, so that midnight during the test changes nothing.
    let future = today + chrono::Days::new(2);
    let refused = stage.marie().post(PATH, with("stayDate", json!(future))).await;
    assert!(refused.expect_error(400, "validation_failed").contains("futur"));
}

#[tokio::test]
async fn a_review_is_not_verified_whatever_the_body_says() {
    let stage = Stage::set().await;
    let mut body = with("is_verified", json!(true));
    body["isVerified"] = json!(true);
    body["user_name"] = json!("Quelqu'un d'autre");
    let created = stage.marie().post(PATH, body).await.expect(201).body["review"].clone();
    assert_eq!((&created["is_verified"], &created["user_name"]), (&json!(false), &json!("Marie D.")));
}

#[tokio::test]
async fn a_hotels_figures_are_exact_under_concurrency() {
    let stage = Stage::set().await;
    let mut reviews = Vec::new();
    for number in 0..40 {
        let client = stage.somebody().await;
        reviews.push(async move { client.post(PATH, review(number % 5 + 1)).await.status.as_u16() });
    }
    for status in reviews.into_iter().map(tokio::spawn).collect::<Vec<_>>() {
        assert_eq!(status.await.unwrap(), 201);
    }
    assert_eq!(stage.figures().await, ("3.00".into(), 40));
    let statistics = stage.list("hotelId=105").await.expect(200).body["statistics"].clone();
    assert_eq!((&statistics["totalReviews"], &statistics["averageRating"]), (&json!(40), &json!(3.0)));
    assert_eq!(statistics["ratingDistribution"]["1"], 8);
}

#[tokio::test]
async fn the_list_is_newest_first_and_bounded_while_the_figures_count_all() {
    let stage = Stage::set().await;
    let many = "insert into hotel_reviews (hotel_id, hotel_identifier, user_name, rating, review_title, created_at)
                select 105, '105', 'Paul L.', 5, n::text, now() - n * interval '1 hour' from generate_series(1, 230) n";
    stage.database.client().await.execute(many, &[]).await.unwrap();
    let listed = stage.list("hotelId=105").await.expect(200).body;
    let reviews = listed["reviews"].as_array().unwrap();
    assert_eq!((reviews.len(), &listed["statistics"]["totalReviews"]), (200, &json!(230)));
    assert_eq!((&reviews[0]["review_title"], &reviews[199]["review_title"]), (&json!("1"), &json!("200")));
}

#[tokio::test]
async fn listing_needs_an_establishment() {
    let stage = Stage::set().await;
    for query in ["", "hotelId=", "hotelName=%20", "hotel=105"] {
        let refused = stage.list(query).await;
        refused.expect_error(400, "validation_failed");
        assert_eq!(refused.body["success"], false);
    }
}

#[tokio::test]
async fn listing_and_posting_need_a_persons_valid_token() {
    let stage = Stage::set().await;
    let anonymous = stage.service.client();
    let list = format!("{PATH}?hotelId=105");
    let refused = anonymous.get(&list).await;
    refused.expect_error(401, "unauthorized");
    assert_eq!(refused.body["success"], false);
    anonymous.post(PATH, review(1)).await.expect_error(401, "unauthorized");
    for (what, token) in invalid_tokens(&stage.marie) {
        let client = anonymous.bearer(&token);
        assert_eq!(client.post(PATH, review(1)).await.status, 401, "{what}");
        assert_eq!(client.get(&list).await.status, 401, "{what}");
    }
    assert_eq!(stage.count().await, 0);
}

#[tokio::test]
async fn a_token_that_outlived_its_account_cannot_review() {
    let stage = Stage::set().await;
    stage.database.client().await.execute("delete from auth.users", &[]).await.unwrap();
    stage.marie().post(PATH, review(1)).await.expect_error(401, "unauthorized");
}

#[tokio::test]
async fn the_table_itself_is_closed_to_people() {
    let stage = Stage::set().await;
    stage.marie().post(PATH, review(4)).await.expect(201);
    let client = stage.database.client().await;
    let claims = json!({ "sub": stage.marie.id, "role": "authenticated" }).to_string();
    client.batch_execute("begin; set local role authenticated").await.unwrap();
    client.execute("select set_config('request.jwt.claims', $1, true)", &[&claims]).await.unwrap();
    let seen: i64 = client.query_one("select count(*) from hotel_reviews", &[]).await.unwrap().get(0);
    assert_eq!(seen, 0);
    assert_eq!(client.execute("update hotel_reviews set is_verified = true", &[]).await.unwrap(), 0);
    let insert = "insert into hotel_reviews (hotel_identifier, user_name, rating) values ('105', 'x', 5)";
    assert!(client.execute(insert, &[]).await.is_err());
}
