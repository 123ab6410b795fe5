// One row of the quick bar.
import type { IconName } from '../../ui/icon.tsx';

export type Find = {
  /** Told apart from all others. */
  readonly key: string;
  readonly icon?: IconName;
  readonly deviceId?: string;
  readonly text: string;
  /** What tells it apart from others of the same name. */
  readonly detail: string;
  /** It plays this second, UTC ms, of these channels. */
  readonly footage?: { readonly deviceId: string; readonly ms: number; readonly channels: readonly number[] };
  readonly run: () => void;
  /** With Shift, and what that does in a word. */
  readonly other?: { readonly text: string; readonly run: () => void };
};

/** What fits, best first, and what is to be said besides; '' for nothing. */
export type Finds = { readonly finds: readonly Find[]; readonly note: string };
