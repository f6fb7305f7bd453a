import { METRES_PER_UNIT } from '@/geography/plane';
import { useTextLanguage } from '@/i18n/useFormat';
import styles from './MapScale.module.css';

const WIDEST_PX = 96;
const STEPS = [5, 2, 1];

/** A bar with the length that it has on the island. */
export function MapScale({ scale }: { scale: number }) {
  const language = useTextLanguage();
  const metresPerPixel = METRES_PER_UNIT / scale;
  const metres = roundLength(WIDEST_PX * metresPerPixel);
  const [amount, unit] = metres >= 1000 ? [metres / 1000, 'kilometer'] : [metres, 'meter'];
  return (
    <span className={styles['scale']} style={{ width: metres / metresPerPixel }}>
      {new Intl.NumberFormat(language, { style: 'unit', unit }).format(amount)}
    </span>
  );
}

/** The longest length up to a maximum of the form 1, 2 or 5 times a power of ten. */
function roundLength(longest: number): number {
  const power = 10 ** Math.floor(Math.log10(longest));
  return power * (STEPS.find((step) => step * power <= longest) ?? 1);
}
