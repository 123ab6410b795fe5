// What talk and broadcast show alike: the mark of a state, level meters, the controls of the operator's voice, words about the
// microphone. What is called is the modals' matter.
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { isActive, speaks } from './talk-status.ts';
import { microphoneWords } from './talk-words.ts';
import type { TalkTone } from './talk-words.ts';
import type { Talk } from './talk.ts';
import styles from './talk.module.css';
import { useHold } from './use-hold.ts';
import { useTalkStatus, useLevel } from './use-talk.ts';

const shapes: Record<TalkTone, ReactElement> = {
  working: (
    <path d="M8 2a6 6 0 1 1-6 6" fill="none" stroke="currentColor" strokeWidth="1.8" className={styles.turning} />
  ),
  good: (
    <>
      <circle cx="8" cy="8" r="3" fill="currentColor" />
      <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" strokeWidth="1.4" />
    </>
  ),
  bad: (
    <path d="M8 1.8 14.6 13.4H1.4ZM7.2 6v3.6h1.6V6ZM7.2 10.6v1.4h1.6v-1.4Z" fill="currentColor" fillRule="evenodd" />
  ),
  off: <circle cx="8" cy="8" r="5" fill="none" stroke="currentColor" strokeWidth="1.6" />,
};

/** The colour and shape of a talk's state; the word beside it says it. */
export const TalkMark = ({ tone, size = 16 }: { tone: TalkTone; size?: number }): ReactElement => (
  <span className={`${styles.mark} ${styles[tone]}`} aria-hidden="true">
    <svg width={size} height={size} viewBox="0 0 16 16">
      {shapes[tone]}
    </svg>
  </span>
);

/** Below this nothing is to be heard. */
const FLOOR_DB = -60;

/** 0..100 on a scale of decibels, as ears hear. */
const shareOf = (level: number): number =>
  level <= 0 ? 0 : Math.round(Math.min(1, Math.max(0, 1 - (20 * Math.log10(level)) / FLOOR_DB)) * 100);

type LevelProps = { talk: Talk | undefined; of: 'microphone' | 'voice'; name: string };

/** How loud it is just now. */
export const LevelMeter = ({ talk, of, name }: LevelProps): ReactElement => {
  const share = shareOf(useLevel(talk, of));
  return (
    <div className={styles.level}>
      <Icon name={of === 'microphone' ? 'mic' : 'sound'} />
      <span>{name}</span>
      <div
        className={styles.meter}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- browsers do not let a theme colour their own meter
        role="meter"
        aria-label={name}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share}
      >
        <span style={{ transform: `scaleX(${share / 100})` }} />
      </div>
    </div>
  );
};

/** Mute for the open line, and the key to talk: the button, or the space bar anywhere in the dialog. */
export const SpeakControls = ({ talk }: { talk: Talk | undefined }): ReactElement => {
  const status = useTalkStatus(talk);
  const ready = isActive(status) && status.microphone === 'open';
  const hold = useHold(ready ? talk : undefined);
  const speaking = ready && speaks(status);
  return (
    <div className={styles.speak}>
      <Button
        className={`${styles.hold} ${speaking ? styles.speaking : ''}`}
        icon={speaking ? 'mic' : 'micOff'}
        disabled={!ready}
        aria-pressed={speaking}
        {...hold}
      >
        {speaking && !status.held ? t('The line is open') : status.held ? t('Speaking') : t('Hold to talk')}{' '}
        {!speaking && <kbd>{t('Space')}</kbd>}
      </Button>
      <Button
        disabled={!ready}
        aria-pressed={status.muted}
        // A click leaves the focus where it is, so that the space bar goes on being the key to talk.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => talk?.mute(!status.muted)}
      >
        {status.muted ? t('Keep the line open') : t('Mute')}
      </Button>
    </div>
  );
};

/** A person who talks is told that it is kept. */
export const RecordedNote = ({ talk }: { talk: Talk | undefined }): ReactElement | null => {
  const { states } = useTalkStatus(talk);
  const isKept = [...states.values()].some(({ recorded }) => recorded === true);
  return isKept ? <output className="soft">{t('This talk is recorded.')}</output> : null;
};

/** Why the operator is not heard; nothing while all is well. */
export const MicrophoneNote = ({ talk }: { talk: Talk | undefined }): ReactElement | null => {
  const words = microphoneWords(useTalkStatus(talk));
  if (words === '') return null;
  return (
    <p className={styles.note} role="alert">
      <Icon name="micOff" />
      <span>{words}</span>
    </p>
  );
};
