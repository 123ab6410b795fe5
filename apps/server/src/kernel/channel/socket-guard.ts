// Ends open sockets whose caller may no longer use them: signed out, the right taken away, the device moved out of reach. Counts those of each
// account, so that no account takes the room of the others.
import type { Access, Caller } from '../access/access.ts';
import type { Bus } from '../bus.ts';
import type { Clock } from '../clock.ts';
import { AppError } from '../errors.ts';

export type GuardedSocket = { terminate(): void; on(event: 'close', listener: () => void): unknown };

/** Whether somebody with these rights may have such a socket open. */
export type MayUse = (caller: Caller) => boolean;

export interface SocketGuard {
  /** The same authenticator; it throws AppError `limit_reached` while the account has as many sockets open as it may, of all kinds. */
  admitting<A extends unknown[]>(authenticate: (...request: A) => Promise<Caller>): (...request: A) => Promise<Caller>;
  /** From now until the socket closes. `deviceKeys`: what it shows; empty for one that asks for each message itself. */
  watch(socket: GuardedSocket, caller: Caller, deviceKeys: readonly number[], may: MayUse): void;
  /** Ends a socket that leaves too much unread, or answers nothing. */
  cut(socket: GuardedSocket): void;
  metrics(): Record<string, number>;
  close(): void;
}

export type SocketGuardKit = {
  bus: Bus;
  clock: Clock;
  access: Access;
  socketsPerAccount: number;
};

type Watched = { caller: Caller; deviceKeys: readonly number[]; may: MayUse };

/** Sessions end without a word on the bus; so soon a signed-out page loses its pictures. */
const CHECK_MS = 5000;

export const createSocketGuard = ({ bus, clock, access, socketsPerAccount }: SocketGuardKit): SocketGuard => {
  const watched = new Map<GuardedSocket, Watched>();
  const perAccount = createCounts();
  let [refused, cut] = [0, 0];
  const isFull = ({ userId }: Caller): boolean => {
    const full = perAccount.of(userId) >= socketsPerAccount;
    if (full) refused += 1;
    return full;
  };
  const endWhere = (ends: (watch: Watched) => boolean): void => {
    for (const [socket, watch] of watched) if (ends(watch)) socket.terminate();
  };
  const mayNot = ({ caller, may }: Watched): boolean => {
    const now = access.current(caller);
    return now === undefined || !may(now);
  };
  const seesNot = ({ caller, deviceKeys }: Watched): boolean => deviceKeys.some((key) => !access.maySee(caller, key));
  const unsubscribe = [
    bus.subscribe('account.ended', ({ userId }) => endWhere(({ caller }) => caller.userId === userId)),
    bus.subscribe('account.changed', ({ userId }) =>
      endWhere((watch) => watch.caller.userId === userId && mayNot(watch)),
    ),
    bus.subscribe('sight.changed', ({ userIds }) =>
      endWhere((watch) => userIds.includes(watch.caller.userId) && seesNot(watch)),
    ),
    bus.subscribe('devices.relisted', () => endWhere(seesNot)),
  ];
  const checks = clock.every(CHECK_MS, () => endWhere(mayNot));
  return {
    admitting:
      (authenticate) =>
      async (...request) => {
        const caller = await authenticate(...request);
        if (isFull(caller))
          throw new AppError('limit_reached', `This account has ${socketsPerAccount} open sockets already.`);
        return caller;
      },
    watch: (socket, caller, deviceKeys, may) => {
      // Several may have been let in at the same moment.
      if (isFull(caller)) return socket.terminate();
      watched.set(socket, { caller, deviceKeys, may });
      perAccount.add(caller.userId, 1);
      socket.on('close', () => {
        if (watched.delete(socket)) perAccount.add(caller.userId, -1);
      });
    },
    cut: (socket) => {
      cut += 1;
      socket.terminate();
    },
    metrics: () => ({ web_sockets: watched.size, web_sockets_refused_total: refused, web_sockets_cut_total: cut }),
    close: () => {
      checks.cancel();
      for (const end of unsubscribe) end();
      watched.clear();
      perAccount.clear();
    },
  };
};

/** Of each account that has one. */
const createCounts = () => {
  const counts = new Map<number, number>();
  return {
    of: (userId: number): number => counts.get(userId) ?? 0,
    add: (userId: number, more: 1 | -1): void => {
      const now = (counts.get(userId) ?? 0) + more;
      if (now > 0) counts.set(userId, now);
      else counts.delete(userId);
    },
    clear: (): void => counts.clear(),
  };
};
