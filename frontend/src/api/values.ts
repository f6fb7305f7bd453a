import * as v from 'valibot';

/** A number that may arrive as text, as numeric columns do. */
export const numeric = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.trim(), v.nonEmpty())]),
  v.transform(Number),
  v.finite(),
);

/** Text that may be missing. */
export const text = v.pipe(v.optional(v.nullable(v.string()), ''), v.transform((value) => value ?? ''));

/** A list of texts that may be missing. */
export const texts = v.pipe(
  v.optional(v.nullable(v.array(v.string())), []),
  v.transform((value) => value ?? []),
);
