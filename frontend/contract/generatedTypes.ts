// Checks, when it is compiled, that supabase-js takes the module that `rest-gateway gen types` generates. The module is
// that of the gateway's own test.
import { createClient } from '@supabase/supabase-js';
import type { CompositeTypes, Database, Enums, Tables, TablesInsert, TablesUpdate } from '../../rest-gateway/tests/gen_types/database.types.ts';

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type Public = Database['public'];

/** Does not compile unless all are true. */
export const lookups: {
  row: Same<Tables<'cheeses'>, Public['Tables']['cheeses']['Row']>;
  rowOfView: Same<Tables<'young_cheeses'>, Public['Views']['young_cheeses']['Row']>;
  rowInSchema: Same<Tables<{ schema: 'shop' }, 'orders'>, Database['shop']['Tables']['orders']['Row']>;
  insert: Same<TablesInsert<'cheeses'>, Public['Tables']['cheeses']['Insert']>;
  update: Same<TablesUpdate<{ schema: 'public' }, 'cheeses'>, Public['Tables']['cheeses']['Update']>;
  labels: Same<Enums<'season'>, 'spring' | 'summer' | 'autumn'>;
  composite: Same<CompositeTypes<'place'>['village'], string | null>;
} = { row: true, rowOfView: true, rowInSchema: true, insert: true, update: true, labels: true, composite: true };

// @ts-expect-error There is no such table.
export type Missing = Tables<'goats'>;

export async function queries(url: string, key: string) {
  const client = createClient<Database>(url, key);
  const cheese = await client.from('cheeses').select('name, season, shepherds(name, home)').single();
  const season: 'spring' | 'summer' | 'autumn' | undefined = cheese.data?.season;
  const shepherd: string | undefined = cheese.data?.shepherds.name;

  const portrait = await client.from('shepherds').select('portraits(picture)').single();
  const picture: string | null | undefined = portrait.data?.portraits?.picture;

  const found = await client.rpc('cheeses_of', { season: 'summer' }).select('id');
  const id: number | undefined = found.data?.[0]?.id;

  await client.from('cheeses').insert({ shepherd: 'an id', name: 'brocciu' });
  // @ts-expect-error The database generates the id.
  await client.from('cheeses').insert({ shepherd: 'an id', name: 'brocciu', id: 1 });
  // @ts-expect-error It is no season.
  await client.rpc('cheeses_of', { season: 'winter' });
  return { season, shepherd, picture, id };
}
