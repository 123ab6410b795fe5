// The modals over the screens, on every path: draws the one that is open. Each modal's code comes when it is first opened.
import { lazy, Suspense, useEffect } from 'react';
import type { ComponentType, ReactElement } from 'react';
import { OverEveryPath } from '../../lib/unsaved.ts';
import { useSession } from '../../live/session.ts';
import { closeOverlay, useOverlay } from '../../parts/overlay-store.ts';
import type { Overlay, OverlayProps } from '../../parts/overlay-store.ts';

const StreamStatus = lazy(async () => ({ default: (await import('./stream-status.tsx')).StreamStatusModal }));
const ChangePassword = lazy(async () => ({
  default: (await import('./change-password/change-password.tsx')).ChangePasswordModal,
}));
const Copyright = lazy(async () => ({ default: (await import('./copyright.tsx')).CopyrightModal }));
const CustomEvent = lazy(async () => ({
  default: (await import('../../parts/custom-event/custom-event.tsx')).CustomEventModal,
}));
const ExternalSettings = lazy(async () => ({
  default: (await import('./external-settings/external-settings.tsx')).ExternalSettingsModal,
}));
const Talk = lazy(async () => ({ default: (await import('../../parts/talk/talk-modal.tsx')).TalkModal }));
const Broadcast = lazy(async () => ({
  default: (await import('../../parts/broadcast/broadcast-modal.tsx')).BroadcastModal,
}));
const DeviceEditor = lazy(async () => ({
  default: (await import('./device-editor/device-editor-modal.tsx')).DeviceEditorModal,
}));
const DeviceSetup = lazy(async () => ({
  default: (await import('./device-setup/device-setup-modal.tsx')).DeviceSetupModal,
}));
const DeviceBatch = lazy(async () => ({
  default: (await import('../../parts/device-batch/device-batch-modal.tsx')).DeviceBatchModal,
}));
const EventFiles = lazy(async () => ({
  default: (await import('./event-files/event-files-modal.tsx')).EventFilesModal,
}));
const LiveView = lazy(async () => ({ default: (await import('./live-view/live-view-modal.tsx')).LiveViewModal }));
const Playback = lazy(async () => ({ default: (await import('./playback/playback-modal.tsx')).PlaybackModal }));
const Mosaic = lazy(async () => ({ default: (await import('./mosaic/mosaic.tsx')).MosaicOverlay }));

/** One row a modal. */
const modals: { readonly [K in Overlay['kind']]?: ComponentType<OverlayProps<K>> } = {
  streamStatus: StreamStatus,
  talk: Talk,
  broadcast: Broadcast,
  changePassword: ChangePassword,
  copyright: Copyright,
  externalSettings: ExternalSettings,
  customEvent: CustomEvent,
  deviceEditor: DeviceEditor,
  deviceSetup: DeviceSetup,
  deviceBatch: DeviceBatch,
  eventFiles: EventFiles,
  liveView: LiveView,
  playback: Playback,
  mosaic: Mosaic,
};

/** Whether a modal may stand over the sign-in page. */
const opensSignedOut = (open: Overlay): boolean => open.kind === 'changePassword' && open.expired !== undefined;

export const Overlays = (): ReactElement | null => {
  const open = useOverlay();
  const signedIn = useSession((s) => s.loginFlag === 1);
  const over = open !== undefined && !signedIn && !opensSignedOut(open);
  useEffect(() => {
    if (over) closeOverlay(); // what a user had open goes with the user
  }, [over]);
  if (open === undefined || over) return null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the row of a kind takes that kind; the compiler cannot pair them
  const Modal = modals[open.kind] as ComponentType<Overlay & { onClose: () => void }> | undefined;
  return (
    <OverEveryPath value={true}>
      <Suspense>{Modal !== undefined && <Modal key={open.kind} {...open} onClose={closeOverlay} />}</Suspense>
    </OverEveryPath>
  );
};
