// Whether places are named beside positions, and by whom, for the administrator.
import { getNominatimStatus, placesSetting } from '@outrider/contract';
import type { InputOf, ReplyOf } from '@outrider/contract';
import type { ReactElement } from 'react';
import { useFreshCall, useSave } from '../../../lib/calls.ts';
import { t } from '../../../lib/i18n.ts';
import { FormDialog } from '../../../parts/form/form-dialog.tsx';
import { settingForm } from '../../../parts/form/setting-form.ts';
import { useForm } from '../../../parts/form/use-form.ts';
import { placesRows } from '../../../parts/place-name/places-rows.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorPanel, Skeleton } from '../../../ui/states.tsx';

type Props = { onClose: () => void };

const PlacesForm = ({ loaded, onClose }: Props & { loaded: ReplyOf<typeof placesSetting.load> }): ReactElement => {
  const save = useSave(placesSetting.save, [placesSetting.load, getNominatimStatus]);
  const form = useForm<InputOf<typeof placesSetting.save>>({
    ...settingForm(placesSetting, loaded),
    rows: placesRows(),
    save: (choice) => save.mutateAsync(choice),
  });
  return (
    <FormDialog
      form={form}
      title={t('Names of places')}
      saveText={t('Save')}
      closeText={t('Close')}
      onClose={onClose}
    />
  );
};

export const PlacesDialog = ({ onClose }: Props): ReactElement => {
  const { data, error, refetch } = useFreshCall(placesSetting.load, {});
  // Not what an earlier visit left in the cache: the form keeps what it begins with, and what is typed in it over a failure.
  if (data !== undefined) return <PlacesForm loaded={data} onClose={onClose} />;
  return (
    <Dialog title={t('Names of places')} onClose={onClose}>
      {error === null ? <Skeleton rows={3} /> : <ErrorPanel error={error} retry={() => void refetch()} />}
    </Dialog>
  );
};
