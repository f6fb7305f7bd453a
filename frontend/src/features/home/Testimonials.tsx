import { useTranslation } from 'react-i18next';
import { classes } from '@/components/classes';
import { Stars } from '@/product/Stars';
import { useMediaQuery } from '@/components/useMediaQuery';
import { TESTIMONIALS } from '@/sample-content/testimonials';
import { Section } from './Section';
import styles from './Testimonials.module.css';
import swipe from './SwipeRow.module.css';

/** §2 Home: six testimonials of different lengths. */
export function Testimonials() {
  const { t } = useTranslation('home-inspiration');
  const isWide = useMediaQuery('(min-width: 768px)');
  return (
    <Section title={t('testimonials.title')} text={t('testimonials.text')}>
      {/* On a phone the row scrolls. It is focusable, because nothing in it is, and keyboards must scroll it too. */}
      <ul
        tabIndex={isWide ? undefined : 0}
        aria-label={t('testimonials.title')}
        className={classes(swipe['row'], styles['testimonials'])}
      >
        {TESTIMONIALS.map(({ id, name, location, rating, avatar }) => (
          <li key={id} className={classes(swipe['item'], styles['testimonial'])}>
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
