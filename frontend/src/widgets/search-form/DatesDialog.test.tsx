import { screen } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import { NO_DATES, type DateRange } from '@/dates/dateRange';
import i18next from '@/i18n';
import { renderRoutes } from '@/testing/render';
import DatesDialog from './DatesDialog';

beforeAll(() => i18next.loadNamespaces('search'));

async function clear(value: DateRange) {
  const onConfirm = vi.fn();
  const onClose = vi.fn();
  const { user } = renderRoutes([{ path: '/', element: <DatesDialog value={value} onConfirm={onConfirm} onClose={onClose} /> }]);
  const button = await screen.findByRole('button', { name: 'Effacer les dates' });
  return { user, button, onConfirm, onClose };
}

it('§4.10 calendar on results: clearing takes the dates of the page away', async () => {
  const { user, button, onConfirm, onClose } = await clear({ arrival: '2099-06-20', departure: '2099-06-22' });
  await user.click(button);
  expect(onConfirm).toHaveBeenCalledWith(NO_DATES);
  expect(onClose).toHaveBeenCalled();
});

it('§4.10 calendar on results: without dates there is nothing to clear', async () => {
  const { button } = await clear(NO_DATES);
  expect(button).toBeDisabled();
});
