import * as v from 'valibot';

const required = v.pipe(v.string(), v.trim(), v.nonEmpty('required'));
const optional = v.pipe(v.string(), v.trim());

/** A person's name, phone number and address, as forms ask for them. */
export const contactFields = {
  firstName: required,
  lastName: required,
  phone: optional,
  address: optional,
  city: optional,
  postalCode: optional,
  country: optional,
};
export type ContactField = keyof typeof contactFields;

export const NO_CONTACT = { firstName: '', lastName: '', phone: '', address: '', city: '', postalCode: '', country: '' };
