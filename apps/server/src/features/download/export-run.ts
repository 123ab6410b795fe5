// One export from its frames to its file: feeds the thread that makes it, no further ahead than it keeps up, and ends it.
import { Worker } from 'node:worker_threads';
import { batchesOf, type ExportChannel } from './frame-pump.ts';
import {
  ExportError,
  type ExportMade,
  type ExportPlan,
  type ExportReply,
  type ExportRequest,
} from './worker/messages.ts';

export type ExportRun = {
  plan: ExportPlan;
  /** The channels from the beginning; asked again when the frames are wanted once more. They are closed here. */
  open: () => Promise<ExportChannel[]>;
  /** Part of the span that is done, 0 to 1. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
};

/** Batches on their way to the thread. */
const AHEAD = 4;
const MAX_PASSES = 50;

/** What the thread said last, waited for by what feeds it. */
class Conversation {
  readonly worker: Worker;
  readonly over: Promise<ExportMade>;
  pass = 1;
  /** Batches of this pass that were not taken yet. */
  ahead = 0;
  private wake: () => void = () => {};
  private ended = false;

  constructor(plan: ExportPlan) {
    this.worker = new Worker(new URL('worker/export.worker.ts', import.meta.url), { workerData: plan });
    this.over = new Promise((resolve, reject) => {
      this.worker.on('message', (reply: ExportReply) => {
        if (reply.kind === 'done') resolve(reply);
        else if (reply.kind === 'failed') reject(new ExportError(reply.fault, reply.message));
        else this.hear(reply);
        if (reply.kind === 'done' || reply.kind === 'failed') this.end();
      });
      this.worker.on('error', (error: Error) => reject(new ExportError('broken', error.message)));
      this.worker.on('exit', () => {
        reject(new ExportError('broken', 'the thread ended'));
        this.end();
      });
    });
    this.over.catch(() => undefined); // anyone who waits for it hears it; nobody may wait yet
  }

  say(request: ExportRequest): void {
    if (request.kind === 'frames') this.ahead += 1;
    this.worker.postMessage(request, request.kind === 'frames' ? [request.bytes.buffer] : []);
  }

  /** Resolves when the thread can take more. False: this pass is over. */
  async ready(pass: number): Promise<boolean> {
    while (!this.ended && this.pass === pass && this.ahead >= AHEAD)
      // oxlint-disable-next-line no-await-in-loop -- woken by each answer
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    return !this.ended && this.pass === pass;
  }

  end(): void {
    this.ended = true;
    this.wake();
  }

  /** Resolves when the pass has an answer to its end. True: it was the last. */
  async settled(pass: number): Promise<boolean> {
    while (!this.ended && this.pass === pass)
      // oxlint-disable-next-line no-await-in-loop
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    return this.ended;
  }

  private hear(reply: ExportReply & { kind: 'taken' | 'again' }): void {
    if (reply.pass !== this.pass) return;
    if (reply.kind === 'taken') this.ahead -= 1;
    else {
      this.pass += 1;
      this.ahead = 0;
    }
    this.wake();
  }
}

const feed = async (talk: Conversation, pass: number, { plan, open, onProgress }: ExportRun): Promise<void> => {
  const channels = await open();
  try {
    const spanMs = Math.max(1, plan.toMs - plan.fromMs);
    for await (const { frames, bytes } of batchesOf(channels, plan.toMs)) {
      if (!(await talk.ready(pass))) return;
      talk.say({ kind: 'frames', pass, frames, bytes });
      onProgress(Math.min(1, Math.max(0, ((frames.at(-1)?.timeMs ?? 0) - plan.fromMs) / spanMs)));
    }
    talk.say({ kind: 'end', pass });
  } finally {
    await Promise.all(channels.map(({ cursor }) => cursor.close()));
  }
};

const feedAll = async (talk: Conversation, run: ExportRun): Promise<void> => {
  for (let pass = 1; pass <= MAX_PASSES; pass += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one pass after the other
    await feed(talk, pass, run);
    // oxlint-disable-next-line no-await-in-loop
    if (await talk.settled(pass)) return;
  }
  throw new ExportError('broken', 'the tracks never settled');
};

/** Makes the file. Rejects with ExportError, or with the signal's reason. What it wrote stays: the caller removes it. */
export const runExport = async (run: ExportRun): Promise<ExportMade> => {
  run.signal.throwIfAborted();
  const talk = new Conversation(run.plan);
  const stop = (): void => talk.end();
  run.signal.addEventListener('abort', stop);
  try {
    const fed = feedAll(talk, run);
    const made = fed.then(() => {
      run.signal.throwIfAborted();
      return talk.over;
    });
    return await made;
  } finally {
    run.signal.removeEventListener('abort', stop);
    talk.end();
    await talk.worker.terminate();
  }
};
