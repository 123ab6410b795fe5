// Which channels of a device play: one, or several side by side, and how many at most. Pure.
import { MAX_PLAYBACK_CHANNELS } from '@outrider/contract';

/** Multi mode begins with so many. */
const FIRST_CHANNELS = 4;
export const POPUP_PLAYBACK_CHANNELS = 8;

/** What plays when multi mode is switched on, or off. */
export const firstPlayed = (channels: readonly number[], multi: boolean): readonly number[] =>
  channels.slice(0, multi ? FIRST_CHANNELS : 1);

/**
 * A press on a channel. In multi mode it is added in the device's order or taken away, else it takes the place of the other. Undefined:
 * one too many, or the last one.
 */
export const pressed = (
  on: readonly number[],
  channel: number,
  { multi, order, most = MAX_PLAYBACK_CHANNELS }: { multi: boolean; order: readonly number[]; most?: number },
): readonly number[] | undefined => {
  if (!multi) return [channel];
  if (on.includes(channel)) return on.filter((other) => other !== channel);
  if (on.length >= most) return undefined;
  return order.filter((other) => other === channel || on.includes(other));
};
