import { useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '@/components/Button';
import { useFormat } from '@/i18n/useFormat';
import styles from './BookingPage.module.css';
import { receiptAddress, type ConfirmedBooking } from './confirmedBookings';

interface BookedAlreadyProps {
  /** Finds an equal booking of this session. */
  find: () => ConfirmedBooking | undefined;
  /** The form. */
  children: ReactNode;
}

/** Shows the receipt's link instead of the form for what was paid in this session, unless the traveller wants another. */
export function BookedAlready({ find, children }: BookedAlreadyProps) {
  const { t } = useTranslation('booking');
  const format = useFormat();
  const [earlier, setEarlier] = useState(find);
  const content = useRef<HTMLDivElement>(null);
  const bookAgain = () => {
    setEarlier(undefined);
    content.current?.focus();
  };
  return (
    <div ref={content} tabIndex={-1} className={styles['content']}>
      {earlier ? (
        <section aria-labelledby="booked-already" className={styles['panel']}>
          <h2 id="booked-already">{t('already.title')}</h2>
          <p>{t('already.text', { code: earlier.confirmation, date: format.dateTime(earlier.bookedAt), name: earlier.name })}</p>
          <div className={styles['actions']}>
            <ButtonLink to={receiptAddress(earlier)}>{t('already.see')}</ButtonLink>
            <Button variant="outline" onClick={bookAgain}>
              {t('already.again')}
            </Button>
          </div>
        </section>
      ) : (
        children
      )}
    </div>
  );
}
