import * as v from 'valibot';
import { yieldToMain } from '@/scheduling/yieldToMain';
import { UnexpectedResponseError } from './errors';

/** Rows that are validated before yielding to the browser. */
const ROWS_PER_SLICE = 30;

/** The rows of an answer. */
export interface Listing<Row> {
  readonly rows: Row[];
  /** The number of rows that are left out, because they lack what `schema` requires. */
  readonly unreadable: number;
}

/**
 * Validates rows one by one, so that a bad one does not hide its neighbours, and in slices, so that input stays
 * responsive. Throws `UnexpectedResponseError` if there are rows and none of them is readable.
 */
export async function readRows<Row extends v.GenericSchema>(
  path: string,
  schema: Row,
  sent: readonly unknown[],
): Promise<Listing<v.InferOutput<Row>>> {
  const rows: v.InferOutput<Row>[] = [];
  let reason = '';
  for (const [index, one] of sent.entries()) {
    // oxlint-disable-next-line no-await-in-loop
    if (index > 0 && index % ROWS_PER_SLICE === 0) await yieldToMain();
    const parsed = v.safeParse(schema, one);
    if (parsed.success) rows.push(parsed.output);
    else reason = v.summarize(parsed.issues);
  }
  const unreadable = sent.length - rows.length;
  if (unreadable > 0 && rows.length === 0) throw new UnexpectedResponseError(`${path}: ${reason}`);
  if (unreadable > 0) console.warn(`${path}: ${unreadable} of ${sent.length} rows are left out: ${reason}`);
  return { rows, unreadable };
}
