-- Stand-in for the extension supabase_vault: secrets that are encrypted on disk and in dumps. The key is in a file of the
-- server, `vault_root.key` in its data folder, which no dump of a database contains. Unlike supabase_vault, which uses
-- libsodium's XChaCha20 with a deterministic nonce, a secret is sealed by AES-256 in CBC mode and an HMAC-SHA-256 over
-- the initialisation vector, the ciphertext and the row's id (encrypt-then-MAC), with keys derived from the root key.
-- Without a superuser there is no access to files: the functions then say so. A database that has supabase_vault keeps it.
do $$
begin
  if to_regclass('vault.secrets') is not null then
    return;
  end if;
  comment on schema vault is 'Stand-in for the extension supabase_vault.';

  -- Returns the root key of the server. Without a file it stores `wanted`, or else a random key. The lock is on a catalog
  -- that all databases share, so that two of them cannot overwrite each other's key.
  create function vault._keep_root_key(wanted text default null) returns text
  language plpgsql set search_path = ''
  as $f$
  declare
    file constant text := 'vault_root.key';
    root_key text := rtrim(pg_catalog.pg_read_file(file, 0, 1000, true), E'\n');
  begin
    if root_key is null then
      lock table pg_catalog.pg_db_role_setting in share row exclusive mode;
      root_key := rtrim(pg_catalog.pg_read_file(file, 0, 1000, true), E'\n');
    end if;
    if root_key is null then
      -- 366 random bits of Postgres's own, because the server may lack pgcrypto.
      root_key := coalesce(wanted, encode(sha256(convert_to(
        gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8'
      )), 'hex'));
      execute format('copy (select %L) to %L', root_key, current_setting('data_directory') || '/' || file);
    end if;
    if root_key !~ '^[0-9a-f]{64}$' then
      raise exception 'the file % in the data folder of the server holds no key', file;
    end if;
    return root_key;
  exception when insufficient_privilege then
    raise exception 'this server keeps no key for the vault: the stand-in for supabase_vault needs a superuser'
      using errcode = 'feature_not_supported';
  end
  $f$;

  -- Not in the language SQL, whose functions can only be created where the functions that they call are: a server may
  -- lack pgcrypto, and a database may have it in another schema.
  create function vault._derived_key(purpose text) returns bytea
  language plpgsql volatile set search_path = ''
  as $f$
  begin
    return extensions.hmac(convert_to(purpose, 'UTF8'), decode(vault._keep_root_key(), 'hex'), 'sha256');
  end
  $f$;

  create function vault._seal_tag(sealed bytea, additional bytea, nonce bytea) returns bytea
  language plpgsql volatile set search_path = ''
  as $f$
  begin
    return extensions.hmac(
      int4send(length(additional)) || additional || int4send(coalesce(length(nonce), 0)) || coalesce(nonce, '') || sealed,
      vault._derived_key('authentication'), 'sha256'
    );
  end
  $f$;

  create function vault._crypto_aead_det_noncegen() returns bytea
  language plpgsql volatile set search_path = ''
  as $f$ begin return extensions.gen_random_bytes(16); end $f$;

  -- `key_id` and `context` select no other key: there is one.
  create function vault._crypto_aead_det_encrypt(
    message bytea, additional bytea, key_id bigint, context bytea default 'pgsodium', nonce bytea default null
  ) returns bytea
  language plpgsql volatile security definer set search_path = ''
  as $f$
  declare
    iv constant bytea := extensions.gen_random_bytes(16);
    sealed constant bytea :=
      iv || extensions.encrypt_iv(message, vault._derived_key('encryption'), iv, 'aes-cbc/pad:pkcs');
  begin
    return sealed || vault._seal_tag(sealed, additional, nonce);
  end
  $f$;

  create function vault._crypto_aead_det_decrypt(
    message bytea, additional bytea, key_id bigint, context bytea default 'pgsodium', nonce bytea default null
  ) returns bytea
  language plpgsql volatile security definer set search_path = ''
  as $f$
  declare
    sealed constant bytea := substring(message for greatest(length(message) - 32, 0));
    tag constant bytea := substring(message from length(sealed) + 1);
    authentication constant bytea := vault._derived_key('authentication');
  begin
    -- The comparison is not constant-time, so it compares MACs of the tags, of which an attacker learns nothing. A tag
    -- is null if `additional` is.
    if length(sealed) < 32
      or extensions.hmac(tag, authentication, 'sha256')
        is distinct from extensions.hmac(vault._seal_tag(sealed, additional, nonce), authentication, 'sha256')
    then
      raise exception 'the secret was changed, or sealed with the key of another server' using errcode = 'data_corrupted';
    end if;
    return extensions.decrypt_iv(
      substring(sealed from 17), vault._derived_key('encryption'), substring(sealed for 16), 'aes-cbc/pad:pkcs'
    );
  end
  $f$;

  create table vault.secrets (
    id uuid primary key default gen_random_uuid(),
    name text,
    description text not null default '',
    secret text not null,
    key_id uuid,
    nonce bytea default vault._crypto_aead_det_noncegen(),
    created_at timestamptz not null default current_timestamp,
    updated_at timestamptz not null default current_timestamp
  );
  create unique index secrets_name_idx on vault.secrets (name) where name is not null;
  alter table vault.secrets enable row level security;
  comment on table vault.secrets is 'The column `secret` is encrypted.';

  create view vault.decrypted_secrets as
    select id, name, description, secret,
      convert_from(
        vault._crypto_aead_det_decrypt(
          decode(secret, 'base64'), convert_to(id::text, 'UTF8'), 0, 'pgsodium'::bytea, nonce
        ),
        'UTF8'
      ) as decrypted_secret,
      key_id, nonce, created_at, updated_at
    from vault.secrets;

  create function vault.create_secret(
    new_secret text, new_name text default null, new_description text default '', new_key_id uuid default null
  ) returns uuid
  language plpgsql security definer set search_path = ''
  as $f$
  declare
    secret_id constant uuid := gen_random_uuid();
    secret_nonce constant bytea := vault._crypto_aead_det_noncegen();
  begin
    insert into vault.secrets (id, name, description, secret, nonce)
    values (
      secret_id, new_name, new_description,
      encode(
        vault._crypto_aead_det_encrypt(
          convert_to(new_secret, 'UTF8'), convert_to(secret_id::text, 'UTF8'), 0, 'pgsodium'::bytea, secret_nonce
        ),
        'base64'
      ),
      secret_nonce
    );
    return secret_id;
  end
  $f$;

  create function vault.update_secret(
    secret_id uuid,
    new_secret text default null,
    new_name text default null,
    new_description text default null,
    new_key_id uuid default null
  ) returns void
  language sql security definer set search_path = ''
  as $f$
    update vault.secrets as kept
    set
      secret = case when new_secret is null then kept.secret else encode(
        vault._crypto_aead_det_encrypt(
          convert_to(new_secret, 'UTF8'), convert_to(kept.id::text, 'UTF8'), 0, 'pgsodium'::bytea, kept.nonce
        ),
        'base64'
      ) end,
      name = coalesce(new_name, kept.name),
      description = coalesce(new_description, kept.description),
      updated_at = now()
    where kept.id = secret_id
  $f$;

  -- For administrators alone. The functions that read the key stay with the login that applies the migration, because
  -- only a superuser's functions can read files.
  revoke all on all functions in schema vault from public;
  grant usage on schema vault to service_role;
  grant select, delete on vault.secrets, vault.decrypted_secrets to service_role;
  grant execute on function
    vault.create_secret, vault.update_secret, vault._crypto_aead_det_decrypt
    to service_role;
  execute format('grant all on schema vault to %I', session_user);
  execute format('grant all on all tables in schema vault to %I', session_user);
end
$$;
