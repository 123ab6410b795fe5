// /testvcp: says any line to the command port and shows what comes back, by an account that signs in when it connects.
import { useId, useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { formatTime, systemClock } from '../../lib/time.ts';
import { Button } from '../../ui/button.tsx';
import { Field, TextAreaField } from '../../ui/field.tsx';
import { MonitorFrame } from './monitor-frame.tsx';
import {
  type Letters,
  type TesterPreset,
  learned,
  lineOf,
  nothingLearned,
  presetLetters,
  sentLine,
  shownLine,
  testerLetters,
  testerPresets,
} from './tester.ts';
import styles from './testvcp.module.css';
import { useLines } from './use-lines.ts';

type Entry = { readonly key: number; readonly atMs: number; readonly way: 'sent' | 'received'; readonly text: string };
const KEPT_ENTRIES = 200;

const presetName = (preset: TesterPreset): string =>
  ({
    echo: t('Echo'),
    ping: t('Ping'),
    Q01: t('Server info'),
    Q02: t('Sign in'),
    Q03: t('All registered devices'),
    Q04: t('Changed devices'),
    Q05: t('One device'),
    D12: t('PTZ control'),
  })[preset];

const useTester = () => {
  const [entries, setEntries] = useState<readonly Entry[]>([]);
  const [known, setKnown] = useState(nothingLearned);
  const note = (way: Entry['way'], text: string): void =>
    setEntries((before) =>
      [{ key: (before[0]?.key ?? 0) + 1, atMs: systemClock.now(), way, text: shownLine(text) }, ...before].slice(
        0,
        KEPT_ENTRIES,
      ),
    );
  const { say, account, ...socket } = useLines({
    first: ({ user: U, password: P }) => ({ M: 'Q02', U, P }),
    said: (text) => note('sent', text),
    heard: (message) => {
      note('received', JSON.stringify(message));
      setKnown((before) => learned(before, message));
    },
  });
  return {
    socket,
    entries,
    known: { ...known, user: account?.user ?? '' },
    clear: () => setEntries([]),
    send: (line: string) => say(sentLine(line, account?.password ?? '')),
  };
};

const Log = ({ entries }: { entries: readonly Entry[] }): ReactElement => {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.log}>
      <h2 id={id}>{t('Lines')}</h2>
      {entries.length === 0 && <p className="soft">{t('Nothing yet.')}</p>}
      <ol>
        {entries.map(({ key, atMs, way, text }) => (
          <li key={key} data-way={way}>
            <small>
              {formatTime(atMs)} {way === 'sent' ? t('sent') : t('received')}
            </small>
            <code>{text}</code>
          </li>
        ))}
      </ol>
    </section>
  );
};

type FieldsProps = { code: string; letters: Letters; onChange: (code: string, letters: Letters) => void };

const LetterFields = ({ code, letters, onChange }: FieldsProps): ReactElement => (
  <div className={styles.letters}>
    <Field label={t('M, the code')} value={code} onChange={(event) => onChange(event.target.value, letters)} />
    {testerLetters.map((letter) => (
      <Field
        key={letter}
        label={letter}
        value={letters[letter] ?? ''}
        autoComplete="off"
        onChange={(event) => onChange(code, { ...letters, [letter]: event.target.value })}
      />
    ))}
  </div>
);

export const TestProtocolPage = (): ReactElement => {
  const { socket, entries, known, clear, send } = useTester();
  const [code, setCode] = useState('Q01');
  const [letters, setLetters] = useState<Letters>({});
  const [line, setLine] = useState(() => lineOf('Q01', {}));
  const fill = (nextCode: string, next: Letters): void => {
    setCode(nextCode);
    setLetters(next);
    setLine(lineOf(nextCode, next));
  };
  return (
    <MonitorFrame title={t('Protocol tester')} {...socket} tools={<Button onClick={clear}>{t('Clear')}</Button>}>
      <fieldset className={styles.presets}>
        <legend className="visually-hidden">{t('Presets')}</legend>
        {testerPresets.map((preset) => (
          <Button key={preset} onClick={() => fill(preset, presetLetters(preset, known))}>
            {preset === 'echo' || preset === 'ping' ? presetName(preset) : `${preset} ${presetName(preset)}`}
          </Button>
        ))}
      </fieldset>
      <div className={styles.columns}>
        <form
          className={styles.message}
          onSubmit={(event) => {
            event.preventDefault();
            send(line);
          }}
        >
          <LetterFields code={code} letters={letters} onChange={fill} />
          <TextAreaField label={t('Raw message')} value={line} onChange={setLine} />
          <div>
            <Button type="submit" look="primary" disabled={socket.state !== 'connected' || line.trim() === ''}>
              {t('Send')}
            </Button>
          </div>
        </form>
        <Log entries={entries} />
      </div>
    </MonitorFrame>
  );
};
