import * as v from 'valibot';

/** The backend's address and the public key, which every call sends. */
export interface BackendConfig {
  /** Without a trailing slash; empty for the page's own origin. */
  readonly url: string;
  readonly anonKey: string;
}

const PageConfig = v.object({ url: v.optional(v.string(), ''), anonKey: v.optional(v.string(), '') });

let cached: BackendConfig | undefined;

/** The configuration that the front door wrote into the page, else that of the build's environment. */
export function backendConfig(): BackendConfig {
  cached ??= readConfig();
  return cached;
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
    console.error('The configuration in #supabase-config is not valid', error);
    return { url: '', anonKey: '' };
  }
}

/** Resolves a root-relative URL of the storage against the backend's address; absolute URLs are returned unchanged. */
export function resolveAssetUrl(address: string): string {
  return address.startsWith('/') && !address.startsWith('//') ? backendConfig().url + address : address;
}
