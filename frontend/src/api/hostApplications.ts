import * as v from 'valibot';
import { request } from './client';

/** The fields of the form, as call 15 sends them. */
export interface NewHostApplication {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
  readonly propertyType: string;
  readonly propertyName: string;
  readonly address: string;
  readonly city: string;
  readonly postalCode: string;
  readonly description: string;
  readonly numberOfRooms: number;
  readonly maxGuests: number;
  readonly pricePerNight: number;
  /** `YYYY-MM-DD`, or empty. */
  readonly availabilityStart: string;
  readonly availabilityEnd: string;
  readonly experienceYears: number;
  readonly previousHosting: boolean;
  readonly motivation: string;
  /** Labels without commas: they are sent as one comma-separated text. */
  readonly amenities: readonly string[];
  readonly roomTypes: readonly string[];
  readonly additionalServices: string;
  /** The first photo is the cover. */
  readonly photos: readonly File[];
}

interface SubmitOptions {
  readonly signal?: AbortSignal;
  readonly onProgress: (share: number) => void;
}

const Accepted = v.object({ success: v.literal(true) });

/** Call 15: submits an owner's application with its photos. */
export async function submitHostApplication(application: NewHostApplication, { signal, onProgress }: SubmitOptions): Promise<void> {
  await request('functions/v1/submit-host-application', {
    method: 'POST',
    body: toForm(application),
    signal,
    onProgress,
    schema: Accepted,
  });
}

function toForm(application: NewHostApplication): FormData {
  const form = new FormData();
  const fields = {
    first_name: application.firstName,
    last_name: application.lastName,
    email: application.email,
    phone: application.phone,
    property_type: application.propertyType,
    property_name: application.propertyName,
    address: application.address,
    city: application.city,
    postal_code: application.postalCode,
    description: application.description,
    number_of_rooms: application.numberOfRooms,
    max_guests: application.maxGuests,
    price_per_night: application.pricePerNight,
    availability_start: application.availabilityStart,
    availability_end: application.availabilityEnd,
    experience_years: application.experienceYears,
    previous_hosting: application.previousHosting,
    motivation: application.motivation,
    amenities: application.amenities.join(','),
    room_types: application.roomTypes.join(','),
    additional_services: application.additionalServices,
  };
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  application.photos.forEach((photo, index) => form.set(`image_${index}`, photo));
  return form;
}
