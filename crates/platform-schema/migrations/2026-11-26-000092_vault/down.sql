-- The extension itself stays, and so does the key of the server, which other databases may use.
do $$
begin
  if exists (select from pg_extension where extname = 'supabase_vault') then
    return;
  end if;
  drop function vault.create_secret(text, text, text, uuid);
  drop function vault.update_secret(uuid, text, text, text, uuid);
  drop view vault.decrypted_secrets;
  drop table vault.secrets;
  drop function vault._crypto_aead_det_noncegen();
  drop function vault._crypto_aead_det_encrypt(bytea, bytea, bigint, bytea, bytea);
  drop function vault._crypto_aead_det_decrypt(bytea, bytea, bigint, bytea, bytea);
  drop function vault._seal_tag(bytea, bytea, bytea);
  drop function vault._derived_key(text);
  drop function vault._keep_root_key(text);
end
$$;
