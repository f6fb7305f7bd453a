SELECT current_setting('default_transaction_isolation') = 'read committed'
   AND current_setting('default_transaction_read_only') = 'off'
   AND NOT pg_is_in_recovery()
