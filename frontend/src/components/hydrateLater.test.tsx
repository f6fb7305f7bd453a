import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { Suspense, useState } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { prerender } from 'react-dom/static';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

function Counter() {
  const [count, setCount] = useState(0);
  return <button onClick={() => setCount(count + 1)}>{`count ${count}`}</button>;
}

/** A page with one part, with modules of its own: the module remembers the first interaction. */
async function page() {
  vi.resetModules();
  const { hydrateLater } = await import('./hydrateLater');
  const load = vi.fn(() => Promise.resolve({ default: Counter }));
  const Part = hydrateLater(load);
  const element = (
    <Suspense fallback={<p>{'loading'}</p>}>
      <Part />
    </Suspense>
  );
  return { load, element };
}

async function prerenderedHtml(): Promise<string> {
  const { element } = await page();
  const rendering = prerender(element, { progressiveChunkSize: Infinity });
  await Promise.resolve();
  fireEvent.scroll(window);
  return new Response((await rendering).prelude).text();
}

let root: Root;
let html: string;
const container = document.createElement('div');

async function hydrated() {
  const { load, element } = await page();
  container.innerHTML = html;
  document.body.append(container);
  await act(async () => {
    root = hydrateRoot(container, element, { onRecoverableError: (error) => expect.unreachable(String(error)) });
  });
  return { load, element };
}

beforeEach(async () => {
  html = await prerenderedHtml();
});
afterEach(() => {
  vi.useRealTimers();
  act(() => root.unmount());
  container.remove();
});

describe('a part of a page that hydrates later', () => {
  it('is in the HTML, and its script does not load before an interaction', async () => {
    const { load, element } = await hydrated();
    const button = screen.getByRole('button', { name: 'count 0' });
    // The page around it renders again.
    act(() => root.render(element));
    expect(load).not.toHaveBeenCalled();
    expect(button).toBeInTheDocument();
  });

  it.each(['scroll', 'pointerMove', 'pointerDown', 'keyDown', 'focusIn'] as const)('hydrates on %s, in place', async (event) => {
    const { load } = await hydrated();
    const button = screen.getByRole('button', { name: 'count 0' });
    await act(async () => {
      fireEvent[event](window);
    });
    await waitFor(() => expect(load).toHaveBeenCalledOnce());
    await waitFor(() => {
      fireEvent.click(button);
      expect(button.textContent).not.toBe('count 0');
    });
    expect(button).toBeInTheDocument();
  });

  it('hydrates when the page has been at rest for four seconds', async () => {
    vi.useFakeTimers();
    const { load } = await hydrated();
    await act(() => vi.advanceTimersByTimeAsync(3999));
    expect(load).not.toHaveBeenCalled();
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(load).toHaveBeenCalledOnce();
  });
});
