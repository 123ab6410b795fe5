// The door of the live room: the page's one connection, its stores and the hooks that read them.
import { AppError, deleteSession, getProtocol, getUserGroups } from '@outrider/contract';
import { postGroupDevices, postSession, postUserInfo } from '@outrider/contract';
import type { StreamStatus } from '@outrider/contract';
import { createStore } from 'zustand/vanilla';
import { deployment } from '../lib/deployment.ts';
import { keptTexts } from '../lib/kept-texts.ts';
import { COMMAND_PORT_DEFAULT, readPreference, writePreference } from '../lib/preferences.ts';
import { send } from '../lib/send.ts';
import { hearOtherTabs, tellOtherTabs } from '../lib/other-tabs.ts';
import { serverNow, setServerOffset } from '../lib/server-clock.ts';
import { setSessionToken } from '../lib/session-token.ts';
import { writeTab } from '../lib/tab-memory.ts';
import { onNextFrame, systemClock } from '../lib/time.ts';
import { channelAddresses, eventAddresses } from './addresses.ts';
import { alarms } from './alarms.ts';
import { Connection } from './connection.ts';
import type { Credentials } from './connection.ts';
import { DeviceStore } from './devices.ts';
import { EventSocket } from './event-socket.ts';
import { fileHints } from './file-hints.ts';
import { setFilterGroup } from './filter.ts';
import { Groups } from './groups.ts';
import { LastKnown } from './last-known.ts';
import { followOwnGroups } from './own-groups.ts';
import { PositionStore } from './positions.ts';
import { sessionStore } from './session.ts';
import { streamPortOf } from './stream-info.ts';
import { openWebSocket } from './web-socket.ts';

export const devices = new DeviceStore(onNextFrame);
/** The newest place of every device, for the map. */
export const positions = new PositionStore(onNextFrame);
/** The newest answer of Q10; undefined before the first. */
export const streamStatusStore = createStore<{ status: StreamStatus | undefined }>(() => ({ status: undefined }));

const addresses = async (): Promise<readonly string[]> => {
  const { protocol, host, hostname } = globalThis.location;
  const serverHost = readPreference('ServerIp') || hostname;
  const own = serverHost === hostname;
  let commandPort = Number(readPreference('ServerPort') || COMMAND_PORT_DEFAULT);
  if (own) {
    try {
      commandPort = (await send(getProtocol, {})).appcommand;
    } catch {
      // An older or busy server: the remembered port, or the standard one, is still worth trying.
    }
  }
  return channelAddresses({ page: { secure: protocol === 'https:', host }, serverHost, commandPort, own });
};

let streamPort: number | undefined;

/** The stream port is asked for once: it does not change while a server runs, and the own port is there in any case. */
const eventPlaces = async (): Promise<readonly string[]> => {
  const { protocol, host, hostname } = globalThis.location;
  try {
    streamPort ??= streamPortOf(await send(getProtocol, {}));
  } catch {
    // Asked again with the next attempt.
  }
  return eventAddresses({ page: { secure: protocol === 'https:', host, hostname }, streamPort });
};

/** Whether the cookie of the present session is in place. */
let cookie: Promise<boolean> = Promise.resolve(false);

const fetchCookie = async (): Promise<boolean> => {
  try {
    await send(postSession, {});
    return true;
  } catch {
    return false; // files and sockets fail without it, and say so themselves
  }
};

/** Whether the cookie is in place; one that could not be had is asked for again by the next who needs it. */
const withCookie = async (): Promise<boolean> => {
  const asked = cookie;
  if (await asked) return true;
  if (asked === cookie && sessionStore.getState().loginFlag === 1) cookie = fetchCookie();
  return cookie;
};

/** Files and sockets of this page carry the cookie. */
const takeToken = (token: string): void => {
  setSessionToken(token);
  cookie = token === '' ? Promise.resolve(false) : fetchCookie();
};

/** The page's one connection to its server. */
export const connection = new Connection({
  open: openWebSocket,
  clock: systemClock,
  session: sessionStore,
  devices,
  positions,
  disabledRights: deployment.disabledRights,
  addresses,
  onToken: takeToken,
  onStreamStatus: (status) => streamStatusStore.setState({ status }),
  onGroupsChanged: () => {
    groups.changed();
    ownGroups.refresh();
  },
});

/** The event socket goes with the session of this page's server; without its cookie there is nowhere to go. */
const events = new EventSocket({
  open: openWebSocket,
  clock: systemClock,
  addresses: async () => ((await withCookie()) ? eventPlaces() : []),
  hear: (push) => alarms.hear(push),
  hearFiles: (serialnos) => fileHints.hear(serialnos),
  onLive: (live) => fileHints.setLive(live),
});
sessionStore.subscribe((session) => {
  const listens = session.loginFlag === 1 && session.rights.has('F_event');
  if (listens) return events.start();
  events.stop();
  return alarms.clear();
});

sessionStore.subscribe(({ server, clockOffsetMs, heartbeat }, before) => {
  if (server !== undefined) setServerOffset(clockOffsetMs);
  if (heartbeat && !before.heartbeat) writePreference('dashboardTime', String(serverNow()));
});
const ownGroups = followOwnGroups(sessionStore, () => send(postUserInfo, {}));

/** The groups of an administrator, and the one he chose. */
export const groups = new Groups({
  clock: systemClock,
  session: sessionStore,
  askGroups: () => send(getUserGroups, {}),
  askDevices: (groupId) => send(postGroupDevices, { groupid: Number(groupId) }),
  narrow: setFilterGroup,
  remember: {
    read: () => readPreference('filterGroupid'),
    write: (groupId) => writePreference('filterGroupid', groupId === '' ? null : groupId),
  },
});
devices.subscribe(() => groups.fleetChanged(`${devices.lists} ${devices.size}`));

/** Who signs in here without being asked. */
const savedSignIn = (): { userName: string; serverHost: string } | undefined =>
  readPreference('AutoLogin') === 'true'
    ? { userName: readPreference('UserName'), serverHost: readPreference('ServerIp') }
    : undefined;

const lastKnown = new LastKnown({
  texts: keptTexts,
  clock: systemClock,
  session: sessionStore,
  devices,
  positions,
  saved: savedSignIn,
});
lastKnown.start();

/** A saved sign-in that finds no server shows the fleet as it was last known, and goes on trying. */
const showLastKnown = (error: unknown): void => {
  if (error instanceof AppError && error.code === 'unavailable') void lastKnown.show();
};

/**
 * One browser has one user: the cookie of files and streams is the same in all of its tabs. Others hear of it only when the new
 * cookie is in place: leaving, they must not clear it.
 */
const tellSignedIn = (): void => {
  const { userName } = sessionStore.getState();
  void cookie.then(() => tellOtherTabs({ kind: 'signed-in', userName }));
};

/** Ends the sign-in of this tab only; the form says why. */
const leave = async (reason: string): Promise<void> => {
  writeTab('notice', reason);
  try {
    await send(deleteSession, {});
  } catch {
    // The server is away: its session ends by itself, and ours ends now.
  }
  connection.signOut();
};

hearOtherTabs(({ kind, userName }) => {
  const { loginFlag, userName: own } = sessionStore.getState();
  if (kind === 'signed-in' && loginFlag === 1 && userName !== own)
    void leave('Another user signed in in this browser.');
  if (kind !== 'signed-out') return;
  if (loginFlag === 1 && userName === own) void leave('You signed out in another tab.');
  if (loginFlag === 0 && userName === readPreference('UserName')) connection.signOut(); // it was still trying
});

/**
 * At start: signs in by itself when AutoLogin is 'true' and all four values are stored; else AutoLogin becomes 'false'. The hash is
 * as good as the password: it stays only where it signs in.
 */
export const startConnection = (): void => {
  const stored = readPreference('AutoLogin');
  if (stored === '') return;
  const U = readPreference('UserName');
  const P = readPreference('Sha256Pass');
  const complete = U !== '' && P !== '' && readPreference('ServerIp') !== '' && readPreference('ServerPort') !== '';
  if (stored !== 'true' || !complete) {
    writePreference('AutoLogin', 'false');
    writePreference('Sha256Pass', null);
    return;
  }
  connection.signIn({ U, P }, true).then(tellSignedIn, (error: unknown) => {
    // Refused: the gate leads to the form.
    if (error instanceof AppError && error.code === 'unauthenticated') writePreference('Sha256Pass', null);
    showLastKnown(error);
  });
};

export type SignInForm = { credentials: Credentials; save: boolean; serverHost: string; serverPort: string };

/** Signs in from the form. What is kept afterwards: name and address always, the hash only when asked to. */
export const signIn = async ({ credentials, save, serverHost, serverPort }: SignInForm): Promise<void> => {
  void lastKnown.forget(); // it may be somebody else's
  writePreference('ServerIp', serverHost);
  writePreference('ServerPort', serverPort);
  writePreference('AutoLogin', 'false');
  writePreference('Sha256Pass', null);
  await connection.signIn(credentials, false);
  tellSignedIn();
  for (const key of ['lengthUnit', 'eventNotify'] as const) writePreference(key, readPreference(key));
  if (!('P' in credentials)) return;
  writePreference('UserName', credentials.U);
  if (!save) return;
  writePreference('Sha256Pass', credentials.P);
  writePreference('AutoLogin', 'true');
};

/** Signs out everywhere: the session ends at the server too, and auto-login is off. */
export const signOut = async (): Promise<void> => {
  tellOtherTabs({ kind: 'signed-out', userName: sessionStore.getState().userName });
  writePreference('AutoLogin', 'false');
  writePreference('Sha256Pass', null);
  try {
    await send(deleteSession, {});
  } catch {
    // The server is away: its session ends by itself, and ours ends now.
  }
  connection.signOut();
  await lastKnown.forget();
};
