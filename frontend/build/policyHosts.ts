import type { Plugin } from 'vite';
import { MAP_HOST } from '../src/product/mapHost.ts';

/**
 * Names the hosts that the page connects to and those of its frames. The server that delivers the document makes a
 * content security policy of them, and allows no others.
 */
export function policyHosts(): Plugin {
  let connect: string[] = [];
  return {
    name: 'policy-hosts',
    apply: 'build',
    configResolved: ({ env }) => {
      connect = [env['VITE_SUPABASE_URL'], env['VITE_GEOCODER_URL']].flatMap(origin);
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
