import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

/** Shows an application in the document. */
export function show(application: ReactNode): void {
  const main = document.createElement('main');
  document.body.append(main);
  createRoot(main).render(application);
}
