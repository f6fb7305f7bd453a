import type { Session } from '@supabase/supabase-js';
import { useEffect, useState } from 'react';
import { supabase } from './client';

/** The session of this browser; null without one, undefined until that is known. */
export function useSession(): Session | null | undefined {
  const [session, setSession] = useState<Session | null>();
  useEffect(() => {
    const { data } = supabase.auth.onAuthStateChange((_event, changed) => setSession(changed));
    return () => data.subscription.unsubscribe();
  }, []);
  return session;
}
