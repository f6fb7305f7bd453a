import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderComponent } from '@/testing/render';
import { PhotoGrid } from './PhotoGrid';

const UPLOADED = '/storage/v1/object/public/hotel-images/hotels/3/terrasse.webp';
const DRAWN = ['beach-3', 'bedroom-2', 'breakfast-1'].map((name) => `/storage/v1/object/public/hotel-images/${name}.webp`);

function show(photos: readonly string[]) {
  return renderComponent(<PhotoGrid name="Casa" photos={photos} />);
}

describe('§2.42 the pictures of a hotel', () => {
  it('are called photos if they were uploaded', async () => {
    show([UPLOADED]);
    expect(await screen.findByRole('button', { name: 'Agrandir la photo 1' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Voir la photo' })).toBeInTheDocument();
    expect(screen.queryByText(/illustration/i)).not.toBeInTheDocument();
  });

  it('are called illustrations, visibly and for screen readers, if they are drawn', async () => {
    show(DRAWN);
    expect(await screen.findByText('Illustrations, en attendant les photos')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Voir les 3 illustrations' })).toBeInTheDocument();
    const second = screen.getByRole('button', { name: "Agrandir l'illustration 2" });
    expect(within(second).getByAltText('Casa, illustration 2')).toBeInTheDocument();
    expect(screen.queryByText(/photo \d/)).not.toBeInTheDocument();
  });

  it('are told apart if some are drawn', async () => {
    show([UPLOADED, ...DRAWN.slice(0, 2)]);
    expect(await screen.findByRole('button', { name: 'Voir les 3 images' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Agrandir la photo 1' })).toHaveTextContent('');
    expect(screen.getByRole('button', { name: "Agrandir l'illustration 2" })).toHaveTextContent('Illustration');
  });
});
