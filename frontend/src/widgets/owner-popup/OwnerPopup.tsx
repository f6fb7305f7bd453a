import { BadgePercent, CalendarHeart, Headset, Sparkles } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { scrollSmoothly } from '@/scheduling/lazyLayout';
import { Button } from '@/components/Button';
import { classes } from '@/components/classes';
import { Dialog } from '@/components/Dialog';
import list from '@/components/IconList.module.css';
import styles from './OwnerPopup.module.css';

const BENEFITS = [
  { key: 'discount', Icon: BadgePercent },
  { key: 'priority', Icon: Sparkles },
  { key: 'monthly', Icon: CalendarHeart },
  { key: 'support', Icon: Headset },
] as const;

export default function OwnerPopup({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('layout');
  const discover = () => {
    onClose();
    // The frame's delay lets the dialog close first.
    requestAnimationFrame(() => scrollSmoothly(programme()));
  };
  const footer = (
    <div className={styles['actions']}>
      <Button variant="quiet" onClick={onClose}>
        {t('ownerPopup.later')}
      </Button>
      <Button variant="accent" onClick={discover}>
        {t('ownerPopup.discover')}
      </Button>
    </div>
  );
  return (
    <Dialog isOpen onClose={onClose} title={t('ownerPopup.title')} footer={footer}>
      <p className={styles['text']}>{t('ownerPopup.text')}</p>
      <ul className={classes(list['list'], styles['benefits'])} aria-label={t('ownerPopup.eyebrow')}>
        {BENEFITS.map(({ key, Icon }) => (
          <li key={key}>
            <Icon aria-hidden />
            {t(`ownerPopup.${key}`)}
          </li>
        ))}
      </ul>
      <p className={styles['note']}>{t('ownerPopup.note')}</p>
    </Dialog>
  );
}

/** The page's section about the programme, if it has one. A prerendered page has one for each width, and hides the others. */
function programme(): Element | undefined {
  const sections = document.querySelectorAll('[data-section="owner-premium"]');
  return [...sections].find((section) => section.getClientRects().length > 0);
}
