/** The sixteen stages of the GR20 from north to south, by the names of the regional park. */
const STOPS = [
  'Calenzana',
  "Refuge d'Ortu di u Piobbu",
  'Refuge de Carrozzu',
  'Ascu Stagnu',
  'Refuge de Tighjettu',
  'Refuge de Ciottulu di i Mori',
  'Refuge de Manganu',
  'Refuge de Petra Piana',
  "Refuge de l'Onda",
  'Vizzavona',
  "Bergeries d'E Capannelle",
  'Refuge de Prati',
  "Refuge d'Usciolu",
  'Matalza',
  "Refuge d'Asinau",
  'Refuge de Paliri',
  'Conca',
] as const;

/** Where the northern part ends: the ninth stage arrives there. */
export const HALFWAY = 'Vizzavona';

export const STAGES = STOPS.slice(1).map((to, index) => ({ number: index + 1, from: STOPS[index] ?? '', to }));
