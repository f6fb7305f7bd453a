//! Accepted applications.

use crate::stage::{BINARY, FIELDS, PATH, Stage, fields, form, with_photos};
use serde_json::{Value, json};
use service_test::pictures::{GIF, JPEG, LIMIT, PNG, WEBP, jpeg_of_size};
use service_test::{Form, anon_key, sorted_statuses};

#[tokio::test]
async fn stores_a_pending_application_with_its_fields_and_photos() {
    let stage = Stage::set().await;
    let answer = stage.submit(&form(&[])).await.expect(201);
    assert_eq!((&answer.body["success"], &answer.body["data"]["status"]), (&json!(true), &json!("pending")));
    let id = answer.body["data"]["id"].as_str().unwrap();

    let row = "select to_jsonb(a)::text from host_applications a";
    let row: String = stage.backend.database.client().await.query_one(row, &[]).await.unwrap().get(0);
    let row: Value = serde_json::from_str(&row).unwrap();
    for (name, sent) in FIELDS {
        let expected = match name {
            "description" => json!("Une maison de pierre.\nVue sur les aiguilles de Bavella."),
            "amenities" => json!(["Wi-Fi gratuit", "Jardin", "Parking"]),
            "room_types" => json!(["double", "family"]),
            "number_of_rooms" | "max_guests" | "experience_years" => json!(sent.parse::<i64>().unwrap()),
            "price_per_night" => json!(85.5),
            _ => json!(sent),
        };
        assert_eq!(row[name], expected, "{name}");
    }
    assert_eq!((&row["id"], &row["status"], &row["hotel_id"]), (&json!(id), &json!("pending"), &Value::Null));
    let expected = ["0.jpg", "1.png", "2.webp", "3.gif"].map(|photo| format!("{id}/{photo}"));
    assert_eq!(row["photos_urls"], json!(expected));
    assert_eq!(stage.backend.objects("host-applications").await, expected);
    for (key, original) in expected.iter().zip([JPEG, PNG, WEBP, GIF]) {
        let path = format!("/storage/v1/object/host-applications/{key}");
        let (_, bytes) = stage.backend.service_key().file(&path).await.unwrap();
        assert!(bytes == original, "{key} is kept as it was sent");
        assert_eq!(
            stage.backend.without_key().bearer(&anon_key()).file(&path).await,
            None,
            "{key} is private"
        );
        let public = path.replace("/object/", "/object/public/");
        assert_eq!(stage.backend.without_key().file(&public).await, None, "{key} is private");
    }
}

#[tokio::test]
async fn missing_optional_fields_have_the_defaults_of_the_specification() {
    let stage = Stage::set().await;
    let required = [
        "first_name",
        "last_name",
        "email",
        "phone",
        "property_type",
        "property_name",
        "address",
        "city",
        "room_types",
    ];
    let bare = FIELDS.iter().filter(|(name, _)| required.contains(name));
    let bare = bare.fold(Form::default(), |form, (name, value)| form.field(name, value));
    let empty = FIELDS.iter().fold(Form::default(), |form, (name, value)| {
        form.field(name, if required.contains(name) { value } else { "" })
    });
    for form in [bare, empty] {
        stage.submit(&with_photos(form, [JPEG, JPEG, JPEG])).await.expect(201);
    }
    let defaults = "select count(*) from host_applications where number_of_rooms = 1 and max_guests = 2
        and price_per_night = 0 and experience_years = 0 and previous_hosting = 'false' and description = ''
        and motivation = '' and postal_code = '' and additional_services = '' and amenities = '{}'
        and availability_start is null and availability_end is null";
    assert_eq!(stage.backend.number(defaults).await, 2);
}

#[tokio::test]
async fn accepts_photos_before_the_fields_and_with_any_number() {
    let stage = Stage::set().await;
    let photos = [("image_7", PNG), ("image_12", JPEG), ("image_3", WEBP)];
    let form =
        photos.iter().fold(Form::default(), |form, (name, photo)| form.file(name, "a", "text/plain", photo));
    let form = FIELDS.iter().fold(form, |form, (name, value)| form.field(name, value));
    stage.submit(&form).await.expect(201);
    let order =
        "select array_to_string(array(select storage.filename(key) from unnest(photos_urls) as key), ' ')
                 from host_applications";
    let order: String = stage.backend.database.client().await.query_one(order, &[]).await.unwrap().get(0);
    assert_eq!(order, "0.png 1.jpg 2.webp");
}

#[tokio::test]
async fn accepts_eight_large_photos_within_a_small_memory() {
    let stage = Stage::set().await;
    let idle = memory(&stage, "VmRSS:");
    let largest = jpeg_of_size(LIMIT - 1);
    let form = with_photos(fields(&[]), [largest.as_slice(); 8]);
    let many = (0..4).map(|_| {
        let (client, form) = (stage.service.client(), form.clone());
        async move { client.post_form(PATH, &form).await }
    });
    assert_eq!(sorted_statuses(many).await, [201; 4]);
    assert_eq!(stage.kept().await, (4, 32));
    let most = memory(&stage, "VmHWM:");
    assert!(most - idle < 64 * 1024, "{idle} KB idle, {most} KB at most");
}

/// A value of `/proc/PID/status` of the service, in KB.
fn memory(stage: &Stage, name: &str) -> i64 {
    let pid = stage.service.pid().as_raw_nonzero();
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let line = status.lines().find(|line| line.starts_with(name)).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

#[tokio::test]
async fn concurrent_applications_keep_their_own_photos() {
    let stage = Stage::set().await;
    let many = (0..12).map(|_| {
        let client = stage.service.client();
        async move { client.post_form(PATH, &form(&[])).await }
    });
    assert_eq!(sorted_statuses(many).await, [201; 12]);
    assert_eq!(stage.kept().await, (12, 48));
    let whole = "select count(*) from host_applications where
        (select count(*) from storage.objects where bucket_id = 'host-applications' and name = any (photos_urls)) = 4";
    assert_eq!(stage.backend.number(whole).await, 12);
}

#[tokio::test]
async fn counts_characters_and_a_line_break_as_one() {
    let stage = Stage::set().await;
    let text = format!("{}\r\n{}", "é".repeat(249), "🏝".repeat(250));
    stage.submit(&form(&[("description", &text), ("motivation", &text)])).await.expect(201);
    let lengths = "select count(*) from host_applications where char_length(description) = 500
        and char_length(motivation) = 500";
    assert_eq!(stage.backend.number(lengths).await, 1);
}

#[tokio::test]
async fn without_configuration_an_address_has_ten_applications_an_hour() {
    let stage = Stage::set().await;
    let unconfigured = stage.backend.function(BINARY, &[("RATE_LIMIT_REQUESTS", "")]).await;
    let refused = Form::default().field("first_name", "Ghjulia");
    for _ in 0..10 {
        unconfigured.client().post_form(PATH, &refused).await.expect_error(400, "required_fields_missing");
    }
    let held_back = unconfigured.client().post_form(PATH, &form(&[])).await;
    held_back.expect_error(429, "over_request_rate_limit");
}

#[tokio::test]
async fn applies_the_configured_rate_limit_per_address() {
    let stage = Stage::set().await;
    let limits = [("RATE_LIMIT_REQUESTS", "2"), ("RATE_LIMIT_INTERVAL", "3600")];
    let limited = stage.backend.function(BINARY, &limits).await;
    let refused = Form::default().field("first_name", "Ghjulia");
    for _ in 0..2 {
        limited.client().post_form(PATH, &refused).await.expect_error(400, "required_fields_missing");
    }
    let held_back = limited.client().post_form(PATH, &form(&[])).await;
    held_back.expect_error(429, "over_request_rate_limit");
    assert_eq!((&held_back.headers["retry-after"], stage.kept().await), (&"1800".parse().unwrap(), (0, 0)));
}
