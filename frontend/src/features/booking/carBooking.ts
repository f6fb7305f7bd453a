import { isCarLocation, type CarLocation } from '@/domain/carLocations';
import { readDay, readTime, rentalDays } from '@/domain/carSearch';
import { carName, CARS, type Car } from '@/sample-content/cars';

export interface CarBooking {
  readonly car: Car;
  readonly name: string;
  readonly location: CarLocation | null;
  readonly pickupDate: string;
  readonly pickupTime: string;
  readonly returnDate: string;
  readonly returnTime: string;
  readonly days: number;
  readonly total: number;
}

export const isCarBooking = (query: URLSearchParams): boolean => query.get('type') === 'car';

/** The rental in the address; null if the car is unknown or not available, or a date is missing. */
export function readCarBooking(query: URLSearchParams): CarBooking | null {
  const car = CARS.find(({ id, available }) => available && String(id) === query.get('id'));
  const pickupDate = readDay(query, 'pickupDate', 'checkin', 'checkIn');
  const returnDate = readDay(query, 'returnDate', 'checkout', 'checkOut');
  if (!car || !pickupDate || !returnDate) return null;

  const location = query.get('location');
  const days = rentalDays(pickupDate, returnDate);
  return {
    car,
    name: carName(car),
    location: isCarLocation(location) ? location : null,
    pickupDate,
    pickupTime: readTime(query, 'pickupTime'),
    returnDate,
    returnTime: readTime(query, 'returnTime'),
    days,
    total: days * car.pricePerDay,
  };
}
