revoke usage on schema auth from authenticator;
drop function auth.is_session_live(uuid, uuid);
