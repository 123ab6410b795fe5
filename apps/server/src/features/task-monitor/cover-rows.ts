// The rows of /covermonitor: tasks of the rooms that have footage fetched, with what comes of them now. Pure.
import { type CoverTask, MAX_TASK_ROWS } from '@outrider/contract';
import type { FootageTask, FootageTasks, LiveView } from '../remote-playback/index.ts';

const SOMEBODY_WAITS = 0;
const FOR_AN_EVENT = 1;
const VIDEO = 1;
const VIDEO_WITH_SOUND = 3;
/** Events that recordings which were lacking become. */
const RECOVERED_CODE = 98;

export type IdOf = (deviceKey: number) => string;
type Row = CoverTask & { isOpen: boolean };

const kindsOf = (audio: boolean): Pick<CoverTask, 'dltype' | 'originDltype' | 'mediaType'> => {
  const media = audio ? VIDEO_WITH_SOUND : VIDEO;
  return { dltype: media, originDltype: media, mediaType: media };
};

/** What comes of a task now. Of a task that is over nothing does, whatever its last try said. */
const rowOf = (task: FootageTask, own: readonly LiveView[], idOf: IdOf): Row => {
  const { id: taskid, deviceKey, code, eventSerial, state, tries, triedMs, message } = task;
  const isOpen = state === 'waiting';
  const isHandling = isOpen && own.some((live) => live.isHandling);
  const isWrong = state === 'failed' || (isOpen && tries > 0 && own.length === 0 && message !== '');
  return {
    taskid,
    deviceid: idOf(deviceKey),
    appdevid: code,
    serialno: eventSerial,
    isHandling,
    downloadDone: state === 'done',
    taskType: FOR_AN_EVENT,
    tryCount: tries + (own.length > 0 ? 1 : 0),
    recvFail: Math.max(0, tries - (state === 'done' ? 1 : 0)) + own.reduce((sum, { failures }) => sum + failures, 0),
    ...kindsOf(task.audio),
    streamType: [...task.mainChannels],
    downloadSpeed: own.reduce((sum, { bytesPerSecond }) => sum + bytesPerSecond, 0),
    chs: [...task.channels],
    starttime: task.startMs,
    endtime: task.endMs,
    error: isWrong ? message : '',
    errortime: isWrong ? triedMs : 0,
    aliveCheckTime: Math.max(0, ...own.map(({ aliveMs }) => aliveMs)),
    isOpen,
  };
};

/** Of what no room keeps as a task: a download that somebody waits for, or recordings that were lacking. */
const liveRow = (live: LiveView, idOf: IdOf): Row => {
  const isWrong = !live.isHandling && live.message !== '';
  const forEvent = live.task !== undefined;
  return {
    taskid: `fetch-${live.id}`,
    deviceid: idOf(live.deviceKey),
    appdevid: forEvent ? RECOVERED_CODE : 0,
    serialno: 0,
    isHandling: live.isHandling,
    downloadDone: false,
    taskType: forEvent ? FOR_AN_EVENT : SOMEBODY_WAITS,
    tryCount: live.failures + 1,
    recvFail: live.failures,
    ...kindsOf(live.audio),
    streamType: live.stream === 'main' ? [live.channel] : [],
    downloadSpeed: live.bytesPerSecond,
    chs: [live.channel],
    starttime: live.fromMs,
    endtime: live.toMs,
    error: isWrong ? live.message : '',
    errortime: isWrong ? live.failedMs : 0,
    aliveCheckTime: live.aliveMs,
    isOpen: true,
  };
};

const rank = ({ isHandling, isOpen }: Row): number => (isHandling ? 0 : isOpen ? 1 : 2);

/** What runs, what waits, what is over, each the newest last asked for first; and how many wait. */
export const coverRows = (
  rooms: readonly FootageTasks[],
  live: readonly LiveView[],
  idOf: IdOf,
): { waitCount: number; data: CoverTask[] } => {
  const byTask = Map.groupBy(live, ({ task }) => task ?? '');
  const tasks = rooms.flatMap((room) => room.tasks);
  const known = new Set(tasks.map(({ id }) => id));
  const others = live.filter(({ task }) => task === undefined || !known.has(task));
  const rows = [
    ...tasks.map((task) => rowOf(task, byTask.get(task.id) ?? [], idOf)),
    ...others.map((each) => liveRow(each, idOf)),
  ].toSorted((a, b) => rank(a) - rank(b) || b.starttime - a.starttime);
  const open = rooms.reduce((sum, room) => sum + room.open, 0) + others.length;
  const running = rows.filter(({ isHandling }) => isHandling).length;
  return {
    waitCount: Math.max(0, open - running),
    data: rows.slice(0, MAX_TASK_ROWS).map(({ isOpen: _open, ...row }) => row),
  };
};
