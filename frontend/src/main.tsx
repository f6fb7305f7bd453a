/** The browser's entry point: hydrates the prerendered document, or renders the page anew. */
import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { yieldToMain } from '@/scheduling/yieldToMain';
import { App } from './app/App';
import { firstTexts } from './app/firstTexts';
import { seedQueryCache } from './app/prefetch';
import { createQueryClient } from './app/queryClient';
import { createRouter, createRoutes, loadPage } from './app/router';
import i18next, { startI18n } from './i18n';
import { haveEditorsChangedTexts, loadEditorialTexts } from './i18n/editorial';
import { languageOfPath, pathWithoutLanguage } from './i18n/language';
import { ShellOnly } from './layout/shellOnly';
import './styles/global.css';

/** Delays the editorial texts, which would compete with the first page for the network. */
const EDITORIAL_TEXTS_DELAY_MS = 1000;

const container = document.getElementById('root');
if (!container) throw new Error('The page has no #root');
// No top-level await: page modules import the chunk of this module, which would wait for itself.
void start(container);

async function start(root: HTMLElement): Promise<void> {
  await yieldToMain();
  // Every page renders its own metadata. The document's copy is for visitors without scripts.
  for (const element of document.head.querySelectorAll('[data-prerendered]')) element.remove();

  const queryClient = createQueryClient();
  const pageIsReady = seedQueryCache(queryClient);
  const routes = createRoutes(queryClient);
  const { pathname } = window.location;
  const language = languageOfPath(pathname);
  const [hasPage] = await Promise.all([loadPage(routes, pathWithoutLanguage(pathname)), startI18n(language, firstTexts(root))]);
  await yieldToMain();
  // Without its module, or in another language, the page is not the prerendered one: it is rendered anew.
  const isPrerendered = hasPage && root.hasChildNodes() && document.documentElement.lang === language;
  const isShell = isPrerendered && root.dataset['prerender'] === 'shell';
  const router = createRouter(routes, isPrerendered && !isShell);
  await yieldToMain();
  const app = (
    <StrictMode>
      <App queryClient={queryClient}>
        <ShellOnly value={isShell ? pageIsReady : null}>
          <RouterProvider router={router} />
        </ShellOnly>
      </App>
    </StrictMode>
  );
  // In a transition, so that React can interrupt the render to handle input.
  startTransition(() => {
    if (isPrerendered) hydrateRoot(root, app, { onRecoverableError: reportUnexpected });
    else createRoot(root).render(app);
  });
  setTimeout(() => loadEditorialTexts(i18next), EDITORIAL_TEXTS_DELAY_MS);
}

/** React renders a part anew that differs from its document. That is expected if editors have changed texts since. */
function reportUnexpected(error: unknown): void {
  if (!haveEditorsChangedTexts()) reportError(error);
}
