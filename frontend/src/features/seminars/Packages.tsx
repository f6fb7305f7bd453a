import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Badge } from '@/components/Badge';
import { Button } from '@/components/Button';
import checks from '@/components/CheckList.module.css';
import { classes } from '@/components/classes';
import { Price } from '@/product/Price';
import { SEMINAR_PACKAGES, type SeminarPackageId } from '@/sample-content/seminarPackages';
import { ListingSection } from '@/widgets/listing/ListingSection';
import styles from './Packages.module.css';

const POPULAR: SeminarPackageId = 'premium';

interface PackagesProps {
  chosen: SeminarPackageId | null;
  onChoose: (chosen: SeminarPackageId | null) => void;
}

/** Three packages. The chosen one is passed on with the quote request. */
export function Packages({ chosen, onChoose }: PackagesProps) {
  const { t } = useTranslation('seminars');
  return (
    <ListingSection title={t('packages.title')} text={t('packages.text')}>
      <ul aria-label={t('packages.title')} className={styles['list']}>
        {SEMINAR_PACKAGES.map(({ id, price }) => {
          const name = t(`packages.${id}.name`);
          const isChosen = chosen === id;
          return (
            <li key={id} data-chosen={isChosen || undefined} className={styles['package']}>
              <div className={styles['head']}>
                <h3>{name}</h3>
                {isChosen ? (
                  <Badge tone="sea" icon={<Check aria-hidden />}>
                    {t('packages.chosen')}
                  </Badge>
                ) : (
                  id === POPULAR && <Badge>{t('packages.popular')}</Badge>
                )}
              </div>
              <p className={styles['text']}>{t(`packages.${id}.text`)}</p>
              <p className={styles['price']}>
                <Price euros={price} unit={t('card.unit')} large />
              </p>
              <PackageFeatures id={id} />
              <Button
                wide
                variant={isChosen ? 'primary' : 'outline'}
                aria-pressed={isChosen}
                aria-description={name}
                onClick={() => onChoose(isChosen ? null : id)}
              >
                {t('packages.choose')}
              </Button>
            </li>
          );
        })}
      </ul>
    </ListingSection>
  );
}

function PackageFeatures({ id }: { id: SeminarPackageId }) {
  const { t } = useTranslation('seminars');
  const features = Object.values(t(`packages.${id}.features`, { returnObjects: true }));
  return (
    <ul className={classes(checks['list'], styles['features'])}>
      {features.map((feature) => (
        <li key={feature}>
          <Check aria-hidden />
          {feature}
        </li>
      ))}
    </ul>
  );
}
