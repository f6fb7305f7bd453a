-- Published pictures and photos of applications are kept as long as a row refers to them. Triggers maintain the
-- references; storage deletes a file that has had none for the length of the grace period.
insert into storage.reference_scopes (bucket_id, name_pattern) values
  ('hotel-images', '^hotels/[0-9]+/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[.][a-z]+$'),
  ('hotel-images', '^applications(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}){1,2}/[0-9]+[.][a-z]+$'),
  ('host-applications', '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9]+[.][a-z]+$');

create trigger hotels_references_inserted after insert on public.hotels
  for each row when (cardinality(new.images) > 0)
  execute function storage.track_references('hotel-images', 'images', 'id');
create trigger hotels_references_updated after update of id, images on public.hotels
  for each row when (old.images is distinct from new.images or old.id <> new.id)
  execute function storage.track_references('hotel-images', 'images', 'id');
create trigger hotels_references_deleted after delete on public.hotels
  for each row execute function storage.track_references('hotel-images', 'images', 'id');
create trigger hotels_references_truncated after truncate on public.hotels
  for each statement execute function storage.forget_references();

create trigger host_applications_references_inserted after insert on public.host_applications
  for each row execute function storage.track_references('host-applications', 'photos_urls', 'id');
create trigger host_applications_references_updated after update of id, photos_urls on public.host_applications
  for each row when (old.photos_urls is distinct from new.photos_urls or old.id <> new.id)
  execute function storage.track_references('host-applications', 'photos_urls', 'id');
create trigger host_applications_references_deleted after delete on public.host_applications
  for each row execute function storage.track_references('host-applications', 'photos_urls', 'id');
create trigger host_applications_references_truncated after truncate on public.host_applications
  for each statement execute function storage.forget_references();

-- A restore with disabled triggers leaves references out, so the sweep calls this before it deletes anything.
create or replace function storage.add_missing_references() returns void
language sql security definer
set search_path = ''
as $$
  insert into storage.object_references (bucket_id, name, referrer, referrer_id)
  select 'hotel-images', found.name, 'public.hotels', hotels.id::text
  from public.hotels, lateral storage.referenced_names('hotel-images', hotels.images) as found (name)
  union all
  select 'host-applications', found.name, 'public.host_applications', applications.id::text
  from public.host_applications as applications,
    lateral storage.referenced_names('host-applications', applications.photos_urls) as found (name)
  on conflict do nothing
$$;

select storage.add_missing_references();
