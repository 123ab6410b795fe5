// The editor of what is set for a device, over any path. Save rests for three seconds after each press; the screen that opened the editor is refreshed
// two seconds after it.
import { d03ReadDevice, type DeviceEditorRecord } from '@outrider/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../../lib/i18n.ts';
import { systemClock } from '../../../lib/time.ts';
import { live } from '../../../live/index.ts';
import { useSession } from '../../../live/session.ts';
import { useDeviceTitle } from '../../../parts/device-names.tsx';
import { useConsequence } from '../../../parts/form/consequence.tsx';
import { FormBody } from '../../../parts/form/form-dialog.tsx';
import type { OverlayProps } from '../../../parts/overlay-store.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorPanel } from '../../../ui/states.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useDeviceForm } from './use-device-form.ts';

const SAVE_RESTS_MS = 3000;
const CALLER_HEARS_MS = 2000;

type EditorProps = OverlayProps<'deviceEditor'> & { title: string };

/** True for a while after `begin`; without timers when it is gone. */
const useRest = (forMs: number): { rests: boolean; begin: () => void } => {
  const [since, setSince] = useState(0);
  useEffect(() => (since === 0 ? undefined : systemClock.after(forMs, () => setSince(0))), [since, forMs]);
  return { rests: since > 0, begin: () => setSince((count) => count + 1) };
};

const Editor = ({ deviceId, title, record, onSaved, onClose }: EditorProps & { record: DeviceEditorRecord }) => {
  const id = useId();
  const rights = useSession((session) => session.rights);
  const rest = useRest(SAVE_RESTS_MS);
  const tell = useEffectEvent(() => onSaved?.());
  const [pressed, setPressed] = useState(0);
  useEffect(() => (pressed === 0 ? undefined : systemClock.after(CALLER_HEARS_MS, () => tell())), [pressed]);
  const press = (): void => {
    rest.begin();
    setPressed((count) => count + 1);
  };
  const { question, mayGoOn } = useConsequence(true);
  const form = useDeviceForm({
    id: deviceId,
    record,
    rights,
    mayGoOn: async (consequence) => {
      const isMeant = await mayGoOn(consequence);
      if (isMeant && consequence !== undefined) press(); // what is saved is saved from now on
      return isMeant;
    },
    onSaved: () => showToast('success', t('Save Success')),
  });
  return (
    <Dialog
      title={title}
      onClose={onClose}
      kept
      wide
      long
      unsaved={form.dirty}
      saving={form.busy && question === undefined}
      actions={
        <>
          <span className="soft">{form.noChanges ? t('No changes') : ''}</span>
          <Button onClick={onClose}>{t('Close')}</Button>
          <Button
            type="submit"
            form={id}
            look="primary"
            disabled={rest.rests || !(form.ready || form.noChanges)}
            onClick={(event) => {
              event.preventDefault(); // a button that rests from now on would not send its form
              press();
              void form.submit();
            }}
          >
            {t('Save')}
          </Button>
        </>
      }
    >
      <FormBody id={id} form={form} intro={undefined} focused={false} />
      {question}
    </Dialog>
  );
};

export const DeviceEditorModal = (props: OverlayProps<'deviceEditor'>): ReactElement => {
  const { deviceId, onClose } = props;
  const title = t('{device} Editor', { device: useDeviceTitle(deviceId) });
  const { data, error, refetch } = useQuery({
    queryKey: ['D03', deviceId],
    queryFn: async () => (await live().connection.ask(d03ReadDevice, { I: deviceId })).Z,
    // What is edited is what stood there when it was opened: a change by somebody else is met when it is saved.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (data !== undefined) return <Editor {...props} title={title} record={data} />;
  return (
    <Dialog title={title} onClose={onClose} wide>
      {error === null ? t('Loading') : <ErrorPanel error={error} retry={() => void refetch()} />}
    </Dialog>
  );
};
