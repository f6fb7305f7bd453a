import { X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { IconButton } from './Button';
import { classes } from './classes';
import { useControlLabels } from './controlLabels';
import styles from './Toasts.module.css';
import { dismissToast, pauseToasts, resumeToasts, toastStore } from './toasts';

/** Rendered once, in the layout. The live region must exist before the first toast, else it is not announced. */
export function Toasts() {
  const labels = useControlLabels();
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.snapshot, toastStore.snapshot);
  return (
    <div
      role="presentation"
      onPointerEnter={pauseToasts}
      onPointerLeave={(event) => !event.currentTarget.contains(document.activeElement) && resumeToasts()}
      onFocus={pauseToasts}
      onBlur={(event) => !event.currentTarget.matches(':hover') && resumeToasts()}
      className={styles['region']}
    >
      <div role="status" aria-live="polite" className={styles['list']}>
        {toasts.map(({ id, text, tone }) => (
          <div key={id} className={classes(styles['toast'], styles[tone])}>
            <p>{text}</p>
            <IconButton label={labels.close} onClick={() => dismissToast(id)}>
              <X aria-hidden />
            </IconButton>
          </div>
        ))}
      </div>
    </div>
  );
}
