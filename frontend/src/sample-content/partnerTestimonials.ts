import type { PictureName } from '@/pictures/manifest';

/** Testimonials of owners. Their texts are in the dictionaries, by id. */
export const PARTNER_TESTIMONIALS = [
  { id: 'balagne', name: 'Ghjulia Savelli', establishment: "Casa di l'Alivu", town: 'Pigna', rating: 5, picture: 'guest-house-3' },
  { id: 'southern', name: 'Pierre-Ange Mattei', establishment: 'Villa Tramonti', town: 'Porto-Vecchio', rating: 5, picture: 'villa-2' },
  { id: 'mountain', name: 'Laetitia Orsoni', establishment: 'U Castagnu', town: 'Vizzavona', rating: 4, picture: 'camp-2' },
] as const satisfies readonly {
  id: string;
  name: string;
  establishment: string;
  town: string;
  rating: number;
  picture: PictureName;
}[];
