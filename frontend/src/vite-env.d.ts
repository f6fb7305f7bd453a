/// <reference types="vite/client" />

interface ImportMetaEnv {
  readonly VITE_SUPABASE_URL?: string;
  readonly VITE_SUPABASE_ANON_KEY?: string;
  readonly VITE_GEOCODER_URL?: string;
  readonly VITE_GEOCODER_KEY?: string;
  /** Set by the build: path of the folder of the dictionaries. */
  readonly VITE_TEXTS: string;
  /** Set by the build: the year of the build. */
  readonly VITE_YEAR: string;
}
