import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Picture } from '@/pictures/Picture';
import { PROMOTIONS } from '@/sample-content/promotions';
import styles from './Promotions.module.css';
import { Section } from './Section';

/** §2 Home: the promotions, one wide banner and two small ones. */
export function Promotions() {
  const { t } = useTranslation('home-offers');
  return (
    <Section title={t('promotions.title')}>
      <ul className={styles['promotions']}>
        {PROMOTIONS.map(({ key, to, picture }) => (
          <li key={key} className={styles['promotion']}>
            <Picture name={picture} alt="" sizes="(min-width: 1024px) 700px, 100vw" className={styles['picture']} />
            <div className={styles['words']}>
              <p className={styles['eyebrow']}>{t(`promotions.promotion.${key}.eyebrow`)}</p>
              <h3 className={styles['title']}>{t(`promotions.promotion.${key}.title`)}</h3>
              <p>{t(`promotions.promotion.${key}.text`)}</p>
              <Link to={to} className={styles['action']}>
                {t(`promotions.promotion.${key}.action`)}
              </Link>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
