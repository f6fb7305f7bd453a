/// <reference types="vite/client" />

interface ImportMetaEnv {
  readonly VITE_SUPABASE_URL?: string;
  readonly VITE_SUPABASE_ANON_KEY?: string;
  readonly VITE_GEOCODER_URL?: string;
  readonly VITE_GEOCODER_KEY?: string;
  /** Set by the build: where it has put the dictionaries. */
  readonly VITE_TEXTS: string;
  /** Set by the build: in which year it was made. */
  readonly VITE_YEAR: string;
}
