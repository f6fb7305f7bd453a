import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { ApplicationDraft, Fault } from './application';

type TextName = Exclude<keyof ApplicationDraft, 'roomTypes' | 'amenities' | 'photos' | 'previousHosting'>;

const isFault = (word: string | undefined): word is Fault => word !== undefined && word in SENTENCES;
const SENTENCES = {
  required: 'common:form.required',
  invalidEmail: 'common:form.invalidEmail',
  atLeastOne: 'form.error.atLeastOne',
  negative: 'form.error.negative',
  endBeforeStart: 'form.error.endBeforeStart',
  descriptionTooLong: 'form.error.descriptionTooLong',
  motivationTooLong: 'form.error.motivationTooLong',
  noRoomType: 'form.error.noRoomType',
  tooFewPhotos: 'form.error.tooFewPhotos',
} as const satisfies Record<Fault, string>;

/** The sentence for what is wrong with a field, if anything is. */
export function useFaultOf(): (name: keyof ApplicationDraft) => string | undefined {
  const { t } = useTranslation(['partners', 'common']);
  const { errors } = useFormContext<ApplicationDraft>().formState;
  return (name) => {
    const word = errors[name]?.message;
    return isFault(word) ? t(SENTENCES[word]) : undefined;
  };
}

/** Label, message and wiring of a field of text. */
export function useField() {
  const { t } = useTranslation('partners');
  const { register } = useFormContext<ApplicationDraft>();
  const faultOf = useFaultOf();
  return (name: TextName) => ({ label: t(`form.field.${name}`), error: faultOf(name), ...register(name) });
}
