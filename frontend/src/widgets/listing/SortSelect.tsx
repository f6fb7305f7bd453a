import { useTranslation } from 'react-i18next';
import { Select } from '@/components/Select';
import { ORDERS, type Order } from '@/domain/sortOrder';

interface SortSelectProps {
  value: Order;
  onChange: (order: Order) => void;
}

export function SortSelect({ value, onChange }: SortSelectProps) {
  const { t } = useTranslation('listing');
  const choose = (chosen: string) => onChange(ORDERS.find((order) => order === chosen) ?? 'recommended');
  return (
    <Select label={t('sort.label')} value={value} onChange={(event) => choose(event.target.value)}>
      {ORDERS.map((order) => (
        <option key={order} value={order}>
          {t(`sort.${order}`)}
        </option>
      ))}
    </Select>
  );
}
