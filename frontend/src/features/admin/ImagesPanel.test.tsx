import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { MAX_PHOTO_BYTES } from '@/domain/photos';
import i18next from '@/i18n';
import { backend } from '@/testing/backend';
import { hotelRow } from '@/testing/hotels';
import { renderRoutes } from '@/testing/render';
import { Component as AdminPage } from './AdminPage';
import { startAdminSession } from './adminSession';

const hotels = (...rows: object[]) => http.get('*/rest/v1/hotels', () => HttpResponse.json(rows));
const file = (size: number, type: string) => new File([new Uint8Array(size)], 'photo', { type });
const jpeg = (name: string) => new File(['picture'], name, { type: 'image/jpeg' });

async function showImages() {
  const view = renderRoutes([{ path: '/admin', Component: AdminPage }], '/admin');
  await view.user.click(await screen.findByRole('tab', { name: /^Gestion des images/ }));
  return view.user;
}
const hotel = (name: string) => screen.findByRole('article', { name });

beforeAll(() => i18next.loadNamespaces(['admin']));
beforeEach(() => {
  startAdminSession({ token: 'token-of-admin', name: 'admin', expiresAt: null });
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => 'blob:preview');
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {});
  backend.use(http.get('*/functions/v1/get-host-applications', () => HttpResponse.json({ success: true, data: [] })));
});

describe('§2.77 admin: image management', () => {
  it('§7.10 call 10: all hotels by name, the first twenty of them, the rest on demand', async () => {
    const asked = vi.fn();
    const rows = Array.from({ length: 25 }, (_, index) => hotelRow({ id: index, name: `Hôtel ${String.fromCodePoint(90 - index)}` }));
    backend.use(
      http.get('*/rest/v1/hotels', ({ request }) => {
        asked(new URL(request.url).search);
        return HttpResponse.json(rows);
      }),
    );
    const user = await showImages();
    const names = () => screen.getAllByRole('article').map((one) => within(one).getByRole('heading').textContent);
    await hotel('Hôtel B');
    expect(names()).toHaveLength(20);
    expect(names()).toEqual(names().toSorted());
    await user.click(screen.getByRole('button', { name: 'Afficher 5 hôtels de plus' }));
    expect(names()).toHaveLength(25);
    expect(asked).toHaveBeenCalledWith('?select=*');
  });

  it('§5.26 names the accepted image types, and restricts the file chooser to them', async () => {
    backend.use(hotels(hotelRow()));
    await showImages();
    expect(within(await hotel('Hôtel Bella Vista')).getByLabelText(/^Ajouter une image/)).toHaveAttribute('accept', 'image/*');
    expect(screen.getByText(/JPG, PNG, GIF, max 5MB/)).toBeVisible();
  });

  it('searches by name and town, ignoring accents', async () => {
    backend.use(hotels(hotelRow({ id: 1, name: 'Bella Vista', city: 'Calvi', location: 'Calvi' }), hotelRow({ id: 2, name: 'Maquis', city: 'Sartène', location: 'Sartène' })));
    const user = await showImages();
    await hotel('Bella Vista');
    await user.type(screen.getByRole('searchbox', { name: 'Rechercher un hôtel' }), 'sartene');
    expect(await screen.findByText('1 hôtel')).toBeVisible();
    expect(screen.getAllByRole('article')).toHaveLength(1);
    await user.type(screen.getByRole('searchbox'), 'xyz');
    expect(await screen.findByText('Aucun hôtel ne correspond à cette recherche.')).toBeVisible();
  });

  it.each([
    [() => HttpResponse.json({ message: 'permission denied' }, { status: 403 }), 'Erreur: permission denied'],
    [() => new HttpResponse(null, { status: 502, statusText: 'Bad Gateway' }), 'Erreur: Bad Gateway'],
    [() => HttpResponse.error(), 'Erreur de connexion à la base de données'],
  ])('§8.8, §8.21 admin hotels load: shows the error and a retry button', async (answer, sentence) => {
    backend.use(http.get('*/rest/v1/hotels', answer));
    const user = await showImages();
    expect(await screen.findByText(sentence)).toBeVisible();
    backend.use(hotels(hotelRow()));
    await user.click(screen.getByRole('button', { name: 'Réessayer' }));
    expect(await hotel('Hôtel Bella Vista')).toBeVisible();
  });
});

describe('§8.10, §8.26 upload', () => {
  const upload = (answer: () => Response | Promise<Response>) => {
    const sent = vi.fn();
    backend.use(
      http.post('*/functions/v1/upload-hotel-image', async ({ request }) => {
        sent(request.headers.get('authorization'), await request.text());
        return answer();
      }),
    );
    return sent;
  };
  const choose = async (...files: File[]) => {
    await showImages();
    // The user can switch a file chooser to all files.
    const user = userEvent.setup({ applyAccept: false });
    await user.upload(within(await hotel('Hôtel Bella Vista')).getByLabelText('Ajouter une image à Hôtel Bella Vista'), files);
  };
  beforeEach(() => backend.use(hotels(hotelRow({ images: [] }))));

  it('§7.14 call 14: a preview and its progress, then the picture itself', async () => {
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    const sent = upload(async () => {
      await held;
      backend.use(hotels(hotelRow({ images: ['/storage/v1/object/public/hotel-images/new.webp'] })));
      return HttpResponse.json({ success: true });
    });
    await choose(jpeg('vue.jpg'));
    const card = within(await hotel('Hôtel Bella Vista'));
    expect(await card.findByRole('img', { name: 'Aperçu de vue.jpg' })).toHaveAttribute('src', 'blob:preview');
    expect(card.getByRole('progressbar', { name: /^Envoi de vue\.jpg/ })).toBeVisible();
    answer();
    expect(await card.findByText('Image ajoutée avec succès !')).toBeVisible();
    expect(await card.findByRole('img', { name: 'Hôtel Bella Vista, photo 1' })).toHaveAttribute(
      'src',
      '/storage/v1/object/public/hotel-images/new.webp',
    );
    const [bearer, form] = sent.mock.calls[0] ?? [];
    expect(bearer).toBe('Bearer token-of-admin');
    expect(form).toMatch(/name="file"; filename="vue\.jpg"/);
    expect(form).toMatch(/name="hotel_id"\r\n\r\n3\r\n/);
  });

  it('several files are uploaded in sequence, each with its own result', async () => {
    let answered = 0;
    upload(() => {
      answered += 1;
      return answered === 1 ? HttpResponse.json({ success: true }) : HttpResponse.json({ error: 'Image illisible' }, { status: 415 });
    });
    await choose(jpeg('a.jpg'), jpeg('b.jpg'));
    expect(await screen.findByText('Image ajoutée avec succès !')).toBeVisible();
    expect(await screen.findByText('Image illisible')).toBeVisible();
  });

  it.each([
    ['an image of 5 MB', file(MAX_PHOTO_BYTES, 'image/jpeg'), 'Chaque image doit faire moins de 5MB.'],
    ['no image', file(1, 'text/plain'), 'Veuillez sélectionner uniquement des fichiers images.'],
    ['an image that nobody shows', file(1, 'image/tiff'), /^Ce format d'image n'est pas pris en charge/],
  ])('§5.26 %s is told and never sent, while the others go', async (_, unfit, sentence) => {
    const sent = upload(() => HttpResponse.json({ success: true }));
    await choose(unfit, jpeg('vue.jpg'));
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(await screen.findByText('Image ajoutée avec succès !')).toBeVisible();
    expect(sent).toHaveBeenCalledOnce();
    expect(sent.mock.calls[0]?.[1]).toMatch(/filename="vue\.jpg"/);
  });

  it('an image of just under 5 MB is sent', async () => {
    const sent = upload(() => HttpResponse.json({ success: true }));
    await choose(file(MAX_PHOTO_BYTES - 1, 'image/jpeg'));
    expect(await screen.findByText('Image ajoutée avec succès !')).toBeVisible();
    expect(sent).toHaveBeenCalledOnce();
  });

  it.each([
    ['an error response without a message', () => HttpResponse.json({ success: false }, { status: 500 }), "Erreur lors de l'upload"],
    ['a lost connection', () => HttpResponse.error(), 'Erreur de connexion'],
  ])('%s', async (_, answer, sentence) => {
    upload(answer);
    await choose(jpeg('vue.jpg'));
    expect(await screen.findByText(sentence)).toBeVisible();
  });
});
