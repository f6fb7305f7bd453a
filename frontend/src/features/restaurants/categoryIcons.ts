import { Beer, ChefHat, Fish, Heart, Medal, Mountain, Pizza, Sun, Users, Waves, type LucideIcon } from 'lucide-react';
import type { RestaurantCategory } from '@/sample-content/restaurantCategories';

export const CATEGORY_ICONS: Readonly<Record<RestaurantCategory, LucideIcon>> = {
  gastronomie: ChefHat,
  'fruits-mer': Fish,
  pizzeria: Pizza,
  brasserie: Beer,
  michelin: Medal,
  'vue-mer': Waves,
  montagne: Mountain,
  romantique: Heart,
  famille: Users,
  terrasse: Sun,
};
