//! An account has one review of an establishment.

use crate::{PATH, Stage, review, with};
use serde_json::json;
use service_test::sorted_statuses;

#[tokio::test]
async fn a_second_review_of_an_account_replaces_the_first() {
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

    stage.any_client().await.post(PATH, review(1)).await.expect(201);
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
async fn eight_concurrent_reviews_of_one_account_leave_one() {
    let stage = Stage::set().await;
    for id in [json!(105), json!("belambra-pineto")] {
        let body = json!({ "hotelId": id, "rating": 3 });
        let reviews = (0..8).map(|_| {
            let (client, body) = (stage.marie(), body.clone());
            async move { client.post(PATH, body).await }
        });
        assert_eq!(sorted_statuses(reviews).await, [200, 200, 200, 200, 200, 200, 200, 201], "{id}");
    }
    assert_eq!(stage.count().await, 2);
    assert_eq!(stage.figures().await, ("3.00".into(), 1));
}
