// Where the map takes its pictures from, for the administrator: the map that came along, or street tiles from the internet.
import { mapSetting } from '@outrider/contract';
import type { MapChoice, ReplyOf } from '@outrider/contract';
import type { ReactElement } from 'react';
import { t } from '../../../lib/i18n.ts';
import { FormDialog } from '../../../parts/form/form-dialog.tsx';
import { useForm } from '../../../parts/form/use-form.ts';
import styles from '../map.module.css';
import { type SourcesDraft, suggestion, useSourcesSave } from '../use-sources-save.ts';

/** The server's name, '' while the address has none. */
const hostOf = (address: string): string => {
  const plain = address.replaceAll(/[{}]/g, '');
  return URL.canParse(plain) ? new URL(plain).hostname : '';
};

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

const isOnline = ({ mode }: { mode: MapChoice['mode'] }): boolean => mode === 'online';
type Loaded = ReplyOf<typeof mapSetting.load>;
const chosen = ({ tilesUrl, attribution, maxZoom }: Loaded): MapChoice => ({
  mode: 'online',
  tilesUrl,
  attribution,
  maxZoom,
});

/** What the button says that saves it. */
const saveTextOf = (mode: unknown): string => {
  if (mode === 'google') return t('Use Google');
  return mode === 'offline' ? t('Use the offline map') : t('Use online tiles');
};

/** The address of Google's tiles is not somebody's to edit. */
const startOf = (sources: Loaded): MapChoice => {
  if (sources.source === 'google') return { ...suggestion, mode: 'google' };
  return sources.source === 'online' ? chosen(sources) : suggestion;
};

const useSourcesForm = (sources: Loaded) => {
  const { choose } = useSourcesSave();
  return useForm<SourcesDraft>({
    of: mapSetting.save,
    start: { ...startOf(sources), updatetime: sources.updatetime },
    edits: sources.source !== 'offline',
    rows: [
      {
        control: 'radio',
        labelHidden: true,
        key: 'mode',
        label: t('Source of the map'),
        options: [
          {
            value: 'offline',
            name: t('Offline map'),
            about: t('Coasts, borders and towns from this server. No streets; nothing leaves your network.'),
          },
          {
            value: 'online',
            name: t('Online tiles'),
            about: t('Streets and house numbers from a tile server of your choice.'),
          },
          {
            value: 'google',
            name: t('Google'),
            about: sources.google
              ? t('Every browser that opens the map asks Google, by the key of this server.')
              : t('Needs a key, which the server settings take.'),
            disabled: !sources.google,
          },
        ],
      },
      { control: 'text', key: 'tilesUrl', label: t('Address of the tiles'), when: isOnline },
      {
        control: 'text',
        key: 'attribution',
        label: t('Attribution'),
        help: t('Shown at the edge of the map, as the provider asks.'),
        when: isOnline,
      },
      { control: 'number', key: 'maxZoom', label: t('Largest zoom'), when: isOnline },
      { control: 'note', when: isOnline, draw: ({ tilesUrl }) => <Privacy tilesUrl={tilesUrl} /> },
    ],
    save: choose,
  });
};

export const SourcesDialog = ({ sources, onClose }: { sources: Loaded; onClose: () => void }): ReactElement => {
  const form = useSourcesForm(sources);
  return (
    <FormDialog
      form={form}
      title={t('Source of the map')}
      saveText={saveTextOf(form.draft['mode'])}
      onClose={onClose}
    />
  );
};
