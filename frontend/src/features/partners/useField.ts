import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { ApplicationDraft, FieldError } from './application';

type TextName = Exclude<keyof ApplicationDraft, 'roomTypes' | 'amenities' | 'photos' | 'previousHosting'>;

const isFieldError = (code: string | undefined): code is FieldError => code !== undefined && code in FIELD_ERROR_KEYS;
const FIELD_ERROR_KEYS = {
  required: 'common:form.required',
  invalidEmail: 'common:form.invalidEmail',
  atLeastOne: 'form.error.atLeastOne',
  negative: 'form.error.negative',
  endBeforeStart: 'form.error.endBeforeStart',
  descriptionTooLong: 'form.error.descriptionTooLong',
  motivationTooLong: 'form.error.motivationTooLong',
  noRoomType: 'form.error.noRoomType',
  tooFewPhotos: 'form.error.tooFewPhotos',
} as const satisfies Record<FieldError, string>;

/** Returns a function that gives the error text of a field; `undefined` for a valid field. */
export function useFieldError(): (name: keyof ApplicationDraft) => string | undefined {
  const { t } = useTranslation(['partners', 'common']);
  const { errors } = useFormContext<ApplicationDraft>().formState;
  return (name) => {
    const code = errors[name]?.message;
    return isFieldError(code) ? t(FIELD_ERROR_KEYS[code]) : undefined;
  };
}

/** Returns a function that gives the props of a text field: label, error text and registration. */
export function useField() {
  const { t } = useTranslation('partners');
  const { register } = useFormContext<ApplicationDraft>();
  const fieldError = useFieldError();
  return (name: TextName) => ({ label: t(`form.field.${name}`), error: fieldError(name), ...register(name) });
}
