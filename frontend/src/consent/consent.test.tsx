import { act, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { CONSENT_KEY, consentTo, setConsent } from './consent';
import { useConsent } from './useConsent';

function Choice() {
  return <output>{String(useConsent('googleMaps'))}</output>;
}

beforeEach(() => localStorage.clear());

describe('the consent to services of other hosts', () => {
  it('is undecided at first and remembered by service', () => {
    expect(consentTo('googleMaps')).toBeUndefined();
    setConsent('googleMaps', true);
    expect(consentTo('googleMaps')).toBe(true);
    expect(consentTo('streetMap')).toBeUndefined();
    setConsent('googleMaps', false);
    expect(consentTo('googleMaps')).toBe(false);
  });

  it.each(['', 'no json', 'null', '[]', '{"googleMaps":"yes"}'])('is undecided if %j is stored', (stored) => {
    localStorage.setItem(CONSENT_KEY, stored);
    expect(consentTo('googleMaps')).toBeUndefined();
  });

  it('changes at once in this tab and in the others', () => {
    render(<Choice />);
    act(() => setConsent('googleMaps', true));
    expect(screen.getByRole('status')).toHaveTextContent('true');
    localStorage.setItem(CONSENT_KEY, '{"googleMaps":false}');
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: CONSENT_KEY })));
    expect(screen.getByRole('status')).toHaveTextContent('false');
  });
});
