import { http, HttpResponse } from 'msw';

/** A row of `get-host-applications`, as the backend sends it. */
export function applicationRow(row: Partial<Record<string, unknown>> = {}) {
  return {
    id: 'a1',
    status: 'pending',
    property_name: 'Casa Rossa',
    property_type: "Maison d'hôtes",
    first_name: 'Lucia',
    last_name: 'Santoni',
    email: 'lucia@example.com',
    phone: '06 11 22 33 44',
    address: '3 chemin du Moulin',
    postal_code: '20100',
    city: 'Sartène',
    description: 'Quatre chambres dans une maison de granit.',
    motivation: 'Faire aimer le Sartenais.',
    additional_services: '',
    number_of_rooms: 4,
    max_guests: 8,
    price_per_night: '95.00',
    experience_years: 3,
    previous_hosting: 'false',
    availability_start: null,
    availability_end: null,
    amenities: ['Wi-Fi', 'Jardin'],
    room_types: ['Chambre double'],
    photos_urls: [1, 2, 3].map((number) => `/storage/v1/object/sign/host-applications/a1/${number}?token=signed`),
    created_at: '2026-11-02T09:30:00Z',
    ...row,
  };
}

/** A handler for `get-host-applications`. */
export const applications = (answer: () => Response | Promise<Response>) => http.get('*/functions/v1/get-host-applications', answer);
/** A handler that answers `get-host-applications` with these rows. */
export const listed = (...rows: object[]) => applications(() => HttpResponse.json({ success: true, data: rows }));
