import { BedDouble } from 'lucide-react';
import { lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classes } from '@/components/classes';
import type { HostApplication } from '@/api/administration';
import { preload } from '@/browser/preload';
import { AmenityIcon } from '@/product/AmenityIcon';
import { AmenityName } from '@/product/AmenityName';
import { HotelPicture } from '@/product/HotelPicture';
import { CONTENT_LANGUAGE } from '@/i18n/language';
import { useFormat } from '@/i18n/useFormat';
import { DialogBoundary } from '@/widgets/errors/DialogBoundary';
import styles from './ApplicationDetails.module.css';
import thumbnail from './Thumbnail.module.css';
import { RoomTypeName } from './KindName';
import { mailto } from './mailto';

const loadGallery = () => import('@/product/GalleryOverlay');
const GalleryOverlay = lazy(loadGallery);

/** All answers of the owner, and the photos, which open in a gallery. */
export function ApplicationDetails({ application }: { application: HostApplication }) {
  const { t } = useTranslation('admin');
  const { description, motivation, additionalServices, amenities, roomTypes } = application;
  return (
    <div className={styles['details']}>
      <Photos application={application} />
      <Facts application={application} />
      <div className={styles['texts']}>
        <Text title={t('field.description')} text={description} />
        <Text title={t('field.motivation')} text={motivation} />
        <Text title={t('field.services')} text={additionalServices} />
        {roomTypes.length > 0 && (
          <section>
            <h3>{t('field.roomTypes')}</h3>
            <ul className={styles['amenities']}>
              {roomTypes.map((name) => (
                <li key={name}>
                  <BedDouble aria-hidden />
                  <RoomTypeName name={name} />
                </li>
              ))}
            </ul>
          </section>
        )}
        {amenities.length > 0 && (
          <section>
            <h3>{t('field.amenities')}</h3>
            <ul className={styles['amenities']}>
              {amenities.map((amenity) => (
                <li key={amenity}>
                  <AmenityIcon label={amenity} />
                  <AmenityName label={amenity} />
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </div>
  );
}

function Photos({ application: { propertyName, photos } }: { application: HostApplication }) {
  const { t } = useTranslation('admin');
  const [opened, setOpened] = useState<number | null>(null);
  if (photos.length === 0) return <p className={styles['muted']}>{t('photos.none')}</p>;
  return (
    <>
      <ul aria-label={t('photos.of', { name: propertyName })} className={styles['photos']}>
        {photos.map((src, index) => (
          <li key={src}>
            <button
              type="button"
              aria-label={t('photos.open', { number: index + 1, name: propertyName })}
              onPointerEnter={() => preload(loadGallery)}
              onClick={() => setOpened(index)}
              className={classes(thumbnail['thumbnail'], styles['photo'])}
            >
              <HotelPicture src={src} alt={t('photos.photo', { number: index + 1, name: propertyName })} sizes="240px" ratio={4 / 3} />
            </button>
          </li>
        ))}
      </ul>
      {opened !== null && (
        <DialogBoundary onClose={() => setOpened(null)}>
          <GalleryOverlay title={propertyName} images={photos} start={opened} onClose={() => setOpened(null)} />
        </DialogBoundary>
      )}
    </>
  );
}

function Facts({ application }: { application: HostApplication }) {
  const { t } = useTranslation('admin');
  const format = useFormat();
  const { owner, email, phone, address, postalCode, city, rooms, maxGuests, experienceYears, previousHosting } = application;
  const place = [address, `${postalCode} ${city}`.trim()].filter(Boolean).join(', ');
  const period = usePeriod(application);
  return (
    <dl className={styles['facts']}>
      <Fact name={t('field.owner')}>{owner}</Fact>
      <Fact name={t('field.email')}>{email && <EmailLink email={email} />}</Fact>
      <Fact name={t('field.phone')}>{phone && <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>{phone}</a>}</Fact>
      <Fact name={t('field.address')}>{place}</Fact>
      <Fact name={t('field.rooms')}>{rooms !== null && format.number(rooms)}</Fact>
      <Fact name={t('field.maxGuests')}>{maxGuests !== null && format.number(maxGuests)}</Fact>
      <Fact name={t('field.experience')}>{experienceYears !== null && t('field.years', { count: experienceYears })}</Fact>
      <Fact name={t('field.previousHosting')}>{previousHosting && t(`answer.${previousHosting}`)}</Fact>
      <Fact name={t('field.availability')}>{period}</Fact>
    </dl>
  );
}

/** In a narrow column the address breaks before its host. */
function EmailLink({ email }: { email: string }) {
  const host = email.lastIndexOf('@') + 1;
  return (
    <a href={mailto(email)}>
      {email.slice(0, host)}
      <wbr />
      {email.slice(host)}
    </a>
  );
}

/** Formats a period whose start and end are both optional. */
function usePeriod({ availableFrom, availableTo }: HostApplication): string {
  const { t } = useTranslation('admin');
  const format = useFormat();
  const from = availableFrom && format.date(availableFrom);
  const to = availableTo && format.date(availableTo);
  if (from && to) return t('field.between', { from, to });
  if (from) return t('field.from', { from });
  return to ? t('field.until', { to }) : '';
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  if (!children) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Text({ title, text }: { title: string; text: string }) {
  if (!text) return null;
  return (
    <section>
      <h3>{title}</h3>
      <p lang={CONTENT_LANGUAGE} className={styles['text']}>
        {text}
      </p>
    </section>
  );
}
