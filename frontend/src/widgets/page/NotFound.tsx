import { Search } from 'lucide-react';
import { useId, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Form, Link } from 'react-router';
import { Button, ButtonLink } from '@/components/Button';
import { EmptyDrawing } from '@/components/drawings';
import pill from '@/components/PillField.module.css';
import { useSubmitSearch } from '@/widgets/search-form/useSubmitSearch';
import styles from './NotFound.module.css';
import { PageTitle } from './PageTitle';

/** The pages that most visitors look for, with the keys of their names. */
const WAYS_ON = [
  { to: '/hotels', label: 'hotels' },
  { to: '/villas', label: 'villas' },
  { to: '/restaurants', label: 'restaurants' },
  { to: '/car-rental', label: 'carRental' },
  { to: '/blog/plages', label: 'beaches' },
  { to: '/aide', label: 'help' },
] as const;

/** The page of an unknown address: a search, the main pages, and the way home. */
export function NotFound() {
  const { t } = useTranslation(['not-found', 'layout', 'common']);
  return (
    <section className={styles['page']}>
      <PageTitle indexed={false}>{t('pageTitle')}</PageTitle>
      <EmptyDrawing />
      <h1 className={styles['code']}>{t('code')}</h1>
      <p className={styles['title']}>{t('title')}</p>
      <SearchForm />
      <nav aria-label={t('waysOn')}>
        <ul className={styles['waysOn']}>
          {WAYS_ON.map(({ to, label }) => (
            <li key={to}>
              <Link to={to}>{t(`layout:footer.${label}`)}</Link>
            </li>
          ))}
        </ul>
      </nav>
      <ButtonLink to="/" variant="outline">
        {t('common:action.backHome')}
      </ButtonLink>
    </section>
  );
}

function SearchForm() {
  const { t } = useTranslation(['not-found', 'common']);
  const id = useId();
  const submitSearch = useSubmitSearch();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entered = new FormData(event.currentTarget).get('destination');
    const destination = typeof entered === 'string' ? entered.trim() : '';
    if (destination) submitSearch({ destination });
  };
  return (
    <Form action="/search" role="search" aria-labelledby={id} className={styles['search']} onSubmit={submit}>
      <label id={id} htmlFor={`${id}-field`}>
        {t('wish')}
      </label>
      <div className={pill['box']}>
        <input
          id={`${id}-field`}
          type="search"
          name="destination"
          required
          autoComplete="off"
          placeholder={t('placeholder')}
          className={pill['input']}
        />
        <Button type="submit" icon={<Search aria-hidden />}>
          {t('common:action.search')}
        </Button>
      </div>
    </Form>
  );
}
