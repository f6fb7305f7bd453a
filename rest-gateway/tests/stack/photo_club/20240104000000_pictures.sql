insert into storage.buckets (id, name, public) values ('pictures', 'pictures', false);
create policy "Everybody has a folder" on storage.objects for all to authenticated
  using (bucket_id = 'pictures' and (storage.foldername(name))[1] = auth.uid()::text)
  with check (bucket_id = 'pictures' and (storage.foldername(name))[1] = auth.uid()::text);

create table public.pictures (
  id bigint generated always as identity primary key,
  owner uuid not null default auth.uid() references auth.users,
  path text not null
);

-- The file goes with its row, by a request to the API within the transaction.
create function public.delete_file() returns trigger language plpgsql security definer
as $$
declare
  token text := extensions.sign(
    json_build_object('role', 'service_role', 'exp', extract(epoch from now() + interval '1 minute')::bigint),
    current_setting('app.settings.jwt_secret')
  );
  response record;
begin
  select status, content into response from extensions.http((
    'DELETE',
    'http://supabase_kong_photo-club:8000/storage/v1/object/pictures/' || old.path,
    array[extensions.http_header('authorization', 'Bearer ' || token)],
    null,
    null
  )::extensions.http_request);
  if response.status <> 200 then
    raise exception '% %', response.status, response.content;
  end if;
  return old;
end
$$;
create trigger delete_file before delete on public.pictures for each row execute function public.delete_file();
