import { Languages } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { isLanguage } from '@/i18n/language';
import { useTextLanguage } from '@/i18n/useFormat';
import styles from './LanguageNote.module.css';

/** Says in which language a text is, if it is not the page's. Shows nothing if the language is unknown. */
export function LanguageNote({ language }: { language: string | null | undefined }) {
  const page = useTextLanguage();
  if (!isLanguage(language ?? undefined) || language === page) return null;
  // Its dictionary is loaded on first use; meanwhile the page stays.
  return (
    <Suspense fallback={null}>
      <Note language={language ?? ''} page={page} />
    </Suspense>
  );
}

function Note({ language, page }: { language: string; page: string }) {
  const { t } = useTranslation('content-language');
  const name = new Intl.DisplayNames([page], { type: 'language' }).of(language);
  return (
    <p className={styles['note']}>
      <Languages aria-hidden />
      {t('note', { language: name ?? language })}
    </p>
  );
}
