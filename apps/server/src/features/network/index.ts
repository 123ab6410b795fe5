// Under which address recorders and people reach this server, as an administrator sets it while the server runs.
import { type NetworkChoice, networkSetting } from '@outrider/contract';
import type { CallHandler } from '../../kernel/web/http.ts';
import { type Settings, settingCalls } from '../settings/index.ts';

export type NetworkKit = {
  settings: Pick<Settings, 'follow' | 'state' | 'save'>;
  /** What the configuration names to people; '' for nothing. */
  serverAddress: string;
};

export type Network = {
  calls: CallHandler[];
  /** Named to recorders; '' for the address at which their link arrived. Asked each time. */
  mediaAddress: () => string;
  /** Named to people; '' for what the server finds itself. Asked each time. */
  serverAddress: () => string;
  close(): void;
};

export const networkFeature = ({ settings, serverAddress }: NetworkKit): Network => {
  let choice: NetworkChoice = { enable_server_ip: false, server_ip: '' };
  const close = settings.follow(networkSetting, (chosen = choice) => {
    choice = chosen;
  });
  const chosen = (): string => (choice.enable_server_ip ? choice.server_ip : '');
  return {
    calls: settingCalls(settings, networkSetting, () => choice),
    mediaAddress: chosen,
    serverAddress: () => (serverAddress === '' ? chosen() : serverAddress),
    close,
  };
};
