// The socket of a page of engineers that says and hears lines as it likes: open until somebody ends it. What is asked again and again is
// use-admin-socket.ts.
import type { AdminMessage } from '@outrider/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { t } from '../../lib/i18n.ts';
import type { MonitorAccount } from './account.ts';
import { type Connection, linesOf, openFirst } from './use-admin-socket.ts';

/** What a page does with its lines. `end` disconnects, and says why. */
export type LineTalk = {
  /** What is said first. */
  readonly first: (account: MonitorAccount) => object;
  readonly said?: (text: string) => void;
  readonly heard: (message: AdminMessage, end: (trouble: string) => void) => void;
};

export type LineSocket = {
  readonly state: Connection;
  /** What is said against it; '' for nothing. */
  readonly trouble: string;
  /** By which it is connected, or was last. */
  readonly account: MonitorAccount | undefined;
  connect: (account: MonitorAccount) => void;
  disconnect: () => void;
  /** False: there is no connection any more, and nothing was said. */
  say: (text: string) => boolean;
};

export const useLines = (talk: LineTalk): LineSocket => {
  const [state, setState] = useState<Connection>('disconnected');
  const [trouble, setTrouble] = useState('');
  const [account, setAccount] = useState<MonitorAccount>();
  const socket = useRef<WebSocket>(undefined);
  /** A later connect, or a disconnect, puts an end to one that is on its way. */
  const turn = useRef(0);
  const latest = useRef(talk);
  useEffect(() => {
    latest.current = talk;
  });
  const disconnect = useCallback((): void => {
    turn.current += 1;
    socket.current?.close();
    socket.current = undefined;
    setState('disconnected');
  }, []);
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
      socket.current?.close();
    };
  }, []);
  const end = useCallback(
    (why: string): void => {
      disconnect();
      setTrouble(why);
    },
    [disconnect],
  );
  const say = useCallback((text: string): boolean => {
    if (socket.current?.readyState !== WebSocket.OPEN) return false;
    socket.current.send(`${text}\n`);
    latest.current.said?.(text);
    return true;
  }, []);
  const open = async (by: MonitorAccount): Promise<void> => {
    turn.current += 1;
    const own = turn.current;
    setState('connecting');
    setTrouble('');
    setAccount(by);
    const made = await openFirst().catch(() => undefined);
    if (own !== turn.current || !shown.current) return made?.close();
    if (made === undefined) return end(t('The server cannot be reached'));
    socket.current = made;
    setState('connected');
    made.addEventListener('message', ({ data }) => {
      for (const message of linesOf(data)) if (socket.current === made) latest.current.heard(message, end);
    });
    made.addEventListener('close', () => {
      if (socket.current === made) disconnect();
    });
    say(JSON.stringify(latest.current.first(by)));
  };
  return { state, trouble, account, connect: (by) => void open(by), disconnect, say };
};
