// The pad that moves a device's cameras: a channel, its picture, eight directions and the lens. A movement lasts as long as its button
// is held, by pointer or key. What moves are is the contract's.
import { d12Ptz } from '@outrider/contract';
import type { PtzMove } from '@outrider/contract';
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { systemClock } from '../../lib/time.ts';
import type { Stop } from '../../lib/time.ts';
import { deviceName } from '../../live/device-name.ts';
import { useDevice, useExtra } from '../../live/hooks.ts';
import { live } from '../../live/index.ts';
import { useMay } from '../../live/session.ts';
import { LiveTile } from '../../player/live-tile.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { channelName } from '../tiles/tile-rules.ts';
import { useAddressFinder } from '../tiles/use-addresses.ts';
import styles from './ptz-pad.module.css';
import { failureText } from '../../ui/toast.ts';

/** How long a camera moves by a press that is only a click. */
const STEP_MS = 400;

type MoveKey = { move: Exclude<PtzMove, 'STOP'>; name: string; icon: IconName; turn?: number };

/** Three rows of three; the middle stays empty. */
const directions = (): readonly (MoveKey | undefined)[] => [
  { move: 'UPLT', name: t('Up and left'), icon: 'up', turn: -45 },
  { move: 'UP', name: t('Up'), icon: 'up' },
  { move: 'UPRT', name: t('Up and right'), icon: 'up', turn: 45 },
  { move: 'LT', name: t('Left'), icon: 'up', turn: -90 },
  undefined,
  { move: 'RT', name: t('Right'), icon: 'up', turn: 90 },
  { move: 'DNLT', name: t('Down and left'), icon: 'up', turn: -135 },
  { move: 'DN', name: t('Down'), icon: 'up', turn: 180 },
  { move: 'DNRT', name: t('Down and right'), icon: 'up', turn: 135 },
];
const lens = (): readonly MoveKey[] => [
  { move: 'ZI', name: t('Zoom in'), icon: 'zoomIn' },
  { move: 'ZO', name: t('Zoom out'), icon: 'zoomOut' },
];

/**
 * Sends moves of one channel and their ends; says what went wrong. Leaving ends a movement. Only the button that began it ends it: the one
 * before loses the focus to it just then.
 */
const useMoves = (deviceId: string, channel: number) => {
  const [problem, setProblem] = useState('');
  const moving = useRef<PtzMove>(undefined);
  const stepEnd = useRef<Stop>(undefined);
  const send = (move: PtzMove): void => {
    live()
      .connection.ask(d12Ptz, { I: deviceId, C: channel, A: move })
      .then(
        () => setProblem(''),
        (error: unknown) => setProblem(failureText(error)),
      );
  };
  const stop = (move = moving.current): void => {
    if (move === undefined || moving.current !== move) return;
    moving.current = undefined;
    stepEnd.current?.(); // it would end the next movement of the button
    stepEnd.current = undefined;
    send('STOP');
  };
  const start = (move: PtzMove): void => {
    if (moving.current !== undefined) return;
    moving.current = move;
    send(move);
  };
  const step = (move: PtzMove): void => {
    if (moving.current !== undefined) return;
    start(move);
    stepEnd.current = systemClock.after(STEP_MS, () => stop(move));
  };
  const last = useRef(stop);
  useEffect(() => {
    last.current = stop;
  });
  useEffect(() => () => last.current(), []);
  return { start, stop, step, problem };
};

type KeyProps = MoveKey & Pick<ReturnType<typeof useMoves>, 'start' | 'stop' | 'step'>;
const presses = ({ key }: KeyboardEvent): boolean => key === 'Enter' || key === ' ';

/** Keys make no click of it, and a pointer one that counts its presses: what is left is that of a screen reader, which cannot hold. */
const HoldButton = ({ move, name, icon, turn = 0, start, stop, step }: KeyProps): ReactElement => (
  <button
    type="button"
    className={styles.key}
    aria-label={name}
    title={name}
    onPointerDown={(event) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      start(move);
    }}
    onPointerUp={() => stop(move)}
    onPointerCancel={() => stop(move)}
    onLostPointerCapture={() => stop(move)}
    onContextMenu={(event) => event.preventDefault()} // a long press on a phone is a movement
    onKeyDown={(event) => {
      if (!presses(event)) return;
      event.preventDefault();
      if (!event.repeat) start(move);
    }}
    onKeyUp={(event) => {
      if (presses(event)) event.preventDefault();
      stop(move);
    }}
    onClick={(event) => {
      if (event.detail === 0) step(move);
    }}
    onBlur={() => stop(move)}
  >
    <span style={{ transform: `rotate(${turn}deg)` }}>
      <Icon name={icon} size={18} />
    </span>
  </button>
);

const Picture = ({ id, channel, name }: { id: string; channel: number; name: string }): ReactElement | null => {
  const addressesOf = useAddressFinder(1);
  if (addressesOf === undefined) return null;
  return (
    <div className={styles.picture}>
      <LiveTile
        key={channel}
        deviceId={id}
        channel={channel}
        device={id}
        name={name}
        addresses={addressesOf(id, channel)}
        active={false}
        onActive={() => {}}
      />
    </div>
  );
};

/** For a device of the list; its channels as tabs. */
export const PtzPad = ({ id, onClose }: { id: string; onClose: () => void }): ReactElement | null => {
  const device = useDevice(id);
  const extra = useExtra(id);
  const watch = useMay('P_live');
  const [chosen, setChosen] = useState<number>();
  const channels = device?.chmask ?? [];
  const channel = chosen ?? channels[0] ?? 1;
  const { start, stop, step, problem } = useMoves(id, channel);
  if (device === undefined) return null;
  const nameOf = (number: number): string => channelName(number, extra?.chnames ?? [], channels);
  return (
    <Dialog title={t('Cameras of {device}', { device: deviceName(id, device) })} onClose={onClose} wide>
      <fieldset aria-label={t('Channels')} className={styles.channels}>
        {channels.map((number) => (
          <Button key={number} aria-pressed={number === channel} onClick={() => setChosen(number)}>
            {nameOf(number)}
          </Button>
        ))}
      </fieldset>
      <div className={styles.body}>
        {watch && device.status > 0 && <Picture id={id} channel={channel} name={nameOf(channel)} />}
        <div className={styles.controls}>
          <fieldset className={styles.pad} aria-label={t('Directions')}>
            {directions().map((key) =>
              key === undefined ? (
                <span key="middle" aria-hidden="true" className={styles.middle} />
              ) : (
                <HoldButton key={key.move} {...key} start={start} stop={stop} step={step} />
              ),
            )}
          </fieldset>
          <fieldset className={styles.lens} aria-label={t('Lens')}>
            {lens().map((key) => (
              <HoldButton key={key.move} {...key} start={start} stop={stop} step={step} />
            ))}
          </fieldset>
          <p className="soft">{t('The camera moves while you hold a button.')}</p>
        </div>
      </div>
      {problem !== '' && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </Dialog>
  );
};
