/** The set-up and actions that the tests of the application form share. */
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import i18next from '@/i18n';
import { renderRoutes } from '@/testing/render';
import { Component as PartnersPage } from './PartnersPage';

export const REQUIRED = {
  Prénom: 'Ghjulia',
  Nom: 'Savelli',
  'E-mail': 'ghjulia@example.com',
  Téléphone: '06 00 00 00 00',
  "Nom de l'établissement": "Casa di l'Alivu",
  Adresse: 'Place du village',
  Ville: 'Pigna',
};

/** Loads the texts and the lazy form, and provides object URLs, which jsdom lacks. */
export function setUpApplicationForm(): void {
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
}

type User = ReturnType<typeof renderRoutes>['user'];

export async function open() {
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
export async function openForm(user: User) {
  await user.click((await screen.findAllByRole('button', { name: 'Proposer mon établissement' }))[0] ?? document.body);
  return screen.findByRole('dialog', { name: 'Proposer mon établissement' });
}

export const photo = (name: string, type = 'image/jpeg', size = 16) => new File([new Uint8Array(size)], name, { type });
export const photos = (count: number) => Array.from({ length: count }, (_, index) => photo(`photo-${index}.jpg`));
export const drop = (...files: File[]) => fireEvent.drop(dropZone(), { dataTransfer: { files } });
export const picker = () => screen.getByLabelText('Ajouter des photos');
const dropZone = () => picker().closest('label') ?? picker();
export const count = () => screen.getByLabelText('Nombre de photos');
// By text: a query by role over the whole form is slow.
export const submit = () => screen.getByText('Envoyer ma candidature');
export const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label, { exact: !label.endsWith(')') }), { target: { value } });

export function fillRequired() {
  for (const [label, value] of Object.entries(REQUIRED)) type(label, value);
  fireEvent.change(screen.getByLabelText("Type d'établissement"), { target: { value: 'guest_house' } });
}
export function fillAll() {
  fillRequired();
  fireEvent.click(screen.getByLabelText(/^Chambre double/));
  drop(...photos(3));
}
