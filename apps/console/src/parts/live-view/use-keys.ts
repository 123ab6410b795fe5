// The keys of the live view: numbers switch channels, F M S I act on the active tile, ? tells them all.
import { useKeyPresses } from '../../lib/use-key-presses.ts';
import type { TileHandle } from '../../player/tile-handle.ts';
import { channelOfKey } from './logic.ts';

type Keys = {
  readonly channels: readonly number[];
  readonly toggle: (channel: number) => void;
  readonly tile: () => TileHandle | undefined;
  /** Without it ? is left alone. */
  readonly help?: () => void;
  /** The live view stands in a dialog: keys pressed there are its own, those pressed elsewhere are not. */
  readonly inDialog: boolean;
};

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input:not([type=range]),textarea,select,[contenteditable]') !== null;

const isOurs = (target: EventTarget | null, inDialog: boolean): boolean =>
  (target instanceof HTMLElement && target.closest('.modal') !== null) === inDialog;

const press = (key: string, { channels, toggle, tile, help }: Keys): boolean => {
  const channel = channelOfKey(key, channels);
  if (channel !== undefined) {
    toggle(channel);
    return true;
  }
  const actions: Record<string, (() => void) | undefined> = {
    f: () => tile()?.toggleFullscreen(),
    m: () => tile()?.toggleSound(),
    s: () => tile()?.snapshot(),
    i: () => tile()?.toggleStatistics(),
    ...(help === undefined ? {} : { '?': help }),
  };
  const act = actions[key.toLowerCase()];
  act?.();
  return act !== undefined;
};

/** Listens while the screen is there. Keys typed into a field, or with Ctrl, Alt or Meta, are left alone. */
export const useKeys = (keys: Keys): void =>
  useKeyPresses((event) => {
    if (event.repeat || isTyping(event.target) || !isOurs(event.target, keys.inDialog)) return false;
    return press(event.key, keys);
  });
