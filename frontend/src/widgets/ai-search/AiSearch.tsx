import { Search, Sparkles, X } from 'lucide-react';
import { lazy, useId, useMemo, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '@/components/Button';
import pill from '@/components/PillField.module.css';
import { toast } from '@/components/toasts';
import { today } from '@/dates/days';
import { DEFAULT_GUESTS } from '@/domain/guests';
import { PartBoundary } from '@/widgets/errors/PartBoundary';
import { useSubmitSearch } from '@/widgets/search-form/useSubmitSearch';
import styles from './AiSearch.module.css';
import { findingKey, type Understanding } from './findings';
import { useQuoted } from './useQuoted';

const EXAMPLES = ['family', 'villa', 'guestRoom', 'spa'] as const;
/** The maximum length of a sentence. */
const MAX_LENGTH = 300;

const loadAssistant = () => import('./assistant');
type Assistant = Awaited<ReturnType<typeof loadAssistant>>;
const Understood = lazy(() => import('./Understood'));

/** §1: a search in natural language. Shows what it understood before the search is submitted. */
export function AiSearch() {
  const { t } = useTranslation('ai-search');
  const quoted = useQuoted();
  const submitSearch = useSubmitSearch();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [sentence, setSentence] = useState('');
  /** The keys of the findings that the user has removed. */
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  const [fieldError, setFieldError] = useState<'empty' | 'nothing' | null>(null);
  const [assistant, setAssistant] = useState<Assistant | null>(null);

  const read = ({ understand }: Assistant, text: string): Understanding => {
    const { findings, notUnderstood } = understand(text, today());
    return { findings: findings.filter((finding) => !dismissed.includes(findingKey(finding))), notUnderstood };
  };
  const understanding = useMemo(
    () => (assistant && sentence.trim() ? read(assistant, sentence) : null),
    // oxlint-disable-next-line react/exhaustive-deps
    [assistant, sentence, dismissed],
  );

  const wake = () => void loadAssistant().then((module) => setAssistant(() => module));
  const write = (text: string) => {
    wake();
    setSentence(text);
    setDismissed([]);
    setFieldError(null);
  };
  const take = (text: string) => {
    write(text);
    input.current?.focus();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!sentence.trim()) {
      setFieldError('empty');
      return;
    }
    const module = await loadAssistant();
    const { findings, notUnderstood } = read(module, sentence);
    if (findings.length === 0) {
      setFieldError('nothing');
      return;
    }
    if (notUnderstood.length > 0) toast(t('ignored', { words: quoted(notUnderstood) }));
    submitSearch({ guests: DEFAULT_GUESTS, ...module.searchFor(findings) });
  };

  return (
    <section aria-labelledby={`${id}-title`} className={styles['assistant']}>
      <div className={styles['head']}>
        <h2 id={`${id}-title`} className={styles['title']}>
          <Sparkles aria-hidden />
          {t('title')}
        </h2>
        <p>{t('text')}</p>
      </div>
      <form noValidate onSubmit={(event) => void submit(event)} className={pill['box']}>
        <input
          ref={input}
          type="text"
          name="sentence"
          maxLength={MAX_LENGTH}
          autoComplete="off"
          aria-label={t('label')}
          aria-describedby={fieldError ? `${id}-fieldError` : undefined}
          aria-invalid={fieldError ? true : undefined}
          placeholder={t('placeholder')}
          value={sentence}
          onFocus={wake}
          onChange={(event) => write(event.target.value)}
          className={pill['input']}
        />
        {sentence && (
          <IconButton label={t('clear')} onClick={() => take('')} className={styles['clear']}>
            <X aria-hidden />
          </IconButton>
        )}
        <Button type="submit" icon={<Search aria-hidden />} className={styles['submit']}>
          {t('submit')}
        </Button>
      </form>
      <p id={`${id}-fieldError`} role="alert" className={styles['fieldError']}>
        {fieldError && t(fieldError)}
      </p>
      {sentence.trim() ? (
        understanding && (
          <PartBoundary>
            <Understood understanding={understanding} onRemove={(key) => setDismissed([...dismissed, key])} />
          </PartBoundary>
        )
      ) : (
        <ul className={styles['examples']} aria-label={t('examples')}>
          {EXAMPLES.map((example) => (
            <li key={example}>
              <button type="button" onClick={() => take(t(`example.${example}`))} className={styles['example']}>
                {t(`example.${example}`)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
