import { useTranslation } from 'react-i18next';
import { Picture } from '@/pictures/Picture';
import { Stars } from '@/product/Stars';
import { PARTNER_TESTIMONIALS } from '@/sample-content/partnerTestimonials';
import { ListingSection } from '@/widgets/listing/ListingSection';
import styles from './Testimonials.module.css';

export function Testimonials() {
  const { t } = useTranslation(['partners', 'listing']);
  return (
    <ListingSection title={t('testimonials.title')} text={t('listing:sampleVoices')}>
      <ul className={styles['testimonials']}>
        {PARTNER_TESTIMONIALS.map(({ id, name, establishment, town, rating, picture }) => (
          <li key={id}>
            <figure className={styles['testimonial']}>
              <Picture name={picture} alt="" sizes="(min-width: 768px) 384px, 100vw" ratio={16 / 9} />
              <div className={styles['body']}>
                <Stars rating={rating} />
                <blockquote>
                  <p>{t(`testimonials.${id}`)}</p>
                </blockquote>
                <figcaption className={styles['author']}>
                  <strong>{name}</strong>
                  {t('testimonials.at', { establishment, town })}
                </figcaption>
              </div>
            </figure>
          </li>
        ))}
      </ul>
    </ListingSection>
  );
}
