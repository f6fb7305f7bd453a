import { Activity, memo, startTransition, useCallback, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/Notice';
import { useMediaQuery } from '@/components/useMediaQuery';
import type { Search } from '@/domain/searchAddress';
import { Breadcrumb } from '@/widgets/page/Breadcrumb';
import { PageTitle } from '@/widgets/page/PageTitle';
import { SearchBar } from './SearchBar';
import { SearchPill } from './SearchPill';
import type { ArrivalByPosition } from './useArrivalByPosition';

const PHONE = '(max-width: 767px)';

interface SearchHeadProps extends ArrivalByPosition {
  search: Search;
  /** The name of the place that the results are about. */
  place: string;
}

/** The page's title, its path and the search form, on phones in one line. It depends on the search alone. */
export const SearchHead = memo(function SearchHead({ search, place, locating, locateError }: SearchHeadProps) {
  const { t } = useTranslation(['search', 'common']);
  return (
    <>
      <PageTitle description={t('results.description', { place })}>
        {search.destination ? t('results.title', { place }) : t('results.everywhere')}
      </PageTitle>
      <Breadcrumb path={[{ label: t('common:breadcrumb.hotels'), to: '/hotels' }, { label: place }]} />
      <Form search={search} locating={locating} />
      {locateError && <Notice tone={locateError === 'far' ? 'info' : 'error'}>{t(`geolocation.${locateError}`)}</Notice>}
    </>
  );
});

/**
 * On phones one line, which opens the form. It renders alone: the title's many links would delay the form. The form is
 * rendered ahead and hidden, so that the press only shows it.
 */
function Form({ search, locating }: { search: Search; locating: boolean }) {
  const { i18n } = useTranslation('search');
  const isPhone = useMediaQuery(PHONE);
  const [editing, setEditing] = useState(false);
  const destination = useRef<HTMLInputElement>(null);
  const isCollapsed = isPhone && !editing && !locating;
  const edit = () => {
    // iOS opens the keyboard only for a focus within the handler.
    flushSync(() => setEditing(true));
    destination.current?.focus();
  };
  const collapse = useCallback(() => startTransition(() => setEditing(false)), []);
  return (
    <>
      {isCollapsed && <SearchPill search={search} onEdit={edit} />}
      <Activity mode={isCollapsed ? 'hidden' : 'visible'}>
        {/* A hidden form does not hear that the language has changed. */}
        <SearchBar key={i18n.language} search={search} locating={locating} destinationInput={destination} onSubmitted={collapse} />
      </Activity>
    </>
  );
}
