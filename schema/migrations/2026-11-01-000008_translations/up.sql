create table public.translations (
  language text not null check (language in ('da', 'de', 'en', 'es', 'fr', 'it', 'ja', 'ko', 'sv', 'zh')),
  key text not null check (char_length(key) between 1 and 200),
  value text not null check (char_length(value) <= 4000),
  updated_at timestamptz not null default now(),
  primary key (language, key)
);
comment on table public.translations is 'Texts that editors changed, over the dictionaries that the site ships.';

alter table public.translations enable row level security;
create policy "everybody reads translations" on public.translations
  for select to anon, authenticated using (true);
create policy "administrators write translations" on public.translations
  for all to authenticated using ((select auth.is_admin())) with check ((select auth.is_admin()));

revoke all on public.translations from anon, authenticated;
grant select on public.translations to anon, authenticated;
grant insert, update, delete on public.translations to authenticated;
grant all on public.translations to service_role;
