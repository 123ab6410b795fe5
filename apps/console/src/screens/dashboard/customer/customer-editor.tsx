// The editor of one customer record: who bought the device, from whom, how they are reached, and whether somebody is to call them again.
import { postCustomerRecords, putCustomerRecord, type CustomerRecord, type InputOf } from '@outrider/contract';
import type { ReactElement } from 'react';
import { useSave } from '../../../lib/calls.ts';
import { t } from '../../../lib/i18n.ts';
import { FormDialog } from '../../../parts/form/form-dialog.tsx';
import { useForm } from '../../../parts/form/use-form.ts';
import { showToast } from '../../../ui/toast.ts';
import { noRecord } from './use-customer.ts';

type Draft = Required<Pick<InputOf<typeof putCustomerRecord>, 'dkcustomer' | 'updatetime'>>;

const draftOf = ({ updatetime, ...dkcustomer }: CustomerRecord): Draft => ({ dkcustomer, updatetime });

const useEditor = (record: CustomerRecord, onClose: () => void) => {
  const save = useSave(putCustomerRecord, [postCustomerRecords]);
  return useForm<Draft>({
    of: putCustomerRecord,
    start: draftOf(record),
    edits: true,
    rows: [
      [
        { control: 'text', key: 'dkcustomer.dealer', label: t('Dealer') },
        { control: 'text', key: 'dkcustomer.salesman', label: t('Salesman') },
      ],
      { control: 'text', key: 'dkcustomer.customer', label: t('Customer') },
      { control: 'text', key: 'dkcustomer.address', label: t('Address') },
      [
        { control: 'text', key: 'dkcustomer.phone', label: t('Phone') },
        { control: 'text', key: 'dkcustomer.mail', label: t('Mail') },
      ],
      {
        control: 'switch',
        key: 'dkcustomer.follow',
        label: t('Follow up'),
        help: t('The customer is to be called again.'),
      },
      { control: 'textarea', key: 'dkcustomer.memo', label: t('Memo'), rows: 4 },
    ],
    save: async (input) => {
      const list = await save.mutateAsync(input);
      showToast('success', t('Customer record'), t('Save Success'));
      onClose();
      return list.find(({ deviceid }) => deviceid === record.deviceid) ?? noRecord(record.deviceid);
    },
  });
};

export const CustomerEditor = ({ record, onClose }: { record: CustomerRecord; onClose: () => void }): ReactElement => (
  <FormDialog
    form={useEditor(record, onClose)}
    title={t('[{device}] Editor', { device: record.deviceid })}
    saveText={t('Save')}
    onClose={onClose}
    focused
    wide
  />
);
