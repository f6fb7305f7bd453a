import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { PictureName } from '@/pictures/manifest';
import { Picture } from '@/pictures/Picture';
import { Section } from './Section';
import styles from './Services.module.css';

interface Service {
  readonly key: 'flight' | 'taxi';
  /** The `id` that the navigation links to. */
  readonly id: string;
  readonly to: string;
  readonly picture: PictureName;
}

const SERVICES: readonly Service[] = [
  { key: 'flight', id: 'vol', to: '/car-rental', picture: 'car-1' },
  { key: 'taxi', id: 'taxi', to: '/taxi', picture: 'taxi-1' },
];

/** The services around a stay: flights, restaurants, taxis. */
export function Services() {
  const { t } = useTranslation('home');
  return (
    <Section title={t('services.title')}>
      <ul className={styles['services']}>
        {SERVICES.map(({ key, id, to, picture }) => (
          <li key={key} id={id} className={styles['service']}>
            <Picture name={picture} alt="" sizes="(min-width: 768px) 588px, 100vw" ratio={2} />
            <div className={styles['words']}>
              <h3>
                <Link to={to}>{t(`services.${key}.title`)}</Link>
              </h3>
              <p>{t(`services.${key}.text`)}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
