import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import i18next from '@/i18n';
import { backend } from '@/testing/backend';
import { renderRoutes } from '@/testing/render';
import { Component as PartnersPage } from './PartnersPage';

const CALL = '*/functions/v1/submit-host-application';
const REQUIRED = {
  Prénom: 'Ghjulia',
  Nom: 'Savelli',
  'E-mail': 'ghjulia@example.com',
  Téléphone: '06 00 00 00 00',
  "Nom de l'établissement": "Casa di l'Alivu",
  Adresse: 'Place du village',
  Ville: 'Pigna',
};

beforeAll(async () => {
  await i18next.loadNamespaces('partners');
  await import('./ApplicationDialog');
}, 60_000);
beforeEach(() => {
  URL.createObjectURL = () => 'blob:preview';
  URL.revokeObjectURL = () => {};
});
afterEach(() => {
  vi.useRealTimers();
});

type User = ReturnType<typeof renderRoutes>['user'];

async function open() {
  const view = renderRoutes(
    [
      { path: '/partners', Component: PartnersPage },
      { path: '/admin', element: <p>administration</p> },
    ],
    '/partners',
  );
  await openForm(view.user);
  return view;
}
async function openForm(user: User) {
  await user.click((await screen.findAllByRole('button', { name: 'Proposer mon établissement' }))[0] ?? document.body);
  return screen.findByRole('dialog', { name: 'Proposer mon établissement' });
}

const photo = (name: string, type = 'image/jpeg', size = 16) => new File([new Uint8Array(size)], name, { type });
const photos = (count: number) => Array.from({ length: count }, (_, index) => photo(`photo-${index}.jpg`));
const drop = (...files: File[]) => fireEvent.drop(dropZone(), { dataTransfer: { files } });
const picker = () => screen.getByLabelText('Ajouter des photos');
const dropZone = () => picker().closest('label') ?? picker();
const count = () => screen.getByLabelText('Nombre de photos');
// By text: a query by role over the whole form is slow.
const submit = () => screen.getByText('Envoyer ma candidature');
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label, { exact: !label.endsWith(')') }), { target: { value } });

function fillRequired() {
  for (const [label, value] of Object.entries(REQUIRED)) type(label, value);
  fireEvent.change(screen.getByLabelText("Type d'établissement"), { target: { value: 'guest_house' } });
}
function fillAll() {
  fillRequired();
  fireEvent.click(screen.getByLabelText(/^Chambre double/));
  drop(...photos(3));
}

describe('§2.76 partners: the page', () => {
  it('tells the benefits, the four steps, three testimonials, and that the evaluation takes 48 hours', async () => {
    renderRoutes([{ path: '/partners', Component: PartnersPage }], '/partners');
    expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
    const section = (name: string) => within(screen.getByRole('region', { name }));
    expect(section('Ce que nous faisons pour vous').getAllByRole('listitem')).toHaveLength(6);
    expect(section('De votre porte à votre premier voyageur').getAllByRole('listitem')).toHaveLength(4);
    expect(section('Ils nous ont ouvert leur porte').getAllByRole('listitem')).toHaveLength(3);
    for (const figure of ['1 300+', '10 000+', '4,6/5', '95 %']) expect(screen.getByText(figure)).toBeVisible();
    expect(screen.getByText('Votre dossier est évalué sous 48 h.')).toBeVisible();
  });
});

describe('§3.6 host application form', () => {
  it('offers 8 kinds of property, 20 of rooms with capacity and comfort, 24 amenities', async () => {
    await open();
    const kinds = within(screen.getByLabelText("Type d'établissement")).getAllByRole('option').slice(1);
    expect(kinds.map(({ textContent }) => textContent)).toEqual([
      'Hôtel', 'Villa', "Maison d'hôtes", 'Gîte', 'Appartement', "Chambre d'hôtes", 'Camping', 'Autre',
    ]);
    const rooms = within(screen.getByRole('group', { name: 'Types de chambres et de logements' })).getAllByRole('checkbox');
    expect(rooms).toHaveLength(20);
    for (const room of rooms) {
      expect(room.closest('label')).toHaveTextContent(/\d personnes?(Essentiel|Confort|Familial|Indépendant|Supérieur|Luxe|Prestige)$/);
    }
    expect(within(screen.getByRole('group', { name: 'Équipements' })).getAllByRole('checkbox')).toHaveLength(24);
  });

  it('§3.19 begins with 1 room, 2 guests, and without experience as a host', async () => {
    await open();
    expect(screen.getByLabelText('Nombre de chambres')).toHaveValue(1);
    expect(screen.getByLabelText('Nombre maximum de voyageurs')).toHaveValue(2);
    expect(screen.getByRole('radio', { name: 'Non' })).toBeChecked();
  });
});

describe('§5.17 partner form', () => {
  it('§5.30 asks for every required field, by the field and for the whole', async () => {
    const { user } = await open();
    await user.click(submit());
    expect(await screen.findByRole('alert')).toHaveTextContent('Veuillez remplir tous les champs obligatoires.');
    for (const label of [...Object.keys(REQUIRED), "Type d'établissement"]) {
      expect(screen.getByLabelText(label)).toBeInvalid();
    }
    expect(screen.getByLabelText('Prénom')).toHaveFocus();
    expect(screen.getByLabelText(/Code postal/)).toBeValid();
  });

  it('§5.30 asks for a kind of room and for three photos', async () => {
    const { user } = await open();
    fillRequired();
    drop(...photos(2));
    await user.click(submit());
    expect(await screen.findByText('Veuillez sélectionner au moins un type de chambre/logement.')).toBeVisible();
    expect(screen.getByText('Veuillez ajouter au minimum 3 photos de votre hébergement.')).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();

    await user.click(screen.getByLabelText(/^Studio/));
    drop(photo('third.png', 'image/png'));
    await waitFor(() => expect(screen.queryByText(/Veuillez/)).not.toBeInTheDocument());
  });

  it('§5.18, §5.30 counts description and motivation to 500, and refuses more', async () => {
    const { user } = await open();
    fillAll();
    for (const label of ['Description (facultatif)', 'Votre motivation (facultatif)']) {
      expect(screen.getByLabelText(label)).toHaveAttribute('maxlength', '500');
    }
    type('Votre motivation (facultatif)', 'x'.repeat(12));
    expect(await screen.findByText('12/500')).toBeVisible();
    type('Description (facultatif)', 'x'.repeat(501));
    expect(await screen.findByText('501/500')).toBeVisible();
    await user.click(submit());
    expect(await screen.findByText('La description ne doit pas dépasser 500 caractères.')).toBeVisible();
  });

  it('§5.18 takes at least one room and one guest, no negative price and no end before the start', async () => {
    const { user } = await open();
    fillAll();
    expect(screen.getByLabelText('Nombre de chambres')).toHaveAttribute('min', '1');
    expect(screen.getByLabelText('Nombre maximum de voyageurs')).toHaveAttribute('min', '1');
    expect(screen.getByLabelText(/Prix par nuit/)).toHaveAttribute('min', '0');
    expect(screen.getByLabelText(/expérience/)).toHaveAttribute('min', '0');
    type('Nombre de chambres', '0');
    type('Prix par nuit en euros (facultatif)', '-1');
    type('Disponible à partir du (facultatif)', '2031-07-10');
    type("Disponible jusqu'au (facultatif)", '2031-07-01');
    await user.click(submit());
    expect(await screen.findByText('Indiquez un nombre entier, 1 au moins.')).toBeVisible();
    expect(screen.getByText('Indiquez un nombre qui ne soit pas négatif.')).toBeVisible();
    expect(screen.getByText('La fin ne peut pas précéder le début.')).toBeVisible();
  });
});

describe('§5.19 partner form: photos', () => {
  it('shows each one, the first as the cover, and how many of eight', async () => {
    const { user } = await open();
    await user.upload(picker(), photos(2));
    expect(screen.getAllByRole('img', { name: /^Photo \d$/ })).toHaveLength(2);
    expect(count()).toHaveTextContent('2/8');
    const [first, second] = screen.getAllByRole('listitem').filter((item) => within(item).queryByRole('button', { name: 'Supprimer' }));
    expect(first).toHaveTextContent('Couverture');
    expect(second).not.toHaveTextContent('Couverture');
  });

  it('§5.31 another photo can become the cover, and any can go', async () => {
    const { user } = await open();
    drop(photo('a.jpg'), photo('b.jpg'));
    await user.click(screen.getByRole('button', { name: 'Mettre en couverture' }));
    const list = within(screen.getByRole('list', { name: 'Vos photos' }));
    expect(list.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Couvertureb.jpg', 'a.jpg']);
    await user.click(list.getAllByRole('button', { name: 'Supprimer' })[0] ?? document.body);
    expect(list.getByRole('listitem')).toHaveTextContent('Couverturea.jpg');
    expect(count()).toHaveTextContent('1/8');
  });

  it('§5.30 keeps eight and tells about the ninth', async () => {
    await open();
    drop(...photos(8));
    expect(screen.queryByText(/plus de 8/)).not.toBeInTheDocument();
    drop(photo('ninth.jpg'));
    expect(await screen.findByText('Vous ne pouvez pas ajouter plus de 8 photos.')).toBeVisible();
    expect(count()).toHaveTextContent('8/8');
  });

  it('§5.30 takes images alone', async () => {
    await open();
    drop(photo('offer.pdf', 'application/pdf'), photo('a.webp', 'image/webp'));
    expect(await screen.findByText('Veuillez sélectionner uniquement des fichiers images.')).toBeVisible();
    expect(count()).toHaveTextContent('1/8');
  });

  it('§5.30 takes what is under 5 MB', async () => {
    await open();
    drop(photo('just-under.jpg', 'image/jpeg', 5 * 1024 * 1024 - 1));
    expect(count()).toHaveTextContent('1/8');
    drop(photo('five.jpg', 'image/jpeg', 5 * 1024 * 1024));
    expect(await screen.findByText('Chaque image doit faire moins de 5MB.')).toBeVisible();
    expect(count()).toHaveTextContent('1/8');
  });
});

/** The parts of a multipart body: fields with their values, files with their names. */
function fieldsOf(body: string): Record<string, string> {
  const parts = body.matchAll(/name="([^"]+)"(?:; filename="([^"]+)")?\r\n(?:Content-Type:.*\r\n)?\r\n([^]*?)\r\n--/g);
  return Object.fromEntries([...parts].map(([, name, file, value]) => [name, file ?? value]));
}

describe('§7.15 call 15', () => {
  it('sends every field under its name, in French, and the photos in their order', async () => {
    const sent = vi.fn<(fields: Record<string, string>) => void>();
    backend.use(
      http.post(CALL, async ({ request }) => {
        expect(request.headers.get('apikey')).toBe('public-key');
        sent(fieldsOf(await request.text()));
        return HttpResponse.json({ success: true });
      }),
    );
    const { user } = await open();
    fillAll();
    type('Code postal (facultatif)', '20220');
    type('Prix par nuit en euros (facultatif)', '89.5');
    fireEvent.click(screen.getByLabelText(/^Villa/));
    fireEvent.click(screen.getByLabelText('Vue mer'));
    fireEvent.click(screen.getByLabelText('Wi-Fi gratuit'));
    fireEvent.click(screen.getByRole('radio', { name: 'Oui' }));
    await user.click(submit());
    await waitFor(() => expect(sent).toHaveBeenCalled());

    expect(sent).toHaveBeenCalledWith({
      first_name: 'Ghjulia',
      last_name: 'Savelli',
      email: 'ghjulia@example.com',
      phone: '06 00 00 00 00',
      property_type: "Maison d'hôtes",
      property_name: "Casa di l'Alivu",
      address: 'Place du village',
      city: 'Pigna',
      postal_code: '20220',
      description: '',
      number_of_rooms: '1',
      max_guests: '2',
      price_per_night: '89.5',
      availability_start: '',
      availability_end: '',
      experience_years: '0',
      previous_hosting: 'true',
      motivation: '',
      amenities: 'Wi-Fi gratuit,Vue mer',
      room_types: 'Chambre double,Villa',
      additional_services: '',
      image_0: 'photo-0.jpg',
      image_1: 'photo-1.jpg',
      image_2: 'photo-2.jpg',
    });
  });
});

describe('§4.19 partner dialog', () => {
  it('§8.27 says that it is sending, then that it is sent, and goes to /admin after two seconds', async () => {
    let answer: () => void = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    backend.use(
      http.post(CALL, async () => {
        await answered;
        return HttpResponse.json({ success: true });
      }),
    );
    const { user, router } = await open();
    fillAll();
    await user.click(submit());
    expect(await screen.findByRole('button', { name: 'Envoi en cours...' })).toBeDisabled();
    expect(screen.getByRole('progressbar', { name: "Avancement de l'envoi" })).toBeVisible();

    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    answer();
    expect(
      await screen.findByText('Votre candidature a été envoyée avec succès ! Redirection vers la page de validation...'),
    ).toBeVisible();
    expect(screen.getByText(/avec succès/).closest('.notice')).toHaveClass('success');
    expect(router.state.location.pathname).toBe('/partners');
    act(() => {
      vi.advanceTimersByTime(2000);
    });
    expect(await screen.findByText('administration')).toBeVisible();
  });

  it('is empty after it was sent', async () => {
    backend.use(http.post(CALL, () => HttpResponse.json({ success: true })));
    const { user } = await open();
    fillAll();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 1 });
    act(() => submit().click());
    await screen.findByText(/avec succès/);
    vi.useRealTimers();
    await user.click(screen.getByRole('button', { name: 'Fermer' }));
    await openForm(user);
    expect(screen.getByLabelText('Prénom')).toHaveValue('');
    expect(count()).toHaveTextContent('0/8');
  });

  it('closed by a slip, it opens again as it was', async () => {
    const { user } = await open();
    fillAll();
    await user.click(screen.getByRole('button', { name: 'Fermer' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await openForm(user);
    expect(screen.getByLabelText('Ville')).toHaveValue('Pigna');
    expect(screen.getByLabelText(/^Chambre double/)).toBeChecked();
    expect(count()).toHaveTextContent('3/8');
  });
});

describe('§8.11 partner application', () => {
  const FAILED = "Une erreur est survenue lors de l'envoi. Veuillez réessayer.";
  it.each([
    ['the sentence of the server', () => HttpResponse.json({ success: false, error: 'Trop de candidatures.' }, { status: 429 }), 'Trop de candidatures.'],
    ['an error response without a message', () => HttpResponse.json({}, { status: 500 }), FAILED],
    ['no success', () => HttpResponse.json({ success: false }), FAILED],
    ['an answer that does not say', () => HttpResponse.json({}), FAILED],
    ['no connection', () => HttpResponse.error(), 'Une erreur de connexion est survenue. Veuillez réessayer.'],
  ])('§8.27 %s', async (_, answer, message) => {
    backend.use(http.post(CALL, answer));
    const { user } = await open();
    fillAll();
    await user.click(submit());
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    expect(submit()).toBeEnabled();
    expect(screen.getByLabelText('Ville')).toHaveValue('Pigna');
  });
});
