import { fireEvent, screen, within } from '@testing-library/react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { today } from '@/dates/days';
import { POPULAR_TRANSFERS } from '@/sample-content/popularTransfers';
import { TRANSFER_PLACES } from '@/sample-content/transferPlaces';
import i18next from '@/i18n';
import { renderRoutes } from '@/testing/render';
import { Component as TaxiPage } from './TaxiPage';

const SENT = 'Demande de transfert envoyée ! Nous vous contacterons pour confirmer votre réservation.';
const TODAY = today();

beforeAll(() => i18next.loadNamespaces('taxi'));

async function open() {
  const view = renderRoutes([{ path: '/taxi', Component: TaxiPage }], '/taxi');
  await screen.findByRole('heading', { level: 1 });
  return view;
}
const field = (label: string) => screen.getByLabelText(label);
const fill = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const submit = () => screen.getByRole('button', { name: 'Envoyer ma demande' });
function fillOneWay() {
  fill('Lieu de prise en charge', 'airport-figari');
  fill('Destination', 'town-bonifacio');
  fill('Date', '2031-07-01');
}

describe('§3.8 transfer request', () => {
  it('§3.22: offers 25 places: 4 airports, 8 town centres, 3 stations, 5 ports, 5 hotels', async () => {
    await open();
    expect(TRANSFER_PLACES).toHaveLength(25);
    for (const label of ['Lieu de prise en charge', 'Destination']) {
      const groups = within(field(label)).getAllByRole('group');
      expect(groups.map((group) => within(group).getAllByRole('option').length)).toEqual([4, 8, 3, 5, 5]);
    }
  });

  it('§3.22: defaults to one way, noon and two passengers; eight means eight or more', async () => {
    await open();
    expect(screen.getByRole('radio', { name: 'Aller simple' })).toBeChecked();
    expect(field('Heure')).toHaveValue('12:00');
    expect(field('Passagers')).toHaveValue('2');
    const options = within(field('Passagers')).getAllByRole('option');
    expect(options).toHaveLength(8);
    expect(options[7]).toHaveTextContent('8 passagers ou plus');
  });

  it('§9.15, §9.22: names the vehicle for the number of passengers', async () => {
    await open();
    fill('Passagers', '4');
    expect(field('Passagers')).toHaveAccessibleDescription('Berline, de 1 à 4 passagers');
    fill('Passagers', '5');
    expect(field('Passagers')).toHaveAccessibleDescription('Van, de 5 à 8 passagers');
  });
});

describe('§4.21 transfer', () => {
  it('only a round trip has return fields', async () => {
    const { user } = await open();
    expect(screen.queryByLabelText('Date de retour')).not.toBeInTheDocument();
    await user.click(screen.getByRole('radio', { name: 'Aller-retour' }));
    expect(field('Date de retour')).toBeVisible();
    expect(field('Heure de retour')).toBeVisible();
    await user.click(screen.getByRole('radio', { name: 'Aller simple' }));
    expect(screen.queryByLabelText('Date de retour')).not.toBeInTheDocument();
  });

  it('§4.28: one way, the block of passengers is wider', async () => {
    const { user } = await open();
    const block = () => field('Passagers').closest('.passengers');
    expect(block()).toHaveClass('wider');
    await user.click(screen.getByRole('radio', { name: 'Aller-retour' }));
    expect(block()).not.toHaveClass('wider');
    await user.click(screen.getByRole('radio', { name: 'Aller simple' }));
    expect(block()).toHaveClass('wider');
  });
});

describe('§5.16 transfer', () => {
  it('asks for the places and the day', async () => {
    const { user } = await open();
    await user.click(submit());
    for (const label of ['Lieu de prise en charge', 'Destination', 'Date']) expect(field(label)).toBeInvalid();
    expect(screen.queryByText(SENT)).not.toBeInTheDocument();
  });

  it('requires the return fields for a round trip only', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('radio', { name: 'Aller-retour' }));
    await user.click(submit());
    expect(field('Destination')).toBeInvalid();
    expect(field('Date de retour')).toBeInvalid();
    expect(field('Heure de retour')).toBeInvalid();
    fillOneWay();
    await user.click(screen.getByRole('radio', { name: 'Aller simple' }));
    await user.click(submit());
    expect(await screen.findByText(SENT)).toBeVisible();
  });

  it('§5.21: rejects a date before today, and a return before the outward journey', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('radio', { name: 'Aller-retour' }));
    expect(field('Date')).toHaveAttribute('min', TODAY);
    expect(field('Date de retour')).toHaveAttribute('min', TODAY);
    fillOneWay();
    expect(field('Date de retour')).toHaveAttribute('min', '2031-07-01');
    fill('Date de retour', '2031-06-30');
    fill('Heure de retour', '10:00');
    await user.click(submit());
    expect(await screen.findByText("Le retour ne peut pas précéder l'aller.")).toBeVisible();
    fill('Date', '2020-01-01');
    await user.click(submit());
    expect(await screen.findByText('La date ne peut pas être dans le passé.')).toBeVisible();
  });

  it('§5.29: accepts the same place twice', async () => {
    const { user } = await open();
    fillOneWay();
    fill('Destination', 'airport-figari');
    await user.click(submit());
    expect(await screen.findByText(SENT)).toBeVisible();
  });
});

describe('§8.12 transfer alert', () => {
  it('§7.26: is announced, sends nothing, and disappears when the form changes', async () => {
    const { user } = await open();
    const sent = vi.spyOn(globalThis, 'fetch');
    fillOneWay();
    await user.click(submit());
    expect(await screen.findByRole('alert')).toHaveTextContent(SENT);
    expect(sent).not.toHaveBeenCalled();
    fill('Passagers', '3');
    expect(screen.queryByText(SENT)).not.toBeInTheDocument();
  });
});

describe('§7.26 what happens to a transfer request', () => {
  it('is said before it is sent', async () => {
    await open();
    expect(screen.getByText(/^Démonstration\s: votre demande est consignée dans votre navigateur, sans être transmise\./)).toBeVisible();
  });

  it('it is logged, and the receipt says so; a contact may be missing', async () => {
    const logged = vi.spyOn(console, 'info').mockImplementation(() => {});
    const { user } = await open();
    fillOneWay();
    await user.click(submit());
    const receipt = within(await screen.findByRole('region', { name: 'Ce qui se passe vraiment' }));
    expect(logged).toHaveBeenCalledWith('Transfer request', expect.objectContaining({ pickupLocation: 'airport-figari', date: '2031-07-01', contact: '' }));
    expect(receipt.getByText('Aéroport de Figari → Bonifacio, centre-ville')).toBeVisible();
    expect(receipt.getByText(/^1 juillet 2031, 12:00$/)).toBeVisible();
    expect(receipt.getByText(/aucun véhicule n'est réservé\.$/)).toBeVisible();
    expect(receipt.getByText("Aucun contact n'est joint à la demande.")).toBeVisible();
    await user.type(field('E-mail ou téléphone (facultatif)'), ' 06 12 34 56 78');
    expect(screen.queryByRole('region', { name: 'Ce qui se passe vraiment' })).not.toBeInTheDocument();
    await user.click(submit());
    expect(await screen.findByText(/^Contact joint à la demande\s: 06 12 34 56 78$/)).toBeVisible();
    expect(logged).toHaveBeenLastCalledWith('Transfer request', expect.objectContaining({ contact: '06 12 34 56 78' }));
    logged.mockRestore();
  });
});

describe('§2.75, §9.15 popular transfers', () => {
  it('six of them, from 20 to 120 euros, from 15 minutes to 2h15', async () => {
    await open();
    const popular = within(screen.getByRole('region', { name: 'Les trajets les plus demandés' }));
    expect(popular.getAllByRole('listitem')).toHaveLength(6);
    const prices = POPULAR_TRANSFERS.map(({ euros }) => euros);
    expect([Math.min(...prices), Math.max(...prices)]).toEqual([20, 120]);
    expect(popular.getByText(/^15\s?min/)).toBeVisible();
    expect(popular.getByText(/^2h15/)).toBeVisible();
  });

  it("'Réserver' fills the request and goes to it", async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: /^Réserver.*Aéroport de Figari/ }));
    expect(field('Lieu de prise en charge')).toHaveValue('airport-figari');
    expect(field('Destination')).toHaveValue('town-bonifacio');
    expect(field('Date')).toHaveFocus();
  });

  it('§9.22: lists the benefits: 60 minutes of waiting, 24 hours ahead, day and night, two vehicles', async () => {
    await open();
    const practical = within(screen.getByRole('region', { name: 'Bon à savoir' }));
    for (const title of ["60 minutes d'attente offertes", /24\s?h à l'avance/, /24\s?h\/24, 7\s?j\/7/, 'Deux véhicules']) {
      expect(practical.getByRole('heading', { name: title })).toBeVisible();
    }
  });
});
