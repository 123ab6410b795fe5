// The socket of a monitor page: open until somebody ends it, and what it asks again and again. Each message says who asks.
import { adminMessage, getProtocol, readPlainJson } from '@outrider/contract';
import type { AdminMessage, Command, ReplyOf } from '@outrider/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { send } from '../../lib/send.ts';
import { t } from '../../lib/i18n.ts';
import { systemClock } from '../../lib/time.ts';
import { channelAddresses } from '../../live/addresses.ts';
import type { MonitorAccount } from './account.ts';

export type Connection = 'disconnected' | 'connecting' | 'connected';

const ASK_MS = 2000;

const socketAddresses = async (): Promise<readonly string[]> => {
  const { protocol, host, hostname: serverHost } = globalThis.location;
  const { appcommand: commandPort } = await send(getProtocol, {});
  return channelAddresses({ page: { secure: protocol === 'https:', host }, serverHost, commandPort, own: true });
};

const opened = (address: string): Promise<WebSocket | undefined> =>
  new Promise((resolve) => {
    const socket = new WebSocket(address);
    socket.addEventListener('open', () => resolve(socket));
    socket.addEventListener('error', () => resolve(undefined));
  });

/** The first address that answers. */
export const openFirst = async (): Promise<WebSocket | undefined> => {
  for (const address of await socketAddresses()) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, best first
    const socket = await opened(address);
    if (socket !== undefined) return socket;
  }
  return undefined;
};

export const linesOf = (data: unknown): AdminMessage[] =>
  String(data)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .flatMap((line): AdminMessage[] => {
      const { data: message } = adminMessage.safeParse(readPlainJson(line));
      return message === undefined ? [] : [message];
    });

const wordsOf = (said: unknown): string =>
  typeof said === 'string' ? t(said) : t('The server answered something unreadable');

export type AdminSocket<C extends Command> = {
  readonly state: Connection;
  /** What is said against it; '' for nothing. */
  readonly trouble: string;
  /** The last answer. */
  readonly answer: ReplyOf<C> | undefined;
  connect(account: MonitorAccount): void;
  disconnect(): void;
  /** Sends the command that sets something, and asks at once when it is done. */
  readonly tell: (letters: Record<string, number>) => void;
};

/** Asks `command` when the socket opens, and every two seconds while it is open. `setting`: what `tell` sends. */
export const useAdminSocket = <C extends Command>(command: C, setting?: Command): AdminSocket<C> => {
  const [state, setState] = useState<Connection>('disconnected');
  const [trouble, setTrouble] = useState('');
  const [answer, setAnswer] = useState<ReplyOf<C>>();
  const socket = useRef<WebSocket>(undefined);
  const stop = useRef<() => void>(undefined);
  /** What was said against the last `tell` stays until the next one. */
  const isRefused = useRef(false);
  const say = useRef<(code: string, letters?: Record<string, number>) => void>(undefined);
  const disconnect = useCallback((): void => {
    stop.current?.();
    socket.current?.close();
    socket.current = undefined;
    say.current = undefined;
    setState('disconnected');
  }, []);
  useEffect(() => disconnect, [disconnect]);
  const hear = (data: unknown): void => {
    for (const { M: code, R: result, Z: said } of linesOf(data)) {
      if (code === setting?.code) {
        if (result === '1') say.current?.(command.code);
        else setTrouble(wordsOf(said));
        isRefused.current = result !== '1';
        continue;
      }
      if (code !== command.code) continue;
      const read = result === '1' ? command.reply.safeParse({ Z: said }) : undefined;
      if (read?.success === true) {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- read by the schema of this very command
        setAnswer(read.data as ReplyOf<C>);
        if (!isRefused.current) setTrouble('');
      } else {
        setTrouble(wordsOf(said));
        disconnect();
      }
    }
  };
  const connect = async ({ user: U, password: P }: MonitorAccount): Promise<void> => {
    setState('connecting');
    setTrouble('');
    setAnswer(undefined); // what another connection was told may be old
    isRefused.current = false;
    const made = await openFirst().catch(() => undefined);
    if (made === undefined) {
      setState('disconnected');
      setTrouble(t('The server cannot be reached'));
      return;
    }
    socket.current = made;
    setState('connected');
    say.current = (code, letters = {}) => made.send(`${JSON.stringify({ M: code, U, P, ...letters })}\n`);
    const ask = (): void => say.current?.(command.code);
    stop.current = systemClock.every(ASK_MS, ask);
    made.addEventListener('message', ({ data }) => hear(data));
    made.addEventListener('close', () => {
      if (socket.current === made) disconnect();
    });
    ask();
  };
  const tell = (letters: Record<string, number>): void => setting && say.current?.(setting.code, letters);
  return { state, trouble, answer, connect: (account) => void connect(account), disconnect, tell };
};
