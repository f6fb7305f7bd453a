//! The function with its backend, and a valid form.

use service_test::pictures::{GIF, JPEG, PNG, WEBP};
use service_test::{Backend, Form, Response, Service};

pub const BINARY: &str = env!("CARGO_BIN_EXE_submit-host-application");
pub const PATH: &str = "/submit-host-application";

pub struct Stage {
    pub backend: Backend,
    pub service: Service,
}

impl Stage {
    pub async fn set() -> Stage {
        let backend = Backend::start(BINARY).await;
        let service = backend.function(BINARY, &[]).await;
        Stage { backend, service }
    }

    pub async fn submit(&self, form: &Form) -> Response {
        self.service.client().post_form(PATH, form).await
    }

    /// The number of applications and of photos.
    pub async fn kept(&self) -> (i64, usize) {
        let rows = self.backend.number("select count(*) from host_applications").await;
        (rows, self.backend.objects("host-applications").await.len())
    }
}

/// The fields of the site's form, by the names of spec §7.
pub const FIELDS: [(&str, &str); 21] = [
    ("first_name", "Ghjulia"),
    ("last_name", "Santoni"),
    ("email", "ghjulia@exemple.fr"),
    ("phone", "+33 4 95 00 00 00"),
    ("property_type", "Gîte"),
    ("property_name", "A Casetta"),
    ("address", "3 chemin du Maquis"),
    ("city", "Zonza"),
    ("postal_code", "20124"),
    ("description", "Une maison de pierre.\r\nVue sur les aiguilles de Bavella."),
    ("number_of_rooms", "3"),
    ("max_guests", "6"),
    ("price_per_night", "85.5"),
    ("availability_start", "2031-05-01"),
    ("availability_end", "2031-10-31"),
    ("experience_years", "4"),
    ("previous_hosting", "true"),
    ("motivation", "Faire connaître l'Alta Rocca."),
    ("amenities", "Wi-Fi gratuit,Jardin, Parking"),
    ("room_types", "double,family"),
    ("additional_services", "Paniers repas"),
];

/// The fields of a valid form, some of them with another value.
pub fn fields(changes: &[(&str, &str)]) -> Form {
    FIELDS.iter().fold(Form::default(), |form, (name, value)| {
        let changed = changes.iter().find(|(changed, _)| changed == name);
        form.field(name, changed.map_or(value, |(_, value)| value))
    })
}

/// The form with photos `image_0`, `image_1` and so on.
pub fn with_photos<'a>(form: Form, photos: impl IntoIterator<Item = &'a [u8]>) -> Form {
    photos.into_iter().enumerate().fold(form, |form, (number, photo)| {
        form.file(&format!("image_{number}"), &format!("photo-{number}.jpg"), "image/jpeg", photo)
    })
}

/// A valid form with these changes.
pub fn form(changes: &[(&str, &str)]) -> Form {
    with_photos(fields(changes), [JPEG, PNG, WEBP, GIF])
}
