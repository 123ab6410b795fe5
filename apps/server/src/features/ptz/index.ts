// Moving cameras, and the orders that D12 has a number for: D12 to the device's link, and the end of movements that nobody ends. What a movement is on the wire is the gateway's.
import { AppError, d12Ptz, type PtzMove, WAKE_UP } from '@outrider/contract';
import { deviceOffline } from '../../kernel/errors.ts';
import type { CameraTurn, DeviceLink, LinkRegistry } from '../../gateway/index.ts';
import type { Devices } from '../../kernel/access/access.ts';
import { assertMay } from '../../kernel/access/authorise.ts';
import { answer, type ChannelSession, type CommandHandler } from '../../kernel/channel/channel.ts';
import type { Clock, Timer } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { OrderDesk, Teller } from '../device-order/index.ts';

export type PtzKit = {
  clock: Clock;
  log: Log;
  links: LinkRegistry;
  devices: Devices;
  tell: Teller;
  wakeUp: OrderDesk<object>;
};

/** The operator's page tells the end of a press; should it not, the camera must not turn for ever. */
const LONGEST_MOVE_MS = 15_000;

const zooms = { ZI: 'in', ZO: 'out' } as const;
const turns: { readonly [M in Exclude<PtzMove, keyof typeof zooms | 'STOP'>]: CameraTurn } = {
  UPLT: 'up-left',
  UP: 'up',
  UPRT: 'up-right',
  LT: 'left',
  RT: 'right',
  DNLT: 'down-left',
  DN: 'down',
  DNRT: 'down-right',
};
const moveCamera = (link: DeviceLink, channel: number, move: PtzMove): Promise<void> => {
  if (move === 'STOP') return link.order('stopCamera', { channel });
  if (move === 'ZI' || move === 'ZO') return link.order('zoomCamera', { channel, zoom: zooms[move] });
  return link.order('turnCamera', { channel, turn: turns[move] });
};

type Moving = { session: ChannelSession; deviceKey: number; channel: number; timer: Timer };

export type PtzFeature = {
  commands: CommandHandler[];
  metrics(): Record<string, number>;
  close(): void;
};

export const ptzFeature = ({ clock, log, links, devices, tell, wakeUp }: PtzKit): PtzFeature => {
  const moving = new Map<string, Moving>();
  const watched = new WeakSet<ChannelSession>();
  const take = (key: string): void => {
    moving.get(key)?.timer.cancel();
    moving.delete(key);
  };
  const stop = (key: string, { deviceKey, channel }: Moving): void => {
    take(key);
    links
      .get(deviceKey)
      ?.order('stopCamera', { channel })
      .catch((err: unknown) => log.warn('a camera was not stopped', { deviceKey, channel, err }));
  };
  const remember = (session: ChannelSession, deviceKey: number, channel: number): void => {
    const key = `${deviceKey} ${channel}`;
    take(key);
    const entry: Moving = {
      session,
      deviceKey,
      channel,
      timer: clock.after(LONGEST_MOVE_MS, () => stop(key, entry)),
    };
    moving.set(key, entry);
    if (watched.has(session)) return;
    watched.add(session);
    session.onClose(() => {
      for (const [at, own] of moving) if (own.session === session) stop(at, own);
    });
  };
  return {
    commands: [
      answer(d12Ptz, async (session, { I, C, A, W }) => {
        const known = devices.seen(session.caller, I);
        if (typeof A === 'number') {
          if (A !== WAKE_UP) throw new AppError('invalid', 'There is no command of this number.');
          assertMay(session.caller, 'F_lmdvrs_wakeup');
          return tell(session, { I, W }, wakeUp, {});
        }
        assertMay(session.caller, 'F_ptz');
        if (C === undefined) throw new AppError('invalid', 'C: A movement needs a channel.');
        if (!known.channels.includes(C)) throw new AppError('not_found', `The device has no channel ${C}`);
        const link = links.get(known.deviceKey);
        if (link === undefined) throw deviceOffline();
        if (A === 'STOP') take(`${known.deviceKey} ${C}`);
        else if (A in turns) remember(session, known.deviceKey, C);
        await moveCamera(link, C, A);
        return { R: '1' as const, I };
      }),
    ],
    metrics: () => ({ cameras_moving: moving.size }),
    close: () => {
      for (const { timer } of moving.values()) timer.cancel();
      moving.clear();
    },
  };
};
