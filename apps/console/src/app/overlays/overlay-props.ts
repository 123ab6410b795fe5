// What a modal gets from whoever draws it. A file of its own, since modals and their drawing would otherwise import each other.
import type { Overlay } from '../../parts/overlay-store.ts';

/** What a modal of one kind gets. */
export type OverlayProps<K extends Overlay['kind']> = Extract<Overlay, { kind: K }> & { readonly onClose: () => void };
