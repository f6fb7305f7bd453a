import { Label, Slider, SliderThumb, SliderTrack } from 'react-aria-components';
import { classes } from './classes';
import styles from './RangeSlider.module.css';

interface RangeSliderProps {
  label: string;
  /** Accessible names of the two thumbs. */
  lowLabel: string;
  highLabel: string;
  min: number;
  max: number;
  step?: number;
  value: readonly [number, number];
  onChange: (value: [number, number]) => void;
  format: (value: number) => string;
}

/** A slider with two thumbs. Load it lazily, because it imports React Aria. */
export function RangeSlider({ label, lowLabel, highLabel, min, max, step = 1, value, onChange, format }: RangeSliderProps) {
  const [low, high] = value;
  const share = (amount: number) => `${((amount - min) / (max - min)) * 100}%`;
  return (
    <Slider
      value={[low, high]}
      onChange={(next) => onChange([next[0] ?? min, next[1] ?? max])}
      minValue={min}
      maxValue={max}
      step={step}
      className={classes(styles['slider'])}
    >
      <div className={styles['head']}>
        <Label className={classes(styles['label'])}>{label}</Label>
        <output className={styles['value']}>
          {format(low)} – {format(high)}
        </output>
      </div>
      <SliderTrack className={classes(styles['track'])}>
        <div className={styles['filled']} style={{ insetInlineStart: share(low), width: `calc(${share(high)} - ${share(low)})` }} />
        <SliderThumb index={0} aria-label={lowLabel} className={classes(styles['thumb'])} />
        <SliderThumb index={1} aria-label={highLabel} className={classes(styles['thumb'])} />
      </SliderTrack>
    </Slider>
  );
}
