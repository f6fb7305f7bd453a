import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { pictureAddress } from '@/pictures/manifest';
import { DEFAULT_LANGUAGE, LANGUAGE_CODES, pathInLanguage, type Language } from '@/i18n/language';
import { useTextLanguage } from '@/i18n/useFormat';

interface PageTitleProps {
  /** The title, without the brand name. */
  children: string;
  /** One or two sentences for search engines and link previews. */
  description?: string;
  /** URL of the picture of link previews. */
  picture?: string | undefined;
  /** The path and query of the page, if its URL may have another form of them; by default those of the URL. */
  address?: string;
  /** Whether search engines may index the page. False for pages with personal data. */
  indexed?: boolean;
}

/** Query parameters that identify a page. All others only change its view and are not part of the canonical URL. */
const IDENTIFYING_PARAMS = ['destination', 'type', 'region'];

/**
 * The page's title, description, canonical and alternate links, and Open Graph data. React moves them into the head.
 */
export function PageTitle({ children, description, picture = pictureAddress('hero-home'), address, indexed = true }: PageTitleProps) {
  const { t } = useTranslation();
  const language = useTextLanguage();
  const page = usePageAddress(address);
  const own = page(language);
  const title = `${children} · ${t('brand')}`;
  const text = description ?? t('description');
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={text} />
      {indexed ? (
        <>
          <link rel="canonical" href={own} />
          {/* The address without a language detects the reader's. */}
          <link rel="alternate" hrefLang="x-default" href={page(DEFAULT_LANGUAGE)} />
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
      {indexed && <meta property="og:url" content={own} />}
      <meta property="og:image" content={absolute(picture)} />
      <meta property="og:locale" content={localeOf(language)} />
      {LANGUAGE_CODES.filter((code) => code !== language).map((code) => (
        <meta key={code} property="og:locale:alternate" content={localeOf(code)} />
      ))}
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

/**
 * Returns a function for the page's canonical URL in a language.
 * @param given the page's path and query, if not those of the URL
 */
function usePageAddress(given: string | undefined): (language: Language) => string {
  const { pathname, search } = useLocation();
  if (given !== undefined) return (language) => absolute(pathInLanguage(given, language));
  const params = new URLSearchParams(search);
  return (language) => {
    const url = new URL(pathInLanguage(pathname, language), location.origin);
    for (const name of IDENTIFYING_PARAMS) {
      const value = params.get(name);
      if (value) url.searchParams.set(name, value);
    }
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
