import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import i18next from '@/i18n';
import { readSession, startSession } from '@/session/session';
import { backend } from '@/testing/backend';
import { renderRoutes } from '@/testing/render';
import { Component as AccountPage } from './AccountPage';

const FACTORS = '*/auth/v1/factors';
const USER = { id: 'u1', email: 'lea@example.fr' };
const APP = { id: 'f1', factor_type: 'totp', status: 'verified', created_at: '2026-11-24T09:30:00Z' };
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h1v1H0z"/></svg>';
let factors: object[];

beforeAll(() => i18next.loadNamespaces(['account', 'auth']));
beforeEach(() => {
  factors = [{ ...APP, id: 'f0', status: 'unverified' }];
  backend.use(
    http.get('*/functions/v1/user-account/profile', () => HttpResponse.json({ profile: null })),
    http.get('*/functions/v1/user-account/sessions', () => HttpResponse.json({ sessions: [] })),
    http.get('*/auth/v1/user', () => HttpResponse.json({ ...USER, factors })),
  );
});

async function show() {
  startSession({ session: { access_token: 'token-of-lea', expires_in: undefined }, user: USER, profile: { first_name: 'Léa' } });
  const { user } = renderRoutes([{ path: '/compte', Component: AccountPage }], '/compte');
  return { user, factor: within(await screen.findByRole('region', { name: 'Double authentification' })) };
}

/** Answers the three calls that add an app, whose code is 123456. Returns what was sent. */
function answerEnrollment() {
  const sent = vi.fn();
  backend.use(
    http.post(FACTORS, async ({ request }) => {
      sent('enroll', await request.json());
      return HttpResponse.json({ id: 'f1', type: 'totp', totp: { qr_code: SVG, secret: 'ABCDEFGHIJ', uri: 'otpauth://totp/x' } });
    }),
    http.post(`${FACTORS}/f1/challenge`, () => HttpResponse.json({ id: 'c1', type: 'totp', expires_at: 0 })),
    http.post(`${FACTORS}/f1/verify`, async ({ request }) => {
      const body = await request.json();
      sent('verify', body);
      if (JSON.stringify(body) !== JSON.stringify({ challenge_id: 'c1', code: '123456' })) {
        return HttpResponse.json({ code: 422, error_code: 'mfa_verification_failed', msg: 'No' }, { status: 422 });
      }
      factors = [APP];
      return HttpResponse.json({ access_token: 'raised-token', expires_in: 3600, user: USER });
    }),
    http.delete(`${FACTORS}/f1`, () => {
      sent('remove');
      factors = [];
      return HttpResponse.json({ id: 'f1' });
    }),
  );
  return sent;
}

describe('§2.104 account: the authenticator app', () => {
  it('is added by a QR code or a key, and counts after its first code, which replaces the session', async () => {
    const sent = answerEnrollment();
    const { user, factor } = await show();
    await user.click(await factor.findByRole('button', { name: 'Ajouter une application' }));
    const code = await factor.findByRole('img', { name: 'Code QR de la clé du compte' });
    expect(code).toHaveAttribute('src', `data:image/svg+xml,${encodeURIComponent(SVG)}`);
    expect(factor.getByText('ABCD EFGH IJ')).toBeVisible();
    await user.type(factor.getByLabelText('Code à six chiffres'), '123 456');
    await user.click(factor.getByRole('button', { name: 'Activer' }));
    expect(await factor.findByText(/24 novembre 2026/)).toBeVisible();
    expect(sent).toHaveBeenCalledWith('enroll', expect.objectContaining({ factor_type: 'totp', issuer: 'Isula' }));
    expect(readSession()).toEqual({ token: 'raised-token', profile: { ...USER, firstName: 'Léa' } });
  });

  it('is not added by a wrong code, and forgotten when the person gives up', async () => {
    const sent = answerEnrollment();
    const { user, factor } = await show();
    await user.click(await factor.findByRole('button', { name: 'Ajouter une application' }));
    const field = await factor.findByLabelText('Code à six chiffres');
    await user.type(field, '12345');
    await user.click(factor.getByRole('button', { name: 'Activer' }));
    expect(factor.getByText('Saisissez les six chiffres du code.')).toBeVisible();
    expect(sent).not.toHaveBeenCalledWith('verify', expect.anything());
    await user.type(field, '7');
    await user.click(factor.getByRole('button', { name: 'Activer' }));
    expect(await factor.findByText(/Ce code n'est pas valable/)).toBeVisible();
    await user.click(factor.getByRole('button', { name: 'Annuler' }));
    await waitFor(() => expect(sent).toHaveBeenCalledWith('remove'));
    expect(factor.getByRole('button', { name: 'Ajouter une application' })).toBeVisible();
    expect(readSession()?.token).toBe('token-of-lea');
  });

  it('is removed after a second click', async () => {
    factors = [APP];
    const sent = answerEnrollment();
    const { user, factor } = await show();
    await user.click(await factor.findByRole('button', { name: 'Retirer' }));
    expect(sent).not.toHaveBeenCalled();
    await user.click(factor.getByRole('button', { name: 'Retirer vraiment' }));
    expect(await factor.findByRole('button', { name: 'Ajouter une application' })).toBeVisible();
    expect(sent).toHaveBeenCalledExactlyOnceWith('remove');
  });

  it('that cannot be read can be asked for again', async () => {
    backend.use(http.get('*/auth/v1/user', () => HttpResponse.json({}, { status: 500 }), { once: true }));
    const { user, factor } = await show();
    await user.click(await factor.findByRole('button', { name: 'Réessayer' }));
    expect(await factor.findByRole('button', { name: 'Ajouter une application' })).toBeVisible();
  });
});
