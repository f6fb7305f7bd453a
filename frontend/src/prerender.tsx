/** Renders pages to HTML without a browser, for `build/prerender.ts`. */
import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { App } from './app/App';
import { coverFacts } from './app/coverFacts';
import type { QueryPagePath } from './app/pages';
import type { Prerendered, ServerFacts } from './app/prerendered';
import { createQueryClient } from './app/queryClient';
import { createRoutes } from './app/router';
import { hotelFacts, regionFacts } from './app/sampleFacts';
import { REGIONS } from './geography/regions';
import i18next, { startI18n } from './i18n';
import { pathInLanguage, type Language } from './i18n/language';
import { ShellOnly } from './layout/shellOnly';
import { COVER, HERO_HALF } from './widgets/listing/sizes';

/** A placeholder origin, which the front door replaces by its own. */
const SITE = 'https://isula.invalid';
const NEVER = new Promise<never>(() => {});
/** React puts the elements that belong into the head before the page's first element. */
const HEAD = /^(?:<title>.*?<\/title>|<(?:meta|link)\b[^>]*>)+/s;

/** The page at a path without a language, as a first visit in a language shows it. */
export function prerenderPage(path: string, language: Language): Promise<Prerendered> {
  return render(path, language, 'page');
}

/** The app shell (header and footer) with the page's skeleton. The browser renders the page in its place. */
export function prerenderShell(path: string, language: Language): Promise<Prerendered> {
  return render(path, language, 'shell');
}

/** What a server must know to fill in the document of a page. Call it after rendering the page in this language. */
export async function serverFacts(path: QueryPagePath, language: Language): Promise<ServerFacts> {
  switch (path) {
    case 'hotel-detail':
      return { cover: coverFacts(COVER), text: await hotelFacts(language) };
    case 'region-hotels':
      return { cover: coverFacts(HERO_HALF, REGIONS.map(({ picture }) => picture)), text: await regionFacts(language) };
    default:
      return {};
  }
}

async function render(path: string, language: Language, extent: Prerendered['extent']): Promise<Prerendered> {
  const url = new URL(pathInLanguage(path, language), SITE);
  Object.assign(globalThis, { location: url });
  if (i18next.isInitialized) await i18next.changeLanguage(language);
  else await startI18n(language);
  delete i18next.reportNamespaces;

  const handler = createStaticHandler(createRoutes(), { basename: pathInLanguage('/', language) });
  const context = await handler.query(new Request(url));
  if (context instanceof Response) throw new Error(`${path} answers ${context.status}`);
  const queryClient = createQueryClient();
  const { prelude } = await prerender(
    <StrictMode>
      <App queryClient={queryClient}>
        <ShellOnly value={extent === 'shell' ? NEVER : null}>
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
  return { head: head || siteHead(), body: html.slice(head.length), texts: usedNamespaces(), extent };
}

/** The head of a page whose own title is not known before its data are. */
function siteHead(): string {
  return `<title>${escapeHtml(i18next.t('brand'))}</title><meta name="description" content="${escapeHtml(i18next.t('description'))}"/>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function usedNamespaces(): string[] {
  return i18next.reportNamespaces?.getUsedNamespaces() ?? [];
}

function fail(error: unknown): never {
  throw error;
}
