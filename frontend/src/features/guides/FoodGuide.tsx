import { useTranslation } from 'react-i18next';
import { LinkList } from '@/widgets/article/LinkList';
import { ListingSection } from '@/widgets/listing/ListingSection';
import { Entries } from './Entries';
import { Guide } from './Guide';

/** Dishes and products, each with a destination near its makers. */
const LAND = [
  { key: 'brocciu', destination: 'Corte' },
  { key: 'charcuterie', destination: 'Bastelica' },
  { key: 'chestnut', destination: 'Évisa' },
  { key: 'stews', destination: 'Zonza' },
] as const;
const SEA_AND_CELLAR = [
  { key: 'fish', destination: 'Centuri' },
  { key: 'oysters', destination: 'Aléria' },
  { key: 'sweets', destination: 'Ajaccio' },
  { key: 'wine', destination: 'Patrimonio' },
] as const;

/** `/blog/gastronomie` */
export function FoodGuide() {
  const { t } = useTranslation(['guide-table', 'layout']);
  const worded = (dishes: typeof LAND | typeof SEA_AND_CELLAR) =>
    dishes.map(({ key, destination }) => ({ key, destination, name: t(`dish.${key}.name`), text: t(`dish.${key}.text`) }));
  return (
    <Guide guide="food" picture="dish-1" heading={t('heading')} intro={t('intro')} practical={{ title: t('practical.title'), text: t('practical.text') }}>
      <ListingSection title={t('land.title')} text={t('land.text')}>
        <Entries entries={worded(LAND)} />
      </ListingSection>
      <ListingSection title={t('sea.title')} text={t('sea.text')}>
        <Entries entries={worded(SEA_AND_CELLAR)} />
      </ListingSection>
      <ListingSection title={t('tables.title')} text={t('tables.text')}>
        <RestaurantLinks />
      </ListingSection>
    </Guide>
  );
}

function RestaurantLinks() {
  const { t } = useTranslation('layout');
  return (
    <LinkList
      links={[
        { to: '/restaurants', label: t('footer.restaurants') },
        { to: '/coups-de-coeur', label: t('footer.favourites') },
        { to: '/chambres-hotes', label: t('footer.guestRooms') },
      ]}
    />
  );
}
