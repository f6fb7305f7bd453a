import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderRoutes } from '@/testing/render';
import { useAddressParams } from './useAddressParams';

function Choice({ name }: { name: string }) {
  const { params, change } = useAddressParams();
  return (
    <button type="button" onClick={() => change({ [name]: params.get(name) ? null : 'on' })}>
      {`${name} ${params.get(name) ?? 'off'}`}
    </button>
  );
}

function Page() {
  return (
    <>
      <Choice name="pool" />
      <Choice name="map" />
    </>
  );
}

const show = () => renderRoutes([{ path: '/search', element: <Page /> }, { path: '*', element: <p>elsewhere</p> }], '/search?destination=Calvi');
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name: new RegExp(`^${name}`) }));

describe('useAddressParams', () => {
  it('a new value counts at once, and the address follows', async () => {
    const { router } = show();
    press('pool');
    expect(screen.getByRole('button', { name: 'pool on' })).toBeVisible();
    expect(router.state.location.search).toBe('?destination=Calvi');
    await waitFor(() => expect(router.state.location.search).toBe('?destination=Calvi&pool=on'));
    press('pool');
    await waitFor(() => expect(router.state.location.search).toBe('?destination=Calvi'));
    expect(screen.getByRole('button', { name: 'pool off' })).toBeVisible();
  });

  it('two parts of a page that change the address in one moment lose nothing', async () => {
    const { router } = show();
    act(() => {
      press('pool');
      press('map');
    });
    await waitFor(() => expect(router.state.location.search).toBe('?destination=Calvi&pool=on&map=on'));
    expect(screen.getByRole('button', { name: 'pool on' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'map on' })).toBeVisible();
  });

  it('a change does not call a visitor back who leaves the page in that moment', async () => {
    const { router } = show();
    press('pool');
    await act(() => router.navigate('/villas'));
    expect(await screen.findByText('elsewhere')).toBeVisible();
    expect(router.state.location.pathname).toBe('/villas');
  });
});
