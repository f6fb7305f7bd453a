import { createClient } from '@supabase/supabase-js';

/** Links of mails return with a code (PKCE), as in an application with `@supabase/ssr`. */
export const supabase = createClient(import.meta.env.VITE_SUPABASE_URL, import.meta.env.VITE_SUPABASE_PUBLISHABLE_KEY, {
  auth: { flowType: 'pkce' },
});

// For calls that no page makes: in the console, and in journeys.
Object.assign(window, { supabase });
