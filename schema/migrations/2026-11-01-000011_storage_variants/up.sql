-- Images in another size or format: made when first asked for and kept in S3 as bytes of their own. They belong to one
-- version of an object; whatever replaces or deletes that version lists them in `storage.loose_versions` with it.
create table storage.variants (
  version text not null,
  transform text not null,
  variant text not null unique,
  mimetype text not null,
  size bigint not null check (size >= 0),
  created_at timestamptz not null default now(),
  primary key (version, transform)
);
comment on column storage.variants.version is 'The version of the object that the image was made of.';
comment on column storage.variants.transform is 'What was made of it, in the words of the service.';
comment on column storage.variants.variant is 'Names the bytes in S3.';
alter table storage.variants owner to supabase_storage_admin;
alter table storage.variants enable row level security;
