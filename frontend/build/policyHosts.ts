import type { Plugin } from 'vite';
import { MAP_HOST } from '../src/product/mapHost.ts';

/**
 * Writes the hosts that the page connects to and embeds frames of into meta tags. The front door builds the content
 * security policy from them.
 */
export function policyHosts(): Plugin {
  let connect: string[] = [];
  return {
    name: 'policy-hosts',
    apply: 'build',
    configResolved: ({ env }) => {
      connect = [env['VITE_SUPABASE_URL'], env['VITE_GEOCODER_URL'], env['VITE_MAP_STYLE_URL']].flatMap(origin);
    },
    transformIndexHtml: () => [
      { tag: 'meta', attrs: { name: 'connect-hosts', content: [...new Set(connect)].join(' ') }, injectTo: 'head' },
      { tag: 'meta', attrs: { name: 'frame-hosts', content: MAP_HOST }, injectTo: 'head' },
    ],
  };
}

function origin(address: unknown): string[] {
  return typeof address === 'string' && URL.canParse(address) ? [new URL(address).origin] : [];
}
