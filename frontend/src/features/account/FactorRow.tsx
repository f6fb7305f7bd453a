import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SecondFactor } from '@/api/account';
import { removeFactor } from '@/api/secondFactors';
import { Button } from '@/components/Button';
import { classes } from '@/components/classes';
import { toast } from '@/components/toasts';
import { useFormat } from '@/i18n/useFormat';
import styles from './SessionsSection.module.css';
import { useErrorText } from './useErrorText';

/** An authenticator app of the account. Its removal needs a second click. */
export function FactorRow({ factor, token }: { factor: SecondFactor; token: string }) {
  const { t } = useTranslation(['account', 'common']);
  const format = useFormat();
  const [isAsking, setAsking] = useState(false);
  const { mutate: remove, isPending } = useRemoval(factor.id, token);
  return (
    <li className={styles['session']}>
      <span className={styles['icon']}>
        <ShieldCheck aria-hidden />
      </span>
      <div>
        <p className={styles['name']}>{t('factor.app')}</p>
        <p className={styles['facts']}>{t('factor.since', { date: format.dateTime(factor.createdAt) })}</p>
      </div>
      {isAsking ? (
        <div className={classes(styles['end'], styles['confirm'])}>
          <Button size="sm" busy={isPending} onClick={() => remove()}>
            {t('factor.removeConfirm')}
          </Button>
          <Button variant="quiet" size="sm" onClick={() => setAsking(false)}>
            {t('common:action.cancel')}
          </Button>
        </div>
      ) : (
        <Button variant="outline" size="sm" onClick={() => setAsking(true)} className={styles['end']}>
          {t('factor.remove')}
        </Button>
      )}
    </li>
  );
}

function useRemoval(id: string, token: string) {
  const { t } = useTranslation('account');
  const errorText = useErrorText();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => removeFactor(id, token),
    onSuccess: () => toast(t('factor.removed'), 'success'),
    onError: (error) => toast(errorText(error), 'error'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['account'] }),
  });
}
