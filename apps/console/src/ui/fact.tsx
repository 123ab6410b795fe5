// One fact of a list of facts, inside a <dl>: its name and what it is.
import type { ReactElement, ReactNode } from 'react';

export const Fact = ({ name, children }: { name: string; children: ReactNode }): ReactElement => (
  <div>
    <dt>{name}</dt>
    <dd className="num">{children}</dd>
  </div>
);
