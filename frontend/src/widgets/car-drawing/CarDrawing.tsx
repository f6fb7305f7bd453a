import type { Car } from '@/sample-content/cars';
import { CAR_BODIES } from './carBodies';
import { Backdrop } from './CarBackdrop';
import styles from './CarDrawing.module.css';

const ROAD = 106;

/** A car of a category and colour on a coast road. Decorative: the text beside it has the same information. */
export function CarDrawing({ category, paint }: Pick<Car, 'category' | 'paint'>) {
  const { body, windows, wheels, radius, waist, rear, front } = CAR_BODIES[category];
  const axle = ROAD - radius;
  return (
    <svg viewBox="-30 0 300 150" aria-hidden focusable="false" className={styles['drawing']}>
      <rect x="-30" width="300" height="150" className={styles['sky']} />
      <Backdrop category={category} />
      <rect x="-30" y="100" width="300" height="50" className={styles['road']} />
      <rect x="-30" y="128" width="300" height="3" className={styles['edge']} />
      <ellipse cx={(rear + front) / 2} cy={ROAD + 1} rx={(front - rear) / 2 + 8} ry="5" className={styles['shadow']} />
      {category === 'convertible' && <Cabin />}
      <path d={body} fill={`var(--${paint})`} />
      <path d={`M${rear} 84H${front}L${front - 2} 94H${rear}Z`} className={styles['shade']} />
      <rect x={rear + 10} y={waist + 2} width={front - rear - 34} height="2.5" rx="1.2" className={styles['light']} />
      {windows.map((path) => (
        <path key={path} d={path} className={styles['glass']} />
      ))}
      <rect x={rear} y={waist + 10} width="5" height="10" rx="2" className={styles['tail']} />
      <rect x={front - 12} y={waist + 11} width="10" height="7" rx="3.5" className={styles['lamp']} />
      <rect x={(rear + front) / 2 - 16} y={waist + 8} width="11" height="3" rx="1.5" className={styles['trim']} />
      {category === 'suv' && <rect x="68" y="17" width="70" height="3" rx="1.5" className={styles['trim']} />}
      {category === 'van' && <path d="M122 26V88" className={styles['frame']} strokeWidth="2" />}
      {category === 'electric' && <path d="M104 66 92 81H101L97 91 111 76H102Z" className={styles['bolt']} />}
      {wheels.map((x) => (
        <g key={x}>
          <circle cx={x} cy={axle} r={radius} className={styles['tyre']} />
          <circle cx={x} cy={axle} r={radius * 0.55} className={styles['rim']} />
          <circle cx={x} cy={axle} r={radius * 0.16} className={styles['tyre']} />
        </g>
      ))}
    </svg>
  );
}

/** The upper part of a convertible: folded hood, two seats, windscreen frame. */
function Cabin() {
  return (
    <>
      <path d="M48 60Q52 47 70 46H88Q95 49 97 60Z" className={styles['hood']} />
      <rect x="98" y="42" width="10" height="20" rx="4" className={styles['trim']} />
      <rect x="116" y="42" width="10" height="20" rx="4" className={styles['trim']} />
      <path d="M148 58 131 35" className={styles['frame']} />
    </>
  );
}
