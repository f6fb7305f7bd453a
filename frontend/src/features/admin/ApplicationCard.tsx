import { Check, ChevronDown, Hotel, X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApplicationStatus, Decision, HostApplication } from '@/api/administration';
import { Badge } from '@/components/Badge';
import { Button, ButtonLink } from '@/components/Button';
import { Notice } from '@/components/Notice';
import { hotelAddress } from '@/domain/hotelAddress';
import { Price } from '@/product/Price';
import { useFormat } from '@/i18n/useFormat';
import styles from './ApplicationCard.module.css';
import { ApplicationDetails } from './ApplicationDetails';
import { PropertyTypeName } from './KindName';
import { useDecision } from './useDecision';

const TONES = { pending: 'sand', approved: 'maquis', rejected: 'terracotta' } as const satisfies Record<ApplicationStatus, string>;

interface ApplicationCardProps {
  application: HostApplication;
  /** True for the first undecided application: it starts expanded, and its approve button has the accent colour. */
  isNext: boolean;
  token: string;
}

export function ApplicationCard({ application, isNext, token }: ApplicationCardProps) {
  const { t } = useTranslation('admin');
  const format = useFormat();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [chosen, setChosen] = useState<boolean | null>(null);
  const { decide, pending, submitError } = useDecision(application, token);
  const open = chosen ?? isNext;

  const { propertyName, propertyType, owner, city, pricePerNight, status, hotelId } = application;
  const take = (decision: Decision) => decide(decision, { onSuccess: () => heading.current?.focus() });

  return (
    <article aria-labelledby={`${id}-title`} className={styles['card']} data-status={status}>
      <div className={styles['summary']}>
        <div className={styles['what']}>
          <h2 ref={heading} id={`${id}-title`} tabIndex={-1}>
            {propertyName}
          </h2>
          <Badge tone={TONES[status]}>{t(`applications.status.${status}`)}</Badge>
          <p className={styles['facts']}>
            {propertyType && <PropertyTypeName name={propertyType} />}
            {[city, owner].filter(Boolean).map((fact) => ` · ${fact}`)}
          </p>
          <p className={styles['sent']}>{t('applications.sent', { date: format.dateTime(application.createdAt) })}</p>
        </div>
        {pricePerNight ? <Price euros={pricePerNight} perNight /> : <p className={styles['sent']}>{t('applications.noPrice')}</p>}
        <div className={styles['actions']}>
          {status === 'pending' && (
            <>
              <Button
                size="sm"
                variant={isNext ? 'accent' : 'primary'}
                icon={<Check aria-hidden />}
                busy={pending === 'approve'}
                disabled={pending !== null}
                aria-describedby={`${id}-title`}
                onClick={() => take('approve')}
              >
                {t('decision.approve')}
              </Button>
              <Button
                size="sm"
                variant="outline"
                icon={<X aria-hidden />}
                busy={pending === 'reject'}
                disabled={pending !== null}
                aria-describedby={`${id}-title`}
                onClick={() => take('reject')}
              >
                {t('decision.reject')}
              </Button>
            </>
          )}
          {hotelId !== null && (
            <ButtonLink to={hotelAddress(hotelId)} size="sm" variant="quiet" icon={<Hotel aria-hidden />} aria-describedby={`${id}-title`}>
              {t('applications.hotel')}
            </ButtonLink>
          )}
          <Button
            size="sm"
            variant="quiet"
            icon={<ChevronDown aria-hidden />}
            aria-expanded={open}
            aria-controls={`${id}-details`}
            aria-describedby={`${id}-title`}
            className={styles['expander']}
            onClick={() => setChosen(!open)}
          >
            {t('applications.details')}
          </Button>
        </div>
      </div>
      {submitError && <Notice tone="error">{submitError}</Notice>}
      <div id={`${id}-details`} hidden={!open}>
        {open && <ApplicationDetails application={application} />}
      </div>
    </article>
  );
}
