// What a device answered when it was asked for its parameters: asked a second after the dialog opened, again after each save, and given up
// on demand.
import { type ParameterPanel, postDeviceSetup, type ReplyOf } from '@outrider/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { send } from '../../../lib/send.ts';
import { systemClock } from '../../../lib/time.ts';
import { noToast } from '../../../lib/refusals.ts';

export type Sheet = ReplyOf<typeof postDeviceSetup>;

const LOAD_AFTER_MS = 1000;

/** The panels that begin again with what comes. */
type Due = readonly ParameterPanel[] | 'all';
type State = {
  readonly sheet?: Sheet;
  readonly error?: Error;
  readonly busy: boolean;
  /** Also of loads that another one has ended: their panels wait as well. */
  readonly due: Due;
  /** Panels that did not begin again, because somebody typed in them. */
  readonly skipped: readonly ParameterPanel[];
  /** How often each panel began again. */
  readonly begun: Readonly<Partial<Record<ParameterPanel, number>>>;
  /** How often all did. */
  readonly allBegun: number;
};

const FIRST: State = { busy: true, due: 'all', skipped: [], begun: {}, allBegun: 0 };

/** A panel in which somebody typed since its save goes on with that: what the device has now is beside it, in `sheet`. */
const loaded = (
  { begun, allBegun, due, skipped }: State,
  sheet: Sheet,
  typedIn: ReadonlySet<ParameterPanel>,
): State => ({
  sheet,
  busy: false,
  due: [],
  skipped: due === 'all' ? [] : [...new Set([...skipped, ...due])].filter((panel) => typedIn.has(panel)),
  allBegun: due === 'all' ? allBegun + 1 : allBegun,
  begun: {
    ...begun,
    ...(due !== 'all' &&
      Object.fromEntries(due.filter((panel) => !typedIn.has(panel)).map((panel) => [panel, (begun[panel] ?? 0) + 1]))),
  },
});

const both = (before: Due, more: Due): Due =>
  before === 'all' || more === 'all' ? 'all' : [...new Set([...before, ...more])];

const asking = ({ sheet, due, skipped, begun, allBegun }: State, more: Due): State => ({
  busy: true,
  due: both(due, more),
  skipped,
  begun,
  allBegun,
  ...(sheet && { sheet }),
});

/** What was typed is taken back: a panel that was left out for it shows what the device has, unless it begins again anyway. */
const untyped = (state: State, panel: ParameterPanel): State => {
  const { due, skipped, begun } = state;
  if (due === 'all' || due.includes(panel) || !skipped.includes(panel)) return state;
  const others = skipped.filter((other) => other !== panel);
  return { ...state, skipped: others, begun: { ...begun, [panel]: (begun[panel] ?? 0) + 1 } };
};

export const useSetup = (deviceId: string) => {
  const [state, setState] = useState(FIRST);
  const [load, setLoad] = useState(0);
  const asked = useRef(new AbortController());
  const typedIn = useRef(new Set<ParameterPanel>());
  useEffect(() => {
    const control = new AbortController();
    asked.current = control;
    const ask = async (): Promise<void> => {
      try {
        const sheet = await send(postDeviceSetup, { deviceid: deviceId }, control.signal);
        if (!control.signal.aborted) setState((before) => loaded(before, sheet, typedIn.current));
      } catch (thrown) {
        noToast(thrown); // the dialog's toast says what failed
        const error = thrown instanceof Error ? thrown : new Error(String(thrown));
        if (!control.signal.aborted) setState((before) => ({ ...before, busy: false, due: [], error }));
      }
    };
    const stop = systemClock.after(load === 0 ? LOAD_AFTER_MS : 0, () => void ask());
    return () => {
      stop();
      control.abort();
    };
  }, [deviceId, load]);
  const typing = useCallback((panel: ParameterPanel, isTyped: boolean): void => {
    if (isTyped) typedIn.current.add(panel);
    else if (typedIn.current.delete(panel)) setState((before) => untyped(before, panel));
  }, []);
  return {
    state,
    /** Whether a panel holds what nobody saved. */
    typing,
    /** All panels begin again where none is named. */
    reload: (panels: Due = 'all'): void => {
      setState((before) => asking(before, panels));
      setLoad((number) => number + 1);
    },
    /** The device is not told; what it still answers is not shown. */
    cancel: (): void => {
      asked.current.abort();
      setState((before) => ({ ...before, busy: false, due: [] }));
    },
  };
};
export type Setup = ReturnType<typeof useSetup>;
