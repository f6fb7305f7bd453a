import { useTranslation } from 'react-i18next';
import { Picture } from '@/pictures/Picture';
import styles from './Hero.module.css';
import { SearchForm } from './SearchForm';

/** A picture over the full width, a title and the search form. On a phone, the form comes first. */
export function Hero() {
  const { t } = useTranslation('home');
  return (
    <section className={styles['hero']}>
      <div className={styles['words']}>
        <h1>{t('hero.heading')}</h1>
        <p>{t('hero.text')}</p>
      </div>
      <SearchForm />
      {/* The last element, as on a phone: a picture first in the document would shift while the rest loads. */}
      <div className={styles['scene']}>
        <Picture name="hero-home" alt="" sizes="max(100vw, 160vh)" fill priority />
      </div>
    </section>
  );
}
