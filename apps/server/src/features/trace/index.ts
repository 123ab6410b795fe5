// What engineers do with one device from /testdev, and what /testvcp tries a connection with.
import { CUSTOM_DOWNLOAD, db1Trace, db2Raw, db7FakeEvent, echo, ping } from '@outrider/contract';
import type { Devices } from '../../kernel/access/access.ts';
import type { Bus } from '../../kernel/bus.ts';
import { answer, type CommandHandler } from '../../kernel/channel/channel.ts';
import { AppError } from '../../kernel/errors.ts';
import { Watches, type WatchesKit } from './watches.ts';

export type TraceKit = Omit<WatchesKit, 'isNamed'> & {
  bus: Bus;
  devices: Devices & { isNamed: WatchesKit['isNamed'] };
  /** Stores an event as if it had just happened; gives its number, 0 where a plan discards it. */
  byHand: (deviceKey: number, code: number, text: string) => Promise<number>;
};

export type TraceFeature = {
  commands: CommandHandler[];
  metrics(): Record<string, number>;
  close(): void;
};

/** The event of the first input of a device. */
const FIRST_GPIO = 4;

/** The event itself and those of the inputs that are on, each once. */
const codesOf = (code: number, bits: string): number[] => [
  ...new Set([code, ...Array.from(bits).flatMap((bit, gpio) => (bit === '1' ? [FIRST_GPIO + gpio] : []))]),
];

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex.replaceAll(/\s/g, ''), 'hex'));

export const traceFeature = (kit: TraceKit): TraceFeature => {
  const { bus, clock, devices, traces, byHand } = kit;
  const watches = new Watches({ ...kit, isNamed: (...asked) => devices.isNamed(...asked) });
  const deafen = bus.subscribe('device.gone', ({ deviceKey }) => watches.endOf(deviceKey));
  return {
    commands: [
      answer(db1Trace, (session, { I }) => {
        try {
          watches.add(session, devices.seen(session.caller, I));
          return { R: '1' as const, I };
        } catch (error) {
          watches.drop(session);
          if (error instanceof AppError && error.code === 'not_found') return { R: '0' as const, I };
          throw error;
        }
      }),
      answer(db2Raw, ({ caller }, { I, Z }) => {
        const { deviceKey } = devices.seen(caller, I);
        return { I, Z: Buffer.from(traces.write(deviceKey, bytesOf(Z))).toString('hex') };
      }),
      answer(db7FakeEvent, async ({ caller }, { I, R, E, Z }) => {
        const { deviceKey, registered } = devices.seen(caller, I);
        if (!registered) throw new AppError('invalid', 'Only registered devices have events.');
        if (E === CUSTOM_DOWNLOAD) throw new AppError('invalid', `Event ${E} belongs to footage that was asked for.`);
        const made: number[] = [];
        // oxlint-disable-next-line no-await-in-loop -- numbered in their order
        for (const code of codesOf(E, R)) made.push(await byHand(deviceKey, code, Z));
        return { I, Z: made.filter((serialno) => serialno > 0) };
      }),
      answer(echo, (_session, { Z = null }) => ({ Z })),
      answer(ping, () => ({ T: clock.now() })),
    ],
    metrics: () => ({ trace_watches: watches.size, trace_lines_lost_total: watches.counters.lost }),
    close: () => {
      deafen();
      watches.close();
    },
  };
};
