import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { App } from './app/App';
import { createQueryClient } from './app/queryClient';
import { createRouter, loadPage } from './app/router';
import i18next, { startI18n } from './i18n';
import { followEditors } from './i18n/editorial';
import { currentLanguage, DEFAULT_LANGUAGE } from './i18n/language';
import './styles/global.css';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
void start(root);

/** Not awaited by this module: the pages' modules import parts of the frame, which would wait for itself. */
async function start(root: HTMLElement): Promise<void> {
  // Each page describes itself; what the document came with is for those who run no scripts.
  for (const element of document.head.querySelectorAll('meta[name="description"], [data-prerendered]')) element.remove();

  await Promise.all([startI18n(root.dataset['texts']?.split(' ')), loadPage(window.location.pathname)]);
  const app = (
    <StrictMode>
      <App queryClient={createQueryClient()}>
        <RouterProvider router={createRouter()} />
      </App>
    </StrictMode>
  );
  // The build has drawn the page in French, at its top, or its frame alone. Whoever reads another language, or comes for
  // a part further down, gets a page drawn anew.
  const isDrawn = root.hasChildNodes() && root.dataset['frame'] === undefined;
  if (isDrawn && currentLanguage() === DEFAULT_LANGUAGE && !window.location.hash) {
    hydrateRoot(root, app);
  } else {
    root.replaceChildren();
    createRoot(root).render(app);
  }
  delete document.documentElement.dataset['otherLanguage'];
  followEditors(i18next);
}
