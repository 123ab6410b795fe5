// The talk modal: one device, both ways. It calls as soon as it is open and hangs up when it closes.
import { useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { isSecurePage } from '../../lib/device-kind.ts';
import { formatDuration } from '../../lib/time.ts';
import { useNow } from '../../lib/use-now.ts';
import { deviceName, otherNames } from '../../live/device-name.ts';
import { useDevice } from '../../live/hooks.ts';
import { useMay } from '../../live/session.ts';
import { DeviceGlyph } from '../device-glyph.tsx';
import { TalkMark, LevelMeter, MicrophoneNote, RecordedNote, SpeakControls } from './talk-parts.tsx';
import { groupOf, isActive } from './talk-status.ts';
import type { TalkStatus } from './talk-status.ts';
import { talkWords } from './talk-words.ts';
import type { TalkTarget } from './talk-address.ts';
import type { Talk } from './talk.ts';
import { TalkGate } from './talk-gate.tsx';
import { useTalkStatus, useTalk } from './use-talk.ts';
import { MAX_GAIN } from '../../player/gain.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { OverlayProps } from '../overlay-store.ts';
import styles from './talk-modal.module.css';

const Who = ({ id }: { id: string }): ReactElement => {
  const device = useDevice(id);
  return (
    <div className={styles.who}>
      <DeviceGlyph id={id} size={20} />
      <span className={styles.names}>
        <strong>{deviceName(id, device)}</strong>
        <span className="soft">{otherNames(id, device)}</span>
      </span>
    </div>
  );
};

const Duration = ({ status }: { status: TalkStatus }): ReactElement | null => {
  const now = useNow();
  const { talkingSinceMs, overAtMs } = status;
  if (talkingSinceMs === undefined) return null;
  return (
    <time className={`num ${styles.duration}`} aria-label={t('Duration')}>
      {formatDuration((overAtMs ?? now) - talkingSinceMs)}
    </time>
  );
};

const State = ({ status, id }: { status: TalkStatus; id: string }): ReactElement => {
  const { tone, word, detail } = talkWords(status, id);
  return (
    <div className={styles.state}>
      <TalkMark tone={tone} size={32} />
      <output className={styles.words}>
        <strong>{word}</strong>
        {detail !== '' && <span className="soft">{detail}</span>}
      </output>
      <Duration status={status} />
    </div>
  );
};

const Volume = ({ talk, gain }: { talk: Talk; gain: number }): ReactElement => (
  <label className={styles.volume}>
    <span>{t('Volume')}</span>
    <input
      type="range"
      min={0}
      max={MAX_GAIN}
      step={0.5}
      value={gain}
      onChange={(event) => talk.setGain(event.target.valueAsNumber)}
    />
  </label>
);

const Body = ({ talk, id }: { talk: Talk | undefined; id: string }): ReactElement => {
  const status = useTalkStatus(talk);
  const active = talk !== undefined && isActive(status);
  return (
    <div className={styles.body}>
      <Who id={id} />
      {talk !== undefined && <State status={status} id={id} />}
      <MicrophoneNote talk={talk} />
      <RecordedNote talk={talk} />
      {active && (
        <>
          <div className={styles.levels}>
            <LevelMeter talk={talk} of="microphone" name={t('You')} />
            <LevelMeter talk={talk} of="voice" name={t('Driver')} />
            <Volume talk={talk} gain={status.gain} />
          </div>
          <SpeakControls talk={talk} />
        </>
      )}
    </div>
  );
};

type FootProps = { talk: Talk | undefined; id: string; onAgain: () => void; onClose: () => void };

const Foot = ({ talk, id, onAgain, onClose }: FootProps): ReactElement => {
  const status = useTalkStatus(talk);
  const state = status.states.get(id);
  const failed = state !== undefined && groupOf(state) !== 'hearing' && groupOf(state) !== 'calling';
  if (talk === undefined || !isActive(status))
    return (
      <>
        <Button onClick={onClose}>{t('Close')}</Button>
        <Button look="primary" icon="mic" onClick={onAgain}>
          {t('Call again')}
        </Button>
      </>
    );
  return (
    <>
      {failed && (
        <Button icon="refresh" onClick={() => talk.again()}>
          {t('Call again')}
        </Button>
      )}
      <Button look="danger" icon="hangUp" onClick={() => talk.close()}>
        {t('End')}
      </Button>
    </>
  );
};

const TalkDialog = ({ deviceId, onClose }: OverlayProps<'talk'>): ReactElement => {
  const allowed = useMay('F_talk') && isSecurePage();
  const [order, setOrder] = useState<TalkTarget>({ kind: 'talk', deviceId });
  const talk = useTalk(allowed ? order : undefined);
  const again = (): void => setOrder({ ...order });
  return (
    <Dialog
      title={t('Talk')}
      kept
      onClose={onClose}
      {...(allowed ? { actions: <Foot talk={talk} id={deviceId} onAgain={again} onClose={onClose} /> } : {})}
    >
      <TalkGate>
        <Body talk={talk} id={deviceId} />
      </TalkGate>
    </Dialog>
  );
};

/** Another device is another talk. */
export const TalkModal = (props: OverlayProps<'talk'>): ReactElement => <TalkDialog key={props.deviceId} {...props} />;
