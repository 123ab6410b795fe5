// From where devices fetch: a file of the store or an address elsewhere, with name and password where it asks for them.
import { getFwStore } from '@outrider/contract';
import type { ReactElement } from 'react';
import { useCall } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { Field } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useLinkOf } from './use-firmware.ts';
import type { Source } from './use-firmware.ts';
import { WayField } from './way-field.tsx';

type SourceFormProps = { source: Source; onChange: (source: Source) => void };

export const SourceForm = ({ source, onChange }: SourceFormProps): ReactElement => {
  const files = useCall(getFwStore, {}).data ?? [];
  const linkOf = useLinkOf();
  const urlOf = (id: string): string => linkOf?.({ firmwareid: id }).href ?? '';
  const chosen =
    files.find(({ firmwareid }) => source.url !== '' && urlOf(firmwareid) === source.url)?.firmwareid ?? '';
  const textOf = (id: string): string => {
    const file = files.find(({ firmwareid }) => firmwareid === id);
    if (file === undefined) return t('Another address');
    return file.memo === '' ? file.filename : `${file.filename} – ${file.memo}`;
  };
  const put = (change: Partial<Source>): void => onChange({ ...source, ...change });
  return (
    <>
      <SelectField
        label={t('Firmware')}
        value={chosen}
        options={['', ...files.map(({ firmwareid }) => firmwareid)]}
        textOf={textOf}
        // Without the port that links have there is no address to put in.
        disabled={linkOf === undefined}
        onChange={(id) => put({ url: id === '' ? '' : urlOf(id) })}
      />
      <Field
        label={t('Address (URL)')}
        help={t('Devices fetch it from here: behind a proxy, put in the host and port that they reach.')}
        value={source.url}
        autoComplete="off"
        spellCheck={false}
        placeholder="http://…"
        onChange={(event) => put({ url: event.target.value.trim() })}
      />
      <Field
        label={t('User')}
        value={source.user}
        autoComplete="off"
        placeholder={t('where it asks for one')}
        onChange={(event) => put({ user: event.target.value })}
      />
      <Field
        label={t('Password')}
        type="password"
        value={source.password}
        autoComplete="new-password"
        onChange={(event) => put({ password: event.target.value })}
      />
      <WayField way={source.way} onChange={(way) => put({ way })} />
    </>
  );
};
