import { act, screen, waitFor, within } from '@testing-library/react';
import i18next from 'i18next';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bellaVista, cards, hotels, palmiers, show } from './searchPageTesting';

const pill = () => screen.findByRole('button', { name: /^Modifier la recherche/ });
const form = () => screen.queryByRole('search');

describe('§2 phone: the search in one line', () => {
  beforeEach(() => {
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      Object.assign(new EventTarget(), { matches: query.includes('max-width'), media: query, onchange: null, addListener() {}, removeListener() {} }),
    );
    hotels([bellaVista, palmiers]);
  });
  afterEach(() => void vi.restoreAllMocks());

  it('opens the form, and focuses the destination within the press: iOS opens its keyboard for no later focus', async () => {
    show('/search?destination=Calvi');
    await cards();
    const line = await pill();
    expect(form()).not.toBeInTheDocument();
    // Not a user event, which would wait.
    const focused: (Element | null)[] = [];
    act(() => {
      line.click();
      focused.push(document.activeElement);
    });
    const destination = screen.getByRole('combobox', { name: 'Destination' });
    expect(focused).toEqual([destination]);
    expect(destination).toHaveValue('Calvi');
    expect(line).not.toBeInTheDocument();
  });

  it('opens the form in the language that was chosen while it was hidden', async () => {
    show('/search?destination=Calvi');
    await cards();
    await pill();
    await act(async () => void (await i18next.changeLanguage('de')));
    act(() => screen.getByRole('button', { name: /^Suche ändern/ }).click());
    expect(screen.getByRole('combobox', { name: 'Reiseziel' })).toHaveFocus();
    expect(screen.getByRole('button', { name: 'Suchen' })).toBeVisible();
  });

  it('hides the form after a search, and shows the new destination in the line and in the form', async () => {
    const { user } = show('/search?destination=Calvi');
    await user.click(await pill());
    await user.clear(screen.getByRole('combobox', { name: 'Destination' }));
    await user.type(screen.getByRole('combobox', { name: 'Destination' }), 'Ajaccio{Enter}');
    await waitFor(() => expect(form()).not.toBeInTheDocument());
    expect(await pill()).toHaveTextContent('Ajaccio');
    await user.click(await pill());
    expect(within(screen.getByRole('search')).getByRole('combobox', { name: 'Destination' })).toHaveValue('Ajaccio');
  });
});
