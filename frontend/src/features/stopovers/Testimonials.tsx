import { Quote } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ListingSection } from '@/widgets/listing/ListingSection';
import styles from './Testimonials.module.css';

const TESTIMONIALS = ['sales', 'wine', 'technician'] as const;

export function Testimonials() {
  const { t } = useTranslation(['stopovers', 'listing']);
  return (
    <ListingSection title={t('testimonials.title')} text={t('listing:sampleVoices')}>
      <ul className={styles['list']}>
        {TESTIMONIALS.map((key) => (
          <li key={key}>
            <figure className={styles['testimonial']}>
              <Quote aria-hidden />
              <blockquote>{t(`testimonials.${key}.quote`)}</blockquote>
              <figcaption>
                <span className={styles['name']}>{t(`testimonials.${key}.name`)}</span>
                {t(`testimonials.${key}.role`)}
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </ListingSection>
  );
}
