import { BatteryCharging, Cog, DoorOpen, Fuel, Snowflake, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Badge } from '@/components/Badge';
import { ButtonLink } from '@/components/Button';
import { Card } from '@/components/Card';
import { Price } from '@/product/Price';
import { RatingPill } from '@/product/RatingPill';
import { carName, type Car } from '@/sample-content/cars';
import { carBookingAddress } from '@/domain/bookingAddress';
import { rentalDays, type CarSearch } from '@/domain/carSearch';
import { useFormat } from '@/i18n/useFormat';
import { CarDrawing } from '@/widgets/car-drawing/CarDrawing';
import { Highlights } from '@/widgets/listing/Highlights';
import styles from './CarCard.module.css';

export function CarCard({ car, search }: { car: Car; search: CarSearch }) {
  const { t } = useTranslation('cars');
  const format = useFormat();
  const days = rentalDays(search.pickupDate, search.returnDate);
  const name = carName(car);
  return (
    <Card
      as="li"
      picture={<CarDrawing category={car.category} paint={car.paint} />}
      badge={<Badge tone="white">{t(`category.${car.category}`)}</Badge>}
      title={name}
      place={t('car.similar', { company: car.company })}
      foot={
        <>
          <div className={styles['prices']}>
            <Price euros={car.pricePerDay} unit={t('car.perDay')} large />
            <p>{t('car.total', { count: days, total: format.price(days * car.pricePerDay) })}</p>
          </div>
          <ButtonLink
            size="sm"
            aria-label={t('car.bookNamed', { name })}
            to={carBookingAddress(car, search)}
          >
            {t('car.book')}
          </ButtonLink>
        </>
      }
    >
      <RatingPill rating={car.rating} />
      <Specifications car={car} />
      <Highlights items={car.features.map((feature) => t(`feature.${feature}`))} />
    </Card>
  );
}

function Specifications({ car }: { car: Car }) {
  const { t } = useTranslation('cars');
  const Energy = car.fuel === 'electric' ? BatteryCharging : Fuel;
  return (
    <ul aria-label={t('car.specs')} className={styles['specifications']}>
      <li>
        <Users aria-hidden />
        {t('car.passengers', { count: car.passengers })}
      </li>
      <li>
        <DoorOpen aria-hidden />
        {t('car.doors', { count: car.doors })}
      </li>
      <li>
        <Cog aria-hidden />
        {t(`car.${car.transmission}`)}
      </li>
      <li>
        <Energy aria-hidden />
        {t(`car.${car.fuel}`)}
      </li>
      {car.airCondition && (
        <li>
          <Snowflake aria-hidden />
          {t('car.airCondition')}
        </li>
      )}
    </ul>
  );
}
