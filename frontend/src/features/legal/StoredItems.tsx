import { useTranslation } from 'react-i18next';
import styles from './StoredItems.module.css';

/** What the site stores in the browser: the text of each entry, and the keys that belong to it. */
const ITEMS = [
  { item: 'session', keys: ['auth_token', 'user_profile', 'auth_writing', 'session_expired'] },
  { item: 'language', keys: ['i18nextLng'] },
  { item: 'visit', keys: ['has_visited_homepage'] },
  { item: 'consent', keys: ['third_party_consent'] },
  { item: 'booking', keys: ['confirmed_bookings', 'receipt_opened_at_…'] },
  { item: 'administration', keys: ['admin_session'] },
  { item: 'technical', keys: ['reloaded_build', 'react-router-scroll-positions'] },
] as const;

/** The list of what the site stores in the browser, why and for how long. */
export function StoredItems() {
  const { t } = useTranslation('cookies');
  return (
    <dl className={styles['items']}>
      {ITEMS.map(({ item, keys }) => (
        <div key={item}>
          <dt>
            {t(`stored.${item}.name`)}
            <span className={styles['keys']}>
              {keys.map((key) => (
                <code key={key}>{key}</code>
              ))}
            </span>
          </dt>
          <dd>{t(`stored.${item}.text`)}</dd>
        </div>
      ))}
    </dl>
  );
}
