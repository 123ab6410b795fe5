// Templates: what vehicles are to be set to, how many hold it, and which do not.
import {
  deleteParameterTemplate,
  getParameterTemplates,
  MAX_TEMPLATES,
  type ParameterTemplate,
} from '@outrider/contract';
import { useMemo, useState } from 'react';
import type { ReactElement } from 'react';
import { useCall } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { send } from '../../lib/send.ts';
import { formatDateTime } from '../../lib/time.ts';
import { ResourceScreen } from '../../parts/resource/resource-screen.tsx';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/column.ts';
import { Notice } from '../../ui/states.tsx';
import { settingText } from './setting-text.ts';
import { TemplateDialog } from './template-dialog.tsx';
import { TemplateSheet } from './template-sheet.tsx';

const REFETCH_MS = 5000;
const rowId = ({ templateid }: ParameterTemplate): string => String(templateid);

const countColumn = (
  id: keyof ParameterTemplate['counts'],
  header: string,
  choice?: 'on',
  width = '88px',
): Column<ParameterTemplate> => ({
  id,
  header,
  width,
  align: 'end',
  ...(choice && { choice }),
  value: ({ counts }) => counts[id],
});

const templateColumns = (look: (template: ParameterTemplate) => void): readonly Column<ParameterTemplate>[] => [
  { id: 'name', header: t('Name'), width: 'minmax(120px, 1fr)', value: ({ name }) => name },
  {
    id: 'values',
    header: t('Values'),
    width: 'minmax(160px, 2fr)',
    choice: 'on',
    value: ({ deviceParams }) => settingText(deviceParams),
  },
  countColumn('same', t('As set')),
  countColumn('differs', t('Differs')),
  countColumn('refused', t('Refuses'), 'on'),
  countColumn('unsupported', t('Not supported'), 'on', '112px'),
  countColumn('unread', t('Not asked'), 'on'),
  {
    id: 'keep',
    header: t('Kept in force'),
    width: '112px',
    choice: 'on',
    value: ({ keep }) => (keep ? t('On') : t('Off')),
  },
  {
    id: 'time',
    header: t('Update time'),
    width: '208px',
    choice: 'off',
    value: ({ updatetime }) => updatetime,
    text: ({ updatetime, updateby }) => `${formatDateTime(updatetime)} ${updateby}`,
  },
  {
    id: 'look',
    header: '',
    label: t('What differs'),
    width: '128px',
    cell: (template) => (
      <Button
        look="bare"
        aria-label={t('What differs from {name}', { name: template.name })}
        onClick={(event) => {
          event.stopPropagation();
          look(template);
        }}
      >
        {t('What differs')}
      </Button>
    ),
  },
];

/** `onBegun` gets the batch by which a template is applied. */
export const TemplateTab = ({ onBegun }: { onBegun: (batchId: number) => void }): ReactElement => {
  const answer = useCall(getParameterTemplates, {}, { refetchMs: REFETCH_MS });
  const [looked, look] = useState<number>();
  const columns = useMemo(() => templateColumns(({ templateid }) => look(templateid)), []);
  const template = answer.data?.find(({ templateid }) => templateid === looked);
  return (
    <>
      <ResourceScreen
        resource={{
          title: t('Templates'),
          answer,
          columns,
          rowId,
          name: 'Templates',
          remember: 'columns:templates',
          addText: t('New template'),
          notice: (answer.data?.length ?? 0) >= MAX_TEMPLATES && (
            <Notice tone="warn">{t('There are {count} templates already.', { count: MAX_TEMPLATES })}</Notice>
          ),
          about: t('A template says what vehicles are to be set to, shows which of them differ, and can set it again.'),
          editor: TemplateSheet,
          removal: {
            may: () => true,
            text: t('Delete template'),
            question: ({ name }) => t('{name} is not kept in force any more. Vehicles stay as they are.', { name }),
            remove: ({ templateid }) => send(deleteParameterTemplate, { templateid }),
          },
        }}
      />
      {template !== undefined && (
        <TemplateDialog template={template} onClose={() => look(undefined)} onBegun={onBegun} />
      )}
    </>
  );
};
