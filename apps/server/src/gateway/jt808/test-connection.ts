// A connection of a device whose other end is memory, for tests of what is done with its messages. Not for production.
import { encodeFrame, FrameSplitter, type Frame } from '@outrider/jt808';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import type { Admission, IncomingFile } from '../ports.ts';
import { Strangers } from '../strangers.ts';
import { Traffic } from '../traffic.ts';
import { type ConnectionKit, Jt808Connection } from './connection.ts';
import { dispatch } from './dispatch.ts';

const PHONE = '013800138000';

const accepted: Extract<Admission, { outcome: 'accepted' }> = {
  outcome: 'accepted',
  deviceKey: 1,
  deviceId: '13800138000',
  authCode: 'code',
  utcOffsetMinutes: 480,
  edition: null,
};

/** A file that is stored at once. */
export const keptFile: IncomingFile = {
  missing: () => [],
  write: () => Promise.resolve(),
  finish: () => Promise.resolve({ id: 1, bytes: 1, sha256: '', eventSerial: null, repeated: false }),
  abandon: () => Promise.resolve(),
};

/** Everything is stored at once and nothing is refused. */
const baseKit = (): ConnectionKit => ({
  clock: createManualClock(),
  log: silentLog,
  directory: { admit: () => Promise.resolve(accepted), forget: () => undefined },
  positions: { store: () => Promise.resolve() },
  messages: { keep: () => Promise.resolve(), keepCard: () => Promise.resolve() },
  files: { begin: () => Promise.resolve(keptFile) },
  refusals: { add: () => undefined },
  mayAnswer: () => true,
  counters: {
    frames: 0,
    rejectedFrames: 0,
    positions: 0,
    unknownMessages: 0,
    unkeptMessages: 0,
    malformedMessages: 0,
    encryptedMessages: 0,
  },
  traffic: new Traffic(),
  dispatch,
  onAuthenticated: () => undefined,
  onDriver: () => undefined,
  onUpgrade: () => undefined,
  onClosed: () => undefined,
  strangers: new Strangers({ total: 10, perAddress: 10 }),
  isAlive: () => Promise.resolve(false),
  onPushedOut: () => undefined,
  heard: () => null,
});

export type TestConnection = {
  readonly kit: ConnectionKit;
  /** The device sends a message of the 2013 edition. */
  say: (messageId: number, body: Uint8Array, serial?: number) => void;
  /** The device sends bytes of any kind. */
  sayBytes: (bytes: Uint8Array) => void;
  /** What the server has sent so far. */
  frames: () => Frame[];
  /** Whether the socket is read no further. */
  isPaused: () => boolean;
  close: () => void;
};

export const openTestConnection = ({
  kind = 'tcp',
  authenticated = true,
  ...changes
}: { kind?: 'tcp' | 'udp'; authenticated?: boolean } & Partial<ConnectionKit> = {}): TestConnection => {
  const written: Uint8Array[] = [];
  let isPaused = false;
  const kit = { ...baseKit(), ...changes };
  const connection = new Jt808Connection(kit, {
    kind,
    remoteAddress: '198.51.100.1',
    remotePort: 1,
    localAddress: '198.51.100.2',
    localPort: 6808,
    write: (bytes) => {
      written.push(Uint8Array.from(bytes));
      return true;
    },
    unsentBytes: 0,
    pause: () => void (isPaused = true),
    resume: () => void (isPaused = false),
    close: () => undefined,
  });
  if (authenticated) connection.accepted = accepted;
  const header = { layout: '2013', versionFlag: false, protocolVersion: null, phone: PHONE } as const;
  return {
    kit,
    isPaused: () => isPaused,
    close: () => connection.lost(),
    say: (messageId, body, serial = 7) => connection.receive(encodeFrame({ ...header, messageId, serial }, body)),
    sayBytes: (bytes) => connection.receive(bytes),
    frames: () => {
      const splitter = new FrameSplitter();
      return written.flatMap((bytes) =>
        splitter.push(bytes).map((event) => {
          if (event.kind !== 'frame') throw new Error(`the server sent no frame: ${event.error}`);
          return event;
        }),
      );
    },
  };
};
