import { useTranslation } from 'react-i18next';
import { Card } from '@/components/Card';
import { hotelAddress } from '@/domain/hotelAddress';
import { HotelPicture } from '@/product/HotelPicture';
import type { Establishment } from './establishment';
import styles from './SampleHotel.module.css';

const PICTURE_SIZES = '(min-width: 768px) 400px, 100vw';

/** Another hotel than the requested one, presented as a sample: it can be looked at, not booked from here. */
export function SampleHotel({ sample }: { sample: Establishment }) {
  const { t } = useTranslation('hotel-detail');
  return (
    <section aria-labelledby="sample-hotel" className={styles['sample']}>
      <h2 id="sample-hotel">{t('missing.instead')}</h2>
      <p className={styles['hint']}>{t('missing.insteadHint')}</p>
      <Card
        layout="row"
        picture={<HotelPicture src={sample.photos[0]} alt="" sizes={PICTURE_SIZES} />}
        title={sample.name}
        to={hotelAddress(sample.id)}
        place={sample.location}
        foot={<span className={styles['see']}>{t('missing.see')}</span>}
      >
        <p>{sample.overview[0]}</p>
      </Card>
    </section>
  );
}
