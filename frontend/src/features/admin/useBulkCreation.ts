import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { createHotel, isHotelAlreadyCreated, type HostApplication } from '@/api/administration';
import { ApiError } from '@/api/errors';

const SUCCESS_STAYS_MS = 5000;

export interface Failure {
  readonly name: string;
  /** Undefined if no response arrived. */
  readonly reason: string | undefined;
}

export type BulkState =
  | { readonly step: 'idle' }
  | { readonly step: 'running'; readonly done: number; readonly total: number }
  | { readonly step: 'done'; readonly created: number; readonly failures: readonly Failure[] }
  /** No request got a response. */
  | { readonly step: 'broken' };

export interface BulkCreation {
  readonly state: BulkState;
  readonly start: (approved: readonly HostApplication[]) => Promise<void>;
  readonly isRunning: boolean;
}

const IDLE: BulkState = { step: 'idle' };

/** Call 13 for every approved application without a hotel, in sequence. A hotel that exists already is no failure. */
export function useBulkCreation(token: string): BulkCreation {
  const queryClient = useQueryClient();
  const [state, setState] = useState<BulkState>(IDLE);
  const succeeded = state.step === 'done' && state.created > 0 && state.failures.length === 0;

  useEffect(() => {
    if (!succeeded) return undefined;
    const timer = setTimeout(() => setState(IDLE), SUCCESS_STAYS_MS);
    return () => clearTimeout(timer);
  }, [succeeded]);

  const start = async (approved: readonly HostApplication[]) => {
    // Skips applications with a hotel: a request that only reports the existing hotel would queue behind the others.
    const missing = approved.filter(({ hotelId }) => hotelId === null);
    let created = 0;
    const failures: Failure[] = [];
    for (const [done, { id, propertyName }] of missing.entries()) {
      setState({ step: 'running', done, total: missing.length });
      // In sequence, so that the reported progress is exact.
      // oxlint-disable-next-line no-await-in-loop
      const outcome = await create(id, token);
      if (outcome === 'created') created += 1;
      else if (outcome !== 'there') failures.push({ name: propertyName, reason: outcome.reason });
    }
    const unanswered = failures.filter(({ reason }) => reason === undefined).length;
    setState(unanswered > 0 && unanswered === missing.length ? { step: 'broken' } : { step: 'done', created, failures });
    await Promise.all(['applications', 'hotels'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
  };
  return { state, start, isRunning: state.step === 'running' };
}

async function create(applicationId: string, token: string): Promise<'created' | 'there' | Pick<Failure, 'reason'>> {
  try {
    await createHotel(applicationId, token);
    return 'created';
  } catch (error) {
    if (isHotelAlreadyCreated(error)) return 'there';
    if (error instanceof ApiError) return { reason: error.message };
    console.error(`No answer came to the creation of application ${applicationId}'s hotel`, error);
    return { reason: undefined };
  }
}
