import * as v from 'valibot';

/** A number, or a text that holds one: Postgres sends `numeric` columns either way. */
export const numeric = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.trim(), v.nonEmpty())]),
  v.transform(Number),
  v.finite(),
);

/** A text; missing or null becomes empty. */
export const text = v.pipe(v.optional(v.nullable(v.string()), ''), v.transform((value) => value ?? ''));

/** A list of texts; missing or null becomes empty. */
export const texts = v.pipe(
  v.optional(v.nullable(v.array(v.string())), []),
  v.transform((value) => value ?? []),
);
