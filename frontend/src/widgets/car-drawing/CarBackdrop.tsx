import type { ComponentType } from 'react';
import type { CarCategory } from '@/sample-content/cars';
import styles from './CarBackdrop.module.css';

function Coast() {
  return (
    <>
      <circle cx="196" cy="26" r="16" className={styles['sun']} />
      <path d="M150 78Q172 50 204 44T270 26V78Z" className={styles['rock']} />
      <path d="M-30 78Q10 62 40 68T110 78Z" className={styles['far']} />
      <rect x="-30" y="76" width="300" height="28" className={styles['sea']} />
      <path d="M-6 84V58L12 84ZM-10 86H14L10 91H-6Z" className={styles['sail']} />
    </>
  );
}

function Mountains() {
  return (
    <>
      <circle cx="232" cy="26" r="16" className={styles['sun']} />
      <path d="M-30 78 2 40 20 58 52 20 80 54 104 34 140 70 176 44 206 66 240 40 270 62V104H-30Z" className={styles['rock']} />
      <path d="M52 20 80 54 66 62 56 44ZM104 34 140 70 116 64ZM2 40 20 58 8 64ZM176 44 206 66 186 66Z" className={styles['shade']} />
      <path d="M-30 92Q30 70 96 84T190 78T270 84V104H-30Z" className={styles['wood']} />
    </>
  );
}

function Town() {
  return (
    <>
      <circle cx="180" cy="26" r="16" className={styles['sun']} />
      <path d="M-30 84Q60 56 130 66T270 52V104H-30Z" className={styles['far']} />
      <path d="M-30 66H-2V52H26V62H54V104H-30ZM196 104V48L206 36 216 48V58H240V46H270V104Z" className={styles['house']} />
      <path d="M-34 66 -16 58 0 66ZM-4 52 12 43 28 52ZM24 62 40 54 56 62ZM213 58 228 50 242 58ZM194 49 206 35 218 49Z" className={styles['roof']} />
      <path d="M6 60H12V68H6ZM18 60H24V68H18ZM-20 74H-14V82H-20ZM36 70H42V78H36ZM202 54H210V62H202ZM224 66H230V74H224ZM250 56H256V64H250Z" className={styles['shutter']} />
    </>
  );
}

/** The backdrop of each car category. */
const PLACES: Record<CarCategory, ComponentType> = {
  economy: Town,
  compact: Coast,
  saloon: Mountains,
  suv: Mountains,
  people: Town,
  convertible: Coast,
  van: Town,
  electric: Coast,
};

/** The scenery behind the road, above y = 100. */
export function Backdrop({ category }: { category: CarCategory }) {
  const Place = PLACES[category];
  return <Place />;
}
