import * as v from 'valibot';
import type { NewHostApplication } from '@/api/hostApplications';
import { APPLICATION_AMENITIES } from '@/domain/applicationAmenities';
import { APPLICATION_PROPERTY_TYPES } from '@/domain/applicationPropertyTypes';
import { ROOM_TYPES } from '@/domain/roomTypes';
import { MIN_PHOTOS } from '@/domain/photos';

export const TEXT_MAX = 500;

/** Error codes of fields. The dictionary has a text for each. */
export type FieldError =
  | 'required'
  | 'invalidEmail'
  | 'atLeastOne'
  | 'negative'
  | 'endBeforeStart'
  | 'descriptionTooLong'
  | 'motivationTooLong'
  | 'noRoomType'
  | 'tooFewPhotos';
const fieldError = (word: FieldError): FieldError => word;

const text = v.pipe(v.string(), v.trim());
const required = v.pipe(text, v.nonEmpty(fieldError('required')));
const bounded = (word: FieldError) => v.pipe(text, v.maxLength(TEXT_MAX, fieldError(word)));
/** A whole number; an empty field has the backend's default. */
const wholeNumber = (least: number, otherwise: number, word: FieldError) =>
  v.pipe(
    text,
    v.transform((value) => (value === '' ? otherwise : Number(value))),
    v.integer(word),
    v.minValue(least, word),
  );
const price = v.pipe(
  text,
  v.transform((value) => Math.round(Number(value) * 100) / 100),
  v.finite(fieldError('negative')),
  v.minValue(0, fieldError('negative')),
);

const fields = {
  firstName: required,
  lastName: required,
  email: v.pipe(required, v.regex(/^\S+@\S+$/, fieldError('invalidEmail'))),
  phone: required,
  propertyType: required,
  propertyName: required,
  address: required,
  city: required,
  postalCode: text,
  description: bounded('descriptionTooLong'),
  roomTypes: v.pipe(v.array(v.string()), v.minLength(1, fieldError('noRoomType'))),
  numberOfRooms: wholeNumber(1, 1, fieldError('atLeastOne')),
  maxGuests: wholeNumber(1, 2, fieldError('atLeastOne')),
  pricePerNight: price,
  availabilityStart: text,
  availabilityEnd: text,
  amenities: v.array(v.string()),
  additionalServices: text,
  photos: v.pipe(v.array(v.instance(File)), v.minLength(MIN_PHOTOS, fieldError('tooFewPhotos'))),
  experienceYears: wholeNumber(0, 0, fieldError('negative')),
  previousHosting: v.picklist(['true', 'false']),
  motivation: bounded('motivationTooLong'),
};

/** §5: the partner form. */
export const Application = v.pipe(
  v.object(fields),
  v.forward(
    v.partialCheck(
      [['availabilityStart'], ['availabilityEnd']],
      ({ availabilityStart: start, availabilityEnd: end }) => !start || !end || start <= end,
      fieldError('endBeforeStart'),
    ),
    ['availabilityEnd'],
  ),
);
/** The values of the fields before validation (draft) and after it. */
export type ApplicationDraft = v.InferInput<typeof Application>;
export type Application = v.InferOutput<typeof Application>;
export type FieldName = keyof ApplicationDraft;

export const EMPTY_DRAFT: ApplicationDraft = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  propertyType: '',
  propertyName: '',
  address: '',
  city: '',
  postalCode: '',
  description: '',
  roomTypes: [],
  numberOfRooms: '1',
  maxGuests: '2',
  pricePerNight: '',
  availabilityStart: '',
  availabilityEnd: '',
  amenities: [],
  additionalServices: '',
  photos: [],
  experienceYears: '',
  previousHosting: 'false',
  motivation: '',
};

/** Whether a field is valid by itself. */
export function isInOrder(name: FieldName, value: unknown): boolean {
  return v.is(fields[name], value);
}

/** Replaces ids by their French names: applications are stored in French, whatever the owner's language. */
export function toSubmission(application: Application): NewHostApplication {
  const { propertyType, roomTypes, amenities, previousHosting } = application;
  return {
    ...application,
    propertyType: APPLICATION_PROPERTY_TYPES.find(({ id }) => id === propertyType)?.name ?? propertyType,
    roomTypes: ROOM_TYPES.filter(({ id }) => roomTypes.includes(id)).map(({ name }) => name),
    amenities: APPLICATION_AMENITIES.filter(({ id }) => amenities.includes(id)).map(({ label }) => label),
    previousHosting: previousHosting === 'true',
  };
}
