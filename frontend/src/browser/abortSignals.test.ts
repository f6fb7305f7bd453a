import { afterEach, describe, expect, it, vi } from 'vitest';
import { anySignal } from './abortSignals';

afterEach(() => vi.unstubAllGlobals());

/** `AbortSignal` as Safari had it before 17.4. */
const withoutAny = () => vi.stubGlobal('AbortSignal', { timeout: AbortSignal.timeout.bind(AbortSignal) });

describe.each([
  ['with AbortSignal.any', () => {}],
  ['without AbortSignal.any', withoutAny],
])('anySignal %s', (_, prepare) => {
  it('aborts with the reason of the signal that aborts', () => {
    prepare();
    const [one, other] = [new AbortController(), new AbortController()];
    const signal = anySignal([one.signal, other.signal]);
    expect(signal.aborted).toBe(false);
    other.abort('stopped');
    expect(signal.reason).toBe('stopped');
  });

  it('is aborted from the start if one of the signals is', () => {
    const aborted = AbortSignal.abort('earlier');
    prepare();
    expect(anySignal([new AbortController().signal, aborted]).reason).toBe('earlier');
  });
});
