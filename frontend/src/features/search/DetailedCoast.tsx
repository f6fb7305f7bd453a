import { useEffect, useState } from 'react';
import coast from '@/geography/coastDetail.svg';
import { IslandShape } from '@/product/IslandShape';
import styles from './DetailedCoast.module.css';

/** SVG content: the coast with its islets, from OpenStreetMap, in the units of `ISLAND`; the coarse coast until it has loaded. */
export function DetailedCoast() {
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    const picture = new Image();
    const onLoad = () => setLoaded(true);
    picture.addEventListener('load', onLoad);
    picture.src = coast;
    return () => picture.removeEventListener('load', onLoad);
  }, []);
  if (!isLoaded) return <IslandShape />;
  return (
    <>
      <use href={`${coast}#coast`} className={styles['shallows']} />
      <use href={`${coast}#coast`} className={styles['coast']} />
    </>
  );
}
