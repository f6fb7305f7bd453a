import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { DatesField } from './DatesField';

vi.mock('./DatesPopup', () => new Promise(() => {}));

describe('DatesField', () => {
  it('§4 dates: Escape closes the calendar while it is still loading', async () => {
    const user = userEvent.setup();
    render(<DatesField value={{ arrival: null, departure: null }} onChange={() => {}} />);
    const button = screen.getByRole('button', { name: /Dates/ });
    await user.click(button);
    expect(button).toHaveAttribute('aria-expanded', 'true');
    await user.keyboard('{Escape}');
    expect(button).toHaveAttribute('aria-expanded', 'false');
  });
});
