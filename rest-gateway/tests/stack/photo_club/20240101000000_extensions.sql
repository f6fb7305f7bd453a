create extension if not exists "uuid-ossp";
create extension if not exists pgcrypto with schema extensions;
create extension http with schema extensions;
create extension if not exists pgjwt with schema extensions;
create extension if not exists pg_net with schema extensions;
create extension if not exists "supabase_vault" with schema "vault";
create schema if not exists club;
create extension if not exists unaccent schema club;
create extension if not exists moddatetime schema extensions;
