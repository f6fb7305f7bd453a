create table employees (
  id bigint primary key generated always as identity,
  name text,
  email text unique,
  created_at timestamptz default now()
);
