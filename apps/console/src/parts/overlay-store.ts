// Which modal is open over the screens. Anyone who wants one asks here; app/overlays/ draws it, on every path.
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { mayDropOverlay } from '../lib/unsaved.ts';

/** A sign-in whose password was right, but whose account has expired. */
export type ExpiredSignIn = {
  readonly userName: string;
  readonly passwordHash: string;
  /** Signs in as the form would have, with another hash; rejects with the reason. */
  readonly signInWith: (passwordHash: string) => Promise<void>;
};

export type Overlay =
  | { readonly kind: 'liveView'; readonly deviceId: string }
  /** What the server recorded from a moment on, UTC ms. */
  | { readonly kind: 'playback'; readonly deviceId: string; readonly timeMs: number }
  /** The pictures and clips of an event, beginning with one of them. */
  | { readonly kind: 'eventFiles'; readonly serialno: number; readonly fileId: number }
  | { readonly kind: 'talk'; readonly deviceId: string }
  | { readonly kind: 'broadcast'; readonly deviceIds?: readonly string[] }
  /** What is set for a device. `onSaved`: refreshes the caller, two seconds after Save. */
  | { readonly kind: 'deviceEditor'; readonly deviceId: string; readonly onSaved?: () => void }
  /** What the device itself is set to. */
  | { readonly kind: 'deviceSetup'; readonly deviceId: string }
  /** The same values for many devices, beginning with these. */
  | { readonly kind: 'deviceBatch'; readonly deviceIds: readonly string[] }
  | { readonly kind: 'customEvent'; readonly deviceIds?: readonly string[] }
  /** From the sign-in page after an expired password with that sign-in, else from the user menu. */
  | { readonly kind: 'changePassword'; readonly expired?: ExpiredSignIn }
  | { readonly kind: 'streamStatus' }
  | { readonly kind: 'copyright' }
  | { readonly kind: 'externalSettings' }
  /** Full screen, random channels. */
  | { readonly kind: 'mosaic'; readonly streams: number };

/** What the modal of one kind gets from what draws it. */
export type OverlayProps<K extends Overlay['kind']> = Extract<Overlay, { kind: K }> & { readonly onClose: () => void };

const overlayStore = createStore<{ open: Overlay | undefined }>(() => ({ open: undefined }));

/** One at a time: opening one closes the other, which is asked about where it holds something unsaved. */
export const openOverlay = (open: Overlay): void => {
  const before = overlayStore.getState().open;
  const show = (): void => overlayStore.setState({ open });
  if (before === undefined || before.kind === open.kind) show();
  else void mayDropOverlay().then((may) => may && show());
};
/** These play video as long as they are open. */
const PLAYING: readonly Overlay['kind'][] = ['liveView', 'playback', 'mosaic'];
/** Nobody looks any more: one that plays is closed, any other stays. */
export const closePlaying = (): void => {
  const { open } = overlayStore.getState();
  if (open !== undefined && PLAYING.includes(open.kind)) closeOverlay();
};
export const closeOverlay = (): void => overlayStore.setState({ open: undefined });
export const useOverlay = (): Overlay | undefined => useStore(overlayStore, (s) => s.open);
