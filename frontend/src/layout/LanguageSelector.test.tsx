import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import i18next from '@/i18n';
import { renderComponent } from '@/testing/render';
import { LanguageSelector } from './LanguageSelector';

it('§8.15 languages: one that does not load is logged, and the page keeps the one that it has', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(i18next, 'changeLanguage').mockRejectedValueOnce(new Error('away'));
  const { user } = renderComponent(<LanguageSelector />);
  const selector = await screen.findByRole('combobox', { name: 'Langue' });
  await user.selectOptions(selector, 'de');
  await waitFor(() => expect(logged).toHaveBeenCalledExactlyOnceWith('The language de did not load', expect.any(Error)));
  expect(selector).toHaveValue('fr');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});
