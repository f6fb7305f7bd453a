//! A project's SQL against a Postgres.

// A test whose arrangement fails can only stop.
#![allow(clippy::unwrap_used, clippy::panic)]

mod extensions;
mod files;
mod history;

use sql_migrations::{Error, ExistingRoles, Project, Report, RunRoles, Selection, StandIn, run};
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;
use test_db::Database;
use tokio_postgres::Client;

struct Arranged {
    folder: TempDir,
    _database: Database,
    client: Client,
    stand_ins: Vec<StandIn>,
}

impl Arranged {
    async fn new(files: &[(&str, &str)]) -> Arranged {
        let database = Database::platform().await;
        let (client, connection) = postgres_connect::connect(&database.superuser_url()).await.unwrap();
        tokio::spawn(connection);
        let arranged = Arranged {
            folder: tempfile::tempdir().unwrap(),
            _database: database,
            client,
            stand_ins: Vec::new(),
        };
        for (name, sql) in files {
            arranged.write(name, sql);
        }
        arranged
    }

    fn write(&self, name: &str, sql: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, sql).unwrap();
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join("supabase").join(name)
    }

    async fn run(&self) -> Result<Report, Error> {
        self.run_selected(Selection::Newer).await
    }

    async fn run_selected(&self, selection: Selection) -> Result<Report, Error> {
        let project = Project {
            root: self.folder.path().to_owned(),
            roles: self.path("roles.sql"),
            run_roles: RunRoles::First,
            migrations: Some(self.path("migrations")),
            selection,
            seeds: vec![self.path("./seed.sql"), self.path("seeds/*.sql")],
            existing_roles: ExistingRoles::Fail,
            stand_ins: self.stand_ins.clone(),
        };
        run(&self.client, &project).await
    }

    async fn texts(&self, query: &str) -> Vec<String> {
        let rows = self.client.query(query, &[]).await.unwrap();
        rows.iter().map(|row| row.get(0)).collect()
    }
}
