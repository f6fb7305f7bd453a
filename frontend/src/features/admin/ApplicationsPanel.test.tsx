import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import i18next from '@/i18n';
import { applicationRow, applications, listed } from '@/testing/administration';
import { backend } from '@/testing/backend';
import { card, creation, done, setUpAdminPage, show } from './adminPageTesting';

setUpAdminPage();

describe('§4.14 host application', () => {
  const update = (answer: () => Response) => {
    const sent = vi.fn();
    backend.use(
      http.post('*/functions/v1/update-host-application', async ({ request }) => {
        sent(await request.json());
        return answer();
      }),
    );
    return sent;
  };

  it('§7.11 call 11: the mail link of the owner sets no further headers', async () => {
    backend.use(listed(applicationRow({ email: 'paul?bcc=tous@exemple.com&subject=x@exemple.fr' })));
    show();
    const link = within(await card()).getByRole('link', { name: /^paul/ });
    expect(link).toHaveAttribute('href', 'mailto:paul%3Fbcc%3Dtous@exemple.com%26subject%3Dx@exemple.fr');
  });

  it('§7.11, §3.18 call 11: shows all answers of the owner, and the photos by their signed URLs', async () => {
    backend.use(listed(applicationRow()));
    const { user } = show();
    const shown = within(await card());
    for (const text of ['Lucia Santoni', 'lucia@example.com', '06 11 22 33 44', '3 chemin du Moulin, 20100 Sartène', 'Quatre chambres dans une maison de granit.', 'Faire aimer le Sartenais.', 'Jardin', 'Chambre double']) {
      expect(shown.getByText(text)).toBeVisible();
    }
    for (const text of ['En attente', /^Reçue le 2 novembre 2026/, /^95\s€$/, '4', '8']) expect(shown.getByText(text)).toBeVisible();
    const photos = within(shown.getByRole('list', { name: 'Photos de Casa Rossa' })).getAllByRole('img');
    expect(photos.map((photo) => photo.getAttribute('src'))).toEqual(
      [1, 2, 3].map((number) => `/storage/v1/object/sign/host-applications/a1/${number}?token=signed`),
    );
    await user.click(shown.getByRole('button', { name: 'Agrandir la photo 2 de Casa Rossa' }));
    expect(await screen.findByRole('dialog', { name: 'Casa Rossa' })).toHaveTextContent('Photo 2 sur 3');
  });

  it('§7.11 call 11: an application without its optional columns shows', async () => {
    const { id, status, property_name, created_at } = applicationRow();
    backend.use(listed({ id, status, property_name, created_at }));
    show();
    expect(within(await card()).getByText('Prix non précisé')).toBeVisible();
    expect(screen.queryByText(/pas pu être lue/)).not.toBeInTheDocument();
  });

  it('§7.11 call 11: an unreadable application is left out with a word, and its neighbours show', async () => {
    backend.use(listed(applicationRow({ id: 'a2', property_name: null }), applicationRow({ number_of_rooms: 'quatre', amenities: 7 })));
    show();
    expect(within(await card()).getByText('Faire aimer le Sartenais.')).toBeVisible();
    expect(screen.getByText("Une candidature, incomplète, n'a pas pu être lue et n'est pas affichée.")).toBeVisible();
    expect(screen.getByRole('tab', { name: 'Candidatures (1)' })).toBeVisible();
  });

  it.each([
    ['true', 'Oui'],
    ['false', 'Non'],
  ])('§7.11 call 11: whether the owner has had guests before: %s', async (previous_hosting, answer) => {
    backend.use(listed(applicationRow({ previous_hosting })));
    show();
    const question = within(await card()).getByText('A déjà accueilli des voyageurs');
    expect(question.nextElementSibling).toHaveTextContent(answer);
  });

  it.each(['', null, undefined])('§7.11 call 11: a missing answer about previous hosting is not shown: %j', async (previous_hosting) => {
    backend.use(listed(applicationRow({ previous_hosting })));
    show();
    expect(within(await card()).queryByText('A déjà accueilli des voyageurs')).not.toBeInTheDocument();
  });

  it.each([
    ['2027-05-15', '2027-09-30', 'Du 15 mai 2027 au 30 septembre 2027'],
    ['2027-05-15', null, 'À partir du 15 mai 2027'],
    [null, '2027-09-30', "Jusqu'au 30 septembre 2027"],
  ])('§7.11 call 11: available from %s until %s', async (availability_start, availability_end, period) => {
    backend.use(listed(applicationRow({ availability_start, availability_end })));
    show();
    expect(within(await card()).getByText(period)).toBeVisible();
  });

  it('§1.1 property and room types of the form are translated; others are marked as French', async () => {
    await i18next.changeLanguage('de');
    backend.use(listed(applicationRow({ property_type: 'Gîte', room_types: ['Chambre double', 'Suite junior', 'Cabane perchée'] })));
    show();
    const shown = within(await card());
    expect(shown.getByText(/^Ferienhaus/)).toHaveTextContent('Ferienhaus · Sartène · Lucia Santoni');
    for (const text of ['Doppelzimmer', 'Juniorsuite']) expect(shown.getByText(text)).toBeVisible();
    expect(shown.getByText('Cabane perchée')).toHaveAttribute('lang', 'fr');
  });

  it('only pending applications can be decided on, and only the next one is expanded', async () => {
    backend.use(
      listed(
        applicationRow({ id: 'a1', property_name: 'Un', status: 'approved' }),
        applicationRow({ id: 'a2', property_name: 'Deux' }),
        applicationRow({ id: 'a3', property_name: 'Trois' }),
        applicationRow({ id: 'a4', property_name: 'Quatre', status: 'rejected' }),
      ),
    );
    const { user } = show();
    await card('Un');
    for (const [name, decidable, open] of [['Un', 0, false], ['Deux', 1, true], ['Trois', 1, false], ['Quatre', 0, false]] as const) {
      const one = within(screen.getByRole('article', { name }));
      expect(one.queryAllByRole('button', { name: 'Approuver' })).toHaveLength(decidable);
      expect(one.queryAllByRole('button', { name: 'Rejeter' })).toHaveLength(decidable);
      expect(one.getByRole('button', { name: 'Détails', expanded: open })).toBeVisible();
    }
    await user.click(within(screen.getByRole('article', { name: 'Quatre' })).getByRole('button', { name: 'Détails' }));
    expect(within(screen.getByRole('article', { name: 'Quatre' })).getByText('Lucia Santoni')).toBeVisible();
  });

  it('filters by status, with a count for each', async () => {
    backend.use(listed(applicationRow({ property_name: 'Un' }), applicationRow({ id: 'a2', property_name: 'Deux', status: 'approved' })));
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Approuvées (1)', pressed: false }));
    expect(screen.getAllByRole('article')).toHaveLength(1);
    expect(screen.getByRole('article', { name: 'Deux' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Rejetées (0)' }));
    expect(screen.getByText('Aucune candidature rejetée.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Rejetées (0)' }));
    expect(screen.getAllByRole('article')).toHaveLength(2);
  });

  it('§4.15, §7.12, §7.13 calls 12 and 13: approving sets the status, then creates the hotel, and the list is refetched', async () => {
    backend.use(listed(applicationRow()));
    const { user } = show();
    const approve = within(await card()).getByRole('button', { name: 'Approuver' });
    const sent = update(() => {
      backend.use(listed(applicationRow({ status: 'approved', hotel_id: 161 })));
      return done();
    });
    const created = creation(done);
    await user.click(approve);
    expect(await screen.findByRole('tab', { name: 'Candidatures (0)' })).toBeVisible();
    expect(within(await card()).getByText('Approuvée')).toBeVisible();
    expect(within(await card()).getByRole('link', { name: "Voir l'hôtel" })).toHaveAttribute('href', '/hotel-detail?id=161');
    expect(screen.queryByRole('button', { name: 'Approuver' })).not.toBeInTheDocument();
    expect(sent).toHaveBeenCalledExactlyOnceWith({ applicationId: 'a1', action: 'approve', status: 'approved' });
    expect(created).toHaveBeenCalledExactlyOnceWith({ applicationId: 'a1' });
  });

  it('§4.15 the list is refetched after the hotel has been created, not before', async () => {
    let lists = 0;
    backend.use(
      applications(() => {
        lists += 1;
        return HttpResponse.json({ success: true, data: [applicationRow()] });
      }),
    );
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const asked = vi.fn();
    backend.use(
      http.post('*/functions/v1/create-hotel-from-application', async () => {
        asked();
        await held;
        backend.use(listed(applicationRow({ status: 'approved', hotel_id: 161 })));
        return done();
      }),
    );
    update(done);
    const { user } = show();
    await user.click(within(await card()).getByRole('button', { name: 'Approuver' }));
    await waitFor(() => expect(asked).toHaveBeenCalledOnce());
    expect(lists).toBe(1);
    release();
    expect(await within(await card()).findByRole('link', { name: "Voir l'hôtel" })).toHaveAttribute('href', '/hotel-detail?id=161');
  });

  it('§7.12, §4.30 call 12: rejecting creates no hotel', async () => {
    backend.use(listed(applicationRow()));
    const { user } = show();
    const reject = within(await card()).getByRole('button', { name: 'Rejeter' });
    const sent = update(() => {
      backend.use(listed(applicationRow({ status: 'rejected' })));
      return done();
    });
    await user.click(reject);
    expect(await screen.findByText('Rejetée')).toBeVisible();
    expect(sent).toHaveBeenCalledExactlyOnceWith({ applicationId: 'a1', action: 'reject', status: 'rejected' });
  });

  it.each([
    ['§4.15 an existing hotel is not reported', { success: false, error: 'Cet hôtel existe.', code: 'hotel_already_exists' }, 409, 0],
    ['§4.15 any other failure to create the hotel is only logged', { success: false, error: 'Stockage indisponible' }, 500, 1],
  ])('%s', async (_, body, status, logged) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    backend.use(listed(applicationRow()));
    const { user } = show();
    const approve = within(await card()).getByRole('button', { name: 'Approuver' });
    update(() => {
      backend.use(listed(applicationRow({ status: 'approved' })));
      return done();
    });
    creation(() => HttpResponse.json(body, { status }));
    await user.click(approve);
    expect(await screen.findByText('Approuvée')).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(log).toHaveBeenCalledTimes(logged);
  });

  it.each([
    ['the server’s error', () => HttpResponse.json({ success: false, error: 'Déjà rejetée' }, { status: 409 }), 'Erreur lors de la mise à jour: Déjà rejetée'],
    ['the server’s message', () => HttpResponse.json({ success: false, message: 'Base occupée' }), 'Erreur lors de la mise à jour: Base occupée'],
    ['a lost connection', () => HttpResponse.error(), 'Erreur de connexion'],
  ])('§8.8, §8.24 update: %s', async (_, answer, sentence) => {
    backend.use(listed(applicationRow()));
    update(answer);
    const { user } = show();
    await user.click(within(await card()).getByRole('button', { name: 'Approuver' }));
    expect(await within(await card()).findByText(sentence)).toBeVisible();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Approuver' })).toBeEnabled());
  });
});
