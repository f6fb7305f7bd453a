-- The roles remain: other databases of the cluster may use them.
select;
