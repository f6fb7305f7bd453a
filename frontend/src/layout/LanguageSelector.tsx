import { ChevronDown, Globe } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { chooseLanguage } from '@/i18n/chosenLanguage';
import { currentLanguage, isLanguage, LANGUAGE_CODES, LANGUAGES } from '@/i18n/language';
import styles from './LanguageSelector.module.css';

export function LanguageSelector() {
  const { t } = useTranslation('layout');
  const change = (code: string) => {
    if (!isLanguage(code)) return;
    chooseLanguage(code).catch((error: unknown) => console.error(`The language ${code} did not load`, error));
  };
  return (
    <div className={styles['selector']}>
      <Globe aria-hidden />
      <select aria-label={t('header.language')} value={currentLanguage()} onChange={(event) => change(event.target.value)}>
        {LANGUAGE_CODES.map((code) => (
          <option key={code} value={code} lang={code}>
            {LANGUAGES[code]}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden />
    </div>
  );
}
