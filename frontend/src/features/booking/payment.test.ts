import { expect, it } from 'vitest';
import { confirmationCode } from './payment';

it("§7.21 payment: the confirmation code is 'BK' and nine uppercase letters or digits", () => {
  const codes = Array.from({ length: 200 }, confirmationCode);
  for (const code of codes) expect(code).toMatch(/^BK[A-Z0-9]{9}$/);
  expect(new Set(codes).size).toBe(codes.length);
});
