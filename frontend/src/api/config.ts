import * as v from 'valibot';

/** The backend's address, the public key, which every call sends, and the source of the street map. */
interface BackendConfig {
  /** Without a trailing slash; empty for the page's own origin. */
  readonly url: string;
  readonly anonKey: string;
  /** The style of the street map; empty without one. */
  readonly mapStyleUrl: string;
}

const PageConfig = v.object({
  url: v.optional(v.string(), ''),
  anonKey: v.optional(v.string(), ''),
  mapStyleUrl: v.optional(v.string(), ''),
});
const EMPTY = { url: '', anonKey: '', mapStyleUrl: '' };

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
    mapStyleUrl: page.mapStyleUrl || import.meta.env.VITE_MAP_STYLE_URL || '',
  };
}

function pageConfig(): v.InferOutput<typeof PageConfig> {
  const text = import.meta.env.SSR ? undefined : document.getElementById('supabase-config')?.textContent;
  if (!text) return EMPTY;
  try {
    return v.parse(PageConfig, JSON.parse(text));
  } catch (error) {
    console.error('The configuration in #supabase-config is not valid', error);
    return EMPTY;
  }
}

/** Resolves a root-relative URL of the storage against the backend's address; absolute URLs are returned unchanged. */
export function resolveAssetUrl(address: string): string {
  return address.startsWith('/') && !address.startsWith('//') ? backendConfig().url + address : address;
}
