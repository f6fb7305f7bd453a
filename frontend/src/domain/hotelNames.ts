import { fold } from '@/text/fold';

export type HotelId = number | string;

/** Hotel names that links have in place of an id (§2). */
const IDS: ReadonlyMap<string, HotelId> = new Map<string, HotelId>([
  ['Les Palmiers', 1],
  ['Auberge du Port', 2],
  ['Bella Vista', 3],
  ['Résidence Mare Nostrum', 4],
  ['Bergeries de Palombaggia', 5],
  ['Central', 6],
  ['Central Corte', 6],
  ['Villa Marine', 7],
  ['Hôtel du Golfe', 8],
  ['Auberge des Montagnes', 9],
  ['Maquis', 10],
  ['Grand Hôtel Napoléon', 20],
  ['Grand Hôtel Cala Rossa', 30],
  ['Suite Home Porticcio', 'suite-home-porticcio'],
  ['Les Mouettes', 'hotel-les-mouettes'],
  ['Napoleon', 'hotel-napoleon'],
]);

const bare = (name: string) => fold(name.trim()).replace(/^(?:l )?hotel /, '').replace(/^le /, '');
/** The folded names without 'Hôtel' and 'Le', and their ids. */
export const KNOWN_NAMES: readonly (readonly [name: string, id: HotelId])[] = [...IDS].map(([name, id]) => [bare(name), id]);
const idsByBareName = new Map(KNOWN_NAMES);

/** The id for a name, with or without a leading 'Hôtel'; the name in lower case if it is unknown. */
export function idOfName(name: string): HotelId {
  return idsByBareName.get(bare(name)) ?? name.trim().toLowerCase();
}

/** The hotel that the address requests, by `id` or by `hotel`: a number, a slug or a name. Hotel 1 by default. */
export function readHotelId(params: URLSearchParams): HotelId {
  const id = params.get('id')?.trim() || params.get('hotel')?.trim() || '1';
  return /^\d{1,15}$/.test(id) ? Number(id) : idOfName(id);
}

export function slugOf(name: string): string {
  return fold(name).replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '');
}
