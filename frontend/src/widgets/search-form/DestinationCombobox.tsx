import { MapPin, Search } from 'lucide-react';
import { useId, useRef, useState, type KeyboardEvent, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { classes } from '@/components/classes';
import { Field } from '@/components/Field';
import fieldStyles from '@/components/Field.module.css';
import { VisuallyHidden } from '@/components/VisuallyHidden';
import { findDestination, suggestDestinations } from '@/geography/destinations';
import type { Place } from '@/geography/places';
import styles from './DestinationCombobox.module.css';
import { useFurtherPlaces } from './useFurtherPlaces';

/** The key code of keys that an input method handles. Safari ends the composition before the Enter that ended it. */
const COMPOSING_KEY_CODE = 229;

interface DestinationComboboxProps {
  value: string;
  onChange: (destination: string) => void;
  disabled?: boolean;
  error?: string | undefined;
  hideLabel?: boolean;
  /** Removes the border, for forms with one border around all fields. */
  bare?: boolean;
  ref?: Ref<HTMLInputElement>;
}

interface Option {
  value: string;
  label: string;
  free: boolean;
}

/**
 * A text field with suggestions, after the ARIA combobox pattern. It does not use React Aria, which would double the
 * size of the home page's scripts.
 */
export function DestinationCombobox({ value, onChange, disabled, error, hideLabel, bare, ref }: DestinationComboboxProps) {
  const { t } = useTranslation('search');
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const options = useOptions(value, open);
  const isOpen = open && options.length > 0 && !disabled;
  const optionId = (index: number) => `${listId}-${index}`;

  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const choose = (option: Option) => {
    onChange(option.value);
    close();
  };
  const moveTo = (index: number) => {
    const target = (index + options.length) % options.length;
    setOpen(true);
    setActive(target);
    list.current?.children[target]?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method composes a word, the keys are its own: Enter accepts the word, arrows choose another.
    if (event.nativeEvent.isComposing || event.keyCode === COMPOSING_KEY_CODE) return;
    const chosen = isOpen ? options[active] : undefined;
    if (event.key === 'ArrowDown') moveTo(active + 1);
    else if (event.key === 'ArrowUp') moveTo(active < 0 ? -1 : active - 1);
    else if (event.key === 'Enter' && chosen) choose(chosen);
    else if (event.key === 'Escape' && isOpen) close();
    else return;
    event.preventDefault();
  };

  return (
    <div className={styles['combobox']}>
      <Field label={t('destination.label')} error={error} {...(hideLabel && { hideLabel })}>
        {(wiring) => (
          <input
            {...wiring}
            ref={ref}
            type="text"
            role="combobox"
            name="destination"
            autoComplete="off"
            autoCapitalize="words"
            spellCheck={false}
            required
            disabled={disabled}
            placeholder={t('destination.placeholder')}
            aria-autocomplete="list"
            aria-expanded={isOpen}
            aria-controls={listId}
            aria-activedescendant={isOpen && active >= 0 ? optionId(active) : undefined}
            value={value}
            onChange={(event) => {
              onChange(event.target.value);
              setOpen(true);
              setActive(-1);
            }}
            onClick={() => setOpen(true)}
            onBlur={close}
            onKeyDown={onKeyDown}
            className={classes(fieldStyles['control'], bare && styles['bare'])}
          />
        )}
      </Field>
      <div ref={list} id={listId} role="listbox" aria-label={t('destination.suggestions')} hidden={!isOpen} className={styles['list']}>
        {isOpen &&
          options.map((option, index) => (
            // The focus stays in the field, which handles the keys.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
            <div
              key={option.free ? 'free' : option.label}
              id={optionId(index)}
              role="option"
              aria-selected={index === active}
              className={styles['option']}
              // Keeps the focus in the field: a blur would close the list before the click.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(option)}
            >
              {option.free ? <Search aria-hidden /> : <MapPin aria-hidden />}
              {option.label}
            </div>
          ))}
      </div>
      <span role="status">
        <VisuallyHidden>{isOpen ? t('destination.count', { count: options.length }) : ''}</VisuallyHidden>
      </span>
    </div>
  );
}

/** The matching destinations, and the text itself if it is not one of them. */
function useOptions(text: string, isOpen: boolean): Option[] {
  const { t } = useTranslation(['search', 'common']);
  const wanted = text.trim();
  const further = useFurtherPlaces(isOpen ? wanted : '', isOpen);
  const options = suggestDestinations(text).map(({ value, label }): Option => ({ value, label, free: false }));
  const labelOf = (place: Place) => {
    if (place.kind === 'destination') return place.destination.label;
    return place.kind === 'region' ? t(`common:region.${place.region.key}`) : t('results.everywhere');
  };
  for (const { term: value, place } of further) {
    if (!options.some((option) => option.value === value)) options.push({ value, label: labelOf(place), free: false });
  }
  if (wanted && !findDestination(wanted)) {
    options.push({ value: wanted, label: t('destination.free', { text: wanted }), free: true });
  }
  return options;
}
