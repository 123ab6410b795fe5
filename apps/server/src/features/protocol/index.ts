// The ports of this server as an administrator sets them, and its restart, by which they count. What keeps a port that nobody reaches
// from locking people out is trial.ts.
import { isDeepStrictEqual } from 'node:util';
import { type ProtocolChoice, postReboot, protocolSetting } from '@outrider/contract';
import type { Caller } from '../../kernel/access/access.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import { ListenError } from '../../kernel/web/listen.ts';
import { InTurn } from '../../kernel/work/in-turn.ts';
import { type Settings, settingCalls } from '../settings/index.ts';
import { assertFree, cannotBeOpened } from './free-port.ts';
import type { Trial } from './trial.ts';

export { type Trial, createTrial, goBack } from './trial.ts';

/** The ports that are open. */
type Open = { jt808: number; command: number; streams: readonly number[]; http: number; https: number };

type SocketPorts = { command: number; streams: readonly number[] };

export type ProtocolKit = {
  settings: Settings;
  clock: Clock;
  host: string;
  /** What the server was started with; the others are what it started without. */
  started: ProtocolChoice;
  open: () => Open;
  /** Throws StartError where a port cannot be opened. */
  openAlso: (ports: SocketPorts) => Promise<void>;
  /** What else was opened so is closed. */
  settle: (ports: SocketPorts) => Promise<void>;
  /** What is open, that was opened so included. */
  ownPorts: () => readonly number[];
  trial: Pick<Trial, 'isOn' | 'prove'>;
  /** Ends the process so that it is started again; undefined where nothing would. */
  restart: (() => void) | undefined;
};

/** So long after it was asked for, so that the answer is out. */
const RESTART_MS = 300;
const RESTARTS = 'The server restarts.';

const openPort = (port: number, was: number, now: number): number => (port === 0 && was === 0 ? now : port);
const keptPort = (port: number, was: number, as: number): number => (port === was ? as : port);

/** What was saved, with the ports that are open in the place of 0. */
const shownOf = (saved: ProtocolChoice, started: ProtocolChoice, open: Open): ProtocolChoice => {
  return {
    ...saved,
    heartbeat: openPort(saved.heartbeat, started.heartbeat, open.jt808),
    appcommand: openPort(saved.appcommand, started.appcommand, open.command),
    streamings: saved.streamings.map((port, i) => openPort(port, started.streamings[i] ?? -1, open.streams[i] ?? 0)),
    http: openPort(saved.http, started.http, open.http),
  };
};

/** The way back: an open port that 0 stands for is 0. */
const savedOf = (sent: ProtocolChoice, shown: ProtocolChoice, now: ProtocolChoice): ProtocolChoice => {
  return {
    ...sent,
    heartbeat: keptPort(sent.heartbeat, shown.heartbeat, now.heartbeat),
    appcommand: keptPort(sent.appcommand, shown.appcommand, now.appcommand),
    streamings: sent.streamings.map((port, i) => keptPort(port, shown.streamings[i] ?? -1, now.streamings[i] ?? port)),
    http: keptPort(sent.http, shown.http, now.http),
  };
};

/** What the start of a server would say, as a save says it. */
const refusalOf = (error: unknown): unknown => {
  if (!(error instanceof ListenError)) return error;
  return cannotBeOpened(error.key === 'streamPort' ? 'streamings' : 'appcommand', error.port);
};

const socketsOf = ({ appcommand, streamings }: ProtocolChoice): SocketPorts => ({
  command: appcommand,
  streams: streamings,
});

/** Ports that wait for the restart are tried, those of sockets are opened. */
const openNew = async (kit: ProtocolKit, wanted: ProtocolChoice): Promise<void> => {
  const { host, started, open, openAlso, ownPorts } = kit;
  const inUse = [...Object.values(shownOf(started, started, open())).flat(), ...ownPorts()];
  const isNew = (port: number): boolean => !inUse.includes(port);
  if (isNew(wanted.heartbeat)) await assertFree('heartbeat', { host, port: wanted.heartbeat, udp: true });
  if (isNew(wanted.http)) await assertFree('http', { host, port: wanted.http });
  if (isNew(wanted.https)) await assertFree('https', { host, port: wanted.https });
  await openAlso(socketsOf(wanted)).catch((error: unknown) => {
    throw refusalOf(error);
  });
};

type EditBy = { by: string; seenMs: number | undefined };
const createSave = (kit: ProtocolKit, now: () => ProtocolChoice, shown: () => ProtocolChoice) => {
  const { settings, started, settle, trial } = kit;
  return async (sent: ProtocolChoice, edit: EditBy) => {
    const wanted = savedOf(sent, shown(), now());
    await openNew(kit, wanted);
    try {
      const version = await settings.save(protocolSetting, wanted, edit);
      if (!trial.isOn && isDeepStrictEqual(now(), started)) await trial.prove();
      return version;
    } finally {
      // Only now: where the save fails, what was open stays, and what was opened for it goes.
      await settle(socketsOf(now()));
    }
  };
};

/** What fixes a port from outside is for level 0. */
const withoutOutside = (caller: Caller, loaded: unknown): unknown =>
  caller.level === 0 || typeof loaded !== 'object' ? loaded : { ...loaded, fixed: {} };

export const protocolFeature = (
  kit: ProtocolKit,
): {
  calls: CallHandler[];
  /** Restarts the server once this is answered. Throws AppError `unavailable` where nothing would start it again. */
  restart: () => void;
  close: () => void;
} => {
  const { settings, clock, started, open, restart } = kit;
  const now = (): ProtocolChoice => settings.value(protocolSetting) ?? started;
  const shown = (): ProtocolChoice => shownOf(now(), started, open());
  const save = createSave(kit, now, shown);
  const saves = new InTurn();
  let leaving: { cancel(): void } | undefined;
  const leave = (): void => {
    if (restart === undefined)
      throw new AppError('unavailable', 'Nothing would start this server again. Stop and start it where it runs.');
    leaving ??= clock.after(RESTART_MS, restart);
  };
  const [load] = settingCalls(settings, protocolSetting, shown);
  if (load === undefined) throw new Error('A setting has a call that loads it.');
  return {
    calls: [
      { ...load, run: async (caller, ...asked) => withoutOutside(caller, await load.run(caller, ...asked)) },
      handle(protocolSetting.save, ({ userName: by }, { updatetime: seenMs, ...sent }, { note }) =>
        saves.run(async () => {
          note?.({ before: { ...shown() } });
          const { updatedMs } = await save(sent, { by, seenMs });
          return { hasError: 0 as const, message: 'Save Success', updatetime: updatedMs };
        }),
      ),
      handle(postReboot, () => {
        leave();
        return { hasError: 0 as const, message: RESTARTS };
      }),
    ],
    restart: leave,
    close: () => leaving?.cancel(),
  };
};
