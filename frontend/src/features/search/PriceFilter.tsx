import { lazy, memo, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PRICE_MAX, PRICE_MIN } from '@/domain/hotelFilters';
import { useFormat } from '@/i18n/useFormat';
import { PartBoundary } from '@/widgets/errors/PartBoundary';
import styles from './FilterPanel.module.css';

const RangeSlider = lazy(async () => ({ default: (await import('@/components/RangeSlider')).RangeSlider }));

const STEP = 5;
/** Debounces the slider, which emits dozens of values a second, before it changes the address. */
const REST_MS = 150;

interface PriceFilterProps {
  value: readonly [number, number];
  onChange: (price: readonly [number, number]) => void;
}

export const PriceFilter = memo(function PriceFilter({ value, onChange }: PriceFilterProps) {
  const { t } = useTranslation('search');
  const format = useFormat();
  const [low, high] = value;
  const [known, setKnown] = useState({ low, high });
  const [draft, setDraft] = useState(value);
  const [moving, setMoving] = useState(false);

  // While the user drags, the slider shows its own value; otherwise the one of the address.
  if (known.low !== low || known.high !== high) {
    setKnown({ low, high });
    if (!moving) setDraft(value);
  }

  const move = (price: readonly [number, number]) => {
    setDraft(price);
    setMoving(true);
  };
  const rest = useEffectEvent((price: readonly [number, number]) => {
    setMoving(false);
    onChange(price);
  });
  useEffect(() => {
    if (!moving) return undefined;
    const timer = setTimeout(() => rest(draft), REST_MS);
    return () => clearTimeout(timer);
  }, [moving, draft]);
  return (
    <div className={styles['price']}>
      <PartBoundary>
        <RangeSlider
          label={t('filters.price.label')}
          lowLabel={t('filters.price.low')}
          highLabel={t('filters.price.high')}
          min={PRICE_MIN}
          max={PRICE_MAX}
          step={STEP}
          value={draft}
          onChange={move}
          format={(euros) => (euros >= PRICE_MAX ? `${format.price(euros)}\u00a0+` : format.price(euros))}
        />
      </PartBoundary>
    </div>
  );
}, isUnchanged);

function isUnchanged(before: PriceFilterProps, now: PriceFilterProps): boolean {
  return before.value.join() === now.value.join() && before.onChange === now.onChange;
}
