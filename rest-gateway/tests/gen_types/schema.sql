create type season as enum ('spring', 'summer', 'autumn');
create type place as (village text, altitude int);
create domain email as text check (value like '%@%');

create table shepherds (
    id uuid primary key default gen_random_uuid(),
    name text not null,
    email email,
    home place,
    tags text[] not null default '{}',
    "Since Year" int,
    born date
);
create table cheeses (
    id bigint generated always as identity primary key,
    shepherd uuid not null references shepherds,
    name varchar(40) not null,
    season season not null default 'spring',
    seasons season[],
    label text generated always as (upper(name)) stored,
    price numeric,
    details jsonb,
    ages int4range
);
create table portraits (shepherd uuid primary key references shepherds, picture bytea);

create view young_cheeses as select id, name, shepherd from cheeses where season = 'spring';
create view cheese_counts as select shepherd, count(*) as cheeses from cheeses group by shepherd;

create function full_name(shepherds) returns text language sql as 'select $1.name';
create function cheeses_of(season season, min_price int default 0) returns setof cheeses language sql
as 'select * from cheeses where cheeses.season = $1';
create function best_cheese() returns cheeses language sql as 'select * from cheeses limit 1';
create function prices() returns table (cheese text, price numeric) language sql as 'select name, price from cheeses';
create function weigh(grams int) returns int language sql as 'select $1';
create function weigh(grams text) returns int language sql as 'select $1::int';
create function echo(json) returns json language sql as 'select $1';
create function unreachable(int, int) returns int language sql as 'select 1';
create function ripen() returns void language sql as '';
create function on_change() returns trigger language plpgsql as 'begin return new; end';

create schema shop;
create table shop.orders (id int primary key, cheese bigint references public.cheeses);
