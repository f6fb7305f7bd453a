import type { HtmlTagDescriptor, Plugin } from 'vite';

/** Preloads the two fonts, which the browser would otherwise discover only in the stylesheet. */
export function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const tags: HtmlTagDescriptor[] = [];
        for (const file of Object.values(bundle ?? {})) {
          if (file.type === 'asset' && file.fileName.endsWith('.woff2')) {
            tags.push(link({ rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${file.fileName}` }));
          }
        }
        return tags;
      },
    },
  };
}

function link(attrs: Record<string, string>): HtmlTagDescriptor {
  return { tag: 'link', attrs, injectTo: 'head' };
}
