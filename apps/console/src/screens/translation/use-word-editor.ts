// The editor of translations: what was loaded, what is changed, saving, and what somebody else saved in the meantime.
import { ChangedError, type Changed, type I18nConfig, getI18nConfig, putI18nConfig } from '@outrider/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { reloadTexts, t } from '../../lib/i18n.ts';
import { send } from '../../lib/send.ts';
import { systemClock } from '../../lib/time.ts';
import { showToast } from '../../ui/toast.ts';
import { type Conflict, NO_DRAFT, bodyOf, settled, since, struckOrNot, withText, withWord } from './word-draft.ts';

const RELOAD_MS = 3000;

/** What the server holds, asked when the editor opens and again by hand. */
const useLoaded = () => {
  const [loaded, setLoaded] = useState<I18nConfig>();
  const [busy, setBusy] = useState(true);
  const [error, setError] = useState<Error | null>(null);
  /** Whose save stands in the way of this one. */
  const [changed, setChanged] = useState<Changed>();
  const stop = useRef<() => void>(undefined);

  const ask = useCallback(
    (): Promise<void> =>
      send(getI18nConfig, {})
        .then(
          (found) => {
            setLoaded(found);
            setError(null);
            setChanged(undefined);
          },
          (failure: unknown) => setError(failure instanceof Error ? failure : new Error(String(failure))),
        )
        .finally(() => setBusy(false)),
    [],
  );
  const load = useCallback((): Promise<void> => {
    stop.current?.();
    setBusy(true);
    return ask();
  }, [ask]);
  const loadLater = (): void => {
    stop.current = systemClock.after(RELOAD_MS, () => void Promise.all([load(), reloadTexts()]));
  };
  useEffect(() => {
    const later = stop;
    void ask();
    return () => later.current?.();
  }, [ask]);
  return { loaded, setLoaded, busy, setBusy, error, changed, setChanged, load, loadLater };
};

export const useWordEditor = () => {
  const { loaded, setLoaded, busy, setBusy, error, changed, setChanged, load, loadLater } = useLoaded();
  const [draft, setDraft] = useState(NO_DRAFT);

  const save = async (): Promise<void> => {
    if (loaded === undefined) return;
    const body = bodyOf(loaded, draft);
    setBusy(true);
    try {
      const { updatetime, message } = await send(putI18nConfig, {
        ...body,
        base: loaded.base,
        updatetime: loaded.updatetime,
      });
      showToast('success', t(message), t('Translation editor'));
      setLoaded({ ...loaded, ...body, updatetime });
      setDraft((now) => since(draft, now));
      loadLater();
    } catch (failure) {
      if (failure instanceof ChangedError) setChanged(failure.changed);
    } finally {
      setBusy(false);
    }
  };
  const setText = useCallback(
    (config: string, word: string, text: string): void => {
      if (loaded !== undefined) setDraft((old) => withText(loaded, old, { config, word, text }));
    },
    [loaded],
  );
  return {
    loaded,
    draft,
    busy,
    error,
    changed,
    load,
    save,
    setText,
    strike: useCallback((word: string) => setDraft((old) => struckOrNot(old, word)), []),
    add: (word: string, after: string) => setDraft((old) => withWord(old, word, after)),
    settle: (conflict: Conflict, keep: boolean) => {
      if (loaded !== undefined) setDraft((old) => settled(loaded, old, conflict, keep));
    },
    discard: () => setDraft(NO_DRAFT),
  };
};
export type WordEditor = ReturnType<typeof useWordEditor>;
