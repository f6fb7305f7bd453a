import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderRoutes } from '@/testing/render';
import { count, drop, fillAll, fillRequired, open, photo, photos, picker, REQUIRED, setUpApplicationForm, submit, type } from './applicationFormTesting';
import { Component as PartnersPage } from './PartnersPage';

setUpApplicationForm();

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
  it('§5.30 shows an error for every required field and one for the form', async () => {
    const { user } = await open();
    await user.click(submit());
    expect(await screen.findByRole('alert')).toHaveTextContent('Veuillez remplir tous les champs obligatoires.');
    for (const label of [...Object.keys(REQUIRED), "Type d'établissement"]) {
      expect(screen.getByLabelText(label)).toBeInvalid();
    }
    expect(screen.getByLabelText('Prénom')).toHaveFocus();
    expect(screen.getByLabelText(/Code postal/)).toBeValid();
  });

  it('§5.30 requires a room type and three photos', async () => {
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

  it('§5.18, §5.30 counts description and motivation up to 500, and rejects more', async () => {
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

  it('§5.18 requires one room and one guest, no negative price and no end before the start', async () => {
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
  it('shows each photo, the first as the cover, and the count of eight', async () => {
    const { user } = await open();
    await user.upload(picker(), photos(2));
    expect(screen.getAllByRole('img', { name: /^Photo \d$/ })).toHaveLength(2);
    expect(count()).toHaveTextContent('2/8');
    const [first, second] = screen.getAllByRole('listitem').filter((item) => within(item).queryByRole('button', { name: 'Supprimer' }));
    expect(first).toHaveTextContent('Couverture');
    expect(second).not.toHaveTextContent('Couverture');
  });

  it('§5.31 another photo can become the cover, and any can be removed', async () => {
    const { user } = await open();
    drop(photo('a.jpg'), photo('b.jpg'));
    await user.click(screen.getByRole('button', { name: 'Mettre en couverture' }));
    const list = within(screen.getByRole('list', { name: 'Vos photos' }));
    expect(list.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Couvertureb.jpg', 'a.jpg']);
    await user.click(list.getAllByRole('button', { name: 'Supprimer' })[0] ?? document.body);
    expect(list.getByRole('listitem')).toHaveTextContent('Couverturea.jpg');
    expect(count()).toHaveTextContent('1/8');
  });

  it('§5.30 keeps eight and reports the ninth', async () => {
    await open();
    drop(...photos(8));
    expect(screen.queryByText(/plus de 8/)).not.toBeInTheDocument();
    drop(photo('ninth.jpg'));
    expect(await screen.findByText('Vous ne pouvez pas ajouter plus de 8 photos.')).toBeVisible();
    expect(count()).toHaveTextContent('8/8');
  });

  it('§5.30 accepts images only', async () => {
    await open();
    drop(photo('offer.pdf', 'application/pdf'), photo('a.webp', 'image/webp'));
    expect(await screen.findByText('Veuillez sélectionner uniquement des fichiers images.')).toBeVisible();
    expect(count()).toHaveTextContent('1/8');
  });

  it('§5.30 accepts files under 5 MB', async () => {
    await open();
    drop(photo('just-under.jpg', 'image/jpeg', 5 * 1024 * 1024 - 1));
    expect(count()).toHaveTextContent('1/8');
    drop(photo('five.jpg', 'image/jpeg', 5 * 1024 * 1024));
    expect(await screen.findByText('Chaque image doit faire moins de 5MB.')).toBeVisible();
    expect(count()).toHaveTextContent('1/8');
  });
});
