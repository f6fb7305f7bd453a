drop function auth.is_admin();
drop index auth.users_username_key;
