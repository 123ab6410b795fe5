// Watching one device on /testdev: its lines, gathered so that a fast device does not draw the page for each, and what became of what is sent.
import type { AdminMessage } from '@outrider/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { t } from '../../lib/i18n.ts';
import { systemClock } from '../../lib/time.ts';
import { type Pane, type ShownLine, added, emptyLog, traced } from './trace-log.ts';
import { type LineSocket, useLines } from './use-lines.ts';

const DRAW_MS = 200;

/** What came of the last bytes or the last event. */
export type Outcome = { readonly ok: boolean; readonly text: string };
export type Trace = Omit<LineSocket, 'say' | 'account'> & {
  readonly log: typeof emptyLog;
  readonly outcomes: Readonly<Partial<Record<'DB2' | 'DB7', Outcome>>>;
  clear: () => void;
  /** False: it is not connected any more, and nothing was sent. */
  send: (code: 'DB2' | 'DB7', letters: object) => boolean;
};

const useGathered = () => {
  const [log, setLog] = useState(emptyLog);
  const waiting = useRef<{ pane: Pane; line: ShownLine }[]>([]);
  const stop = useRef<() => void>(undefined);
  const number = useRef(0);
  useEffect(() => () => stop.current?.(), []);
  const draw = useCallback((): void => {
    stop.current = undefined;
    const came = waiting.current;
    waiting.current = [];
    setLog((before) => added(before, came));
  }, []);
  const add = (came: NonNullable<ReturnType<typeof traced>>): void => {
    number.current += 1;
    waiting.current.push({ pane: came.pane, line: { ...came.line, key: number.current } });
    stop.current ??= systemClock.after(DRAW_MS, draw);
  };
  const lose = (count: number): void => setLog((before) => ({ ...before, lost: before.lost + count }));
  const clear = (): void => {
    waiting.current = []; // what came before and is not drawn yet goes as well
    setLog(emptyLog);
  };
  return { log, add, lose, clear };
};

const textOf = ({ Z }: AdminMessage): string => (typeof Z === 'string' ? Z : Array.isArray(Z) ? Z.join(', ') : '');

export const useTrace = (deviceId: string): Trace => {
  const { log, add, lose, clear } = useGathered();
  const [outcomes, setOutcomes] = useState<Trace['outcomes']>({});
  /** Whose lines are shown. */
  const shown = useRef(deviceId);
  const { say, account, connect, ...socket } = useLines({
    first: ({ user: U, password: P }) => ({ M: 'DB1', U, P, I: deviceId }),
    heard: (message, end) => {
      const { M, R, D } = message;
      const came = traced(message);
      if (came !== undefined) add(came);
      else if (M === 'DB1' && R === '0') end(t('Unknown device'));
      else if (M === 'DB1' && R !== '1') end(t(textOf(message)));
      else if (M === 'DB1' && typeof D === 'number') lose(D);
      else if (M === 'DB2' || M === 'DB7')
        setOutcomes((before) => ({ ...before, [M]: { ok: R === '1', text: textOf(message) } }));
    },
  });
  return {
    ...socket,
    log,
    outcomes,
    clear,
    connect: (by) => {
      if (shown.current !== deviceId) {
        clear();
        setOutcomes({});
      }
      shown.current = deviceId;
      connect(by);
    },
    send: (code, letters) => {
      setOutcomes((before) => ({ ...before, [code]: undefined }));
      return say(JSON.stringify({ M: code, U: account?.user, P: account?.password, I: deviceId, ...letters }));
    },
  };
};
