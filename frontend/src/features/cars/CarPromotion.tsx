import { CalendarCheck, Headset, Infinity as Unlimited, ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { CAR_COMPANIES, CARS, type CarCompany } from '@/sample-content/cars';
import { useFormat } from '@/i18n/useFormat';
import { CarDrawing } from '@/widgets/car-drawing/CarDrawing';
import { Benefits } from '@/widgets/listing/Benefits';
import { ListingSection } from '@/widgets/listing/ListingSection';
import styles from './CarPromotion.module.css';

const BENEFITS = [
  { key: 'cancel', icon: CalendarCheck },
  { key: 'price', icon: ShieldCheck },
  { key: 'mileage', icon: Unlimited },
  { key: 'support', icon: Headset },
] as const;

/** Shown until the first search: the rental companies, and the benefits of the site. */
export function CarPromotion() {
  const { t } = useTranslation('cars');
  return (
    <>
      <ListingSection title={t('promo.companies')} text={t('promo.companiesText')}>
        <ul className={styles['companies']}>
          {CAR_COMPANIES.map((company) => (
            <Company key={company} company={company} />
          ))}
        </ul>
      </ListingSection>
      <Benefits
        look="plain"
        tone="sand"
        title={t('promo.benefits')}
        items={BENEFITS.map(({ key, icon }) => ({ icon, title: t(`promo.${key}.title`), text: t(`promo.${key}.text`) }))}
      />
    </>
  );
}

/** A company with the price of its cheapest car. */
function Company({ company }: { company: CarCompany }) {
  const { t } = useTranslation('cars');
  const format = useFormat();
  const [cheapest] = CARS.filter((car) => car.company === company).toSorted((a, b) => a.pricePerDay - b.pricePerDay);
  return (
    <li className={styles['company']}>
      {cheapest && <CarDrawing category={cheapest.category} paint={cheapest.paint} />}
      <div className={styles['words']}>
        <h3>{company}</h3>
        <p className={styles['text']}>{t(`promo.company.${company}`)}</p>
        {cheapest && <p className={styles['price']}>{t('promo.from', { price: format.price(cheapest.pricePerDay) })}</p>}
      </div>
    </li>
  );
}
