// Under which address recorders and people reach the server.
import { z } from 'zod';
import { setting } from '../speak/setting.ts';
import { wireFlag } from '../speak/wire.ts';

/** `server_ip`: the address that is named to recorders and people while `enable_server_ip`; else the one they reached the server at. */
export const networkChoice = z
  .object({
    enable_server_ip: wireFlag,
    server_ip: z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9._:-]{0,253}$/, 'This is no host name and no address.'),
  })
  .refine(({ enable_server_ip: enabled, server_ip: address }) => !enabled || address !== '', {
    path: ['server_ip'],
    message: 'Type the address of the server.',
  });
export type NetworkChoice = z.output<typeof networkChoice>;
export const networkSetting = setting('/gkserver/network', networkChoice, {
  key: 'network',
  audit: { action: 'Set network', secret: {} },
  shown: networkChoice,
  readers: 'admin',
  applies: 'now',
  configKeys: {
    enable_server_ip: { key: 'mediaAddress', of: (address) => address !== '' },
    server_ip: 'mediaAddress',
  },
  about: {
    load: 'The address that is named to recorders for video, talk and files.',
    save: 'Sets that address, from the next request to a recorder on. With `enable_server_ip` 0 it is the one at which the recorder reached the server.',
  },
  example: {
    saved: { enable_server_ip: 1, server_ip: 'fleet.example.org' },
    shown: { enable_server_ip: 1, server_ip: 'fleet.example.org' },
  },
});
