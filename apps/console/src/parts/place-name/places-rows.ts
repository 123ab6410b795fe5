// The rows of the setting that names places: in a dialog of the map and in a tab of the server settings.
import type { InputOf, placesSetting } from '@outrider/contract';
import { t } from '../../lib/i18n.ts';
import type { Rows } from '../form/row.ts';

export const placesRows = (): Rows<InputOf<typeof placesSetting.save>> => [
  { control: 'switch', key: 'enable', label: t('Name places beside positions') },
  {
    control: 'text',
    key: 'server',
    label: t('Address of a Nominatim server'),
    help: t('Empty: the towns that come with the server; nothing leaves your network.'),
    when: ({ enable }) => enable,
  },
];
