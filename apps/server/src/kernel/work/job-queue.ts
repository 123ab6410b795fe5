// Which jobs wait, which run and which of them are next: from what happened to what is to be done. What a job does, and how long it takes,
// is jobs.ts. A hundred thousand may wait: a step looks at those alone that may start because of what happened.

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

export type QueueInput<J extends JobFacts = JobFacts> =
  | { kind: 'added'; jobs: readonly J[] }
  | { kind: 'looked' }
  /** `again`: it may succeed later. */
  | { kind: 'ended'; key: JobKey; again: boolean }
  /** What kept the jobs of a device waiting is over: the pauses too. Without a device: of all. */
  | { kind: 'woken'; deviceKey?: number }
  | { kind: 'dropped'; keys: readonly JobKey[] };

export type QueueStep = { start: JobKey[]; giveUp: JobKey[] };

/** UTC for the age of jobs, the monotonic clock for pauses. */
export type QueueNow<J extends JobFacts = JobFacts> = {
  utcMs: number;
  monotonicMs: number;
  /** Where that changes for a device, its jobs are to be woken; else they are asked again at the next look. */
  isReady: (job: J) => boolean;
  /** Other than that of asking: where few run at once. */
  order?: JobOrder;
};

type Queued<J> = { job: J; running: boolean; tries: number; notBeforeMs: number };
type OfDevice<J> = { jobs: Set<Queued<J>>; running: number };

const pauseOf = ({ firstPauseMs, longestPauseMs }: QueueRules, tries: number): number =>
  Math.min(longestPauseMs, firstPauseMs * 2 ** tries);

const happened = ({ job: { happenedMs, createdMs } }: Queued<JobFacts>): number => happenedMs ?? createdMs;

const isTooOld = ({ job }: Queued<JobFacts>, rules: QueueRules, utcMs: number): boolean =>
  utcMs - job.createdMs >= (job.giveUpMs ?? rules.giveUpMs);

export class JobQueue<J extends JobFacts> {
  /** In the order in which they were asked for. */
  readonly #all = new Map<JobKey, Queued<J>>();
  /** The same by device, in the same order. */
  readonly #ofDevice = new Map<number, OfDevice<J>>();
  readonly #running = new Set<Queued<J>>();
  /** No pause of those that were looked at ends before. */
  #pauseEndsMs = 0;

  keys(): JobKey[] {
    return [...this.#all.keys()];
  }

  runningKeys(): J['key'][] {
    return [...this.#running].map(({ job }) => job.key);
  }

  hasAny(deviceKey: number): boolean {
    return this.#ofDevice.has(deviceKey);
  }

  /** What is to be started and what is given up, which from here on runs, or is not in the queue any more. */
  step(input: QueueInput<J>, rules: QueueRules, now: QueueNow<J>): QueueStep {
    // Where there was room and no pause has ended since, whatever waited could not start: only what is touched here may.
    const couldNoneStart = this.#hasRoom(rules) && now.monotonicMs < this.#pauseEndsMs;
    const touched = this.#takeIn(input, rules, now.monotonicMs);
    const step: QueueStep = { start: [], giveUp: [] };
    if (couldNoneStart && touched !== 'all') this.#look(touched, false, rules, now, step);
    else {
      const isLook = input.kind === 'looked';
      if (isLook || this.#hasRoom(rules)) this.#pauseEndsMs = Infinity;
      this.#look(this.#all.values(), isLook, rules, now, step);
    }
    return step;
  }

  #hasRoom({ atOnce }: QueueRules): boolean {
    return this.#running.size < atOnce;
  }

  #jobsOf(deviceKey: number): readonly Queued<J>[] {
    return [...(this.#ofDevice.get(deviceKey)?.jobs ?? [])];
  }

  /** Gives those that may start because of it and could not before. */
  #takeIn(input: QueueInput<J>, rules: QueueRules, nowMs: number): readonly Queued<J>[] | 'all' {
    switch (input.kind) {
      case 'added':
        return [...new Set(input.jobs.map((job) => this.#add(job)))];
      case 'woken': {
        const { deviceKey } = input;
        for (const queued of deviceKey === undefined ? this.#all.values() : this.#jobsOf(deviceKey))
          queued.notBeforeMs = 0;
        return deviceKey === undefined ? 'all' : this.#jobsOf(deviceKey);
      }
      case 'dropped': {
        const dropped = input.keys.flatMap((key) => this.#all.get(key) ?? []);
        for (const queued of dropped) this.#remove(queued);
        const [first, ...others] = new Set(dropped.map(({ job }) => job.deviceKey));
        if (others.length > 0) return 'all';
        return first === undefined ? [] : this.#jobsOf(first);
      }
      case 'ended': {
        const queued = this.#all.get(input.key);
        if (queued === undefined) return [];
        if (input.again) this.#putBack(queued, nowMs + pauseOf(rules, queued.tries));
        else this.#remove(queued);
        return this.#jobsOf(queued.job.deviceKey);
      }
      case 'looked':
        return 'all';
    }
  }

  /** Starts what may start of these; gives up what became too old. `isLook`: the age counts without room too. */
  #look(
    some: Iterable<Queued<J>>,
    isLook: boolean,
    rules: QueueRules,
    now: QueueNow<J>,
    { start, giveUp }: QueueStep,
  ): void {
    const { order = 'asked' } = now;
    const ready: Queued<J>[] = [];
    for (const queued of some) {
      if (!isLook && !this.#hasRoom(rules)) break;
      if (queued.running) continue;
      const isPausing = queued.notBeforeMs > now.monotonicMs;
      if (this.#isFree(queued, rules) && !isPausing && now.isReady(queued.job)) {
        if (order === 'asked') start.push(this.#start(queued));
        else ready.push(queued);
      } else if (isTooOld(queued, rules, now.utcMs)) giveUp.push(this.#remove(queued));
      else if (isPausing) this.#pauseEndsMs = Math.min(this.#pauseEndsMs, queued.notBeforeMs);
    }
    if (order !== 'asked') start.push(...this.#startFirst(ready, order, rules));
    for (const queued of ready)
      if (!queued.running && isTooOld(queued, rules, now.utcMs)) giveUp.push(this.#remove(queued));
  }

  /** The few that there is room for are picked out: putting thousands in order for each of them would take long. */
  #startFirst(ready: readonly Queued<J>[], order: 'oldest' | 'newest', rules: QueueRules): JobKey[] {
    const started: JobKey[] = [];
    const sign = order === 'oldest' ? 1 : -1;
    const isBefore = (one: Queued<J>, other: Queued<J>): boolean => sign * (happened(one) - happened(other)) < 0;
    while (this.#hasRoom(rules)) {
      let first: Queued<J> | undefined;
      for (const queued of ready)
        if (!queued.running && (first === undefined || isBefore(queued, first)) && this.#isFree(queued, rules))
          first = queued;
      if (first === undefined) break;
      started.push(this.#start(first));
    }
    return started;
  }

  #isFree({ job: { deviceKey } }: Queued<J>, rules: QueueRules): boolean {
    return this.#hasRoom(rules) && (this.#ofDevice.get(deviceKey)?.running ?? 0) < rules.perDevice;
  }

  /** One whose key is known already goes on as it is. */
  #add(job: J): Queued<J> {
    const known = this.#all.get(job.key);
    if (known !== undefined) return known;
    const queued: Queued<J> = { job, running: false, tries: 0, notBeforeMs: 0 };
    this.#all.set(job.key, queued);
    const own = this.#ofDevice.get(job.deviceKey);
    if (own === undefined) this.#ofDevice.set(job.deviceKey, { jobs: new Set([queued]), running: 0 });
    else own.jobs.add(queued);
    return queued;
  }

  #start(queued: Queued<J>): JobKey {
    queued.running = true;
    this.#running.add(queued);
    const own = this.#ofDevice.get(queued.job.deviceKey);
    if (own !== undefined) own.running += 1;
    return queued.job.key;
  }

  #stop(queued: Queued<J>): void {
    if (!queued.running) return;
    queued.running = false;
    this.#running.delete(queued);
    const own = this.#ofDevice.get(queued.job.deviceKey);
    if (own !== undefined) own.running -= 1;
  }

  #putBack(queued: Queued<J>, notBeforeMs: number): void {
    this.#stop(queued);
    queued.tries += 1;
    queued.notBeforeMs = notBeforeMs;
    this.#pauseEndsMs = Math.min(this.#pauseEndsMs, notBeforeMs);
  }

  #remove(queued: Queued<J>): JobKey {
    this.#stop(queued);
    const { key, deviceKey } = queued.job;
    this.#all.delete(key);
    const own = this.#ofDevice.get(deviceKey);
    own?.jobs.delete(queued);
    if (own?.jobs.size === 0) this.#ofDevice.delete(deviceKey);
    return key;
  }
}
