/** Renders pages to HTML without a browser, for `build/prerender.ts`. */
import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { App } from './app/App';
import type { Prerendered } from './app/prerendered';
import { createQueryClient } from './app/queryClient';
import { createRoutes } from './app/router';
import i18next, { startDefaultLanguage } from './i18n';
import { ShellOnly } from './layout/shellOnly';

/** A placeholder origin, which the front door replaces by its own. */
const SITE = 'https://isula.invalid';
/** React puts the elements that belong into the head before the page's first element. */
const HEAD = /^(?:<title>.*?<\/title>|<(?:meta|link)\b[^>]*>)+/s;

/** The page at a path, as a first visit in French shows it. */
export function prerenderPage(path: string): Promise<Prerendered> {
  return render(path, 'page');
}

/** The app shell (header and footer) with the page's skeleton. The browser renders the page in its place. */
export function prerenderShell(path: string): Promise<Prerendered> {
  return render(path, 'shell');
}

async function render(path: string, extent: Prerendered['extent']): Promise<Prerendered> {
  Object.assign(globalThis, { location: new URL(path, SITE) });
  if (!i18next.isInitialized) await startDefaultLanguage();
  delete i18next.reportNamespaces;

  const handler = createStaticHandler(createRoutes());
  const context = await handler.query(new Request(new URL(path, SITE)));
  if (context instanceof Response) throw new Error(`${path} answers ${context.status}`);
  const queryClient = createQueryClient();
  const { prelude } = await prerender(
    <StrictMode>
      <App queryClient={queryClient}>
        <ShellOnly value={extent === 'shell'}>
          <StaticRouterProvider router={createStaticRouter(handler.dataRoutes, context)} context={context} hydrate={false} />
        </ShellOnly>
      </App>
    </StrictMode>,
    // Without a limit, React keeps the page in one piece; otherwise it moves larger parts into scripts.
    { progressiveChunkSize: Infinity, onError: fail },
  );
  const html = await new Response(prelude).text();
  // Its garbage collection timers would keep the process alive.
  queryClient.clear();
  const head = HEAD.exec(html)?.[0] ?? '';
  return { head, body: html.slice(head.length), texts: usedNamespaces(), extent };
}

function usedNamespaces(): string[] {
  return i18next.reportNamespaces?.getUsedNamespaces() ?? [];
}

function fail(error: unknown): never {
  throw error;
}
