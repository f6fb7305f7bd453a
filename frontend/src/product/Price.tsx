import { useTranslation } from 'react-i18next';
import { useFormat } from '@/i18n/useFormat';
import { classes } from '@/components/classes';
import styles from './Price.module.css';

interface PriceProps {
  euros: number;
  /** Puts 'à partir de' before the price. */
  from?: boolean;
  /** Puts 'par nuit' after the price. */
  perNight?: boolean;
  /** Any other unit after the price. */
  unit?: string;
  /** An earlier price in euros, shown struck through. */
  before?: number;
  large?: boolean;
}

/** A price in euros, which never wraps. A night for 0 euros has no known price. */
export function Price({ euros, from = false, perNight = false, unit: otherUnit, before, large = false }: PriceProps) {
  const { t } = useTranslation();
  const format = useFormat();
  if (perNight && euros <= 0) return <span className={styles['small']}>{t('price.unknown')}</span>;
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
