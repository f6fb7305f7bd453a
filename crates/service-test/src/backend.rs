//! What functions that keep files stand on: a database, and a front door with storage and an S3 server behind it, as
//! the processes that they are in a stack.

use crate::{Client, Database, PATIENCE, SECRET, Service, anon_key, command, pictures, service_role_key};
use hyper::Method;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use uuid::Uuid;

/// Everything behind a function; ends with this value.
pub struct Backend {
    pub database: Database,
    /// The one that the front door knows.
    public_key: String,
    address: String,
    _door: Child,
    s3: Service,
    /// The storage program.
    storage: String,
    _folder: TempDir,
}

impl Backend {
    /// Starts the programs that lie beside `binary`, with the buckets of the shipped configuration.
    pub async fn start(binary: &str) -> Backend {
        let database = Database::create().await;
        let folder = tempfile::tempdir().expect("a folder");
        let storage = sibling(binary, "storage");
        let mut s3 = command(&storage, &database, &[]);
        s3.args(["s3", "--bucket", "bytes", "--data"]).arg(folder.path().join("s3"));
        s3.env("AWS_ACCESS_KEY_ID", "test-key").env("AWS_SECRET_ACCESS_KEY", "test-secret");
        let s3 = Service::spawn(s3).await;
        let public_key = anon_key();
        let configuration = folder.path().join("supabase-compat.toml");
        std::fs::write(&configuration, configure(&database, s3.address(), &public_key))
            .expect("the configuration");
        let (door, address) = start_front_door(&sibling(binary, "rest-gateway"), &configuration).await;
        let backend = Backend { database, public_key, address, _door: door, s3, storage, _folder: folder };
        let images = ["image/jpeg", "image/png", "image/gif", "image/webp"];
        for (name, public) in [("host-applications", false), ("hotel-images", true)] {
            let bucket = json!({
                "name": name, "public": public, "file_size_limit": 5 * 1024 * 1024, "allowed_mime_types": images,
            });
            backend.service_key().post("/storage/v1/bucket", bucket).await.expect(200);
        }
        backend
    }

    /// Starts a function before it.
    pub async fn function(&self, binary: &str, variables: &[(&str, &str)]) -> Service {
        let variables = [&[("SUPABASE_URL", self.address.as_str())], variables].concat();
        Service::start_with(binary, &self.database, &variables).await
    }

    /// Speaks with the front door, without a key.
    pub fn nobody(&self) -> Client {
        Client::new(&self.address)
    }

    /// Speaks with the front door by the public key, as the site does.
    pub fn public_key(&self) -> Client {
        self.nobody().header("apikey", &self.public_key)
    }

    /// Speaks with the front door by the service key.
    pub fn service_key(&self) -> Client {
        self.nobody().bearer(&service_role_key())
    }

    /// An application of this status with these photos, as its function leaves one; its id.
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

    /// The names of all objects in a bucket, in their order.
    pub async fn objects(&self, bucket: &str) -> Vec<String> {
        let query = "select name from storage.objects where bucket_id = $1 order by name";
        let rows = self.database.client().await.query(query, &[&bucket]).await.expect("the objects");
        rows.iter().map(|row| row.get(0)).collect()
    }

    /// Waits until a bucket holds so many objects.
    pub async fn filled(&self, bucket: &str, objects: usize) {
        let waiting = async {
            while self.objects(bucket).await.len() < objects {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(PATIENCE, waiting).await.expect("the bucket fills in time");
    }

    /// Deletes the files that nothing refers to and that are older than an hour, as storage does by itself once their grace
    /// period is over.
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

    /// The only number that a query answers.
    pub async fn number(&self, query: &str) -> i64 {
        self.database.client().await.query_one(query, &[]).await.expect("a number").get(0)
    }

    /// Runs SQL as the superuser.
    pub async fn sql(&self, sql: &str) {
        self.database.client().await.batch_execute(sql).await.expect("the statement");
    }
}

fn sibling(binary: &str, name: &str) -> String {
    let path: PathBuf = Path::new(binary).with_file_name(name);
    assert!(path.is_file(), "{} is not there: cargo build --workspace --bins", path.display());
    path.to_str().expect("a path in Unicode").to_owned()
}

fn configure(database: &Database, s3: &str, anon_key: &str) -> String {
    let (url, service_role_key) = (database.superuser_url(), service_role_key());
    format!(
        "[db]\nurl = \"{url}\"\n\
         [db.passwords]\nauthenticator = \"any\"\nsupabase_auth_admin = \"any\"\nsupabase_storage_admin = \"any\"\n\
         [auth]\nenabled = false\njwt_secret = \"{SECRET}\"\nanon_key = \"{anon_key}\"\n\
         service_role_key = \"{service_role_key}\"\n\
         [storage.s3]\nendpoint = \"{s3}\"\nbucket = \"bytes\"\n\
         access_key_id = \"test-key\"\nsecret_access_key = \"test-secret\"\n"
    )
}

async fn start_front_door(program: &str, configuration: &Path) -> (Child, String) {
    let mut command = Command::new(program);
    command
        .args(["serve", "--port", "0", "--config"])
        .arg(configuration)
        .env_clear()
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true);
    let mut door = command.spawn().expect("start the front door");
    let mut lines = BufReader::new(door.stdout.take().expect("its output")).lines();
    let line =
        tokio::time::timeout(PATIENCE, lines.next_line()).await.expect("the front door starts in time");
    let line = line.expect("read its output").expect("the front door says where it listens");
    let address = line.rsplit_once(' ').expect("an address").1.to_owned();
    (door, address)
}
