import * as v from 'valibot';

/** Where the backend is and the public key that every call carries. */
export interface BackendConfig {
  /** Without a slash at its end; empty for the page's own origin. */
  readonly url: string;
  readonly anonKey: string;
}

const PageConfig = v.object({ url: v.optional(v.string(), ''), anonKey: v.optional(v.string(), '') });

let known: BackendConfig | undefined;

/** What the front door wrote into the page, else what the build was given. */
export function backendConfig(): BackendConfig {
  known ??= readConfig();
  return known;
}

function readConfig(): BackendConfig {
  const page = pageConfig();
  return {
    url: (page.url || import.meta.env.VITE_SUPABASE_URL || '').replace(/\/+$/, ''),
    anonKey: page.anonKey || import.meta.env.VITE_SUPABASE_ANON_KEY || '',
  };
}

function pageConfig(): v.InferOutput<typeof PageConfig> {
  const text = import.meta.env.SSR ? undefined : document.getElementById('supabase-config')?.textContent;
  if (!text) return { url: '', anonKey: '' };
  try {
    return v.parse(PageConfig, JSON.parse(text));
  } catch (error) {
    console.error('The page holds no readable configuration of its backend', error);
    return { url: '', anonKey: '' };
  }
}

/** Pictures of our own storage come root-relative; absolute addresses pass. */
export function resolveAssetUrl(address: string): string {
  return address.startsWith('/') && !address.startsWith('//') ? backendConfig().url + address : address;
}
