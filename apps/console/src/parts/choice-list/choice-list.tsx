// A list beside a table of which one entry is chosen, with a way to delete what stands behind each: profiles, or whose plans there are.
import { useMemo, useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { t } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/column.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Confirm } from '../../ui/question.tsx';

export type Choice = {
  readonly id: string;
  readonly name: string;
  /** Drawn in the place of the name. */
  readonly drawn?: ReactNode;
};

type ChoiceListProps = {
  label: string;
  header: string;
  choices: readonly Choice[];
  chosen: string;
  onChoose: (id: string) => void;
  /** Left out, nothing is deleted here. */
  removal?: {
    /** The same function each time: another one makes the columns again. */
    may: (id: string) => boolean;
    question: (choice: Choice) => string;
    /** What goes is not the entry itself. */
    title?: (choice: Choice) => string;
    /** Rejects with the reason. */
    remove: (id: string) => Promise<unknown>;
  };
};

const ChoiceName = ({ name, drawn }: Choice): ReactElement => <>{drawn ?? <bdi>{name}</bdi>}</>;

const removeButton = (choice: Choice, may: boolean, ask: (choice: Choice) => void): ReactElement => (
  <Button
    look="bare"
    icon="remove"
    aria-label={t('Delete {name}', { name: choice.name })}
    disabled={!may}
    onClick={(event) => {
      event.stopPropagation();
      ask(choice);
    }}
  />
);

export const ChoiceList = (props: ChoiceListProps): ReactElement => {
  const { label, header, choices, chosen, onChoose, removal } = props;
  const [asking, ask] = useState<Choice>();
  const may = removal?.may;
  const columns = useMemo((): readonly Column<Choice>[] => {
    const name: Column<Choice> = {
      id: 'name',
      header,
      width: 'minmax(80px, 1fr)',
      cell: ChoiceName,
    };
    if (may === undefined) return [name];
    return [
      name,
      {
        id: 'remove',
        header: '',
        label: t('Delete'),
        width: '56px',
        cell: (choice) => removeButton(choice, may(choice.id), ask),
      },
    ];
  }, [header, may]);
  return (
    <>
      <DataTable
        label={label}
        columns={columns}
        rows={choices}
        rowId={({ id }) => id}
        selectedId={chosen}
        onOpen={({ id }) => onChoose(id)}
      />
      {asking !== undefined && removal !== undefined && (
        <Confirm
          title={removal.title?.(asking) ?? t('Delete {name}', { name: asking.name })}
          confirmText={t('Delete')}
          danger
          onConfirm={() => removal.remove(asking.id)}
          onClose={() => ask(undefined)}
        >
          {removal.question(asking)}
        </Confirm>
      )}
    </>
  );
};
