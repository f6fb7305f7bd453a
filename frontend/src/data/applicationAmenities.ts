/**
 * What an establishment may offer. `label` is what applications carry, and later the hotel's amenities: hence the words
 * that the filters of the results look for. What is shown stands in the dictionaries.
 */
export const APPLICATION_AMENITIES = [
  { id: 'wifi', label: 'Wi-Fi gratuit' },
  { id: 'parking', label: 'Parking' },
  { id: 'pool', label: 'Piscine' },
  { id: 'ac', label: 'Climatisation' },
  { id: 'jacuzzi', label: 'Jacuzzi' },
  { id: 'minibar', label: 'Minibar' },
  { id: 'gym', label: 'Salle de sport' },
  { id: 'restaurant', label: 'Restaurant' },
  { id: 'bar', label: 'Bar' },
  { id: 'breakfast', label: 'Petit-déjeuner' },
  { id: 'room_service', label: 'Service en chambre' },
  { id: 'laundry', label: 'Blanchisserie' },
  { id: 'concierge', label: 'Conciergerie' },
  { id: 'shuttle', label: 'Navette aéroport' },
  { id: 'beach_access', label: 'Accès à la plage' },
  { id: 'balcony', label: 'Balcon' },
  { id: 'sea_view', label: 'Vue mer' },
  { id: 'garden', label: 'Jardin' },
  { id: 'bbq', label: 'Barbecue' },
  { id: 'kitchen', label: 'Cuisine équipée' },
  { id: 'safe', label: 'Coffre-fort' },
  { id: 'tv', label: 'Télévision' },
  { id: 'pets', label: 'Animaux acceptés' },
  { id: 'reception_24h', label: 'Réception 24 h/24' },
] as const;
