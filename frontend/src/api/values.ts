import * as v from 'valibot';

/** A number, or a text that holds one: Postgres sends `numeric` columns either way. */
export const numeric = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.trim(), v.nonEmpty())]),
  v.transform(Number),
  v.finite(),
);

/** A number that a row may lack: null if it is missing, null or no number. */
export const optionalNumber = v.fallback(v.nullable(numeric), null);

/** A text that a row may lack: empty if it is missing, null or no text. */
export const text = v.fallback(v.string(), '');

/** A list of texts that a row may lack: empty if it is missing, null or no list of texts. */
export const texts = v.fallback(v.array(v.string()), []);
