import { act, screen } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { submitHostApplication } from '@/api/hostApplications';
import i18next from '@/i18n';
import { renderComponent } from '@/testing/render';
import { EMPTY_DRAFT, type ApplicationDraft } from './application';
import ApplicationDialog from './ApplicationDialog';

vi.mock('@/api/hostApplications', () => ({ submitHostApplication: vi.fn() }));

const photo = (name: string) => new File([new Uint8Array(100)], name, { type: 'image/jpeg' });
const DRAFT: ApplicationDraft = {
  ...EMPTY_DRAFT,
  firstName: 'Ghjulia',
  lastName: 'Savelli',
  email: 'ghjulia@example.com',
  phone: '06 00 00 00 00',
  propertyType: 'villa',
  propertyName: 'Casa Bianca',
  address: 'Place du village',
  city: 'Pigna',
  roomTypes: ['villa'],
  photos: [photo('a.jpg'), photo('b.jpg'), photo('c.jpg')],
};
const closed = vi.fn();

beforeAll(() => i18next.loadNamespaces('partners'));
beforeEach(() => {
  closed.mockReset();
  URL.createObjectURL = () => 'blob:preview';
  URL.revokeObjectURL = () => {};
});

/** Submits the form, and returns the upload's progress callback. */
async function send() {
  let tell: (share: number) => void = () => {};
  vi.mocked(submitHostApplication).mockImplementationOnce((_, { signal, onProgress }) => {
    tell = onProgress;
    return new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('given up', 'AbortError')));
    });
  });
  const { user } = renderComponent(<ApplicationDialog draft={DRAFT} onClose={closed} onSent={() => {}} />);
  await user.click(await screen.findByRole('button', { name: 'Envoyer ma candidature' }));
  await screen.findByRole('button', { name: 'Envoi en cours...' });
  return { user, sent: (share: number) => act(() => tell(share)) };
}

describe('§4.19 partner dialog: submitting', () => {
  it('shows the photo in transfer and the total progress, then that the photos are being checked', async () => {
    const { sent } = await send();
    sent(0.5);
    expect(screen.getByText('Envoi de la photo 2 sur 3')).toBeVisible();
    expect(screen.getByRole('progressbar')).toHaveValue(50);
    sent(1);
    expect(screen.getByText('Vérification de vos photos')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Annuler' })).not.toBeInTheDocument();
  });

  it('stays open during the submission, with its fields disabled', async () => {
    const { user } = await send();
    await user.click(screen.getByRole('button', { name: 'Fermer' }));
    expect(closed).not.toHaveBeenCalled();
    expect(screen.getByLabelText('Ville')).toBeDisabled();
  });

  it('after a cancelled submission, the form keeps its values and shows no error', async () => {
    const { user } = await send();
    await user.click(screen.getByRole('button', { name: 'Annuler' }));
    expect(await screen.findByRole('button', { name: 'Envoyer ma candidature' })).toBeEnabled();
    expect(screen.getByLabelText('Ville')).toHaveValue('Pigna');
    expect(screen.getByLabelText('Nombre de photos')).toHaveTextContent('3/8');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});
