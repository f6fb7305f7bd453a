import { useTranslation } from 'react-i18next';
import { Picture } from '@/pictures/Picture';
import styles from './Hero.module.css';
import { SearchForm } from './SearchForm';

/** One scene over the whole width, a sentence, and the search; on a phone the search comes first. */
export function Hero() {
  const { t } = useTranslation('home');
  return (
    <section className={styles['hero']}>
      <div className={styles['words']}>
        <h1>{t('hero.heading')}</h1>
        <p>{t('hero.text')}</p>
      </div>
      <SearchForm />
      {/* Last, for on a phone it stands there: put first, it would move as the rest of the document comes. */}
      <div className={styles['scene']}>
        <Picture name="hero-home" alt="" sizes="max(100vw, 160vh)" fill priority />
      </div>
    </section>
  );
}
