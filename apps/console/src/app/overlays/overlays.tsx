// The modals over the screens, on every path: draws the one that is open. Each modal's code comes when it is first opened.
import { lazy, Suspense } from 'react';
import type { ComponentType, ReactElement } from 'react';
import { closeOverlay, useOverlay } from '../../parts/overlay-store.ts';
import type { Overlay } from '../../parts/overlay-store.ts';

/** What a modal of one kind gets. */
export type OverlayProps<K extends Overlay['kind']> = Extract<Overlay, { kind: K }> & { readonly onClose: () => void };

const StreamStatus = lazy(async () => ({ default: (await import('./stream-status.tsx')).StreamStatusModal }));

/** One row a modal. */
const modals: { readonly [K in Overlay['kind']]?: ComponentType<OverlayProps<K>> } = {
  streamStatus: StreamStatus,
};

export const Overlays = (): ReactElement | null => {
  const open = useOverlay();
  if (open === undefined) return null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the row of a kind takes that kind; the compiler cannot pair them
  const Modal = modals[open.kind] as ComponentType<Overlay & { onClose: () => void }> | undefined;
  return <Suspense>{Modal !== undefined && <Modal key={open.kind} {...open} onClose={closeOverlay} />}</Suspense>;
};
