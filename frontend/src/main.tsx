import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { App } from './app/App';
import { seedQueryCache } from './app/prefetch';
import { firstTexts } from './app/firstTexts';
import { createQueryClient } from './app/queryClient';
import { createRouter, loadPage } from './app/router';
import i18next, { startI18n } from './i18n';
import { loadEditorialTexts } from './i18n/editorial';
import { currentLanguage, DEFAULT_LANGUAGE } from './i18n/language';
import { ShellOnly } from './layout/shellOnly';
import { yieldToMain } from '@/scheduling/yieldToMain';
import './styles/global.css';

/** The first screen has the network to itself. */
const EDITORS_WAIT_MS = 1000;

const place = document.getElementById('root');
if (!place) throw new Error('The page has no #root');
void start(place);

/** Not awaited by this module: the pages' modules import parts of the frame, which would wait for itself. */
async function start(root: HTMLElement): Promise<void> {
  await yieldToMain();
  // Each page describes itself; what the document came with is for those who run no scripts.
  for (const element of document.head.querySelectorAll('meta[name="description"], [data-prerendered]')) element.remove();

  const queryClient = createQueryClient();
  seedQueryCache(queryClient);
  await Promise.all([startI18n(firstTexts(root)), loadPage(window.location.pathname)]);
  await yieldToMain();
  const router = createRouter();
  await yieldToMain();
  // The build has drawn the page in French, at its top. Whoever reads another language, or comes for a part further down,
  // gets a page drawn anew in its place. Either is done in slices, between which a finger is answered.
  const isDrawn = root.hasChildNodes() && currentLanguage() === DEFAULT_LANGUAGE && !window.location.hash;
  const app = (
    <StrictMode>
      <App queryClient={queryClient}>
        <ShellOnly value={isDrawn && root.dataset['drawn'] === 'frame'}>
          <RouterProvider router={router} />
        </ShellOnly>
      </App>
    </StrictMode>
  );
  startTransition(() => {
    if (isDrawn) hydrateRoot(root, app);
    else createRoot(root).render(app);
  });
  setTimeout(() => loadEditorialTexts(i18next), EDITORS_WAIT_MS);
}
