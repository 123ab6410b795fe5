// The signalling of talk, listen and broadcast: 0x9101 with data types 2 to 4, and 0x9102 on every path that ends one
// (JT/T 1078 reference, sections 1.1 and 8).
import { AppError } from '@outrider/contract';
import { LIVE_COMMAND, LIVE_DATA, type LiveControl, type LiveRequest } from '@outrider/jt1078';
import type { Log } from '../../kernel/log.ts';
import type { TalkLine, TalkLineRequest } from '../jt1078/talk-line.ts';
import type { TalkLines } from '../jt1078/talk-lines.ts';
import type { TalkEnd, TalkFlow, TalkKind } from '../link.ts';

export type TalkSignals = {
  lines: TalkLines;
  log: Log;
  /** Sends 0x9101; settles like a command. */
  ask: (request: Omit<LiveRequest, 'address' | 'udpPort'>) => Promise<void>;
  /** Sends 0x9102 over the device's newest link. */
  control: (control: LiveControl) => Promise<void>;
};

const dataTypes = { talk: LIVE_DATA.talk, listen: LIVE_DATA.listen, broadcast: LIVE_DATA.broadcast } as const;

/** Listening and broadcast have no ending command of their own: stop with close type 0, then the connection is closed. */
const endingOf = (kind: TalkKind, channel: number): LiveControl => ({
  channel,
  command: kind === 'talk' ? LIVE_COMMAND.endTalk : LIVE_COMMAND.stop,
  closeType: 0,
  streamType: 0,
});

/** Rejects with AppError, see DeviceLink.startTalk. */
export const startTalk = async (
  signals: TalkSignals,
  request: TalkLineRequest,
  cancelled?: AbortSignal,
): Promise<TalkFlow> => {
  const { kind, channel, sink } = request;
  let accepted = false;
  const finish = async (ending: TalkLine): Promise<void> => {
    signals.lines.forget(ending);
    try {
      await signals.control(endingOf(kind, channel));
    } catch (error) {
      if (!(error instanceof AppError)) throw error; // offline, silent or refusing: the connection is closed below anyway
    } finally {
      ending.disconnect();
    }
  };
  const over = (end: TalkEnd, reason: string): void => {
    if (end !== 'stopped')
      finish(line).catch((err: unknown) => signals.log.error('talk not ended', { deviceId: request.deviceId, err }));
    if (accepted) sink.ended(end, reason);
  };
  const { line, port } = await signals.lines.open(request, over, cancelled);
  const answered = signals.ask({ channel, dataType: dataTypes[kind], streamType: 0, tcpPort: port });
  // A device that dials in without ever answering talks (12.2); one that refuses after it has dialled in does not.
  answered.catch((error: unknown) => {
    if (accepted && error instanceof AppError && error.code === 'device_refused') line.end('refused', error.message);
  });
  try {
    await Promise.race([answered, line.dialled]);
  } catch (error) {
    const wasOpen = line.close();
    if (error instanceof AppError && error.code === 'device_refused') {
      signals.lines.forget(line);
      line.disconnect();
    } else if (wasOpen) void finish(line).catch(() => undefined);
    throw error;
  }
  if (line.over) throw new AppError('device_timeout', 'The device did not connect for the talk');
  accepted = true;
  return {
    write: (block) => line.write(block),
    stop: async () => {
      if (!line.close()) return;
      sink.ended('stopped', '');
      await finish(line);
    },
  };
};
