create or replace function storage.add_missing_references() returns void
language sql security definer
set search_path = ''
as $$ select $$;

drop trigger host_applications_references_truncated on public.host_applications;
drop trigger host_applications_references_deleted on public.host_applications;
drop trigger host_applications_references_updated on public.host_applications;
drop trigger host_applications_references_inserted on public.host_applications;
drop trigger hotels_references_truncated on public.hotels;
drop trigger hotels_references_deleted on public.hotels;
drop trigger hotels_references_updated on public.hotels;
drop trigger hotels_references_inserted on public.hotels;

delete from storage.object_references where referrer in ('public.hotels', 'public.host_applications');
delete from storage.reference_scopes where bucket_id in ('hotel-images', 'host-applications');
