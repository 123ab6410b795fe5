// Whose device it is, in the pane of the selected one and in columns, and the way to its editor. Nothing where the deployment has no such
// records or the account nothing to do with them.
import type { CustomerRecord } from '@outrider/contract';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Fact } from '../../../ui/fact.tsx';
import styles from '../panel/device-panel.module.css';
import { CustomerEditor } from './customer-editor.tsx';
import { useCustomer } from './use-customer.ts';

const factsOf = (record: CustomerRecord): readonly (readonly [name: string, text: string])[] => [
  [t('Customer'), record.customer],
  [t('Dealer'), record.dealer],
  [t('Salesman'), record.salesman],
  [t('Address'), record.address],
  [t('Phone'), record.phone],
  [t('Mail'), record.mail],
  [t('Follow up'), record.follow ? t('Yes') : ''],
  [t('Memo'), record.memo],
];

const Facts = ({ record }: { record: CustomerRecord }): ReactElement => (
  <dl className={styles.facts}>
    {factsOf(record).map(
      ([name, text]) =>
        text !== '' && (
          <Fact key={name} name={name}>
            <bdi>{text}</bdi>
          </Fact>
        ),
    )}
  </dl>
);

export const CustomerFacts = ({ id }: { id: string }): ReactElement | null => {
  const record = useCustomer(id);
  const [editing, setEditing] = useState<CustomerRecord>();
  if (record === undefined) return null;
  return (
    <section aria-label={t('Customer record')}>
      <Facts record={record} />
      <Button icon="person" onClick={() => setEditing(record)}>
        {t('Customer record')}
      </Button>
      {editing !== undefined && <CustomerEditor record={editing} onClose={() => setEditing(undefined)} />}
    </section>
  );
};

type TextField = 'customer' | 'dealer' | 'salesman';
/** A column's cell. */
export const CustomerCell = ({ id, field }: { id: string; field: TextField }): ReactElement => {
  const text = useCustomer(id)?.[field] ?? '';
  return text === '' ? <span className="soft">–</span> : <bdi title={text}>{text}</bdi>;
};
