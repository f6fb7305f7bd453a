import { expect } from 'vitest';
import type { Answer } from './backend.ts';

/** A refusal has its status, a sentence for people and a word for machines, and nothing that only we should know. */
export function expectRefused({ status, headers, body }: Answer, wanted: number): void {
  expect({ status, body }).toMatchObject({ status: wanted, body: { error: expect.stringMatching(/\S/), code: expect.stringMatching(/^\w+$/) } });
  expect(headers.get('content-type')).toMatch(/^application\/json/);
  expect(headers.get('access-control-allow-origin')).toBeTruthy();
  expect(JSON.stringify(body)).not.toMatch(/select |insert |panicked|\.rs:|<html/i);
}
