import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Select } from '@/components/Select';
import { TextArea, TextField } from '@/components/TextField';
import { APPLICATION_PROPERTY_TYPES } from '@/domain/applicationPropertyTypes';
import { AmenityPicker } from './AmenityPicker';
import { TEXT_MAX, type ApplicationDraft } from './application';
import styles from './ApplicationFields.module.css';
import { FormSection } from './FormSection';
import { PhotoPicker } from './PhotoPicker';
import { RoomTypePicker } from './RoomTypePicker';
import { useField } from './useField';
import { YesNo } from './YesNo';

/** The fields of an application, in six sections. */
export function ApplicationFields({ disabled }: { disabled: boolean }) {
  const { t } = useTranslation('partners');
  const field = useField();
  const { control } = useFormContext<ApplicationDraft>();
  const start = useWatch({ control, name: 'availabilityStart' });

  return (
    <fieldset disabled={disabled} className={styles['sections']}>
      <FormSection number={1} title={t('form.section.contact')} needs={['firstName', 'lastName', 'email', 'phone']}>
        <div className={styles['grid']}>
          <TextField autoComplete="given-name" maxLength={100} {...field('firstName')} required />
          <TextField autoComplete="family-name" maxLength={100} {...field('lastName')} required />
          <TextField type="email" autoComplete="email" maxLength={254} {...field('email')} required />
          <TextField type="tel" autoComplete="tel" maxLength={40} {...field('phone')} required />
        </div>
      </FormSection>

      <FormSection number={2} title={t('form.section.property')} needs={['propertyType', 'propertyName', 'address', 'city']}>
        <div className={styles['grid']}>
          <Select {...field('propertyType')} required>
            <option value="">{t('form.choose')}</option>
            {APPLICATION_PROPERTY_TYPES.map(({ id }) => (
              <option key={id} value={id}>
                {t(`propertyType.${id}`)}
              </option>
            ))}
          </Select>
          <TextField autoComplete="organization" maxLength={200} {...field('propertyName')} required />
          <div className={styles['whole']}>
            <TextField autoComplete="street-address" maxLength={200} {...field('address')} required />
          </div>
          <TextField autoComplete="postal-code" inputMode="numeric" maxLength={20} {...field('postalCode')} />
          <TextField autoComplete="address-level2" maxLength={100} {...field('city')} required />
          <div className={styles['whole']}>
            <TextArea rows={4} maxLength={TEXT_MAX} {...field('description')} hint={<Counter name="description" />} />
          </div>
        </div>
      </FormSection>

      <FormSection number={3} title={t('form.section.rooms')} text={t('form.hint.rooms')} needs={['roomTypes']}>
        <RoomTypePicker />
        <div className={styles['grid']}>
          <TextField type="number" inputMode="numeric" min={1} step={1} {...field('numberOfRooms')} />
          <TextField type="number" inputMode="numeric" min={1} step={1} {...field('maxGuests')} />
          <div className={styles['whole']}>
            <TextField type="number" inputMode="decimal" min={0} step="any" {...field('pricePerNight')} />
          </div>
          <TextField type="date" {...field('availabilityStart')} />
          <TextField type="date" min={start} {...field('availabilityEnd')} />
        </div>
      </FormSection>

      <FormSection number={4} title={t('form.section.amenities')} text={t('form.hint.amenities')}>
        <AmenityPicker />
        <TextArea rows={2} maxLength={TEXT_MAX} {...field('additionalServices')} />
      </FormSection>

      <FormSection number={5} title={t('form.section.photos')} text={t('form.hint.photos')} needs={['photos']}>
        <PhotoPicker />
      </FormSection>

      <FormSection number={6} title={t('form.section.experience')}>
        <div className={styles['grid']}>
          <YesNo name="previousHosting" legend={t('form.field.previousHosting')} />
          <TextField type="number" inputMode="numeric" min={0} step={1} {...field('experienceYears')} />
          <div className={styles['whole']}>
            <TextArea rows={4} maxLength={TEXT_MAX} {...field('motivation')} hint={<Counter name="motivation" />} />
          </div>
        </div>
      </FormSection>
    </fieldset>
  );
}

function Counter({ name }: { name: 'description' | 'motivation' }) {
  const { t } = useTranslation('partners');
  const text = useWatch<ApplicationDraft, typeof name>({ name });
  return t('form.counter', { used: text.length, max: TEXT_MAX });
}
