// Under which address recorders and people reach the server.
import { getConnectRecorder, networkSetting } from '@outrider/contract';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { SettingPanel } from '../../parts/setting/setting-panel.tsx';

export const NetworkTab = (): ReactElement => (
  <SettingPanel
    setting={networkSetting}
    stale={[getConnectRecorder]}
    intro={
      <p className="soft">
        {t(
          'Recorders are told where to send video, talk and files. Without an address of its own the server names the one at which a recorder reached it, which is wrong behind a router.',
        )}
      </p>
    }
    rows={[
      { control: 'switch', key: 'enable_server_ip', label: t('Name this address to recorders') },
      {
        control: 'text',
        key: 'server_ip',
        label: t('Address of the server'),
        help: t('A host name or an address, as recorders reach it. It counts from their next stream on.'),
        when: ({ enable_server_ip: enabled }) => enabled,
      },
    ]}
  />
);
