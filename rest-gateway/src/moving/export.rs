//! `export`: writes a database as the files of Supabase's command line, and the bytes of its objects, from one snapshot of
//! the database. Roles belong to the server and are not part of the snapshot. The folder appears when it is complete.

use super::error::ExportError;
use super::export_queues::{has_queues, write_queues};
use super::files::{Copied, transfer};
use super::source::OBJECTS;
use super::words::quoted;
use crate::stack::StorageCommand;
use crate::stack::project::{
    DumpKind, DumpOptions, connect, dump, dump_role, is_reserved_role, server_major,
};
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use tokio_postgres::Client;

const BEGIN: &str = "begin isolation level repeatable read read only; \
                     set local idle_in_transaction_session_timeout = 0; set local statement_timeout = 0; set local search_path = ''; \
                     set local datestyle = 'ISO'";
/// Triggers and policies that a project has put on the platform's tables. None of the three files has them.
const PLATFORM_OBJECTS: &str = "
    select pg_get_triggerdef(pg_trigger.oid)
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    join pg_namespace on pg_namespace.oid = pg_class.relnamespace
    join pg_proc on pg_proc.oid = tgfoid join pg_namespace as of_function on of_function.oid = pronamespace
    where not tgisinternal and pg_namespace.nspname in ('auth', 'storage', 'realtime')
      and of_function.nspname not in ('auth', 'storage', 'realtime', 'extensions')
    union all
    select format(
      'CREATE POLICY %I ON %I.%I AS %s FOR %s TO %s%s%s',
      policyname, schemaname, tablename, permissive, cmd,
      (select string_agg(case role when 'public' then 'PUBLIC' else format('%I', role) end, ', ' order by role)
       from unnest(roles) as role),
      ' USING (' || qual || ')', ' WITH CHECK (' || with_check || ')'
    )
    from pg_policies where schemaname in ('auth', 'storage', 'realtime')
    order by 1";

/// Which roles are members of which. `roles.sql` leaves out what the platform's roles are granted.
const MEMBERSHIPS: &str = "
    select granted.rolname::text, member.rolname::text from pg_auth_members
    join pg_roles as granted on granted.oid = pg_auth_members.roleid
    join pg_roles as member on member.oid = pg_auth_members.member
    where granted.rolname not like 'pg\\_%' order by 1, 2";

/// What was written.
#[derive(Debug, Default)]
pub struct Exported {
    pub files: Vec<PathBuf>,
    pub copied: Copied,
}

/// Writes the database at `url` to the folder `to`. `storage` is the storage service, which reads the objects' bytes.
///
/// # Errors
/// When the folder exists, `pg_dump` fails, or the bytes of an object are missing. No folder is left then.
pub async fn export(
    url: &str,
    storage: Option<StorageCommand>,
    to: &Path,
    on_progress: &(dyn Fn(&str) + Sync),
) -> Result<Exported, ExportError> {
    if to.exists() {
        return Err(ExportError::Exists(to.to_owned()));
    }
    let mut partial = to.as_os_str().to_owned();
    partial.push(".partial");
    let partial = PathBuf::from(partial);
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |cause| ExportError::Write { path, cause }
    };
    if partial.exists() {
        // An interrupted export left it.
        fs::remove_dir_all(&partial).map_err(failed(&partial))?;
    }
    fs::create_dir_all(&partial).map_err(failed(&partial))?;
    match write(url, storage, &partial, on_progress).await {
        Ok(exported) => {
            fs::rename(&partial, to).map_err(failed(to))?;
            Ok(exported)
        }
        Err(error) => {
            fs::remove_dir_all(&partial).map_err(failed(&partial))?;
            Err(error)
        }
    }
}

async fn write(
    url: &str,
    storage: Option<StorageCommand>,
    folder: &Path,
    on_progress: &(dyn Fn(&str) + Sync),
) -> Result<Exported, ExportError> {
    let client = connect(url).await?;
    client.batch_execute(BEGIN).await?;
    let snapshot: String = client.query_one("select pg_export_snapshot()", &[]).await?.get(0);
    let has_queues = has_queues(&client).await?;
    let (role, server_major) = (dump_role(&client).await?, server_major(&client).await?);
    let options = |kind: DumpKind, schemas: &[&str]| DumpOptions {
        kind,
        schemas: schemas.iter().map(|schema| (*schema).to_owned()).collect(),
        excluded_tables: if has_queues { vec!["pgmq.*".to_owned()] } else { Vec::new() },
        uses_copy: true,
        // Functions and texts may have lines that look like comments of `pg_dump`.
        keeps_comments: kind == DumpKind::Schema,
        snapshot: (kind != DumpKind::Roles).then(|| snapshot.clone()),
        role: role.clone(),
        server_major,
    };
    let mut files = vec![
        ("roles.sql", vec![options(DumpKind::Roles, &[])]),
        ("schema.sql", vec![options(DumpKind::Schema, &[])]),
        ("data.sql", vec![options(DumpKind::Data, &[])]),
    ];
    let history = "select to_regclass('supabase_migrations.schema_migrations') is not null";
    if client.query_one(history, &[]).await?.get(0) {
        let schema = ["supabase_migrations"];
        let dumps = vec![options(DumpKind::Schema, &schema), options(DumpKind::Data, &schema)];
        files.push(("history.sql", dumps));
    }
    let mut exported = Exported::default();
    for (name, dumps) in files {
        on_progress(name);
        write_dumps(url, folder.join(name), dumps).await?;
        exported.files.push(name.into());
    }
    if has_queues {
        write_queues(&client, &folder.join("queues.sql")).await?;
        exported.files.push("queues.sql".into());
    }
    write_platform_objects(&client, &folder.join("platform.sql")).await?;
    exported.files.push("platform.sql".into());
    if let Some(storage) = storage {
        let objects = folder.join(OBJECTS);
        let failed = |cause| ExportError::Write { path: objects.clone(), cause };
        fs::create_dir_all(&objects).map_err(failed)?;
        let arguments = vec!["export".into(), "--to".into(), objects.into_os_string()];
        exported.copied = transfer(&storage, arguments, &client, on_progress).await?;
    }
    Ok(exported)
}

/// Runs `pg_dump` on a thread of its own, because it blocks.
async fn write_dumps(url: &str, path: PathBuf, dumps: Vec<DumpOptions>) -> Result<(), ExportError> {
    let url = url.to_owned();
    let written = tokio::task::spawn_blocking(move || {
        let failed = |cause| ExportError::Write { path: path.clone(), cause };
        let mut file = BufWriter::new(File::create(&path).map_err(failed)?);
        for options in &dumps {
            dump(&url, options, &mut file)?;
        }
        let file = file.into_inner().map_err(|error| failed(error.into_error()))?;
        file.sync_all().map_err(failed)
    });
    written.await.unwrap_or_else(|panic| {
        Err(ExportError::Write { path: PathBuf::new(), cause: std::io::Error::other(panic) })
    })
}

async fn write_platform_objects(client: &Client, path: &Path) -> Result<(), ExportError> {
    let rows = client.query(PLATFORM_OBJECTS, &[]).await?;
    let mut text: String = rows.iter().map(|row| format!("{};\n", row.get::<_, String>(0))).collect();
    for row in client.query(MEMBERSHIPS, &[]).await? {
        let (granted, member): (String, String) = (row.get(0), row.get(1));
        if is_reserved_role(&member) && !is_reserved_role(&granted) {
            text += &format!("GRANT {} TO {};\n", quoted(&granted), quoted(&member));
        }
    }
    let write = || {
        let mut file = File::create(path)?;
        file.write_all(b"-- What the project has put on the platform's tables and roles.\n")?;
        file.write_all(text.as_bytes())?;
        file.sync_all()
    };
    write().map_err(|cause| ExportError::Write { path: path.to_owned(), cause })
}
