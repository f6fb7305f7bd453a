import type * as v from 'valibot';
import type { Database, Tables } from './database.types';

type Table = keyof Database['public']['Tables'];

/** The REST endpoint of a table. */
export function restPath(table: Table): string {
  return `rest/v1/${table}`;
}

/**
 * The schemas that read columns of a table. A column that the table lacks, or that has another type, does not compile.
 * Any column may also come as text.
 */
export type ColumnSchemas<Name extends Table> = {
  readonly [Column in keyof Tables<Name>]?: v.GenericSchema<Tables<Name>[Column] | string | null, unknown>;
};
