// The talk modal: one device, both ways. It calls as soon as it is open and hangs up when it closes.
import { useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../../lib/i18n.ts';
import { isSecurePage } from '../../../lib/device-kind.ts';
import { formatDuration } from '../../../lib/time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useDevice } from '../../../live/hooks.ts';
import { useMay } from '../../../live/session.ts';
import { DeviceGlyph } from '../../../parts/device-glyph.tsx';
import { CallMark, LevelMeter, MicrophoneNote, SpeakControls } from '../../../parts/talk/call-parts.tsx';
import { groupOf, isActive } from '../../../parts/talk/call-status.ts';
import type { CallStatus } from '../../../parts/talk/call-status.ts';
import { callWords } from '../../../parts/talk/call-words.ts';
import type { TalkTarget } from '../../../parts/talk/talk-address.ts';
import type { TalkCall } from '../../../parts/talk/talk-call.ts';
import { TalkGate } from '../../../parts/talk/talk-gate.tsx';
import { useCallStatus, useTalkCall } from '../../../parts/talk/use-talk-call.ts';
import { MAX_GAIN } from '../../../player/gain.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import type { OverlayProps } from '../overlays.tsx';
import styles from './talk-modal.module.css';

const Who = ({ id }: { id: string }): ReactElement => {
  const device = useDevice(id);
  const name = device?.vehicleid || id;
  const facts = [name === id ? '' : id, device?.drivername ?? '', device?.plate ?? ''].filter((fact) => fact !== '');
  return (
    <div className={styles.who}>
      <DeviceGlyph id={id} size={20} />
      <span className={styles.names}>
        <strong>{name}</strong>
        <span className="soft">{facts.join(' · ')}</span>
      </span>
    </div>
  );
};

const Duration = ({ status }: { status: CallStatus }): ReactElement | null => {
  const now = useNow();
  const { talkingSinceMs, overAtMs } = status;
  if (talkingSinceMs === undefined) return null;
  return (
    <time className={`num ${styles.duration}`} aria-label={t('Duration')}>
      {formatDuration((overAtMs ?? now) - talkingSinceMs)}
    </time>
  );
};

const State = ({ status, id }: { status: CallStatus; id: string }): ReactElement => {
  const { tone, word, detail } = callWords(status, id);
  return (
    <div className={styles.state}>
      <CallMark tone={tone} size={32} />
      <output className={styles.words}>
        <strong>{word}</strong>
        {detail !== '' && <span className="soft">{detail}</span>}
      </output>
      <Duration status={status} />
    </div>
  );
};

const Volume = ({ call, gain }: { call: TalkCall; gain: number }): ReactElement => (
  <label className={styles.volume}>
    <span>{t('Volume')}</span>
    <input
      type="range"
      min={0}
      max={MAX_GAIN}
      step={0.5}
      value={gain}
      onChange={(event) => call.setGain(event.target.valueAsNumber)}
    />
  </label>
);

const Body = ({ call, id }: { call: TalkCall | undefined; id: string }): ReactElement => {
  const status = useCallStatus(call);
  const active = call !== undefined && isActive(status);
  return (
    <div className={styles.body}>
      <Who id={id} />
      {call !== undefined && <State status={status} id={id} />}
      <MicrophoneNote call={call} />
      {active && (
        <>
          <div className={styles.levels}>
            <LevelMeter call={call} of="microphone" name={t('You')} />
            <LevelMeter call={call} of="voice" name={t('Driver')} />
            <Volume call={call} gain={status.gain} />
          </div>
          <SpeakControls call={call} />
        </>
      )}
    </div>
  );
};

type FootProps = { call: TalkCall | undefined; id: string; onAgain: () => void; onClose: () => void };

const Foot = ({ call, id, onAgain, onClose }: FootProps): ReactElement => {
  const status = useCallStatus(call);
  const state = status.states.get(id);
  const failed = state !== undefined && groupOf(state) !== 'hearing' && groupOf(state) !== 'calling';
  if (call === undefined || !isActive(status))
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
        <Button icon="refresh" onClick={() => call.again()}>
          {t('Call again')}
        </Button>
      )}
      <Button look="danger" icon="hangUp" onClick={() => call.close()}>
        {t('End')}
      </Button>
    </>
  );
};

const Talk = ({ deviceId, onClose }: OverlayProps<'talk'>): ReactElement => {
  const allowed = useMay('F_talk') && isSecurePage();
  const [order, setOrder] = useState<TalkTarget>({ kind: 'talk', deviceId });
  const call = useTalkCall(allowed ? order : undefined);
  const again = (): void => setOrder({ ...order });
  return (
    <Dialog
      title={t('Talk')}
      kept
      onClose={onClose}
      {...(allowed ? { actions: <Foot call={call} id={deviceId} onAgain={again} onClose={onClose} /> } : {})}
    >
      <TalkGate>
        <Body call={call} id={deviceId} />
      </TalkGate>
    </Dialog>
  );
};

/** Another device is another talk. */
export const TalkModal = (props: OverlayProps<'talk'>): ReactElement => <Talk key={props.deviceId} {...props} />;
