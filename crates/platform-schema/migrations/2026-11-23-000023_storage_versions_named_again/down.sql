drop index storage.objects_version_idx;
