import { BadgePercent, CalendarHeart, Headset, Sparkles } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { scrollSmoothly } from '@/scheduling/lazyLayout';
import { Button } from '@/components/Button';
import { classes } from '@/components/classes';
import list from '@/components/IconList.module.css';
import { Picture } from '@/pictures/Picture';
import { useAuthDialog } from '@/widgets/auth/authDialog';
import styles from './OwnerPremium.module.css';

const BENEFITS = [
  { key: 'discount', Icon: BadgePercent },
  { key: 'priority', Icon: Sparkles },
  { key: 'support', Icon: Headset },
  { key: 'monthly', Icon: CalendarHeart },
] as const;

/** §2 Home: the invitation to the Owner Premium programme. Accepting it scrolls to the section for hosts. */
export function OwnerPremium({ id }: { id?: string }) {
  const { t } = useTranslation(['home-inspiration', 'layout']);
  const titleId = useId();
  const authDialog = useAuthDialog();
  return (
    <section id={id} data-section="owner-premium" aria-labelledby={titleId} className={styles['band']}>
      <div className={styles['panel']}>
        <Picture name="resort-3" alt="" sizes="(min-width: 1024px) 500px, 100vw" fill className={styles['picture']} />
        <div className={styles['words']} onPointerEnter={authDialog.preload} onFocus={authDialog.preload}>
          <p className={styles['eyebrow']}>{t('premium.eyebrow')}</p>
          <h2 id={titleId}>{t('premium.title')}</h2>
          <p>{t('premium.text')}</p>
          <ul className={classes(list['list'], styles['benefits'])} aria-label={t('premium.benefits')}>
            {BENEFITS.map(({ key, Icon }) => (
              <li key={key}>
                <Icon aria-hidden />
                {t(`premium.${key}`)}
              </li>
            ))}
          </ul>
          <p className={styles['note']}>{t('layout:ownerPopup.note')}</p>
          <div className={styles['actions']}>
            <Button variant="inverse" onClick={() => authDialog.open('register', showHosts)}>
              {t('premium.register')}
            </Button>
            <button type="button" className={styles['login']} onClick={() => authDialog.open('login', showHosts)}>
              {t('premium.login')}
            </button>
          </div>
        </div>
      </div>
    </section>
  );
}

/** Scrolls after the banner, which only visitors see, has been removed: its removal moves the sections below it. */
function showHosts(): void {
  requestAnimationFrame(() => requestAnimationFrame(() => scrollSmoothly(document.getElementById('hebergeurs'))));
}
