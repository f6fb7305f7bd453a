import { Search } from 'lucide-react';
import type { SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Form } from 'react-router';
import { useSubmitSearch } from '@/widgets/search-form/useSubmitSearch';
import styles from './HeaderSearch.module.css';

/** A search only by destination. The results page has the fields for dates and guests. */
export function HeaderSearch({ onSubmit }: { onSubmit?: () => void }) {
  const { t } = useTranslation('layout');
  const submitSearch = useSubmitSearch();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entered = new FormData(event.currentTarget).get('destination');
    const destination = typeof entered === 'string' ? entered.trim() : '';
    if (!destination) return;
    event.currentTarget.reset();
    submitSearch({ destination });
    onSubmit?.();
  };
  return (
    <Form action="/search" role="search" aria-label={t('search.label')} className={styles['search']} onSubmit={submit}>
      <input
        type="search"
        name="destination"
        required
        autoComplete="off"
        aria-label={t('search.placeholder')}
        placeholder={t('search.placeholder')}
        className={styles['input']}
      />
      <button type="submit" aria-label={t('search.submit')} className={styles['submit']}>
        <Search aria-hidden />
      </button>
    </Form>
  );
}
