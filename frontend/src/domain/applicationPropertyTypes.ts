/** The property types of an application. `name` is sent in every language; the page shows its translation, by `id`. */
export const APPLICATION_PROPERTY_TYPES = [
  { id: 'hotel', name: 'Hôtel' },
  { id: 'villa', name: 'Villa' },
  { id: 'guest_house', name: "Maison d'hôtes" },
  { id: 'gite', name: 'Gîte' },
  { id: 'apartment', name: 'Appartement' },
  { id: 'guest_room', name: "Chambre d'hôtes" },
  { id: 'campsite', name: 'Camping' },
  { id: 'other', name: 'Autre' },
] as const;
