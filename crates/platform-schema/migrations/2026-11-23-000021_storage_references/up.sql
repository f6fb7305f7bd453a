-- Files that rows of other tables refer to, such as pictures, are kept as long as a row does. Triggers of those tables
-- maintain the references; storage deletes a file that has had none for the length of the grace period.

create table storage.reference_scopes (
  bucket_id text not null,
  name_pattern text not null,
  primary key (bucket_id, name_pattern)
);
comment on table storage.reference_scopes is
  'Files whose names match are removed when nothing refers to them. All other files stay until somebody deletes them.';
comment on column storage.reference_scopes.name_pattern is 'A regular expression for storage.objects.name.';

create table storage.object_references (
  bucket_id text not null,
  name text not null,
  referrer text not null,
  referrer_id text not null,
  primary key (bucket_id, name, referrer, referrer_id)
);
comment on column storage.object_references.referrer is 'The referring table, with its schema.';
comment on column storage.object_references.referrer_id is 'The key of the referring row.';
comment on table storage.object_references is
  'Which rows refer to which files, for names within storage.reference_scopes. Kept by triggers of the referring tables.';
create index object_references_referrer_idx on storage.object_references (referrer, referrer_id);

create table storage.unreferenced_objects (
  object_id uuid not null primary key,
  since timestamptz not null default now()
);
comment on table storage.unreferenced_objects is
  'Files within storage.reference_scopes without a reference, and when the sweep first found them so.';

alter table storage.reference_scopes owner to supabase_storage_admin;
alter table storage.object_references owner to supabase_storage_admin;
alter table storage.unreferenced_objects owner to supabase_storage_admin;
alter table storage.reference_scopes enable row level security;
alter table storage.object_references enable row level security;
alter table storage.unreferenced_objects enable row level security;

-- The object names that a list of URLs refers to. A URL may be absolute, on another host, of another size, or the bare
-- name: it refers to an object when it contains the bucket's name followed by a name that a scope covers.
create function storage.referenced_names(bucket text, addresses text[]) returns setof text
language sql stable
set search_path = ''
as $$
  select distinct name
  from unnest(addresses) as address,
    lateral (select split_part(split_part(address, '?', 1), '#', 1)) as path (text),
    lateral (
      select case
        when strpos(path.text, '/' || bucket || '/') > 0
          then substr(path.text, strpos(path.text, '/' || bucket || '/') + length(bucket) + 2)
        else path.text
      end
    ) as found (name)
  where exists (
    select from storage.reference_scopes as scope
    where scope.bucket_id = bucket and found.name ~ scope.name_pattern
  )
$$;

-- Records the references of one row. The share lock makes a concurrent sweep skip these files.
create function storage.set_references(bucket text, referring text, referring_id text, addresses text[]) returns void
language plpgsql
set search_path = ''
as $$
declare
  names constant text[] := array(select storage.referenced_names(bucket, addresses));
begin
  delete from storage.object_references
  where referrer = referring and referrer_id = referring_id and bucket_id = bucket and name <> all (names);
  if cardinality(names) > 0 then
    delete from storage.unreferenced_objects
    where object_id in (
      select id from storage.objects where bucket_id = bucket and name = any (names) order by name for key share
    );
    insert into storage.object_references (bucket_id, name, referrer, referrer_id)
    select bucket, unnest(names), referring, referring_id
    on conflict do nothing;
  end if;
end
$$;

-- For a trigger `after insert or update or delete ... for each row`. Arguments: the bucket, the column of URLs
-- (text[]), and the key.
create function storage.track_references() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  bucket constant text := tg_argv[0];
  referring constant text := format('%I.%I', tg_table_schema, tg_table_name);
  old_row constant jsonb := case when tg_op = 'INSERT' then null else to_jsonb(old) end;
  new_row constant jsonb := case when tg_op = 'DELETE' then null else to_jsonb(new) end;
  column_name constant text := tg_argv[1];
  key_column constant text := tg_argv[2];
begin
  if tg_op <> 'INSERT' and (new_row is null or old_row -> key_column is distinct from new_row -> key_column) then
    perform storage.set_references(bucket, referring, old_row ->> key_column, '{}');
  end if;
  if new_row is not null then
    perform storage.set_references(
      bucket, referring, new_row ->> key_column,
      array(select jsonb_array_elements_text(nullif(new_row -> column_name, 'null')))
    );
  end if;
  return null;
end
$$;

-- For a trigger `after truncate ... for each statement`.
create function storage.forget_references() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  delete from storage.object_references where referrer = format('%I.%I', tg_table_schema, tg_table_name);
  return null;
end
$$;

-- Adds missing references and removes none. A restore with disabled triggers leaves references out, so the sweep calls
-- this before it deletes anything. A project whose tables refer to files replaces it by one that reads them.
create function storage.add_missing_references() returns void
language sql security definer
set search_path = ''
as $$ select $$;

revoke all on function storage.referenced_names(text, text[]) from public;
revoke all on function storage.set_references(text, text, text, text[]) from public;
revoke all on function storage.track_references() from public;
revoke all on function storage.forget_references() from public;
revoke all on function storage.add_missing_references() from public;
grant execute on function storage.add_missing_references() to supabase_storage_admin;
