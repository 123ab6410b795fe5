// The button that takes a log away as a file: it asks for the password that the file gets.
import { type Call, type InputOf, MAX_FILE_PASSWORD } from '@outrider/contract';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { saveBlob } from '../../lib/save-blob.ts';
import { sendForFile } from '../../lib/send.ts';
import { Button } from '../../ui/button.tsx';
import type { DayRange } from '../../ui/day-range.tsx';
import { Prompt } from '../../ui/question.tsx';
import { spanOf } from './day-span.ts';

export type Exporting = { readonly call: Call; readonly texts: Readonly<Record<string, string>> };

export const LogExport = ({ exporting, range }: { exporting: Exporting; range: DayRange }): ReactElement => {
  const { call, texts } = exporting;
  const [asking, ask] = useState(false);
  const span = spanOf(range);
  const save = async (filepass: string): Promise<void> => {
    // The filters of the log and its span are fields of its export: what the compiler cannot see of a call that it does not know.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    const input = { ...texts, ...span, filepass } as InputOf<Call>;
    saveBlob(await sendForFile(call, input), call.file ?? '');
  };
  return (
    <>
      <Button icon="download" disabled={span === undefined} onClick={() => ask(true)}>
        {t('Export')}
      </Button>
      {asking && (
        <Prompt
          title={t('Export')}
          label={t('File password')}
          help={t('The file opens with this password only. It is kept nowhere.')}
          saveText={t('Export')}
          maxLength={MAX_FILE_PASSWORD}
          onSave={save}
          onClose={() => ask(false)}
        />
      )}
    </>
  );
};
