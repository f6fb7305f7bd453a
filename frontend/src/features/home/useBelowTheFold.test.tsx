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

describe('§2 home: what stands below the first screen', () => {
  it('waits until the first screen has had its time', () => {
    const result = atRest();
    pass(3999);
    expect(result.current).toBe(false);
    pass(1);
    expect(result.current).toBe(true);
  });

  it.each(['scroll', 'pointerMove', 'pointerDown', 'keyDown'] as const)('comes at once on %s', (sign) => {
    const result = atRest();
    fireEvent[sign](window);
    expect(result.current).toBe(true);
  });

  it('comes at once where the address names a part of the page', () => {
    expect(atRest('/#vol').current).toBe(true);
  });
});
