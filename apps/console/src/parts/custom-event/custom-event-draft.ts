// The draft of a custom event: how it begins, and which ticks follow which. Pure. What may be sent: the contract's custom-event.ts.
import { CUSTOM_CHANNELS } from '@outrider/contract';
import type { InputOf, postCustomEvent } from '@outrider/contract';

const MINUTE_MS = 60_000;

export type CustomEventDraft = Required<Omit<InputOf<typeof postCustomEvent>, 'username' | 'password'>>;

/** The last ten minutes, whole minutes: what an operator who has just seen something asks for. */
export const startDraft = (deviceIds: readonly string[], nowMs: number): CustomEventDraft => {
  const end = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS;
  return {
    deviceid: [...deviceIds],
    start: end - 10 * MINUTE_MS,
    end,
    downloadplan: [],
    streamtype: [],
    audioout: false,
  };
};

/** What is not downloaded has no main stream either. */
export const afterDownload = ({ downloadplan, streamtype }: CustomEventDraft): Partial<CustomEventDraft> => ({
  streamtype: streamtype.filter((channel) => downloadplan.includes(channel)),
});

/** The download of a channel follows its main stream both ways. */
export const afterMainStream = (
  { downloadplan, streamtype }: CustomEventDraft,
  before: CustomEventDraft,
): Partial<CustomEventDraft> => {
  const gone = before.streamtype.filter((channel) => !streamtype.includes(channel));
  const kept = new Set([...downloadplan.filter((channel) => !gone.includes(channel)), ...streamtype]);
  return { downloadplan: CUSTOM_CHANNELS.filter((channel) => kept.has(channel)) };
};
