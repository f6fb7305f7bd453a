import { act, fireEvent, renderHook } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useBelowTheFold } from './useBelowTheFold';

const atRest = (address = '/') =>
  renderHook(() => useBelowTheFold(), { wrapper: ({ children }) => <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter> }).result;
const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

describe('§2 home: the content below the fold', () => {
  it('waits for four seconds', () => {
    const result = atRest();
    pass(3999);
    expect(result.current).toBe(false);
    pass(1);
    expect(result.current).toBe(true);
  });

  it.each(['scroll', 'pointerMove', 'pointerDown', 'keyDown'] as const)('loads at once on %s', (sign) => {
    const result = atRest();
    fireEvent[sign](window);
    expect(result.current).toBe(true);
  });

  it('loads at once for an address with a fragment', () => {
    expect(atRest('/#vol').current).toBe(true);
  });
});
