// A recorder with a disk at a server whose time is driven, and players of what it recorded.
import type { TestContext } from 'node:test';
import type { ManualClock } from '../../apps/server/src/kernel/manual-clock.ts';
import { afterwards } from './cleanup.ts';
import { DiskRecorder } from './disk-recorder.ts';
import { Channel } from './operator.ts';
import { type Account, cheapKeeper, type Server, startDrivenServer } from './server.ts';
import { until } from './until.ts';
import { FLAG, Viewer } from './viewer.ts';

export const ID = '13800000101';
const LOOK_MS = 50;
export const START_MS = Date.UTC(2025, 11, 31, 20, 0, 0);
export const PICTURE_MS = 40;

export type Scene = {
  server: Server & { clock: ManualClock };
  operator: Channel;
  recorder: DiskRecorder;
  waiting: { between: () => void };
  soon: <T>(what: string, look: () => T | undefined | false) => Promise<T>;
  play: (changes?: Readonly<Record<string, string | number>>, account?: Account) => Promise<Viewer>;
};

export const setScene = async (t: TestContext, channels = 4): Promise<Scene> => {
  // A playback waits for its device by this clock, which moves on with each look: also while an account is let in.
  const server = await startDrivenServer(t, {}, { keeper: cheapKeeper });
  const operator = await Channel.signedIn(server);
  afterwards(t, () => operator.close());
  await operator.get('D01', { I: ID, C: channels });
  const recorder = await DiskRecorder.online(server.ports);
  afterwards(t, () => recorder.close());
  const waiting = { between: () => server.clock.advance(LOOK_MS) };
  return {
    server,
    operator,
    recorder,
    waiting,
    soon: (what, look) => until(what, look, waiting),
    play: async (changes = {}, account = server.admin) => {
      const query = {
        type: 'repb',
        deviceid: ID,
        channel: 1,
        streamid: 7,
        spbtime: START_MS / 1000,
        duration: 60,
        ...changes,
      };
      const texts = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
      const viewer = await Viewer.ask(server.ports.stream, account, texts, waiting);
      afterwards(t, () => viewer.close());
      return viewer;
    },
  };
};

/** So many pictures, a key frame each second. */
export const send = ({ recorder }: Scene, count: number, from = 0): void => {
  for (let i = from; i < from + count; i += 1) recorder.camera.send(i, { key: i % 25 === 0 });
};
export const dialled = (scene: Scene, times = 1) =>
  scene.soon('the device dials in', () => scene.recorder.cameras.length >= times);
export const shown = (viewer: Viewer) => viewer.videos.filter(({ flags }) => (flags & FLAG.replay) === 0);
