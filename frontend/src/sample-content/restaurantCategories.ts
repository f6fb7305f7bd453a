/** §9: the ten categories. `id` is the key of the texts and of the icon; the colour is the name of a design token. */
export const RESTAURANT_CATEGORIES = [
  { id: 'gastronomie', color: 'terracotta' },
  { id: 'fruits-mer', color: 'sea' },
  { id: 'pizzeria', color: 'gold' },
  { id: 'brasserie', color: 'ink-soft' },
  { id: 'michelin', color: 'ink' },
  { id: 'vue-mer', color: 'lagoon' },
  { id: 'montagne', color: 'maquis' },
  { id: 'romantique', color: 'danger' },
  { id: 'famille', color: 'success' },
  { id: 'terrasse', color: 'sea-deep' },
] as const satisfies readonly { readonly id: string; readonly color: string }[];

export type RestaurantCategory = (typeof RESTAURANT_CATEGORIES)[number]['id'];

export function isRestaurantCategory(text: string): text is RestaurantCategory {
  return RESTAURANT_CATEGORIES.some(({ id }) => id === text);
}
