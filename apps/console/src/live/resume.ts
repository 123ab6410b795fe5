// Whether this browser has a session that still lives, asked once when the page starts: its cookie says so, which no script can read.
import { postResume } from '@outrider/contract';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { send } from '../lib/send.ts';
import { systemClock } from '../lib/time.ts';

/** A server that does not answer must not keep people from the form. */
const ANSWER_WITHIN_MS = 5000;

const store = createStore<{ asking: boolean }>(() => ({ asking: false }));

/** True while it is asked: the gate waits for the answer. */
export const useResuming = (): boolean => useStore(store, (s) => s.asking);

export type LivingSession = { readonly token: string; readonly userName: string };

const ask = async (): Promise<LivingSession | undefined> => {
  const late = new AbortController();
  const stop = systemClock.after(ANSWER_WITHIN_MS, () => late.abort());
  try {
    const { token, username } = await send(postResume, {}, late.signal);
    return token === '' ? undefined : { token, userName: username };
  } catch {
    return undefined; // the server is away or older: what is stored decides
  } finally {
    stop();
  }
};

/** The gate waits no longer: somebody used the form, or it was settled otherwise. */
export const settleResume = (): void => store.setState({ asking: false });

/** Asks for the living session and hands it to `enter`, undefined for none; the gate waits until that is through. Never rejects. */
export const resume = async (enter: (session: LivingSession | undefined) => Promise<void>): Promise<void> => {
  store.setState({ asking: true });
  const living = await ask();
  if (!store.getState().asking) return;
  await enter(living);
  settleResume();
};
