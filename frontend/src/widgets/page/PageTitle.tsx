import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { pictureAddress } from '@/pictures/manifest';
import { isLanguage, LANGUAGE_CODES, type Language } from '@/i18n/language';
import { useTextLanguage } from '@/i18n/useFormat';

interface PageTitleProps {
  /** The title, without the brand name. */
  children: string;
  /** One or two sentences for search engines and link previews. */
  description?: string;
  /** URL of the picture of link previews. */
  picture?: string | undefined;
  /** Whether search engines may index the page. False for pages with personal data. */
  indexed?: boolean;
}

/** Query parameters that identify a page. All others only change its view and are not part of the canonical URL. */
const IDENTIFYING_PARAMS = ['id', 'hotel', 'destination', 'type', 'region'];

/**
 * The page's title, description, canonical and alternate links, and Open Graph data. React moves them into the head.
 */
export function PageTitle({ children, description, picture = pictureAddress('hero-home'), indexed = true }: PageTitleProps) {
  const { t } = useTranslation();
  const language = useTextLanguage();
  const page = usePageAddress();
  // The URL without a language shows the page in the reader's language and is its own canonical URL.
  const named = new URLSearchParams(useLocation().search).get('lng') ?? undefined;
  const own = page(isLanguage(named) ? named : undefined);
  const title = `${children} · ${t('brand')}`;
  const text = description ?? t('description');
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={text} />
      {indexed ? (
        <>
          <link rel="canonical" href={own} />
          <link rel="alternate" hrefLang="x-default" href={page()} />
          {LANGUAGE_CODES.map((code) => (
            <link key={code} rel="alternate" hrefLang={code} href={page(code)} />
          ))}
        </>
      ) : (
        <meta name="robots" content="noindex" />
      )}
      <meta property="og:site_name" content={t('brand')} />
      <meta property="og:type" content="website" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={text} />
      <meta property="og:url" content={own} />
      <meta property="og:image" content={absolute(picture)} />
      <meta property="og:locale" content={localeOf(language)} />
      {LANGUAGE_CODES.filter((code) => code !== language).map((code) => (
        <meta key={code} property="og:locale:alternate" content={localeOf(code)} />
      ))}
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

/** Returns a function for the page's canonical URL, in a language if one is given. */
function usePageAddress(): (language?: string) => string {
  const { pathname, search } = useLocation();
  const given = new URLSearchParams(search);
  return (language) => {
    const url = new URL(pathname, location.origin);
    for (const name of IDENTIFYING_PARAMS) {
      const value = given.get(name);
      if (value) url.searchParams.set(name, value);
    }
    if (language) url.searchParams.set('lng', language);
    return url.href;
  };
}

/** The language with its most likely country, as Open Graph expects it: `de_DE`. */
function localeOf(language: Language): string {
  return `${language}_${new Intl.Locale(language).maximize().region}`;
}

function absolute(address: string): string {
  return new URL(address, location.origin).href;
}
