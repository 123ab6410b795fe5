// Ends open sockets whose caller may no longer use them: signed out, account changed, device moved out of reach.
import type { Access, Caller } from './access.ts';
import type { Bus } from './bus.ts';
import type { Clock } from './clock.ts';

export type GuardedSocket = { terminate(): void; on(event: 'close', listener: () => void): unknown };

export interface SocketGuard {
  /** From now until the socket closes. `deviceKeys`: what it shows; empty for one that asks for each message itself. */
  watch(socket: GuardedSocket, caller: Caller, deviceKeys: readonly number[]): void;
  close(): void;
}

export type SocketGuardKit = { bus: Bus; clock: Clock; access: Access; stillValid: (caller: Caller) => boolean };

/** Sessions end without a word on the bus; so soon a signed-out page loses its pictures. */
const CHECK_MS = 5000;

export const createSocketGuard = ({ bus, clock, access, stillValid }: SocketGuardKit): SocketGuard => {
  const watched = new Map<GuardedSocket, { caller: Caller; deviceKeys: readonly number[] }>();
  const endWhere = (ends: (caller: Caller, deviceKeys: readonly number[]) => boolean): void => {
    for (const [socket, { caller, deviceKeys }] of watched) if (ends(caller, deviceKeys)) socket.terminate();
  };
  const unsubscribe = [
    bus.subscribe('account.changed', ({ userId }) => endWhere((caller) => caller.userId === userId)),
    bus.subscribe('devices.relisted', () =>
      endWhere((caller, deviceKeys) => deviceKeys.some((key) => !access.maySee(caller, key))),
    ),
  ];
  const checks = clock.every(CHECK_MS, () => endWhere((caller) => !stillValid(caller)));
  return {
    watch: (socket, caller, deviceKeys) => {
      watched.set(socket, { caller, deviceKeys });
      socket.on('close', () => watched.delete(socket));
    },
    close: () => {
      checks.cancel();
      for (const end of unsubscribe) end();
      watched.clear();
    },
  };
};
