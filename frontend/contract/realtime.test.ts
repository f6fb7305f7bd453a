import { REALTIME_SUBSCRIBE_STATES, type RealtimeChannel, type RealtimeChannelOptions, type SupabaseClient } from '@supabase/supabase-js';
import { afterEach, describe, expect, it } from 'vitest';
import { client, serviceRoleKey } from './backend.ts';

/** Realtime through supabase-js: broadcast, presence and private channels. */

const clients: SupabaseClient[] = [];

/** A channel of a connection of its own. */
function channel(topic: string, config: RealtimeChannelOptions['config'] = {}, key?: string): RealtimeChannel {
  const supabase = client(key);
  clients.push(supabase);
  return supabase.channel(topic, { config });
}

const subscribed = (subscribing: RealtimeChannel) =>
  new Promise<void>((resolve, reject) => {
    subscribing.subscribe((status, error) => {
      if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) resolve();
      else reject(error ?? new Error(status));
    });
  });

const newTopic = () => `contract:${crypto.randomUUID()}`;

afterEach(async () => {
  await Promise.all(clients.splice(0).map((supabase) => supabase.removeAllChannels()));
});

describe('realtime', () => {
  it('carries a broadcast to the other clients of a channel, and acknowledges it', async () => {
    const topic = newTopic();
    const sender = channel(topic, { broadcast: { ack: true } });
    const receiver = channel(topic);
    const received = new Promise((resolve) => {
      receiver.on('broadcast', { event: 'moved' }, ({ payload }) => resolve(payload));
    });
    await Promise.all([subscribed(sender), subscribed(receiver)]);
    expect(await sender.send({ type: 'broadcast', event: 'moved', payload: { x: 1, label: 'Ajaccio – été' } })).toBe('ok');
    expect(await received).toEqual({ x: 1, label: 'Ajaccio – été' });
  });

  it('carries a broadcast over HTTP', async () => {
    const topic = newTopic();
    const receiver = channel(topic);
    const received = new Promise((resolve) => {
      receiver.on('broadcast', { event: 'moved' }, ({ payload }) => resolve(payload));
    });
    await subscribed(receiver);
    expect(await channel(topic).httpSend('moved', { x: 2 })).toEqual({ success: true });
    expect(await received).toEqual({ x: 2 });
  });

  it('shows who is present', async () => {
    const topic = newTopic();
    const marie = channel(topic, { presence: { key: 'marie' } });
    const other = channel(topic);
    const joined = new Promise((resolve) => {
      other.on('presence', { event: 'join' }, ({ key, newPresences }) => resolve([key, newPresences[0]?.['city']]));
    });
    const left = new Promise((resolve) => {
      other.on('presence', { event: 'leave' }, ({ key }) => resolve(key));
    });
    await Promise.all([subscribed(other), subscribed(marie)]);
    expect(await marie.track({ city: 'Corte' })).toBe('ok');
    expect(await joined).toEqual(['marie', 'Corte']);
    expect(Object.keys(other.presenceState())).toEqual(['marie']);
    await marie.unsubscribe();
    expect(await left).toBe('marie');
  });

  it('opens a private channel only to those whom a policy lets in', async () => {
    await expect(subscribed(channel(newTopic(), { private: true }))).rejects.toThrow('You do not have permissions to read from this Channel topic');
  });

  it.runIf(serviceRoleKey)('opens every private channel to the service_role key', async () => {
    await subscribed(channel(newTopic(), { private: true }, serviceRoleKey));
  });
});
