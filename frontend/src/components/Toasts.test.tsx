import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderComponent } from '@/testing/render';
import { Toasts } from './Toasts';
import { toast } from './toasts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  act(() => {
    vi.runAllTimers();
  });
  vi.useRealTimers();
});

const wait = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

describe('toasts', () => {
  it('disappear after five seconds', () => {
    renderComponent(<Toasts />);
    act(() => toast('Saved'));
    wait(4999);
    expect(screen.getByText('Saved')).toBeVisible();
    wait(1);
    expect(screen.queryByText('Saved')).not.toBeInTheDocument();
  });

  it('stay while the pointer is on one of them', () => {
    renderComponent(<Toasts />);
    act(() => toast('Saved'));
    wait(4000);
    fireEvent.pointerEnter(screen.getByRole('status'));
    act(() => toast('Sent'));
    wait(60_000);
    expect(screen.getByText('Saved')).toBeVisible();
    expect(screen.getByText('Sent')).toBeVisible();
    fireEvent.pointerLeave(screen.getByRole('status'));
    wait(5000);
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  });

  it('stay while one of them has the focus', () => {
    renderComponent(<Toasts />);
    act(() => toast('Saved'));
    act(() => screen.getByRole('button').focus());
    wait(60_000);
    expect(screen.getByText('Saved')).toBeVisible();
    fireEvent.pointerLeave(screen.getByRole('status'));
    wait(60_000);
    expect(screen.getByText('Saved')).toBeVisible();
    act(() => screen.getByRole('button').blur());
    wait(5000);
    expect(screen.queryByText('Saved')).not.toBeInTheDocument();
  });
});
