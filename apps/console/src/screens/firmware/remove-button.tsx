// Takes a row away after a question.
import { useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/question.tsx';

type RemoveButtonProps = { name: string; question: string; remove: () => Promise<unknown> };

export const RemoveButton = ({ name, question, remove }: RemoveButtonProps): ReactElement => {
  const [asking, ask] = useState(false);
  return (
    <>
      <Button look="bare" icon="remove" aria-label={t('Delete {name}', { name })} onClick={() => ask(true)} />
      {asking && (
        <Confirm
          title={t('Delete {name}', { name })}
          confirmText={t('Delete')}
          danger
          onConfirm={remove}
          onClose={() => ask(false)}
        >
          {question}
        </Confirm>
      )}
    </>
  );
};
