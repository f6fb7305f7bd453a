import { useTranslation } from 'react-i18next';
import { classes } from '@/components/classes';
import { Stars } from '@/components/Stars';
import { TESTIMONIALS } from '@/data/testimonials';
import { Section } from './Section';
import styles from './Testimonials.module.css';

/** §2 Home: what six people say, each as long as it took them. */
export function Testimonials() {
  const { t } = useTranslation('home-inspiration');
  return (
    <Section title={t('testimonials.title')} text={t('testimonials.text')}>
      <ul className={styles['testimonials']}>
        {TESTIMONIALS.map(({ id, name, location, rating, avatar }) => (
          <li key={id} className={styles['testimonial']}>
            <figure>
              <Stars rating={rating} />
              <blockquote className={styles['comment']}>{t(`testimonials.comment.${id}`)}</blockquote>
              <figcaption className={styles['author']}>
                <span aria-hidden className={classes(styles['avatar'], styles[avatar])}>
                  {initials(name)}
                </span>
                <span className={styles['name']}>{name}</span>
                <span className={styles['location']}>{location}</span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function initials(name: string): string {
  return name
    .split(' ')
    .map((part) => part.charAt(0))
    .join('');
}
