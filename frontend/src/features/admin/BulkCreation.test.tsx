import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { applicationRow, listed } from '@/testing/administration';
import { backend } from '@/testing/backend';
import { card, creation, done, setUpAdminPage, show } from './adminPageTesting';

setUpAdminPage();

describe('§8.9 bulk creation', () => {
  const three = () =>
    listed(...['a1', 'a2', 'a3'].map((id) => applicationRow({ id, property_name: `Maison ${id}`, status: 'approved' })));
  const start = async (user: ReturnType<typeof show>['user']) =>
    user.click(await screen.findByRole('button', { name: 'Créer les hôtels approuvés (3)' }));
  const refused = (error: string) => HttpResponse.json({ success: false, error }, { status: 500 });

  it('§4.16 has its button only with an approved application', async () => {
    backend.use(listed(applicationRow()));
    show();
    await card();
    expect(screen.queryByRole('button', { name: /hôtels? approuvés?/ })).not.toBeInTheDocument();
  });

  it('§8.25 shows its progress, then the number of created hotels for five seconds', async () => {
    backend.use(three());
    const releases: (() => void)[] = [];
    backend.use(
      http.post('*/functions/v1/create-hotel-from-application', async () => {
        await new Promise<void>((release) => releases.push(release));
        return done();
      }),
    );
    const { user } = show();
    await start(user);
    for (const number of [1, 2, 3]) {
      // oxlint-disable-next-line no-await-in-loop
      expect(await screen.findByRole('progressbar', { name: `Création des hôtels\u00a0: ${number} sur 3` })).toHaveAttribute('value', String(number - 1));
      // oxlint-disable-next-line no-await-in-loop
      await waitFor(() => expect(releases).toHaveLength(number));
      if (number === 3) vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
      releases[number - 1]?.();
    }
    expect(await screen.findByText('3 hôtel(s) créé(s) avec succès !')).toBeVisible();
    await vi.advanceTimersByTimeAsync(5000);
    await waitFor(() => expect(screen.queryByText('3 hôtel(s) créé(s) avec succès !')).not.toBeInTheDocument());
    vi.useRealTimers();
  });

  it('shows the number of created hotels and the errors of the others', async () => {
    backend.use(three());
    creation((id) => (id === 'a2' ? refused('Photos illisibles') : done()));
    const { user } = show();
    await start(user);
    expect(await screen.findByRole('alert')).toHaveTextContent(
      '2 hôtel(s) créé(s) avec succès ! Erreurs: Maison a2 : Photos illisibles',
    );
  });

  it('§8.25 all fail', async () => {
    backend.use(three());
    creation((id) => refused(`Refus ${id}`));
    const { user } = show();
    await start(user);
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Échec de la création des hôtels. Erreurs: Maison a1 : Refus a1 ; Maison a2 : Refus a2 ; Maison a3 : Refus a3',
    );
  });

  it('an existing hotel is no failure', async () => {
    backend.use(three());
    creation(() => HttpResponse.json({ success: false, error: 'exists', code: 'hotel_already_exists' }, { status: 409 }));
    const { user } = show();
    await start(user);
    expect(await screen.findByText('Toutes les candidatures approuvées ont déjà leur hôtel.')).toBeVisible();
  });

  it('skips applications that have a hotel', async () => {
    backend.use(
      listed(
        applicationRow({ id: 'a1', property_name: 'Un', status: 'approved', hotel_id: 161 }),
        applicationRow({ id: 'a2', property_name: 'Deux', status: 'approved' }),
      ),
    );
    const sent = creation(done);
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Créer les hôtels approuvés (2)' }));
    expect(await screen.findByText('1 hôtel(s) créé(s) avec succès !')).toBeVisible();
    expect(sent).toHaveBeenCalledExactlyOnceWith({ applicationId: 'a2' });
  });

  it('says when all applications have a hotel', async () => {
    backend.use(listed(applicationRow({ status: 'approved', hotel_id: 161 })));
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: "Créer l'hôtel approuvé (1)" }));
    expect(await screen.findByText('Toutes les candidatures approuvées ont déjà leur hôtel.')).toBeVisible();
  });

  it('a network failure of one application does not stop the others', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    backend.use(three());
    const sent = creation((id) => (id === 'a2' ? HttpResponse.error() : done()));
    const { user } = show();
    await start(user);
    expect(await screen.findByRole('alert')).toHaveTextContent(
      '2 hôtel(s) créé(s) avec succès ! Erreurs: Maison a2 : Erreur de connexion',
    );
    expect(sent).toHaveBeenCalledTimes(3);
  });

  it('§8.25 network failures of all applications', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    backend.use(three());
    creation(() => HttpResponse.error());
    const { user } = show();
    await start(user);
    expect(await screen.findByRole('alert')).toHaveTextContent('Erreur lors du traitement des candidatures');
  });

  it('continues while the other tab is shown', async () => {
    backend.use(three());
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    backend.use(
      http.post('*/functions/v1/create-hotel-from-application', async () => {
        await held;
        return refused('Photos illisibles');
      }),
    );
    const { user } = show();
    await start(user);
    await user.click(screen.getByRole('tab', { name: /^Gestion des images/ }));
    release();
    await user.click(screen.getByRole('tab', { name: /^Candidatures/ }));
    expect(await screen.findByText(/^Échec de la création des hôtels\. Erreurs: Maison a1/)).toBeVisible();
  });
});
