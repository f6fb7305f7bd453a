import { expect } from 'vitest';
import type { ParsedResponse } from './backend.ts';

/** Asserts an error response: status, JSON with a message and a code, CORS headers, and no internals such as SQL. */
export function expectErrorResponse({ status, headers, body }: ParsedResponse, expected: number): void {
  expect({ status, body }).toMatchObject({ status: expected, body: { error: expect.stringMatching(/\S/), code: expect.stringMatching(/^\w+$/) } });
  expect(headers.get('content-type')).toMatch(/^application\/json/);
  expect(headers.get('access-control-allow-origin')).toBeTruthy();
  expect(JSON.stringify(body)).not.toMatch(/select |insert |panicked|\.rs:|<html/i);
}
