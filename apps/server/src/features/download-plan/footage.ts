// One try at the footage of a planned fetch: what custom events do, and a clip of each channel where all that can come is there.
import type { Clock } from '../../kernel/clock.ts';
import { attempt } from '../custom-event/index.ts';
import { type ClipKit, makeClip } from './clip.ts';
import type { Tried } from './fetch-desk.ts';
import { taskName } from './footage-tasks.ts';
import type { PlannedFetch } from './store.ts';

/** `keepMs`: how long what was fetched is kept from retention. */
type FootageKit = ClipKit & { clock: Clock; keepMs: number };

/** Recorders list what they recorded when its file is full, so what is not there yet may come for so long. */
const LISTED_LATE_MS = 3_600_000;
/** Of frames at the edges of a span. */
const EDGE_MS = 2000;

/** Rejects for faults of ours, with what the clip came to, and with the signal's reason. */
export const fetchFootage = async (kit: FootageKit, fetch: PlannedFetch, signal: AbortSignal): Promise<Tried> => {
  const protectUntilMs = kit.clock.now() + kit.keepMs;
  const wanted = { ...fetch, deviceId: '', userName: '' };
  const { state, message, again, footage } = await attempt(
    { footage: kit.footage, signal, protectUntilMs, task: taskName(fetch.id) },
    wanted,
    () => undefined,
  );
  // Everything of the device was deleted meanwhile: nothing of it comes again until somebody asks.
  if (state === 'cancelled') return { state: 'failed', message, again: false };
  const isShort = fetch.channels.some(
    (channel) => !footage.some((span) => span.channel === channel && span.endMs >= fetch.endMs - EDGE_MS),
  );
  // By a clock that is ahead the end is still to come: from then on it was due.
  const mayCome = isShort && kit.clock.now() < Math.min(fetch.endMs, fetch.dueMs) + LISTED_LATE_MS;
  if (again || mayCome) return { state: 'waiting', message, again: true };
  for (const [first] of Map.groupBy(footage, ({ channel }) => channel).values())
    if (first !== undefined) await makeClip(kit, fetch, first, signal);
  return { state: state === 'done' || state === 'partial' ? state : 'failed', message, again };
};
