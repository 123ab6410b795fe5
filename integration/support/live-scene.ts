// A device with cameras at a server whose time is driven, and viewers of what it sends.
import type { TestContext } from 'node:test';
import type { ManualClock } from '../../apps/server/src/kernel/manual-clock.ts';
import { afterwards } from './cleanup.ts';
import { Channel } from './operator.ts';
import { numberOf, Recorder } from './recorder.ts';
import { type Server, startDrivenServer } from './server.ts';
import { until, type Waiting } from './until.ts';
import { Viewer, type ViewerOptions } from './viewer.ts';

export const LIVE_ID = '13800000101';
/** How far time moves with each look at something waited for. */
const LOOK_MS = 4;

export type LiveScene = {
  server: Server & { clock: ManualClock };
  recorder: Recorder;
  waiting: Waiting;
  watch: (options?: ViewerOptions) => Promise<Viewer>;
  /** Lets sockets and small timers run until something holds: time moves a little with each look. */
  soon: (what: string, look: () => boolean) => Promise<boolean>;
};

export const setLiveScene = async (t: TestContext): Promise<LiveScene> => {
  const server = await startDrivenServer(t);
  const waiting: Waiting = { between: () => server.clock.advance(LOOK_MS) };
  const operator = await Channel.signedIn(server);
  await operator.get('D01', { I: LIVE_ID, C: 4 });
  const recorder = await Recorder.online(server.ports);
  afterwards(t, () => recorder.close());
  return {
    server,
    recorder,
    waiting,
    watch: async (options = {}) => {
      const viewer = await Viewer.open(server.ports.stream, server.admin, LIVE_ID, { ...options, waiting });
      afterwards(t, () => viewer.close());
      return viewer;
    },
    soon: (what, look) => until(what, look, waiting),
  };
};

/** A scene that plays: one viewer has seen the key picture 1. */
export const setPlayingScene = async (
  t: TestContext,
  options?: ViewerOptions,
): Promise<LiveScene & { viewer: Viewer }> => {
  const scene = await setLiveScene(t);
  const viewer = await scene.watch(options);
  await scene.soon('the device dials in', () => scene.recorder.cameras.length === 1);
  scene.recorder.camera.send(1, { key: true });
  await viewer.until('the first picture', () => viewer.videos.length === 1);
  return { ...scene, viewer };
};

export const numbers = (viewer: Viewer): number[] => viewer.videos.map(({ body }) => numberOf(body));
