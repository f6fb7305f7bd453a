import { X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { IconButton } from './Button';
import { classes } from './classes';
import { useControlLabels } from './controlLabels';
import styles from './Toasts.module.css';
import { dismissToast, toastStore } from './toasts';

/** Rendered once, in the layout. The live region must exist before the first toast, else it is not announced. */
export function Toasts() {
  const labels = useControlLabels();
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.snapshot, toastStore.snapshot);
  return (
    <div role="status" aria-live="polite" className={styles['region']}>
      {toasts.map(({ id, text, tone }) => (
        <div key={id} className={classes(styles['toast'], styles[tone])}>
          <p>{text}</p>
          <IconButton label={labels.close} onClick={() => dismissToast(id)}>
            <X aria-hidden />
          </IconButton>
        </div>
      ))}
    </div>
  );
}
