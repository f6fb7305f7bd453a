import { useTranslation } from 'react-i18next';
import { useFormat } from '@/i18n/useFormat';
import { classes } from '@/components/classes';
import styles from './Price.module.css';

interface PriceProps {
  euros: number;
  /** 'à partir de' before it. */
  from?: boolean;
  /** 'par nuit' after it. */
  perNight?: boolean;
  /** Any other unit after it. */
  unit?: string;
  /** Struck through, before the price. */
  before?: number;
  large?: boolean;
}

/** Never split over lines. */
export function Price({ euros, from = false, perNight = false, unit: otherUnit, before, large = false }: PriceProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const unit = perNight ? t('price.perNight') : otherUnit;
  return (
    <span className={classes(styles['price'], large && styles['large'])}>
      {from && <span className={styles['small']}>{t('price.from')} </span>}
      {before !== undefined && <s className={styles['small']}>{format.price(before)} </s>}
      <span className={styles['amount']}>{format.price(euros)}</span>
      {unit && <span className={styles['small']}> {unit}</span>}
    </span>
  );
}
