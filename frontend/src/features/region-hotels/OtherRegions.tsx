import { useTranslation } from 'react-i18next';
import { ButtonLink } from '@/components/Button';
import { REGIONS, type RegionKey } from '@/geography/regions';
import { ListingSection } from '@/widgets/listing/ListingSection';
import styles from './OtherRegions.module.css';

export function OtherRegions({ except }: { except: RegionKey }) {
  const { t } = useTranslation(['region-hotels', 'common']);
  return (
    <ListingSection title={t('others.title')} text={t('others.text')}>
      <ul className={styles['regions']}>
        {REGIONS.filter(({ key }) => key !== except).map(({ key, name }) => (
          <li key={key}>
            <ButtonLink to={`/region-hotels?region=${encodeURIComponent(name)}`} variant="outline">
              {t(`common:region.${key}`)}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </ListingSection>
  );
}
