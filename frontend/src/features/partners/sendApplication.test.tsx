import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { sentApplication } from '@/domain/sentApplication';
import { backend } from '@/testing/backend';
import { count, fillAll, open, openForm, setUpApplicationForm, submit, type } from './applicationFormTesting';

const CALL = '*/functions/v1/submit-host-application';

setUpApplicationForm();

/** The parts of a multipart body: fields with their values, files with their names. */
function fieldsOf(body: string): Record<string, string> {
  const parts = body.matchAll(/name="([^"]+)"(?:; filename="([^"]+)")?\r\n(?:Content-Type:.*\r\n)?\r\n([^]*?)\r\n--/g);
  return Object.fromEntries([...parts].map(([, name, file, value]) => [name, file ?? value]));
}

describe('§7.15 call 15', () => {
  it('sends every field by its name, in French, and the photos in order', async () => {
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
  it('§8.27 shows the submitting state, then the success, and navigates to /admin after two seconds', async () => {
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
    expect(sentApplication(router.state.location.state)).toEqual({
      propertyName: expect.stringMatching(/./), email: expect.stringContaining('@'), sentAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
  });

  it('is empty after a submission', async () => {
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

  it('keeps its values when it is closed and opened again', async () => {
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
