// Which channels of a device play: one, or several side by side, and how many at most. Pure.
import { MAX_PLAYBACK_CHANNELS } from '@outrider/contract';

/** Multi mode begins with so many. */
const FIRST_CHANNELS = 4;
export const POPUP_PLAYBACK_CHANNELS = 8;

/** What plays when multi mode is switched on, or off. */
export const firstPlayed = (channels: readonly number[], multi: boolean): readonly number[] =>
  channels.slice(0, multi ? FIRST_CHANNELS : 1);

export type PressRules = {
  readonly multi: boolean;
  readonly order: readonly number[];
  readonly most?: number | undefined;
  /** The last one cannot be switched off. */
  readonly lastStays?: boolean | undefined;
};

/** A press on a channel. In multi mode it is added in the device's order or taken away, else it takes the place of the other. Undefined: one too many. */
export const pressed = (
  on: readonly number[],
  channel: number,
  { multi, order, most = MAX_PLAYBACK_CHANNELS, lastStays = false }: PressRules,
): readonly number[] | undefined => {
  if (!multi) return [channel];
  if (on.includes(channel)) return lastStays && on.length === 1 ? on : on.filter((other) => other !== channel);
  if (on.length >= most) return undefined;
  return order.filter((other) => other === channel || on.includes(other));
};
