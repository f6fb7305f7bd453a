//! Which establishment a review belongs to.

use crate::{PATH, Stage, with};
use serde_json::{Value, json};

#[tokio::test]
async fn finds_a_hotel_by_number_text_and_name() {
    let stage = Stage::set().await;
    for id in [json!(105), json!("105"), json!(null), json!("casa paoli")] {
        stage.any_client().await.post(PATH, with("hotelId", id)).await.expect(201);
    }
    assert_eq!(stage.figures().await, ("4.00".into(), 4));
    for query in ["hotelId=105", "hotelName=Casa%20Paoli", "hotelName=CASA+PAOLI", "hotelId=Casa%20Paoli"] {
        let listed = stage.list(query).await.expect(200).body;
        assert_eq!(listed["statistics"]["totalReviews"], 4, "{query}");
    }
}

#[tokio::test]
async fn stores_reviews_of_establishments_without_a_hotel_by_slug_or_name() {
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
async fn rejects_an_id_without_an_active_hotel() {
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
        // The name of a hotel does not help an id without a hotel.
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
async fn earlier_reviews_by_name_or_number_do_not_move_to_a_later_hotel() {
    let stage = Stage::set().await;
    for (id, name) in [(json!(null), "Gîte Nouveau"), (json!("gite-nouveau"), "Gîte Nouveau")] {
        let body = json!({ "hotelId": id, "hotelName": name, "rating": 1 });
        stage.marie().post(PATH, body).await.expect(201);
    }
    // As an earlier version of this function stored a review of an unknown id.
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

    // The hotel's own reviews are separate, also those of an account that wrote one of the others.
    let body = json!({ "hotelName": "Gîte Nouveau", "rating": 5 });
    stage.marie().post(PATH, body).await.expect(201);
    let listed = stage.list("hotelId=300").await.expect(200).body;
    assert_eq!(
        (&listed["statistics"]["totalReviews"], &listed["reviews"][0]["rating"]),
        (&json!(1), &json!(5))
    );
}

#[tokio::test]
async fn rejects_a_hotel_name_with_control_or_bidirectional_characters() {
    let stage = Stage::set().await;
    for name in ["A Casa\n", "\u{202e}iloaP asaC", "Casa\u{2066}Paoli"] {
        let refused =
            stage.marie().post(PATH, json!({ "hotelId": "casa", "hotelName": name, "rating": 3 })).await;
        refused.expect_error(400, "validation_failed");
    }
}

#[tokio::test]
async fn a_slug_with_the_name_of_a_hotel_finds_that_hotel() {
    let stage = Stage::set().await;
    stage.marie().post(PATH, with("hotelId", json!("casa-paoli-corte"))).await.expect(201);
    assert_eq!(stage.figures().await.1, 1);
    for query in ["hotelId=105", "hotelId=casa-paoli-corte", "hotelName=Casa%20Paoli"] {
        assert_eq!(stage.list(query).await.expect(200).body["statistics"]["totalReviews"], 1, "{query}");
    }
}

#[tokio::test]
async fn listing_requires_an_establishment() {
    let stage = Stage::set().await;
    for query in ["", "hotelId=", "hotelName=%20", "hotel=105"] {
        let refused = stage.list(query).await;
        refused.expect_error(400, "validation_failed");
        assert_eq!(refused.body["success"], false);
    }
}
