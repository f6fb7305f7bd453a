import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App';
import { createQueryClient } from './app/queryClient';
import { createRouter } from './app/router';
import i18next, { startI18n } from './i18n';
import { followEditors } from './i18n/editorial';
import './styles/global.css';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');

// Each page describes itself; the one of the document is for those who run no scripts.
document.head.querySelector('meta[name="description"]')?.remove();

const router = createRouter();
await startI18n();
createRoot(root).render(
  <StrictMode>
    <App queryClient={createQueryClient()} router={router} />
  </StrictMode>,
);
followEditors(i18next);
