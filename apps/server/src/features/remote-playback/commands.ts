// The main-channel command of remote playback: D08 steers one and tells how it stands.
import { d08RemotePlayback } from '@outrider/contract';
import type { Devices } from '../../kernel/access/access.ts';
import { answer, type CommandHandler } from '../../kernel/channel/channel.ts';
import type { RemotePlays } from './remote-plays.ts';

export type CommandKit = {
  devices: Devices;
  plays: RemotePlays;
};

const SECOND_MS = 1000;

export const remotePlaybackCommands = ({ devices, plays }: CommandKit): CommandHandler[] => [
  answer(d08RemotePlayback, ({ caller }, { I, S, C, V, F, B }) => {
    const { deviceKey } = devices.seen(caller, I);
    const jumpMs = F === undefined ? undefined : F * SECOND_MS;
    const { state, timeMs, speed, generation, message } = plays.steer(caller, deviceKey, S, {
      channel: C,
      speed: V,
      jumpMs,
      toMs: B,
    });
    return { Z: { state, currentTime: timeMs, speed, generation, message } };
  }),
];
