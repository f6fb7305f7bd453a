import { useTranslation } from 'react-i18next';
import { Button } from '@/components/Button';
import { Card } from '@/components/Card';
import { Picture } from '@/pictures/Picture';
import { Price } from '@/product/Price';
import { POPULAR_TRANSFERS, type PopularTransfer } from '@/sample-content/popularTransfers';
import { ListingSection } from '@/widgets/listing/ListingSection';
import styles from './PopularTransfers.module.css';
import { usePlaceName } from './usePlaceName';

export function PopularTransfers({ onChoose }: { onChoose: (transfer: PopularTransfer) => void }) {
  const { t } = useTranslation('taxi');
  const nameOf = usePlaceName();
  const duration = (minutes: number) =>
    minutes < 60 ? t('popular.minutes', { minutes }) : t('popular.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
  return (
    <ListingSection title={t('popular.title')} text={t('popular.text')}>
      <ul className={styles['grid']}>
        {POPULAR_TRANSFERS.map((transfer) => {
          const { from, to, minutes, kilometres, euros, picture } = transfer;
          const route = t('popular.route', { from: nameOf(from), to: nameOf(to) });
          return (
            <Card
              key={route}
              as="li"
              picture={<Picture name={picture} alt="" sizes="(min-width: 1024px) 384px, (min-width: 600px) 50vw, 100vw" ratio={16 / 9} />}
              title={route}
              place={t('popular.facts', { duration: duration(minutes), kilometres })}
              foot={
                <>
                  <Price euros={euros} from />
                  <Button variant="outline" size="sm" aria-label={t('popular.bookRoute', { route })} onClick={() => onChoose(transfer)}>
                    {t('popular.book')}
                  </Button>
                </>
              }
            />
          );
        })}
      </ul>
    </ListingSection>
  );
}
