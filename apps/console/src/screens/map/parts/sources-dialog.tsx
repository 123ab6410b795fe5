// Where the map takes its pictures from, for the administrator: the map that came along, or street tiles from the internet.
import type { MapSources } from '@outrider/contract';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import styles from '../map.module.css';
import { hostOf, tilesProblem } from '../tiles-address.ts';
import { suggestion, useSourcesSave } from '../use-sources-save.ts';
import type { OnlineTiles } from '../use-sources-save.ts';

const Privacy = ({ tilesUrl }: { tilesUrl: string }): ReactElement => {
  const host = hostOf(tilesUrl);
  return (
    <p className={styles.privacy}>
      {host === ''
        ? t('Every browser that opens the map will contact that server.')
        : t(
            'Every browser that opens the map will contact {host} and so tell it which places are looked at. Ask whether its terms allow your use.',
            { host },
          )}
    </p>
  );
};

type TilesFieldsProps = { draft: OnlineTiles; onChange: (draft: OnlineTiles) => void };

const TilesFields = ({ draft, onChange }: TilesFieldsProps): ReactElement => (
  <>
    <Field
      label={t('Address of the tiles')}
      value={draft.tilesUrl}
      error={tilesProblem(draft.tilesUrl)}
      onChange={(event) => onChange({ ...draft, tilesUrl: event.target.value })}
    />
    <Field
      label={t('Attribution')}
      value={draft.attribution}
      maxLength={200}
      help={t('Shown at the edge of the map, as the provider asks.')}
      onChange={(event) => onChange({ ...draft, attribution: event.target.value })}
    />
    <Field
      label={t('Largest zoom')}
      type="number"
      min={0}
      max={24}
      value={draft.maxZoom}
      onChange={(event) => onChange({ ...draft, maxZoom: Math.min(24, Math.max(0, event.target.valueAsNumber || 0)) })}
    />
    <Privacy tilesUrl={draft.tilesUrl} />
  </>
);

type ChoiceProps = { name: string; about: string; checked: boolean; onChoose: () => void };

const Choice = ({ name, about, checked, onChoose }: ChoiceProps): ReactElement => (
  <label className={styles.choice}>
    <input type="radio" name="mode" checked={checked} onChange={onChoose} />
    <span>
      {name}
      <small className="soft">{about}</small>
    </span>
  </label>
);

export const SourcesDialog = ({ sources, onClose }: { sources: MapSources; onClose: () => void }): ReactElement => {
  const online = sources.mode === 'online';
  const [mode, setMode] = useState<'offline' | 'online'>('online');
  const [draft, setDraft] = useState(
    online
      ? { ...suggestion, tilesUrl: sources.tilesUrl, attribution: sources.attribution, maxZoom: sources.maxZoom }
      : suggestion,
  );
  const { busy, goOnline, goOffline } = useSourcesSave();
  const problem = tilesProblem(draft.tilesUrl);
  const save = (): void => (mode === 'online' ? goOnline(draft) : goOffline());
  return (
    <Dialog
      title={t('Source of the map')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="primary" busy={busy} disabled={mode === 'online' && problem !== undefined} onClick={save}>
            {mode === 'online' ? t('Use online tiles') : t('Use the offline map')}
          </Button>
        </>
      }
    >
      <div className={styles.sources}>
        <Choice
          name={t('Offline map')}
          about={t('Coasts, borders and towns from this server. No streets; nothing leaves your network.')}
          checked={mode === 'offline'}
          onChoose={() => setMode('offline')}
        />
        <Choice
          name={t('Online tiles')}
          about={t('Streets and house numbers from a tile server of your choice.')}
          checked={mode === 'online'}
          onChoose={() => setMode('online')}
        />
        {mode === 'online' && <TilesFields draft={draft} onChange={setDraft} />}
      </div>
    </Dialog>
  );
};
