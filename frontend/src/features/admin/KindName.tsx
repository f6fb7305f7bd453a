import { useTranslation } from 'react-i18next';
import { APPLICATION_PROPERTY_TYPES } from '@/domain/applicationPropertyTypes';
import { ROOM_TYPES } from '@/domain/roomTypes';
import { CONTENT_LANGUAGE } from '@/i18n/language';

/** The translated name of a property type. A name that the form does not offer is shown as sent, with its `lang`. */
export function PropertyTypeName({ name }: { name: string }) {
  const { t } = useTranslation('partners');
  const known = APPLICATION_PROPERTY_TYPES.find((type) => type.name === name);
  return known ? t(`propertyType.${known.id}`) : <span lang={CONTENT_LANGUAGE}>{name}</span>;
}

/** The translated name of a room type; see `PropertyTypeName`. */
export function RoomTypeName({ name }: { name: string }) {
  const { t } = useTranslation('partners');
  const known = ROOM_TYPES.find((type) => type.name === name);
  return known ? t(`roomType.${known.id}`) : <span lang={CONTENT_LANGUAGE}>{name}</span>;
}
