//! A hot standby, for tests of a failover.

use crate::cluster::new_folder;
use crate::server::Address;
use crate::{Cluster, Database, eventually};
use postgres_server::{Options, User};
use std::path::Path;

/// The name of the standby, and of its slot on the primary.
const NAME: &str = "standby";
/// From this version on a standby copies logical slots.
const COPIES_SLOTS: u32 = 17;

impl Cluster {
    /// Starts a standby that streams from this server, which is restarted for the copy of its data. From now on a commit on
    /// this server waits until the standby has it. From Postgres 17 on the standby copies logical slots.
    pub async fn standby(&mut self) -> Cluster {
        let data = self.data_directory().await;
        self.server.take().expect("the server runs").stop().expect("stop the server");
        let (folder, data_dir) = new_folder();
        copy(&data, &data_dir);
        self.restart();
        let primary = self.superuser("postgres").await;
        primary
            .execute("select pg_create_physical_replication_slot($1, true)", &[&NAME])
            .await
            .expect("create the slot");
        let port = self.options.port;
        let source =
            format!("host=127.0.0.1 port={port} user=postgres dbname=postgres application_name={NAME}");
        let mut own = vec![("primary_conninfo", source), ("primary_slot_name", NAME.to_owned())];
        if self.binaries.major() >= COPIES_SLOTS {
            own.extend(
                ["sync_replication_slots", "hot_standby_feedback"].map(|name| (name, "on".to_owned())),
            );
        }
        let own = own.into_iter().map(|(name, value)| (name.to_owned(), value));
        let settings = self.options.settings.iter().cloned().chain(own).collect();
        let options = Options { data_dir, port: 0, settings, ..self.options.clone() };
        let standby = Cluster::start_in(folder, &self.binaries, options, None);
        for statement in ["alter system set synchronous_standby_names = standby", "select pg_reload_conf()"] {
            primary.batch_execute(statement).await.expect("wait for the standby from now on");
        }
        let synchronous = "select exists (select from pg_stat_replication where sync_state = 'sync')";
        let is_synchronous =
            async || primary.query_one(synchronous, &[]).await.expect("ask the primary").get::<_, bool>(0);
        eventually(is_synchronous).await;
        standby
    }

    /// Makes this standby a primary, which waits for no standby.
    pub async fn promote(&self) {
        let promoted = self.superuser("postgres").await.query_one("select pg_promote()", &[]).await;
        assert!(promoted.expect("promote the standby").get::<_, bool>(0), "the standby is promoted");
    }

    async fn data_directory(&self) -> String {
        let row = self.superuser("postgres").await.query_one("show data_directory", &[]).await;
        row.expect("ask for the data directory").get(0)
    }
}

impl Database {
    /// The same database at the addresses of its server and of a standby, whichever of them accepts writes.
    #[must_use]
    pub fn with_standby(mut self, standby: &Cluster) -> Database {
        let host = format!("{},{}", self.server.host, standby.host());
        self.server = Address { host, parameters: "?target_session_attrs=read-write".into() };
        self
    }
}

/// Copies the data of a stopped server to the folder of a standby.
fn copy(data: &str, data_dir: &Path) {
    let user = User::for_this_process();
    std::fs::create_dir(data_dir).expect("a folder for the standby");
    user.take_ownership(data_dir, 0o700).expect("hand the folder to Postgres");
    let cluster = data_dir.join("cluster");
    let copied = user.command(Path::new("cp")).arg("-a").arg(data).arg(&cluster).status();
    assert!(copied.expect("copy the data").success(), "copy the data");
    let signal = user.command(Path::new("touch")).arg(cluster.join("standby.signal")).status();
    assert!(signal.expect("mark the copy").success(), "mark the copy as a standby's");
}
