// The broadcast modal: one voice to all devices or to those named, and what each of them does.
import { useState } from 'react';
import type { ReactElement } from 'react';
import { isSecurePage } from '../../lib/device-kind.ts';
import { t } from '../../lib/i18n.ts';
import { devices } from '../../live/index.ts';
import { isOnline } from '../../live/device-state.ts';
import { readListState, useDevicesVersion } from '../../live/hooks.ts';
import { useMay } from '../../live/session.ts';
import { DevicesField } from '../device-picker/devices-field.tsx';
import { idsOf, lineOf } from '../device-picker/picker-rules.ts';
import { LevelMeter, MicrophoneNote, RecordedNote, SpeakControls } from '../talk/talk-parts.tsx';
import { isActive } from '../talk/talk-status.ts';
import type { TalkTarget } from '../talk/talk-address.ts';
import { TalkGate } from '../talk/talk-gate.tsx';
import { useTalkStatus, useTalk } from '../talk/use-talk.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { OverlayProps } from '../overlay-store.ts';
import styles from './broadcast-modal.module.css';
import { problemOf } from './broadcast-rules.ts';
import type { BroadcastMode, BroadcastProblem } from './broadcast-rules.ts';
import { Receivers } from './receivers.tsx';

const problemText = (problem: BroadcastProblem): string => {
  switch (problem.kind) {
    case 'none':
    case 'nobody':
      return '';
    case 'offline':
      return t('No device is online.');
    case 'unknown':
      return t('Unknown device {id}', { id: problem.id });
    case 'many':
      return t('A broadcast reaches at most {count} devices: choose fewer.', { count: problem.max });
    default:
      return problem satisfies never;
  }
};

type Draft = { mode: BroadcastMode; line: string };

type FormProps = { draft: Draft; onChange: (draft: Draft) => void; online: number; active: boolean; problem: string };

/** Whom to call; fixed while the talk goes on. */
const Form = ({ draft, onChange, online, active, problem }: FormProps): ReactElement => {
  const choice = (mode: BroadcastMode, name: string, help: string): ReactElement => (
    <label className={styles.choice}>
      <input
        type="radio"
        className="form-check-input"
        name="broadcast-mode"
        disabled={active}
        checked={draft.mode === mode}
        onChange={() => onChange({ ...draft, mode })}
      />
      <span>
        {name}
        {help !== '' && <span className="soft num"> · {help}</span>}
      </span>
    </label>
  );
  return (
    <>
      <fieldset className={styles.modes} aria-label={t('Who hears it')}>
        {choice('all', t('All'), t('{number} online', { number: online }))}
        {choice('devices', t('Devices'), '')}
      </fieldset>
      <DevicesField
        line={draft.line}
        disabled={draft.mode !== 'devices' || active}
        error={draft.mode === 'devices' && problem !== '' ? problem : undefined}
        onChange={(line) => onChange({ ...draft, line })}
      />
      {draft.mode === 'all' && problem !== '' && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </>
  );
};

const knows = (id: string): boolean => devices.get(id)?.registered === true;

/** Registered devices that are online, whatever the filters of the screen leave out. */
const useOnlineCount = (): number => {
  useDevicesVersion();
  return readListState().allList.filter(isOnline).length;
};

const Broadcast = ({ deviceIds, onClose }: OverlayProps<'broadcast'>): ReactElement => {
  // To call the whole fleet is a choice of its own: nobody does it by a press too many.
  const [draft, setDraft] = useState<Draft>({ mode: 'devices', line: lineOf(deviceIds ?? []) });
  const [order, setOrder] = useState<TalkTarget>();
  const talk = useTalk(order);
  const status = useTalkStatus(talk);
  const online = useOnlineCount();
  const active = talk !== undefined && isActive(status);
  const ids = idsOf(draft.line);
  const problem = problemOf({ mode: draft.mode, ids, online, knows });
  const start = (): void => setOrder({ kind: 'broadcast', deviceIds: draft.mode === 'all' ? 'all' : ids });
  return (
    <Dialog
      title={t('Broadcast')}
      kept
      wide
      onClose={onClose}
      actions={
        <>
          {!active && <Button onClick={onClose}>{t('Close')}</Button>}
          <Button
            look={active ? 'danger' : 'primary'}
            icon={active ? 'hangUp' : 'mic'}
            disabled={!active && problem.kind !== 'none'}
            onClick={active ? () => talk.close() : start}
          >
            {active ? t('End') : t('Start')}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <Form
          draft={draft}
          onChange={setDraft}
          online={online}
          active={active}
          problem={active ? '' : problemText(problem)}
        />
        <MicrophoneNote talk={talk} />
        <RecordedNote talk={talk} />
        {active && (
          <>
            <LevelMeter talk={talk} of="microphone" name={t('You')} />
            <SpeakControls talk={talk} />
          </>
        )}
        {talk !== undefined && <Receivers status={status} />}
      </div>
    </Dialog>
  );
};

export const BroadcastModal = (props: OverlayProps<'broadcast'>): ReactElement => {
  const allowed = useMay('F_talk') && isSecurePage();
  if (allowed) return <Broadcast {...props} />;
  return (
    <Dialog title={t('Broadcast')} onClose={props.onClose}>
      <TalkGate>{null}</TalkGate>
    </Dialog>
  );
};
