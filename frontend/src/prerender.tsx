/** Draws pages where no browser is: what `build/prerender.ts` puts into the documents of the build. */
import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { App } from './app/App';
import type { Prerendered } from './app/prerendered';
import { createQueryClient } from './app/queryClient';
import { routes } from './app/router';
import { ShellOnly } from './layout/shellOnly';
import i18next, { startDefaultLanguage } from './i18n';

/** The address that the build gives to the site; the front door puts its own in its place. */
const SITE = 'https://isula.invalid';
/** What React lifts into the head stands before the page's first element. */
const HEAD = /^(?:<title>.*?<\/title>|<(?:meta|link)\b[^>]*>)+/s;

/** The page at a path, as a first visit in French sees it. */
export function draw(path: string): Promise<Prerendered> {
  return drawPage(path, 'page');
}

/** What stands around the page at a path, and the page's skeleton, in the place of which the browser draws the page. */
export function prerenderShell(path: string): Promise<Prerendered> {
  return drawPage(path, 'frame');
}

async function drawPage(path: string, drawn: Prerendered['drawn']): Promise<Prerendered> {
  Object.assign(globalThis, { location: new URL(path, SITE) });
  if (!i18next.isInitialized) await startDefaultLanguage();
  delete i18next.reportNamespaces;

  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request(new URL(path, SITE)));
  if (context instanceof Response) throw new Error(`${path} answers ${context.status}`);
  const queryClient = createQueryClient();
  const { prelude } = await prerender(
    <StrictMode>
      <App queryClient={queryClient}>
        <ShellOnly value={drawn === 'frame'}>
          <StaticRouterProvider router={createStaticRouter(handler.dataRoutes, context)} context={context} hydrate={false} />
        </ShellOnly>
      </App>
    </StrictMode>,
    // A page comes as a whole; without this its larger parts would follow as scripts.
    { progressiveChunkSize: Infinity, onError: fail },
  );
  const html = await new Response(prelude).text();
  // Else its timers would keep the build from ending.
  queryClient.clear();
  const head = HEAD.exec(html)?.[0] ?? '';
  return { head, body: html.slice(head.length), texts: usedNamespaces(), drawn };
}

function usedNamespaces(): string[] {
  return i18next.reportNamespaces?.getUsedNamespaces() ?? [];
}

function fail(error: unknown): never {
  throw error;
}
