// 'Remote Device Setting': what a device itself is set to, read from it, in panels, over any path.
import { AppError } from '@outrider/contract';
import type { Device } from '@outrider/contract';
import { useEffect, useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../../lib/i18n.ts';
import { formatDateTime } from '../../../lib/time.ts';
import { deviceTitle } from '../../../live/device-name.ts';
import { useDevice } from '../../../live/hooks.ts';
import type { OverlayProps } from '../../../parts/overlay-store.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, Discard } from '../../../ui/dialog.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { EmptyState, Notice } from '../../../ui/states.tsx';
import { showToast } from '../../../ui/toast.ts';
import styles from './device-setup.module.css';
import { SheetUnsaved, useSheetUnsaved } from './sheet-unsaved.ts';
import { SheetPanels } from './sheet.tsx';
import { type Sheet, useSetup } from './use-setup.ts';

const ReadAgain = ({ first, unsaved, read }: { first: boolean; unsaved: boolean; read: () => void }): ReactElement => {
  const [asks, ask] = useState(false);
  return (
    <>
      <Button icon="refresh" onClick={() => (unsaved ? ask(true) : read())}>
        {first ? t('Try again') : t('Read again')}
      </Button>
      {asks && (
        <Discard
          onKeep={() => ask(false)}
          onDiscard={() => {
            ask(false);
            read();
          }}
        />
      )}
    </>
  );
};

const failureText = (error: Error, device: Device | undefined): string => {
  const code = error instanceof AppError ? error.code : undefined;
  if (code === 'device_offline' && device !== undefined && device.status === 0)
    return t('The device is offline since {time}. Its settings are read when it is online.', {
      time: formatDateTime(device.status_time),
    });
  if (code === 'device_timeout') return t('The device is online and did not answer within a minute.');
  if (code === 'device_unsupported' || code === 'device_refused')
    return `${t('The device does not tell its settings.')} ${t(error.message)}`;
  return t(error.message);
};

const Asking = ({ onCancel }: { onCancel: () => void }): ReactElement => (
  <output className={styles.asking}>
    <Spinner size={20} />
    <span>{t('Loading...')}</span>
    <Button onClick={onCancel}>{t('Cancel')}</Button>
  </output>
);

/** Why what is shown may not be what the device has now. */
const OldValues = ({ sheet: { away, silent } }: { sheet: Sheet }): ReactElement => (
  <>
    {away && (
      <Notice tone="warn" icon="warning">
        {t('The device is offline. Its settings are those that it told last; what you save waits until it is back.')}
      </Notice>
    )}
    {silent && (
      <Notice tone="warn" icon="warning">
        {t(
          'The device does not answer. Its settings are those that it told last; what was saved waits until it does, and can be cancelled among the orders of the device.',
        )}
      </Notice>
    )}
  </>
);

export const DeviceSetupModal = ({ deviceId, onClose }: OverlayProps<'deviceSetup'>): ReactElement => {
  const setup = useSetup(deviceId);
  const device = useDevice(deviceId);
  const { tell, unsaved, saving } = useSheetUnsaved();
  const { sheet, error, busy } = setup.state;
  useEffect(() => {
    if (error !== undefined) showToast('error', t('Load Error'), t(error.message));
  }, [error]);
  return (
    <Dialog
      title={`${t('Remote Device Setting')} ${deviceTitle(deviceId, device)}`}
      onClose={onClose}
      kept
      room
      unsaved={unsaved}
      saving={saving}
    >
      <div className={styles.sheet}>
        {busy && <Asking onCancel={setup.cancel} />}
        {error !== undefined && (
          <Notice tone="warn" icon="warning">
            {failureText(error, device)}
          </Notice>
        )}
        {!busy && (
          <div className={styles.tools}>
            {sheet !== undefined && (
              <span className="soft">
                {t('Read from the device at {time}.', { time: formatDateTime(sheet.readms) })}
              </span>
            )}
            <ReadAgain first={sheet === undefined} unsaved={unsaved} read={() => setup.reload()} />
          </div>
        )}
        {sheet !== undefined && <OldValues sheet={sheet} />}
        {sheet !== undefined && (
          <SheetUnsaved value={tell}>
            <SheetPanels deviceId={deviceId} setup={setup} sheet={sheet} />
          </SheetUnsaved>
        )}
        {sheet === undefined && error === undefined && !busy && (
          <EmptyState title={t('Not read')}>{t('The device was not waited for.')}</EmptyState>
        )}
      </div>
    </Dialog>
  );
};
