import * as v from 'valibot';

/** The code of an authenticator app: six digits, which many apps show in two groups. */
const Code = v.pipe(v.string(), v.transform((typed) => typed.replaceAll(/\s/g, '')), v.regex(/^\d{6}$/));

/** The digits of a typed code; null for anything else. */
export function readCode(typed: string): string | null {
  const code = v.safeParse(Code, typed);
  return code.success ? code.output : null;
}
