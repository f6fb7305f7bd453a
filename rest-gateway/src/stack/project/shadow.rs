//! `db diff`: a database beside that of the stack that has only the platform and the project's migrations.

use super::database_settings;
use super::error::ResetError;
use super::prepare::prepare_database;
use super::replace::{SHADOW, ensure_platform};
use super::sql::project;
use super::templates::Cluster;
use crate::config::Config;
use crate::stack::data_folder::addresses::Addresses;
use crate::stack::database::roles;
use sql_migrations::{ExistingRoles, RunRoles};

/// The name contains the process id, so that concurrent commands do not share a database.
fn name() -> String {
    format!("{SHADOW}{}", std::process::id())
}

/// A database with the project's migrations. [`Shadow::drop`] removes it.
pub struct Shadow {
    cluster: Cluster,
    /// Its connection string.
    pub url: String,
}

impl Shadow {
    /// Creates the database on the stack's Postgres.
    ///
    /// # Errors
    /// When a migration fails.
    pub async fn create(config: &Config, addresses: &Addresses) -> Result<Shadow, ResetError> {
        let cluster = Cluster::connect(&addresses.db_url).await?;
        // A reset changes the template and the settings, too. The lock ends with the connection if this fails.
        cluster.admin.execute("select pg_advisory_lock(hashtext('reset'))", &[]).await?;
        database_settings::restore(&cluster).await?;
        ensure_platform(&cluster).await?;
        cluster.drop(&name()).await?;
        cluster.alter("create database %I template platform_template", &name()).await?;
        let shadow = Shadow { url: cluster.url_of(&name()), cluster };
        database_settings::save(&shadow.cluster).await?;
        let filled = shadow.fill(config, addresses).await;
        database_settings::restore(&shadow.cluster).await?;
        shadow.cluster.admin.execute("select pg_advisory_unlock(hashtext('reset'))", &[]).await?;
        if filled.is_err() {
            shadow.drop().await?;
        }
        filled.map(|()| shadow)
    }

    async fn fill(&self, config: &Config, addresses: &Addresses) -> Result<(), ResetError> {
        let client = roles::connect(&self.url).await?;
        prepare_database(&client, config, &addresses.jwt_secret, true).await?;
        let mut project = project(config);
        project.existing_roles = ExistingRoles::Keep;
        project.run_roles = RunRoles::Never;
        project.seeds.clear();
        sql_migrations::run(&client, &project).await?;
        Ok(())
    }

    /// Drops the database.
    ///
    /// # Errors
    /// When the statement fails.
    pub async fn drop(&self) -> Result<(), ResetError> {
        self.cluster.drop(&name()).await
    }
}
