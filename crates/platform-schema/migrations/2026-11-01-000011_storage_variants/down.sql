drop table storage.variants;
