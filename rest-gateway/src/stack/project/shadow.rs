//! `db diff`: a database beside that of the stack, with the platform and the project's migrations alone.

use super::super::addresses::Addresses;
use super::super::roles;
use super::error::ResetError;
use super::prepare::prepare_database;
use super::replace::{SHADOW, ensure_platform};
use super::sql::project;
use super::templates::Cluster;
use crate::config::Config;
use sql_migrations::{ExistingRoles, RunRoles};

/// The shadow of this process, so that two commands at once have one each.
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
    /// Makes the database on the stack's Postgres.
    ///
    /// # Errors
    /// When a migration fails.
    pub async fn create(config: &Config, addresses: &Addresses) -> Result<Shadow, ResetError> {
        let cluster = Cluster::connect(&addresses.db_url).await?;
        // A reset changes the template, too. The lock ends with the connection if this fails.
        cluster.admin.execute("select pg_advisory_lock(hashtext('reset'))", &[]).await?;
        ensure_platform(&cluster).await?;
        cluster.drop(&name()).await?;
        cluster.alter("create database %I template platform_template", &name()).await?;
        cluster.admin.execute("select pg_advisory_unlock(hashtext('reset'))", &[]).await?;
        let shadow = Shadow { url: cluster.url_of(&name()), cluster };
        match shadow.fill(config, addresses).await {
            Ok(()) => Ok(shadow),
            Err(error) => {
                shadow.drop().await?;
                Err(error)
            }
        }
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
