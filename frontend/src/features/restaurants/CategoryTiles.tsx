import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { RESTAURANT_CATEGORIES, type RestaurantCategory } from '@/sample-content/restaurantCategories';
import { CATEGORY_ICONS } from './categoryIcons';
import styles from './CategoryTiles.module.css';

interface CategoryTilesProps {
  chosen: RestaurantCategory | null;
  onToggle: (category: RestaurantCategory) => void;
}

/** The ten categories as toggle buttons with icon, colour and text. */
export function CategoryTiles({ chosen, onToggle }: CategoryTilesProps) {
  const { t } = useTranslation('restaurants');
  return (
    <div role="group" aria-label={t('categories.title')} className={styles['tiles']}>
      {RESTAURANT_CATEGORIES.map(({ id, color }) => {
        const Icon = CATEGORY_ICONS[id];
        return (
          <button
            key={id}
            type="button"
            aria-pressed={chosen === id}
            onClick={() => onToggle(id)}
            style={inColour(color)}
            className={styles['tile']}
          >
            <Icon aria-hidden />
            <span className={styles['name']}>{t(`category.${id}.name`)}</span>
            <span className={styles['description']}>{t(`category.${id}.description`)}</span>
          </button>
        );
      })}
    </div>
  );
}

function inColour(token: string): CSSProperties & { '--category': string } {
  return { '--category': `var(--${token})` };
}
