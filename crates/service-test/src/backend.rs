//! The backend of functions that store files: a database, an S3 server, and the gateway with the storage service, each
//! as the process that it is in a stack.

use crate::client::Client;
use crate::gateway::{self, Gateway, sibling};
use crate::pictures;
use crate::service::{Service, TIMEOUT, command};
use crate::tokens::{SECRET, anon_key, service_role_key};
use hyper::Method;
use serde_json::json;
use std::time::Duration;
use tempfile::TempDir;
use test_db::Database;
use uuid::Uuid;

/// The backend's processes. Killed when this value is dropped.
pub struct Backend {
    /// The database, with the product's schema.
    pub database: Database,
    /// The anonymous key in the gateway's configuration.
    public_key: String,
    gateway: Gateway,
    s3: Service,
    /// The storage program.
    storage: String,
    _folder: TempDir,
}

impl Backend {
    /// Starts the programs next to `binary`, and creates the buckets of the shipped configuration.
    pub async fn start(binary: &str) -> Backend {
        let database = Database::create().await;
        let folder = tempfile::tempdir().expect("a folder");
        let storage = sibling(binary, "storage");
        let mut s3 = command(&storage, &database, &[]);
        s3.args(["s3", "--bucket", "bytes", "--data"]).arg(folder.path().join("s3"));
        s3.env("AWS_ACCESS_KEY_ID", "test-key").env("AWS_SECRET_ACCESS_KEY", "test-secret");
        let s3 = Service::spawn(s3).await;
        let public_key = anon_key();
        let gateway = Gateway::start(binary, &configuration(&database, s3.address(), &public_key)).await;
        let backend = Backend { database, public_key, gateway, s3, storage, _folder: folder };
        let images = ["image/jpeg", "image/png", "image/gif", "image/webp"];
        for (name, public) in [("host-applications", false), ("hotel-images", true)] {
            let bucket = json!({
                "name": name, "public": public, "file_size_limit": 5 * 1024 * 1024, "allowed_mime_types": images,
            });
            backend.service_key().post("/storage/v1/bucket", bucket).await.expect(200);
        }
        backend
    }

    /// Starts a function that uses this backend.
    pub async fn function(&self, binary: &str, variables: &[(&str, &str)]) -> Service {
        let variables = [&[("SUPABASE_URL", self.gateway.address())], variables].concat();
        Service::start_with(binary, &self.database, &variables).await
    }

    /// A client of the gateway, without a key.
    pub fn without_key(&self) -> Client {
        Client::new(self.gateway.address())
    }

    /// A client of the gateway with the anonymous key, as the site uses.
    pub fn public_key(&self) -> Client {
        self.without_key().header("apikey", &self.public_key)
    }

    /// A client of the gateway with the service role key.
    pub fn service_key(&self) -> Client {
        self.without_key().bearer(&service_role_key())
    }

    /// Stores an application with these photos, as its function does. Returns its id.
    pub async fn application(&self, status: &str, photos: &[&[u8]]) -> String {
        let id = Uuid::new_v4().to_string();
        let formats = photos.iter().map(|photo| pictures::format_of(photo));
        let keys: Vec<String> = formats
            .enumerate()
            .map(|(number, (extension, _))| format!("{id}/{number}.{extension}"))
            .collect();
        for (key, photo) in keys.iter().zip(photos) {
            let path = format!("/storage/v1/object/host-applications/{key}");
            let upload = self.service_key().header("content-type", pictures::format_of(photo).1);
            upload.send(Method::POST, &path, photo.to_vec()).await.expect(200);
        }
        let insert = "insert into host_applications (id, status, first_name, last_name, email, phone, property_type,
              property_name, address, city, description, price_per_night, amenities, room_types, photos_urls)
            values ($1::text::uuid, $2, 'Ghjulia', 'Santoni', 'ghjulia@exemple.fr', '+33 4 95 00 00 00', 'Gîte',
              'A Casetta', '3 chemin du Maquis', 'Zonza', 'Une maison de pierre.', 85.50, '{Jardin,Parking}', '{double}', $3)";
        self.database.client().await.execute(insert, &[&id, &status, &keys]).await.expect("an application");
        id
    }

    /// The names of all objects in a bucket, sorted.
    pub async fn objects(&self, bucket: &str) -> Vec<String> {
        let query = "select name from storage.objects where bucket_id = $1 order by name";
        let rows = self.database.client().await.query(query, &[&bucket]).await.expect("the objects");
        rows.iter().map(|row| row.get(0)).collect()
    }

    /// Waits until a bucket has at least this number of objects.
    pub async fn wait_for_objects(&self, bucket: &str, objects: usize) {
        let waiting = async {
            while self.objects(bucket).await.len() < objects {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(TIMEOUT, waiting).await.expect("the bucket fills in time");
    }

    /// Runs the storage sweepers with a grace period of zero: deletes unreferenced files that are older than an hour.
    pub async fn sweep(&self) {
        let database = self.database.url("supabase_storage_admin");
        let variables = [
            ("DATABASE_URL", database.as_str()),
            ("STORAGE_S3_BUCKET", "bytes"),
            ("STORAGE_S3_ENDPOINT", self.s3.address()),
            ("STORAGE_S3_FORCE_PATH_STYLE", "true"),
            ("AWS_ACCESS_KEY_ID", "test-key"),
            ("AWS_SECRET_ACCESS_KEY", "test-secret"),
            ("STORAGE_UNREFERENCED_GRACE", "0"),
        ];
        let mut sweep = command(&self.storage, &self.database, &variables);
        let ended = sweep.arg("gc").output().await.expect("storage");
        assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
    }

    /// The number that a query returns.
    pub async fn number(&self, query: &str) -> i64 {
        self.database.client().await.query_one(query, &[]).await.expect("a number").get(0)
    }

    /// Runs SQL as the superuser.
    pub async fn sql(&self, sql: &str) {
        self.database.client().await.batch_execute(sql).await.expect("the statement");
    }
}

fn configuration(database: &Database, s3: &str, public_key: &str) -> String {
    let service_role_key = service_role_key();
    format!(
        "{}\
         [auth]\nenabled = false\njwt_secret = \"{SECRET}\"\nanon_key = \"{public_key}\"\n\
         service_role_key = \"{service_role_key}\"\n\
         [storage.s3]\nendpoint = \"{s3}\"\nbucket = \"bytes\"\n\
         access_key_id = \"test-key\"\nsecret_access_key = \"test-secret\"\n",
        gateway::database_section(database)
    )
}
