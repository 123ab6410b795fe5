// What a form of a setting has of the setting itself: its rules, what is stored now and its version, what is fixed, when it counts.
import type { Setting } from '@outrider/contract';

type Loaded = { updatetime: number; updateby: string; fixed: Readonly<Record<string, string>> };

/** For `useForm`, beside the rows and `save`. `loaded` is what the load call answered. */
export const settingForm = <D extends Loaded>(
  { save, applies }: Pick<Setting, 'applies'> & { save: Setting['save'] },
  { fixed, updateby: _saidElsewhere, ...start }: D,
) => ({ of: save, start, fixed, restarts: applies === 'restart', edits: true }) as const;
