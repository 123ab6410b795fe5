// What a device answered when it was asked for its parameters: asked a second after the dialog opened, again after each save, and given up
// on demand.
import { type ParameterPanel, postDeviceSetup, type ReplyOf } from '@outrider/contract';
import { useEffect, useRef, useState } from 'react';
import { send } from '../../../lib/send.ts';
import { systemClock } from '../../../lib/time.ts';
import { noToast } from '../../../lib/refusals.ts';

export type Sheet = ReplyOf<typeof postDeviceSetup>;

const LOAD_AFTER_MS = 1000;

type Load = {
  readonly number: number;
  /** The panels that begin again with what comes; all of them where it is left out. */
  readonly panels?: readonly ParameterPanel[];
};
type State = {
  readonly sheet?: Sheet;
  readonly error?: Error;
  readonly busy: boolean;
  /** How often each panel began again. */
  readonly begun: Readonly<Partial<Record<ParameterPanel, number>>>;
  /** How often all did. */
  readonly allBegun: number;
};

const FIRST: State = { busy: true, begun: {}, allBegun: 0 };

const loaded = ({ begun, allBegun }: State, sheet: Sheet, panels: Load['panels']): State => ({
  sheet,
  busy: false,
  allBegun: panels === undefined ? allBegun + 1 : allBegun,
  begun: { ...begun, ...Object.fromEntries((panels ?? []).map((panel) => [panel, (begun[panel] ?? 0) + 1])) },
});

const asking = ({ sheet, begun, allBegun }: State): State => ({
  busy: true,
  begun,
  allBegun,
  ...(sheet && { sheet }),
});

export const useSetup = (deviceId: string) => {
  const [state, setState] = useState(FIRST);
  const [load, setLoad] = useState<Load>({ number: 0 });
  const asked = useRef(new AbortController());
  useEffect(() => {
    const control = new AbortController();
    asked.current = control;
    const ask = async (): Promise<void> => {
      try {
        const sheet = await send(postDeviceSetup, { deviceid: deviceId }, control.signal);
        if (!control.signal.aborted) setState((before) => loaded(before, sheet, load.panels));
      } catch (thrown) {
        noToast(thrown); // the dialog's toast says what failed
        const error = thrown instanceof Error ? thrown : new Error(String(thrown));
        if (!control.signal.aborted) setState((before) => ({ ...before, busy: false, error }));
      }
    };
    const stop = systemClock.after(load.number === 0 ? LOAD_AFTER_MS : 0, () => void ask());
    return () => {
      stop();
      control.abort();
    };
  }, [deviceId, load]);
  return {
    state,
    reload: (panels?: readonly ParameterPanel[]): void => {
      setState(asking);
      setLoad(({ number }) => ({ number: number + 1, ...(panels && { panels }) }));
    },
    /** The device is not told; what it still answers is not shown. */
    cancel: (): void => {
      asked.current.abort();
      setState((before) => ({ ...before, busy: false }));
    },
  };
};
export type Setup = ReturnType<typeof useSetup>;
