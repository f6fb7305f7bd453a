//! The rules of the form's texts: spec §5, with its sentences. A rejected form leaves nothing.

use crate::stage::{FIELDS, PATH, Stage, fields, form, with_photos};
use hyper::Method;
use serde_json::json;
use service_test::Form;
use service_test::pictures::JPEG;

#[tokio::test]
async fn rejects_a_missing_or_blank_required_field_with_the_specs_sentence() {
    let stage = Stage::set().await;
    for required in
        ["first_name", "last_name", "email", "phone", "property_type", "property_name", "address", "city"]
    {
        for blank in ["", "  \t "] {
            let refused = stage.submit(&form(&[(required, blank)])).await;
            let sentence = refused.expect_error(400, "required_fields_missing");
            assert_eq!(sentence, "Veuillez remplir tous les champs obligatoires.", "{required}");
            assert_eq!(refused.body["success"], false);
        }
    }
    let others = FIELDS.iter().filter(|(name, _)| *name != "city");
    let form = others.fold(Form::default(), |form, (name, value)| form.field(name, value));
    stage.submit(&with_photos(form, [JPEG; 3])).await.expect_error(400, "required_fields_missing");
    assert_eq!(stage.kept().await, (0, 0));
}

#[tokio::test]
async fn rejects_a_form_without_a_room_type_with_the_specs_sentence() {
    let stage = Stage::set().await;
    for none in ["", " , ,"] {
        let refused = stage.submit(&form(&[("room_types", none)])).await;
        let sentence = refused.expect_error(400, "room_type_required");
        assert_eq!(sentence, "Veuillez sélectionner au moins un type de chambre/logement.");
    }
    assert_eq!(stage.kept().await, (0, 0));
}

#[tokio::test]
async fn rejects_a_description_over_500_characters_with_the_specs_sentence() {
    let stage = Stage::set().await;
    let refused = stage.submit(&form(&[("description", &"é".repeat(501))])).await;
    let sentence = refused.expect_error(400, "description_too_long");
    assert_eq!(sentence, "La description ne doit pas dépasser 500 caractères.");
    assert_eq!(stage.kept().await, (0, 0));
}

#[tokio::test]
async fn an_error_names_the_malformed_or_out_of_range_field() {
    let stage = Stage::set().await;
    let long = "x".repeat(501);
    for (name, label, wrong) in [
        (
            "email",
            "E-mail",
            &["ghjulia", "ghjulia@exemple", "paul?bcc=tous@exemple.com&subject=x@exemple.fr"][..],
        ),
        ("number_of_rooms", "Nombre de chambres", &["0", "-1", "2.5", "deux", "10001"]),
        ("max_guests", "Nombre maximum de voyageurs", &["0", "100001"]),
        ("price_per_night", "Prix par nuit en euros", &["-1", "NaN", "1e9", "85,5", "1000000.01"]),
        ("experience_years", "Années d'expérience", &["-1", "201"]),
        ("availability_start", "Disponible à partir du", &["01/05/2031"]),
        ("availability_end", "Disponible jusqu'au", &["2031-02-30"]),
        ("previous_hosting", "Avez-vous déjà accueilli des voyageurs\u{202f}?", &["peut-être"]),
        ("motivation", "Votre motivation", &[&long]),
        ("additional_services", "Autres services", &[&long]),
        ("first_name", "Prénom", &[&long[..101], "Ghju\u{202e}ail", "Ghjulia\nBcc: x"]),
        ("property_name", "Nom de l'établissement", &[&long[..201], "A\u{2067}Casetta"]),
        ("phone", "Téléphone", &[&long[..41]]),
        ("postal_code", "Code postal", &[&long[..21]]),
        ("amenities", "Équipements", &[&"a,".repeat(101)]),
    ] {
        for wrong in wrong {
            let refused = stage.submit(&form(&[(name, wrong)])).await;
            let sentence = refused.expect_error(400, "validation_failed");
            assert!(sentence.contains(&format!("«\u{a0}{label}\u{a0}»")), "{name}: {sentence}");
        }
    }
    let reversed = form(&[("availability_end", "2031-04-30")]);
    stage.submit(&reversed).await.expect_error(400, "validation_failed");
    assert_eq!(stage.kept().await, (0, 0));
}

#[tokio::test]
async fn rejects_bodies_that_are_not_complete_forms() {
    let stage = Stage::set().await;
    stage.submit(&form(&[("city", "Zon\0za")])).await.expect_error(400, "bad_json");
    let client = stage.service.client();
    client.post(PATH, json!({ "first_name": "Ghjulia" })).await.expect_error(415, "unsupported_media_type");
    let form = form(&[]);
    let typed = client.header("content-type", &form.content_type());
    let body = form.body();
    let half = body.slice(..body.len() / 2);
    typed.send(Method::POST, PATH, half).await.expect_error(400, "bad_json");
    let latin = fields(&[]).body().to_vec();
    let latin = [b"------WebKitFormBoundary7MA4YWxkTrZu0gW\r\nContent-Disposition: form-data; name=\"city\"\r\n\r\n\xe9\r\n".to_vec(), latin];
    typed.send(Method::POST, PATH, latin.concat()).await.expect_error(400, "bad_json");
    client.get(PATH).await.expect_error(405, "method_not_allowed");
    assert_eq!(stage.kept().await, (0, 0));
}

#[tokio::test]
async fn rejects_too_long_texts_and_too_many_parts() {
    let stage = Stage::set().await;
    let long = form(&[]).field("autre", &"x".repeat(100_000));
    stage.submit(&long).await.expect_error(413, "request_entity_too_large");
    let many = (0..100).fold(form(&[]), |form, number| form.field(&format!("champ_{number}"), "x"));
    stage.submit(&many).await.expect_error(413, "request_entity_too_large");
    // Only the preamble of a form, which the multipart parser would buffer.
    let client = stage.service.client().header("content-type", &many.content_type());
    client
        .send(Method::POST, PATH, vec![b'x'; 4_000_000])
        .await
        .expect_error(413, "request_entity_too_large");
    assert_eq!(stage.kept().await, (0, 0));
}
