import { CalendarDays, Euro, House, MapPin, Star, Users, X, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { AmenityIcon } from '@/product/AmenityIcon';
import { AMENITY_LABELS } from '@/domain/amenities';
import { useFormat } from '@/i18n/useFormat';
import { findingKey, type Finding, type Understanding } from './findings';
import styles from './Understood.module.css';
import { useQuoted } from './useQuoted';

const ICONS: Record<Exclude<Finding['kind'], 'amenity'>, LucideIcon> = {
  type: House,
  destination: MapPin,
  dates: CalendarDays,
  guests: Users,
  price: Euro,
  sort: Star,
};
const MANY = 5;

interface UnderstoodProps {
  understanding: Understanding;
  onRemove: (key: string) => void;
}

/** The findings as removable chips, and the words that were not understood. */
export default function Understood({ understanding: { findings, notUnderstood }, onRemove }: UnderstoodProps) {
  const { t } = useTranslation('ai-search');
  const quoted = useQuoted();
  return (
    <div className={styles['understood']}>
      <ul className={styles['chips']} aria-label={t('understood')}>
        {findings.map((finding) => (
          <Chip key={findingKey(finding)} finding={finding} onRemove={onRemove} />
        ))}
      </ul>
      <p role="status" className={styles['rest']}>
        {notUnderstood.length > 0 && t('notUnderstood', { words: quoted(notUnderstood) })}
      </p>
    </div>
  );
}

function Chip({ finding, onRemove }: { finding: Finding; onRemove: (key: string) => void }) {
  const { t } = useTranslation('ai-search');
  const words = useWords();
  const what = words(finding);
  return (
    <li className={styles['chip']}>
      {finding.kind === 'amenity' ? <AmenityIcon label={AMENITY_LABELS[finding.value]} /> : <FindingIcon kind={finding.kind} />}
      {what}
      <button type="button" aria-label={t('remove', { what })} onClick={() => onRemove(findingKey(finding))} className={styles['remove']}>
        <X aria-hidden />
      </button>
    </li>
  );
}

function FindingIcon({ kind }: { kind: keyof typeof ICONS }) {
  const Icon = ICONS[kind];
  return <Icon aria-hidden />;
}

function useWords(): (finding: Finding) => string {
  const { t } = useTranslation(['ai-search', 'search', 'amenities']);
  // A search has no choice for one person: its first one is a room for two.
  const guestsText = (count: number) => {
    if (count === 1) return t('chip.single');
    return count < MANY ? t('chip.guests', { count }) : t('chip.guestsOrMore', { count: MANY });
  };
  const format = useFormat();
  return (finding) => {
    switch (finding.kind) {
      case 'type':
        return t(`search:type.${finding.value}`);
      case 'destination':
        return finding.value;
      case 'amenity':
        return t(`amenities:${finding.value}`);
      case 'guests':
        return guestsText(finding.value);
      case 'dates': {
        const { arrival, departure } = finding.value;
        if (!arrival) return '';
        return departure
          ? t('search:dates.range', { arrival: format.shortDate(arrival), departure: format.shortDate(departure) })
          : t('chip.arrival', { date: format.date(arrival) });
      }
      case 'price': {
        const { low, high } = finding;
        if (low !== null && high !== null) return t('chip.priceRange', { low: format.price(low), high: format.price(high) });
        if (high !== null) return t('chip.maxPrice', { price: format.price(high) });
        return t('chip.minPrice', { price: format.price(low ?? 0) });
      }
      default:
        return t(finding.value === 'priceAsc' ? 'chip.cheapest' : 'chip.bestRated');
    }
  };
}
