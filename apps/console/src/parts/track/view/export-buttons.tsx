// Export of the track as JSON or CSV, with addresses where the server names places; progress and a way out.
import { useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckboxField } from '../../../ui/checkbox-field.tsx';
import styles from './track.module.css';
import type { TrackResult } from '../track-query.ts';
import type { TextKind } from '../../../lib/save-blob.ts';
import type { Exporter } from '../use-export.ts';
import { usePlacesNamed } from '../use-tools.ts';

/** How far the addresses are. */
export const FillProgress = ({ exporter }: { exporter: Exporter }): ReactElement | null => {
  if (exporter.filling === 'none') return null;
  return (
    <div className={styles.progress}>
      <progress max={exporter.of} value={exporter.done} aria-label={t('Addresses filled in')} />
      <output className="num" data-progress="">
        {t('{done} of {count} addresses', { done: exporter.done, count: exporter.of })}
      </output>
      <Button look="bare" icon="close" onClick={exporter.cancel}>
        {t('Cancel')}
      </Button>
    </div>
  );
};

export const ExportButtons = ({ result, exporter }: { result: TrackResult; exporter: Exporter }): ReactElement => {
  // A day has thousands of positions, and each address is a question: the file is there at once unless they are asked for.
  const [wanted, setWanted] = useState(false);
  const named = usePlacesNamed();
  const busy = exporter.state !== 'none' || exporter.filling !== 'none';
  const button = (kind: TextKind, text: string): ReactElement => (
    <Button
      busy={exporter.state === kind}
      disabled={busy || result.track.timeMs.length === 0}
      onClick={() => exporter.start(kind, result, named && wanted)}
    >
      {text}
    </Button>
  );
  return (
    <section className={styles.export} aria-label={t('Export')} data-export={exporter.state}>
      <div className={styles.exportButtons}>
        {button('json', t('Export JSON'))}
        {button('csv', t('Export CSV'))}
      </div>
      {named && <CheckboxField label={t('With addresses')} on={wanted} disabled={busy} onChange={setWanted} />}
      {exporter.state !== 'none' && <FillProgress exporter={exporter} />}
    </section>
  );
};
