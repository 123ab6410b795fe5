// Calls that a monitor page asks again and again, from a connect on until somebody disconnects or one of them fails.
import { useCallback, useEffect, useState } from 'react';
import { systemClock } from '../../lib/time.ts';
import type { MonitorAccount } from './account.ts';
import type { Connection } from './use-admin-socket.ts';
import { failureText } from '../../ui/toast.ts';

type Polled<T> = {
  polled: T | undefined;
  state: Connection;
  trouble: string;
  connect: (account: MonitorAccount) => void;
  disconnect: () => void;
};

/** `ask` must be the same function each time. */
export const usePolled = <T>(
  everyMs: number,
  ask: (account: MonitorAccount, signal: AbortSignal) => Promise<T>,
): Polled<T> => {
  const [account, setAccount] = useState<MonitorAccount>();
  const [polled, setPolled] = useState<T>();
  const [trouble, setTrouble] = useState('');
  useEffect(() => {
    if (account === undefined) return undefined;
    const ended = new AbortController();
    const look = async (): Promise<void> => {
      try {
        setPolled(await ask(account, ended.signal));
        setTrouble('');
      } catch (error) {
        if (ended.signal.aborted) return;
        setTrouble(failureText(error));
        setAccount(undefined);
      }
    };
    void look();
    const stop = systemClock.every(everyMs, () => void look());
    return () => {
      stop();
      ended.abort();
    };
  }, [account, ask, everyMs]);
  const disconnect = useCallback(() => setAccount(undefined), []);
  return {
    polled,
    state: account === undefined ? 'disconnected' : 'connected',
    trouble,
    connect: setAccount,
    disconnect,
  };
};
