import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SEMINAR_HOTELS } from '@/sample-content/seminarHotels';
import { ListingSection } from '@/widgets/listing/ListingSection';
import { SeminarHotelCard } from './SeminarHotelCard';
import styles from './SeminarHotels.module.css';

/** The five seminar hotels. The equipment of one at a time is expanded. */
export function SeminarHotels() {
  const { t } = useTranslation('seminars');
  const [expanded, setExpanded] = useState<string | null>(null);
  return (
    <ListingSection title={t('hotels.title')} text={t('hotels.text')} tone="sand">
      <ul aria-label={t('hotels.title')} className={styles['list']}>
        {SEMINAR_HOTELS.map((hotel) => (
          <SeminarHotelCard
            key={hotel.id}
            hotel={hotel}
            expanded={expanded === hotel.id}
            onToggle={() => setExpanded(expanded === hotel.id ? null : hotel.id)}
          />
        ))}
      </ul>
    </ListingSection>
  );
}
