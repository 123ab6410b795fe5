// Prints a systemd unit for this installation, to be put under /etc/systemd/system.
import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { readSlotEntry } from '../features/recording/index.ts';
import type { CliCommand } from './command.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');

/** systemd splits words and expands % by itself, and $ in a command line. */
const quotePath = (text: string): string =>
  `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%')}"`;
const quote = (text: string): string => quotePath(text).replaceAll('$', '$$$$');

const unitText = (paths: {
  node: string;
  root: string;
  data: string;
  user: string;
  mounts: readonly string[];
}): string =>
  `[Unit]
Description=Outrider fleet video-recorder platform
After=network-online.target
Wants=network-online.target
${paths.mounts.map((path) => `RequiresMountsFor=${quotePath(path)}\n`).join('')}
[Service]
ExecStart=${quote(paths.node)} ${quote(`${paths.root}/apps/server/src/main.mjs`)} --no-demo --data ${quote(paths.data)}
WorkingDirectory=${paths.root.replaceAll('%', '%%')}
User=${paths.user}
Restart=on-failure
RestartSec=2
TimeoutStopSec=15
LimitNOFILE=65536
NoNewPrivileges=true
ProtectSystem=full
PrivateTmp=true

[Install]
WantedBy=multi-user.target`;

export const systemd: CliCommand = {
  usage: 'systemd',
  options: [],
  about: 'Prints a systemd unit that runs this installation with this data folder.',
  run: async ({ config, print }) => {
    print(
      unitText({
        node: process.execPath,
        root: ROOT,
        data: config.data,
        user: userInfo().username,
        mounts: [config.data, ...config.recordFolders.map((each) => readSlotEntry(each).folder)],
      }),
    );
    return 0;
  },
};
