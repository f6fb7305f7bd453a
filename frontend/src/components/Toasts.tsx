import { X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './Button';
import { classes } from './classes';
import styles from './Toasts.module.css';
import { dismissToast, toastStore } from './toasts';

/** Stands once, in the layout. The region is there before any message, else the first one goes unheard. */
export function Toasts() {
  const { t } = useTranslation();
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.snapshot, toastStore.snapshot);
  return (
    <div role="status" aria-live="polite" className={styles['region']}>
      {toasts.map(({ id, text, tone }) => (
        <div key={id} className={classes(styles['toast'], styles[tone])}>
          <p>{text}</p>
          <IconButton label={t('action.close')} onClick={() => dismissToast(id)}>
            <X aria-hidden />
          </IconButton>
        </div>
      ))}
    </div>
  );
}
