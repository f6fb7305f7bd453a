insert into auth.users (
  instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data,
  created_at, updated_at, confirmation_token, email_change, email_change_token_new, recovery_token
)
select
  '00000000-0000-0000-0000-000000000000', ('00000000-0000-4000-8000-00000000000' || number)::uuid, 'authenticated',
  'authenticated', name || '@example.org', crypt('figatellu', gen_salt('bf')), current_timestamp,
  '{"provider": "email", "providers": ["email"]}', jsonb_build_object('nickname', nickname), now(), now(), '', '', '', ''
from (values (1, 'ange', 'Àngë'), (2, 'lisandru', 'Lisandru')) as people (number, name, nickname);
insert into auth.identities (id, user_id, provider_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
select uuid_generate_v4(), id, id, format('{"sub": "%s", "email": "%s"}', id, email)::jsonb, 'email', now(), now(), now()
from auth.users;
update public.members set role = 'member' where nickname = 'Ange';
select vault.create_secret('brocciu', 'kitchen');
