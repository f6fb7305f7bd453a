/** The set-up and requests that the tests of the administration's applications share. */
import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, vi } from 'vitest';
import i18next from '@/i18n';
import { listed } from '@/testing/administration';
import { backend } from '@/testing/backend';
import { hotelRow } from '@/testing/hotels';
import { renderRoutes } from '@/testing/render';
import { Component as AdminPage } from './AdminPage';
import { startAdminSession } from './adminSession';

/** Loads the texts and lazy modules of the page, and logs in before each test. */
export function setUpAdminPage(): void {
  // The gallery loads lazily, together with React Aria; loaded here, it does not count against a test's timeout.
  beforeAll(() => Promise.all([i18next.loadNamespaces(['admin', 'partners']), import('@/product/GalleryOverlay')]), 30_000);
  beforeEach(() => {
    backend.use(listed(), http.get('*/rest/v1/hotels', () => HttpResponse.json([hotelRow()])));
    startAdminSession({ token: 'token-of-admin', name: 'admin', expiresAt: null });
  });
}

export const show = () => renderRoutes([{ path: '/admin', Component: AdminPage }], '/admin');
export const card = (name = 'Casa Rossa') => screen.findByRole('article', { name });
export const done = () => HttpResponse.json({ success: true });

/** Answers call 13 by application id, and returns a mock that records the request bodies. */
export function creation(answer: (applicationId: string) => Response) {
  const sent = vi.fn();
  backend.use(
    http.post<never, { applicationId: string }>('*/functions/v1/create-hotel-from-application', async ({ request }) => {
      const body = await request.json();
      sent(body);
      return answer(body.applicationId);
    }),
  );
  return sent;
}
