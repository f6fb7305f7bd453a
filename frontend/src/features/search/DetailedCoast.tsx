import detail from '@/geography/coastDetail.json';
import styles from './DetailedCoast.module.css';

/** The data of the coast is in hundredths of a unit of the plane. */
const UNIT = 0.01;

/** SVG content: the coast with its islets, from OpenStreetMap, in the units of `ISLAND`. Load it lazily. */
export default function DetailedCoast() {
  return (
    <>
      <path d={detail.path} transform={`scale(${UNIT})`} className={styles['shallows']} />
      <path d={detail.path} transform={`scale(${UNIT})`} className={styles['coast']} />
    </>
  );
}
