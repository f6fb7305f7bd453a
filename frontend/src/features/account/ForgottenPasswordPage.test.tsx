import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import i18next from '@/i18n';
import { backend } from '@/testing/backend';
import { renderRoutes } from '@/testing/render';
import { Component as ForgottenPasswordPage } from './ForgottenPasswordPage';

const SENT = /Si un compte existe avec l'adresse lea@example\.fr/;

beforeAll(() => i18next.loadNamespaces(['account', 'auth']));

const show = () => renderRoutes([{ path: '/mot-de-passe-oublie', Component: ForgottenPasswordPage }], '/mot-de-passe-oublie');

function answerRecovery(answer: () => Response) {
  const asked = vi.fn();
  backend.use(
    http.post('*/auth/v1/recover', async ({ request }) => {
      asked({ redirectTo: new URL(request.url).searchParams.get('redirect_to'), body: await request.json() });
      return answer();
    }),
  );
  return asked;
}

async function ask(user: ReturnType<typeof show>['user'], email = 'lea@example.fr') {
  if (email) await user.type(await screen.findByLabelText('E-mail'), email);
  await user.click(await screen.findByRole('button', { name: 'Recevoir le lien' }));
}

describe('account: a forgotten password', () => {
  it('asks for a mail whose link leads to the page for a new password', async () => {
    const asked = answerRecovery(() => HttpResponse.json({}));
    const { user } = show();
    await ask(user);
    expect(await screen.findByRole('status')).toHaveTextContent(SENT);
    expect(asked).toHaveBeenCalledExactlyOnceWith({
      redirectTo: `${location.origin}/nouveau-mot-de-passe`,
      body: { email: 'lea@example.fr' },
    });
    await user.click(screen.getByRole('button', { name: 'Essayer une autre adresse' }));
    expect(screen.getByLabelText('E-mail')).toHaveValue('');
  });

  it('does not reveal that an address with an account was just sent a mail', async () => {
    answerRecovery(() => HttpResponse.json({ code: 429, error_code: 'over_email_send_rate_limit', msg: 'Wait.' }, { status: 429 }));
    const { user } = show();
    await ask(user);
    expect(await screen.findByRole('status')).toHaveTextContent(SENT);
  });

  it.each([
    [429, 'over_request_rate_limit', /Vous avez fait trop de demandes.*60 secondes/],
    [400, 'email_provider_disabled', 'Les comptes avec e-mail sont désactivés pour le moment.'],
    [500, 'unexpected_failure', 'Une erreur est survenue'],
  ])('a failure with status %d and code %s is told in the page’s language', async (status, error_code, text) => {
    answerRecovery(() => HttpResponse.json({ code: status, error_code, msg: 'In English' }, { status, headers: { 'Retry-After': '60' } }));
    const { user } = show();
    await ask(user);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(text);
    expect(alert).not.toHaveTextContent('In English');
    await user.type(screen.getByLabelText('E-mail'), 'x');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it.each([
    ['', 'Ce champ est obligatoire.'],
    ['lea', "L'adresse e-mail n'est pas valide."],
  ])('the address “%s” is rejected by the field', async (email, text) => {
    const { user } = show();
    await ask(user, email);
    expect(await screen.findByText(text)).toBeInTheDocument();
  });
});
