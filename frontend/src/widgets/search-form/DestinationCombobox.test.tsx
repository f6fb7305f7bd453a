import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { renderComponent } from '@/testing/render';
import { DestinationCombobox } from './DestinationCombobox';

function Destination({ disabled = false }: { disabled?: boolean }) {
  const [value, setValue] = useState('');
  return (
    <>
      <DestinationCombobox value={value} onChange={setValue} disabled={disabled} />
      <output>{value}</output>
    </>
  );
}

const field = () => screen.findByRole('combobox', { name: 'Destination' });
const options = () => screen.queryAllByRole('option').map((option) => option.textContent);

describe('§5 destination', () => {
  it('§5.4 destination: suggestions contain the text, whatever its case', async () => {
    const { user } = renderComponent(<Destination />);
    await user.type(await field(), 'PORTI');
    expect(options()).toContain('Porticcio');
    expect(options()).not.toContain('Bastia');
  });

  it('§5.4 destination: a text without a suggestion can be searched for as typed', async () => {
    const { user } = renderComponent(<Destination />);
    await user.type(await field(), 'Atlantide');
    expect(options()).toEqual(['Rechercher "Atlantide"']);
    await user.click(screen.getByRole('option', { name: 'Rechercher "Atlantide"' }));
    expect(screen.getByRole('combobox')).toHaveValue('Atlantide');
    expect(options()).toEqual([]);
  });

  it.each([
    ['Ajacciu', 'Ajaccio'],
    ['ajacio', 'Ajaccio'],
    ['balagn', 'Balagne'],
    ['corsic', 'Toute la Corse'],
  ])('§5.4 destination: "%s" suggests %s', async (text, label) => {
    const { user } = renderComponent(<Destination />);
    await user.type(await field(), text);
    expect(await screen.findByRole('option', { name: label })).toBeVisible();
    expect(options().at(-1)).toBe(`Rechercher "${text}"`);
  });

  it('§5.4 destination: names that start with the text come first', async () => {
    const { user } = renderComponent(<Destination />);
    await user.type(await field(), 'vi');
    expect(options()[0]).toBe('Vico');
  });

  it('§5.4 destination: an exact match needs no such option', async () => {
    const { user } = renderComponent(<Destination />);
    await user.type(await field(), 'bastia');
    expect(options()).not.toContain('Rechercher "bastia"');
  });

  it('§3.12 destination: a beach is searched for by its name', async () => {
    const { user } = renderComponent(<Destination />);
    await user.type(await field(), 'palomb');
    await user.click(screen.getByRole('option', { name: 'Plage de Palombaggia, Porto-Vecchio' }));
    expect(screen.getByRole('combobox')).toHaveValue('Palombaggia');
  });

  it('§2 destination: the keyboard walks the suggestions, takes one and closes them', async () => {
    const { user } = renderComponent(<Destination />);
    const input = await field();
    await user.type(input, 'cor');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    const active = screen.getAllByRole('option')[1];
    expect(active).toHaveAttribute('aria-selected', 'true');
    expect(input).toHaveAttribute('aria-activedescendant', active?.id);
    await user.keyboard('{Escape}');
    expect(input).toHaveAttribute('aria-expanded', 'false');
    await user.keyboard('{ArrowDown}{Enter}');
    expect(screen.getByRole('combobox')).toHaveValue('Corte');
  });

  it('§2 destination: keys that belong to an input method choose no suggestion', async () => {
    const { user } = renderComponent(<Destination />);
    await user.type(await field(), 'porti');
    const before = options();
    for (const composing of [{ isComposing: true }, { keyCode: 229 }]) {
      for (const key of ['ArrowDown', 'Enter', 'Escape']) expect(fireEvent.keyDown(screen.getByRole('combobox'), { key, ...composing })).toBe(true);
    }
    expect(options()).toEqual(before);
    expect(screen.getByRole('combobox')).toHaveValue('porti');
    expect(screen.getByRole('combobox')).not.toHaveAttribute('aria-activedescendant');
  });

  it('§4.11 geolocation: the field can be disabled while locating', async () => {
    renderComponent(<Destination disabled />);
    expect(await field()).toBeDisabled();
  });
});
