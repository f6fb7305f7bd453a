//! People with accounts.

use crate::tokens::{person_claims, sign};
use test_db::Database;
use uuid::Uuid;

/// A person with an account, a profile and a valid token.
pub struct Person {
    /// The account's id.
    pub id: Uuid,
    /// A valid token, which expires in an hour.
    pub token: String,
}

impl Person {
    /// Inserts an account without a password, and a profile.
    pub async fn create(database: &Database, first_name: &str, last_name: &str) -> Person {
        let id = Uuid::new_v4();
        let email = format!("{}@exemple.fr", id.simple());
        let client = database.client().await;
        client
            .execute(
                "insert into auth.users (id, email) values ($1::text::uuid, $2)",
                &[&id.to_string(), &email],
            )
            .await
            .expect("an account");
        client
            .execute(
                "insert into profiles (id, email, first_name, last_name) values ($1::text::uuid, $2, $3, $4)",
                &[&id.to_string(), &email, &first_name, &last_name],
            )
            .await
            .expect("a profile");
        Person { id, token: sign(&person_claims(id)) }
    }

    /// Inserts an administrator's account.
    pub async fn administrator(database: &Database) -> Person {
        let person = Person::create(database, "Anghjula", "Rossi").await;
        person.set_account(database, "raw_app_meta_data = '{\"role\": \"admin\"}'").await;
        person
    }

    /// Updates the account with SQL, e.g. `banned_until = 'infinity'`.
    pub async fn set_account(&self, database: &Database, change: &str) {
        let update = format!("update auth.users set {change} where id = '{}'", self.id);
        database.client().await.batch_execute(&update).await.expect("change the account");
    }
}
