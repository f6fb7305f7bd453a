-- Images in another size or format, created at the first request and stored in S3 as blobs of their own. A variant
-- belongs to one version of an object; what replaces or deletes the version also adds its variants to
-- `storage.loose_versions`.
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
