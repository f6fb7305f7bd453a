import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { pictureAddress } from '@/pictures/manifest';
import { isLanguage, LANGUAGE_CODES, type Language } from '@/i18n/language';
import { useTextLanguage } from '@/i18n/useFormat';

interface PageTitleProps {
  /** The title; the product's name comes behind it. */
  children: string;
  /** One or two sentences, for search engines and for links that people share. */
  description?: string;
  /** The address of the picture that a shared link shows. */
  picture?: string | undefined;
  /** Whether search engines should know the page; what is one person's own is none of their business. */
  indexed?: boolean;
}

/** What of the query names another page, rather than another view of the same one. */
const IDENTIFYING_PARAMS = ['id', 'hotel', 'destination', 'type', 'region'];

/** What stands in the document's head while this page shows; React lifts it there. */
export function PageTitle({ children, description, picture = pictureAddress('hero-home'), indexed = true }: PageTitleProps) {
  const { t } = useTranslation();
  const language = useTextLanguage();
  const page = usePageAddress();
  // The address without a language answers each reader in theirs, and is a page of its own.
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

/** The page's own address, in a language where one is given, without what is but a view of it. */
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

/** With the country where it is mostly spoken: `de_DE`. */
function localeOf(language: Language): string {
  return `${language}_${new Intl.Locale(language).maximize().region}`;
}

function absolute(address: string): string {
  return new URL(address, location.origin).href;
}
