import { useTranslation } from 'react-i18next';
import { APPLICATION_PROPERTY_TYPES } from '@/domain/applicationPropertyTypes';
import { ROOM_TYPES } from '@/domain/roomTypes';
import { CONTENT_LANGUAGE } from '@/i18n/language';

/** A kind of place by the name that applications carry; one that the form does not offer says in which language it is. */
export function PropertyTypeName({ name }: { name: string }) {
  const { t } = useTranslation('partners');
  const known = APPLICATION_PROPERTY_TYPES.find((type) => type.name === name);
  return known ? t(`propertyType.${known.id}`) : <span lang={CONTENT_LANGUAGE}>{name}</span>;
}

/** A kind of room, likewise. */
export function RoomTypeName({ name }: { name: string }) {
  const { t } = useTranslation('partners');
  const known = ROOM_TYPES.find((type) => type.name === name);
  return known ? t(`roomType.${known.id}`) : <span lang={CONTENT_LANGUAGE}>{name}</span>;
}
