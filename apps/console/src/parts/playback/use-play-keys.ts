// The keys of playing, the same wherever recorded pictures are seen: space, arrows, B, J K L and brackets. Those of tiles and channels are in parts/live-view/use-tile-keys.ts.
import { useKeys } from '../../lib/use-keys.ts';
import type { Keys } from '../../lib/use-keys.ts';
import type { PlaybackGroup } from '../../player/recorded/playback-group.ts';
import { faster, slower } from '../../player/recorded/speed-ladder.ts';

/** The arrows go so far; with Shift they go further. */
const ARROW_SECONDS = 5;
/** B goes back so far. */
export const BACK_SECONDS = 30;

type PlayKeys = {
  readonly group: PlaybackGroup | undefined;
  /** How far the arrows go with Shift. */
  readonly shiftSeconds: number;
  /** Space and K where nothing plays. */
  readonly begin?: () => void;
  /** Comma and full stop go by single pictures. */
  readonly pictures?: boolean;
  /** Takes the place of a jump back with B. */
  readonly back?: (event: KeyboardEvent) => void;
  /** The pictures stand in a dialog. */
  readonly inDialog?: boolean;
};

/** A step on the ladder of speeds. */
export const stepSpeed = (group: PlaybackGroup | undefined, next: (speed: number) => number): void =>
  group?.setSpeed(next(group.wantedSpeed));

/** Listens while the screen is there. */
export const usePlayKeys = (kit: PlayKeys): void => {
  const { group, shiftSeconds, begin, pictures = false, back, inDialog = false } = kit;
  const toggle = (): void => (group === undefined ? begin?.() : group.toggle());
  const jump =
    (by: 1 | -1) =>
    ({ shiftKey }: KeyboardEvent): void =>
      group?.jump(by * (shiftKey ? shiftSeconds : ARROW_SECONDS));
  const picture = (by: 1 | -1) => (pictures ? (): void => group?.step(by) : undefined);
  const acts: Keys = {
    ' ': toggle,
    k: toggle,
    '[': () => stepSpeed(group, slower),
    j: () => stepSpeed(group, slower),
    ']': () => stepSpeed(group, faster),
    l: () => stepSpeed(group, faster),
    arrowleft: jump(-1),
    arrowright: jump(1),
    b: back ?? (group === undefined ? undefined : () => group.jump(-BACK_SECONDS)),
    ',': picture(-1),
    '.': picture(1),
  };
  useKeys(acts, { where: inDialog ? 'dialog' : 'page' });
};
