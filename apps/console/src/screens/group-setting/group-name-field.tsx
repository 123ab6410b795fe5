// The field for the name of a group: what breaks the rule is not taken up, by keys, paste or drop. While an input method composes, what it
// shows is its own business (pinyin stands there with quotes and spaces): then the whole of it is looked at in the end.
import { useRef } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { nameProblem, typedName } from '../../parts/groups/group-name.ts';
import { Field } from '../../ui/field.tsx';

type NameFieldProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** The name that stands already: from before the rule it may have spaces, and is no mistake of the one who looks at it. */
  kept?: string | undefined;
};

export const GroupNameField = ({ label, value, onChange, kept }: NameFieldProps): ReactElement => {
  const before = useRef<string>(undefined);
  const problem = value === kept ? undefined : nameProblem(value);
  return (
    <Field
      label={label}
      value={value}
      autoComplete="off"
      spellCheck={false}
      error={problem === undefined ? undefined : t(problem)}
      onCompositionStart={() => (before.current = value)}
      onCompositionEnd={(event) => {
        const from = before.current ?? value;
        before.current = undefined;
        onChange(typedName(from, event.currentTarget.value));
      }}
      onChange={(event) => {
        const next = event.target.value;
        onChange(before.current === undefined ? typedName(value, next) : next);
      }}
    />
  );
};
