// The door of the live room: what keeps the page fresh, made by `startLive` when the console starts, and the stores it fills.
import { getUserGroups, postGroupDevices, postRecentAlarms, postUserInfo } from '@outrider/contract';
import { deployment } from '../lib/deployment.ts';
import { keptTexts } from '../lib/kept-texts.ts';
import { readPreference, writePreference } from '../lib/preferences.ts';
import { send } from '../lib/send.ts';
import { serverNow, setServerOffset } from '../lib/server-clock.ts';
import { systemClock } from '../lib/time.ts';
import { keptAlarmOf, newestOf } from './alarm-list.ts';
import { alarms } from './alarms.ts';
import { askChannelAddresses, EventPlaces } from './ask-addresses.ts';
import { Connection } from './connection.ts';
import { EventSocket } from './event-socket.ts';
import { fileHints } from './file-hints.ts';
import { setFilterGroup } from './filter.ts';
import { groupNews } from './group-news.ts';
import { Groups } from './groups.ts';
import { LastKnown } from './last-known.ts';
import { followOwnGroups } from './own-groups.ts';
import { SessionCookie } from './session-cookie.ts';
import { sessionStore } from './session.ts';
import { savedSignIn, SignIn } from './sign-in.ts';
import { devices, groupStore, positions, streamStatusStore } from './stores.ts';
import { openWebSocket } from './web-socket.ts';

export { devices, groupStore, positions, streamStatusStore } from './stores.ts';

export type Live = {
  /** The page's one connection to its server. */
  readonly connection: Connection;
  readonly groups: Groups;
  /** Who is signed in here, and how it begins and ends. */
  readonly account: SignIn;
};

/** Up to which one the alarms were seen in this browser by the signed-in user; undefined where nobody looked. */
const seenUpTo = (): number | undefined => {
  const [, serialno, name] = /^(\d+) (.*)$/s.exec(readPreference('alarmsSeen')) ?? [];
  return name === sessionStore.getState().userName ? Number(serialno) : undefined;
};

/** Never an older one: a tab may have heard less than another. */
const rememberSeen = (serialno: number): void => {
  if (serialno > (seenUpTo() ?? -1)) writePreference('alarmsSeen', `${serialno} ${sessionStore.getState().userName}`);
};

/** Somebody looked at the list of alarms: remembered over a reload. */
export const seeAlarms = (): void => {
  const newest = alarms.see();
  if (newest > 0) rememberSeen(newest); // none came yet
};

/** What is kept at the server, with each opening of the event socket: while it was away nothing was heard. */
const restoreAlarms = async (): Promise<void> => {
  const { userName } = sessionStore.getState();
  try {
    const reply = await send(postRecentAlarms, {});
    if (sessionStore.getState().userName !== userName) return;
    const kept = reply.alarms.map(keptAlarmOf);
    // Numbers that begin again are those of another server at this address, or of an older state of it.
    if (kept.length > 0 && (seenUpTo() ?? 0) > newestOf({ alarms: kept })) writePreference('alarmsSeen', null);
    alarms.restore(kept, seenUpTo());
    if (seenUpTo() === undefined) rememberSeen(newestOf({ alarms: kept }));
  } catch {
    // The server is away, or older: the list has what was heard.
  }
};

/** The event socket goes with the session of this page's server; without its cookie there is nowhere to go. */
const followEvents = (cookie: SessionCookie): void => {
  const places = new EventPlaces();
  const events = new EventSocket({
    open: openWebSocket,
    clock: systemClock,
    addresses: async () => ((await cookie.ready()) ? places.ask() : []),
    hear: (push) => alarms.hear(push),
    hearFiles: (serialnos) => fileHints.hear(serialnos),
    onLive: (live) => {
      fileHints.setLive(live);
      if (live) void restoreAlarms();
    },
  });
  sessionStore.subscribe((session) => {
    const listens = session.loginFlag === 1 && session.rights.has('F_event');
    if (listens) return events.start();
    events.stop();
    return alarms.clear();
  });
};

const createGroups = (): Groups => {
  const groups = new Groups({
    clock: systemClock,
    state: groupStore,
    session: sessionStore,
    askGroups: () => send(getUserGroups, {}),
    askDevices: (groupId) => send(postGroupDevices, { groupid: Number(groupId) }),
    narrow: setFilterGroup,
    remember: {
      read: () => readPreference('filterGroupid'),
      write: (groupId) => writePreference('filterGroupid', groupId === '' ? null : groupId),
    },
  });
  devices.subscribe(() => groups.fleetChanged(String(devices.lists)));
  return groups;
};

const createLive = (): Live => {
  const cookie = new SessionCookie();
  const connection = new Connection({
    open: openWebSocket,
    clock: systemClock,
    session: sessionStore,
    devices,
    positions,
    disabledRights: deployment.disabledRights,
    addresses: askChannelAddresses,
    onToken: (token) => cookie.take(token),
    onStreamStatus: (status) => streamStatusStore.setState({ status }),
    onGroupsChanged: (change) => {
      groups.changed(change);
      if (change.A === 'tree') ownGroups.refresh();
      groupNews.tell(change);
    },
  });
  followEvents(cookie);
  sessionStore.subscribe(({ loginFlag, server, clockOffsetMs, heartbeat }, before) => {
    // Who watches whom is not for the next user.
    if (before.loginFlag === 1 && loginFlag !== 1) streamStatusStore.setState({ status: undefined });
    if (server !== undefined) setServerOffset(clockOffsetMs);
    if (heartbeat && !before.heartbeat) writePreference('dashboardTime', String(serverNow()));
  });
  const ownGroups = followOwnGroups(sessionStore, () => send(postUserInfo, { brief: true }));
  const groups = createGroups();
  const clock = systemClock;
  const lastKnown = new LastKnown({
    texts: keptTexts,
    clock,
    session: sessionStore,
    devices,
    positions,
    saved: savedSignIn,
  });
  lastKnown.start();
  return { connection, groups, account: new SignIn({ connection, cookie, lastKnown }) };
};

let started: Live | undefined;

/** Makes it, once for the page; it lives as long as the page. Nothing is asked of the server before a sign-in. */
export const startLive = (): Live => (started ??= createLive());

/** What was started; components are drawn after it. */
export const live = (): Live => {
  if (started === undefined) throw new Error('live is used before startLive()');
  return started;
};
