// Which jobs wait, which run and which of them are next: a pure step from the queue and what happened to the queue and what to do. What
// a job does, and how long it takes, is jobs.ts.

export type JobKey = string | number;

export type JobFacts = {
  key: JobKey;
  /** Who asked for it. */
  userId: number;
  /** What it works on. */
  deviceKey: number;
  /** UTC ms. */
  createdMs: number;
  /** How old this one may become; left out: as the rules say. */
  giveUpMs?: number;
  /** When what it is about happened (UTC ms); left out: when it was asked for. */
  happenedMs?: number;
};

/** Which of those that may start is first: what was asked for first, what happened first, what happened last. */
export type JobOrder = 'asked' | 'oldest' | 'newest';

export type QueueRules = {
  /** How many run at the same time, in all and of one device. */
  atOnce: number;
  perDevice: number;
  /** A job that was not over is tried again after the first pause, then after twice as long each time, up to the longest. */
  firstPauseMs: number;
  longestPauseMs: number;
  /** A job is not tried for ever: how old it may become. */
  giveUpMs: number;
};

type Queued = JobFacts & { running: boolean; tries: number; notBeforeMs: number };
/** In the order in which they were asked for. */
export type Queue = ReadonlyMap<JobKey, Queued>;

export type QueueInput =
  | { kind: 'added'; jobs: readonly JobFacts[] }
  | { kind: 'looked' }
  /** `again`: it may succeed later. */
  | { kind: 'ended'; key: JobKey; again: boolean }
  /** What kept the jobs of a device waiting is over: the pauses too. Without a device: of all. */
  | { kind: 'woken'; deviceKey?: number }
  | { kind: 'dropped'; keys: readonly JobKey[] };

export type QueueStep = { queue: Queue; start: JobKey[]; giveUp: JobKey[] };

/** UTC for the age of jobs, the monotonic clock for pauses. */
export type QueueNow = {
  utcMs: number;
  monotonicMs: number;
  isReady: (deviceKey: number, key: JobKey) => boolean;
  order?: JobOrder;
};

const pauseOf = ({ firstPauseMs, longestPauseMs }: QueueRules, tries: number): number =>
  Math.min(longestPauseMs, firstPauseMs * 2 ** tries);

const takeIn = (queue: Map<JobKey, Queued>, input: QueueInput, rules: QueueRules, nowMs: number): void => {
  switch (input.kind) {
    case 'added':
      for (const job of input.jobs) queue.set(job.key, { ...job, running: false, tries: 0, notBeforeMs: 0 });
      break;
    case 'woken':
      for (const job of queue.values())
        if (input.deviceKey === undefined || job.deviceKey === input.deviceKey)
          queue.set(job.key, { ...job, notBeforeMs: 0 });
      break;
    case 'dropped':
      for (const key of input.keys) queue.delete(key);
      break;
    case 'ended': {
      const job = queue.get(input.key);
      const notBeforeMs = nowMs + pauseOf(rules, job?.tries ?? 0);
      if (!input.again) queue.delete(input.key);
      else if (job !== undefined) queue.set(job.key, { ...job, running: false, tries: job.tries + 1, notBeforeMs });
      break;
    }
    case 'looked':
  }
};

const happened = ({ happenedMs, createdMs }: Queued): number => happenedMs ?? createdMs;

/** Those that do not run, in the order in which they are looked at. */
const waitingIn = (queue: ReadonlyMap<JobKey, Queued>, order: JobOrder): Queued[] => {
  const waiting = [...queue.values()].filter(({ running }) => !running);
  if (order === 'asked') return waiting;
  const sign = order === 'oldest' ? 1 : -1;
  return waiting.toSorted((a, b) => sign * (happened(a) - happened(b)));
};

/** What is to be started and what is given up, which then runs, or is not in the queue any more. */
export const stepQueue = (before: Queue, input: QueueInput, rules: QueueRules, now: QueueNow): QueueStep => {
  const queue = new Map(before);
  takeIn(queue, input, rules, now.monotonicMs);
  const ofDevice = new Map<number, number>();
  let running = 0;
  const count = (deviceKey: number): void => {
    running += 1;
    ofDevice.set(deviceKey, (ofDevice.get(deviceKey) ?? 0) + 1);
  };
  for (const job of queue.values()) if (job.running) count(job.deviceKey);
  const step: QueueStep = { queue, start: [], giveUp: [] };
  for (const job of waitingIn(queue, now.order ?? 'asked')) {
    const { key, deviceKey } = job;
    const isFree = running < rules.atOnce && (ofDevice.get(deviceKey) ?? 0) < rules.perDevice;
    if (isFree && job.notBeforeMs <= now.monotonicMs && now.isReady(deviceKey, key)) {
      count(deviceKey);
      queue.set(key, { ...job, running: true });
      step.start.push(key);
    } else if (now.utcMs - job.createdMs >= (job.giveUpMs ?? rules.giveUpMs)) {
      queue.delete(key);
      step.giveUp.push(key);
    }
  }
  return step;
};
