// Which toasts a batch of pushes raises, and for how long: few enough to be read, however many alarms come. Pure; showing them is alarm-toasts.tsx.
import type { EventPush } from '@outrider/contract';
import { alarmOf } from '../../live/alarm-list.ts';
import type { Alarm } from '../../live/alarm-list.ts';

/** How long a toast of an alarm or a recovery stays; one of an SOS stays until it is closed. */
export const SHOWN_MS = 15_000;
/** Toasts of alarms and recoveries at the same time; further ones are counted in one that says how many more. */
export const MOST_SHOWN = 3;
/** A phone has room for one beside what is being looked at. */
export const MOST_ON_PHONE = 1;
/** Calls that ask for an answer at the same time. */
export const MOST_CALLS = 3;
export const MORE_ID = 'alarms-more';

/** Ids of the toasts on screen, and how many alarms have none. */
export type ToastState = {
  readonly shown: readonly string[];
  readonly calls: readonly string[];
  readonly more: number;
};
export type ToastStep =
  | { readonly kind: 'alarm' | 'recovery' | 'call'; readonly id: string; readonly alarm: Alarm }
  | { readonly kind: 'more'; readonly count: number };

export const noToasts: ToastState = { shown: [], calls: [], more: 0 };

/** Of the toast of a call. */
export const callId = (deviceId: string): string => `call-${deviceId}`;

const folded = (state: ToastState): ToastState => ({ ...state, more: state.more + 1 });

/** A call stays until it is answered or closed, focus or not; one a device. */
const called = (state: ToastState, alarm: Alarm): readonly [ToastState, ToastStep?] => {
  const id = callId(alarm.deviceId);
  if (state.calls.includes(id)) return [state, { kind: 'call', id, alarm }];
  if (state.calls.length >= MOST_CALLS) return [folded(state)];
  return [
    { ...state, calls: [...state.calls, id] },
    { kind: 'call', id, alarm },
  ];
};

/** A recovery takes the place of its alarm's toast. */
const stepped = (state: ToastState, push: EventPush, most: number): readonly [ToastState, ToastStep?] => {
  const alarm = alarmOf(push);
  if (push.cmd === 'call') return called(state, alarm);
  const id = `alarm-${alarm.serialno}`;
  const kind = push.cmd === 'cover' ? 'recovery' : 'alarm';
  if (state.shown.includes(id)) return [state, { kind, id, alarm }];
  if (most === 0) return [state];
  if (state.shown.length >= most) return [kind === 'alarm' ? folded(state) : state];
  return [
    { ...state, shown: [...state.shown, id] },
    { kind, id, alarm },
  ];
};

/**
 * What to show, in order; at most one count of the rest. `most`: toasts of alarms and recoveries at the same time, 0 while nobody is
 * to be told of them.
 */
export const planToasts = (
  before: ToastState,
  pushes: readonly EventPush[],
  most: number,
): { state: ToastState; steps: readonly ToastStep[] } => {
  let state = before;
  const steps: ToastStep[] = [];
  for (const push of pushes) {
    const [next, step] = stepped(state, push, most);
    state = next;
    if (step !== undefined) steps.push(step);
  }
  if (state.more > before.more) steps.push({ kind: 'more', count: state.more });
  return { state, steps };
};

/** A toast is gone: its place is free. */
export const withoutToast = (state: ToastState, id: string): ToastState => ({
  shown: state.shown.filter((each) => each !== id),
  calls: state.calls.filter((each) => each !== id),
  more: id === MORE_ID ? 0 : state.more,
});
