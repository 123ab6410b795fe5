// Many recorders with one channel each in a process of its own: signed on at a server, or just sending media to a bare loop.
import { Camera, FRAME_MS, openFlow } from './camera.ts';
import { wait } from './scale.ts';
import { serve } from './worker-process.ts';

export type CamerasAsk =
  /** `port` of JT/T 808: they send media when they are asked for it. */
  | { kind: 'online'; port: number; phones: readonly string[]; bitsPerSecond: number }
  /** `port` of a bare loop: they send media at once. */
  | { kind: 'bare'; port: number; phones: readonly string[]; bitsPerSecond: number }
  | { kind: 'close' };
export type CamerasTold = { online: undefined; bare: undefined; close: undefined };

let open: { close: () => void }[] = [];

serve<CamerasAsk>({}, async (ask) => {
  switch (ask.kind) {
    case 'online':
      for (const phone of ask.phones)
        open.push(await Camera.online(ask.port, { phone, bitsPerSecond: ask.bitsPerSecond }));
      return;
    case 'bare':
      for (const [i, phone] of ask.phones.entries()) {
        // Recorders do not send in step; a few at a time begin at each millisecond of a frame.
        if (i % Math.ceil(ask.phones.length / FRAME_MS) === 0) await wait(1);
        open.push(await openFlow(ask.port, phone, ask.bitsPerSecond));
      }
      return;
    case 'close':
      for (const each of open) each.close();
      open = [];
  }
});
