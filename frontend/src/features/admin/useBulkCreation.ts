import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { createHotel, isHotelThereAlready, type HostApplication } from '@/api/administration';
import { ApiError } from '@/api/errors';

const SUCCESS_STAYS_MS = 5000;

interface Failure {
  readonly name: string;
  readonly reason: string;
}

export type BulkState =
  | { readonly step: 'idle' }
  | { readonly step: 'running'; readonly done: number; readonly total: number }
  | { readonly step: 'done'; readonly created: number; readonly failures: readonly Failure[] }
  /** What came was no answer of the server: the rest was not tried. */
  | { readonly step: 'broken'; readonly created: number };

const IDLE: BulkState = { step: 'idle' };

/** Call 13 for every approved application, one after the other. Hotels that are there already are no failure. */
export function useBulkCreation(token: string) {
  const queryClient = useQueryClient();
  const [state, setState] = useState<BulkState>(IDLE);
  const succeeded = state.step === 'done' && state.created > 0 && state.failures.length === 0;

  useEffect(() => {
    if (!succeeded) return undefined;
    const timer = setTimeout(() => setState(IDLE), SUCCESS_STAYS_MS);
    return () => clearTimeout(timer);
  }, [succeeded]);

  const start = async (approved: readonly HostApplication[]) => {
    let created = 0;
    const failures: Failure[] = [];
    try {
      for (const [done, { id, propertyName }] of approved.entries()) {
        setState({ step: 'running', done, total: approved.length });
        // One after the other: what is reported is what happened.
        // oxlint-disable-next-line no-await-in-loop
        const outcome = await create(id, token);
        if (outcome === 'created') created += 1;
        else if (outcome !== 'there') failures.push({ name: propertyName, reason: outcome.reason });
      }
      setState({ step: 'done', created, failures });
    } catch (error) {
      console.error('The creation of hotels broke off', error);
      setState({ step: 'broken', created });
    }
    await Promise.all(['applications', 'hotels'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
  };
  return { state, start, isRunning: state.step === 'running' };
}

async function create(applicationId: string, token: string): Promise<'created' | 'there' | { reason: string }> {
  try {
    await createHotel(applicationId, token);
    return 'created';
  } catch (error) {
    if (isHotelThereAlready(error)) return 'there';
    if (error instanceof ApiError) return { reason: error.message };
    throw error;
  }
}
