import { isPictureName, pictureAddress } from '@/components/Picture';
import { TOWNS } from '@/data/towns';
import { CONTENT_LANGUAGE } from '@/i18n/language';
import { aspectRatings, type Establishment, type OwnReview } from './establishment';
import type { HotelId } from './hotelNames';

/** The establishments that the page can show without the backend, in the language of their owners. */
type Known = Omit<Establishment, 'photos' | 'ratings' | 'featuredReviews'> & { readonly pictures: readonly string[] };

const KNOWN: readonly Known[] = [
  {
    id: 1,
    name: 'Hôtel Les Palmiers',
    stars: 3,
    city: 'Ajaccio',
    location: 'Centre-ville, Ajaccio',
    position: TOWNS.Ajaccio,
    rating: 4.2,
    reviewsCount: 11,
    pricePerNight: 72,
    pictures: ['city-hotel-2', 'bedroom-3', 'breakfast-2', 'harbour-2', 'bathroom-3'],
    overview: [
      'À deux pas de la place Foch et de ses palmiers, l’Hôtel Les Palmiers est une adresse simple et soignée du centre d’Ajaccio.',
      'Les chambres des étages élevés regardent le port et le va-et-vient des ferries ; le matin, le petit-déjeuner se prend en terrasse. La maison Bonaparte et le marché sont à cinq minutes à pied.',
    ],
    amenities: ['Wi-Fi gratuit', 'Climatisation', 'Parking', 'Petit-déjeuner', 'Terrasse', 'Vue sur port'],
    reviews: [
      review('Claire D.', 'France', 'Septembre 2025', 5, 'Au cœur de la ville', 'Tout se fait à pied, et la terrasse du petit-déjeuner est un vrai bonheur.'),
      review('Matteo R.', 'Italie', 'Juillet 2025', 4, 'Accueil parfait', 'Une équipe aux petits soins et une chambre très calme, côté cour.'),
    ],
  },
  {
    id: 2,
    name: 'Auberge du Port',
    stars: 3,
    city: 'Propriano',
    location: 'Quai Saint-Érasme, Propriano',
    position: TOWNS.Propriano,
    rating: 4,
    reviewsCount: 9,
    pricePerNight: 64,
    pictures: ['harbour-2', 'bedroom-1', 'breakfast-3', 'beach-1', 'bathroom-1'],
    overview: [
      'Sur le quai Saint-Érasme, l’Auberge du Port vit au rythme des bateaux de Propriano.',
      'Dix-huit chambres au-dessus d’une salle où l’on sert la pêche du jour. Demandez le deuxième étage pour la vue sur les mâts, l’arrière-cour pour le calme.',
    ],
    amenities: ['Wi-Fi gratuit', 'Parking', 'Climatisation', 'Restaurant', 'Petit-déjeuner', 'Vue sur port'],
    reviews: [
      review('Sophie L.', 'Belgique', 'Août 2025', 4, 'La table vaut le détour', 'Le poisson du jour est remarquable, et la vue sur le port aussi.'),
      review('Jean-Marc P.', 'France', 'Juin 2025', 4, 'Authentique', 'Une vraie auberge de port, simple et chaleureuse.'),
    ],
  },
  {
    id: 3,
    name: 'Hôtel Bella Vista',
    stars: 4,
    city: 'Calvi',
    location: "Route de l'Usine, Calvi",
    position: TOWNS.Calvi,
    rating: 4.3,
    reviewsCount: 12,
    pricePerNight: 79,
    pictures: ['beach-3', 'bedroom-2', 'breakfast-1', 'citadel-2', 'bathroom-2', 'resort-3'],
    overview: [
      'Bien nommé : de sa terrasse, l’Hôtel Bella Vista embrasse la citadelle de Calvi, la baie entière et les neiges du Cinto jusqu’en mai.',
      'Les chambres sont lumineuses et simples. La pinède et le sable sont à quatre minutes à pied.',
    ],
    amenities: ['Wi-Fi gratuit', 'Piscine', 'Parking', 'Climatisation', 'Vue mer', 'Petit-déjeuner', 'Terrasse'],
    reviews: [
      review('Anna K.', 'Allemagne', 'Septembre 2025', 5, 'Quelle vue !', 'Le lever du soleil sur la baie depuis la terrasse, nous ne l’oublierons pas.'),
      review('Paul V.', 'France', 'Mai 2025', 4, 'Très bon séjour', 'Chambre claire, piscine agréable, plage toute proche.'),
    ],
  },
  {
    id: 'hotel-les-mouettes',
    name: 'Hôtel Les Mouettes',
    stars: 4,
    city: 'Ajaccio',
    location: 'Cours Lucien Bonaparte, Ajaccio',
    position: TOWNS.Ajaccio,
    rating: 4.5,
    reviewsCount: 14,
    pricePerNight: 145,
    pictures: ['calanque-2', 'bedroom-1', 'breakfast-3', 'resort-1', 'bathroom-1', 'harbour-3'],
    overview: [
      'Une grande demeure rose posée sur l’eau, au bord du golfe d’Ajaccio : l’Hôtel Les Mouettes ouvre ses terrasses sur les îles Sanguinaires.',
      'La piscine domine une petite plage privée, et le soir les tables se dressent face au couchant.',
    ],
    amenities: ['Wi-Fi gratuit', 'Piscine', 'Climatisation', 'Restaurant', 'Vue mer', 'Plage privée', 'Petit-déjeuner', 'Parking'],
    reviews: [
      review('Isabelle M.', 'Suisse', 'Octobre 2025', 5, 'Les pieds dans l’eau', 'Un cadre exceptionnel et un service d’une grande délicatesse.'),
      review('Thomas G.', 'France', 'Juillet 2025', 4, 'Coucher de soleil inoubliable', 'Dîner en terrasse face aux Sanguinaires : parfait.'),
    ],
  },
];

function review(name: string, country: string, date: string, rating: number, title: string, comment: string): OwnReview {
  return { name, country, date, rating, title, comment, language: CONTENT_LANGUAGE };
}

function complete({ pictures, ...known }: Known): Establishment {
  return {
    ...known,
    language: CONTENT_LANGUAGE,
    photos: pictures.filter(isPictureName).map(pictureAddress),
    ratings: aspectRatings(known.rating),
    featuredReviews: known.reviews.map(({ title, comment, name, language }) => ({ title, comment, language, author: name })),
  };
}

const byId = new Map<HotelId, Establishment>(KNOWN.map((known) => [known.id, complete(known)]));

export function builtInHotel(id: HotelId): Establishment | undefined {
  return byId.get(id);
}
