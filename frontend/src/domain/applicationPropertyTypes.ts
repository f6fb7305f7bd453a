/** What an owner may offer. `name` is what applications carry in every language; what is shown stands in the dictionaries. */
export const PROPERTY_TYPES = [
  { id: 'hotel', name: 'Hôtel' },
  { id: 'villa', name: 'Villa' },
  { id: 'guest_house', name: "Maison d'hôtes" },
  { id: 'gite', name: 'Gîte' },
  { id: 'apartment', name: 'Appartement' },
  { id: 'guest_room', name: "Chambre d'hôtes" },
  { id: 'campsite', name: 'Camping' },
  { id: 'other', name: 'Autre' },
] as const;
