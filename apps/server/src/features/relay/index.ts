// Passing the fleet on: positions to another platform, heartbeats and reports to an address, both set while the server runs.
import {
  type GpsRelayChoice,
  type HeartbeatRelayChoice,
  getRelayState,
  gpsRelaySetting,
  heartbeatRelaySetting,
  relayTarget,
} from '@outrider/contract';
import type { Gateway } from '../../gateway/index.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Database } from '../../kernel/storage/db.ts';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import { type Settings, settingCalls } from '../settings/index.ts';
import { GpsRelay, type GpsRelayKit } from './gps-relay.ts';
import { HeartbeatRelay, type Target } from './heartbeat-relay.ts';
import { isOwnAddress } from './own-address.ts';
import { createRelayCodeStore, createRelayOwedStore } from './store.ts';

export { isOwnAddress } from './own-address.ts';

export type RelayKit = Omit<GpsRelayKit, 'codes' | 'store'> & {
  db: Database;
  settings: Pick<Settings, 'follow' | 'state' | 'save'>;
  /** At which recorders reach this server. Asked when a relay is saved. */
  own: () => { port: number; names: readonly string[] };
  hearHeartbeats: Gateway['hearHeartbeats'];
};

export type RelayFeature = {
  calls: CallHandler[];
  forgetDevices(deviceKeys: readonly number[]): Promise<void>;
  metrics(): Record<string, number>;
  close(): Promise<void>;
};

const OWN = 'This is this server: what it passed on would come back to it.';

export const relayFeature = ({ db, settings, own, hearHeartbeats, ...kit }: RelayKit): RelayFeature => {
  const codes = createRelayCodeStore(db);
  const store = createRelayOwedStore(db);
  let gpsChoice: GpsRelayChoice = { enable: false, ip: '', port: 0 };
  let heartbeatChoice: HeartbeatRelayChoice = { enable: false, addr: '' };
  const gps = new GpsRelay({ ...kit, codes, store });
  const heartbeat = new HeartbeatRelay(kit.clock);
  const refuseOwn = async (field: string, { host, port }: Target): Promise<void> => {
    const self = own();
    if (port === self.port && (await isOwnAddress(host, self.names))) throw new AppError('invalid', `${field}: ${OWN}`);
  };
  const ends = [
    settings.follow(gpsRelaySetting, (chosen = gpsChoice) => {
      gpsChoice = chosen;
      gps.aim(chosen.enable ? { host: chosen.ip, port: chosen.port } : null);
    }),
    settings.follow(heartbeatRelaySetting, (chosen = heartbeatChoice) => {
      heartbeatChoice = chosen;
      hearHeartbeats(chosen.enable ? (frame) => heartbeat.take(frame) : null);
      void heartbeat.aim(chosen.enable ? relayTarget(chosen.addr) : null);
    }),
  ];
  return {
    calls: [
      ...settingCalls(
        settings,
        gpsRelaySetting,
        () => gpsChoice,
        ({ enable, ip, port }) => (enable ? refuseOwn('ip', { host: ip, port }) : undefined),
      ),
      ...settingCalls(
        settings,
        heartbeatRelaySetting,
        () => heartbeatChoice,
        ({ enable, addr }) => (enable ? refuseOwn('addr', relayTarget(addr)) : undefined),
      ),
      handle(getRelayState, () => {
        const { sent, dropped, trouble } = heartbeat;
        return { gps: gps.state(), heartbeat: { sent, dropped, trouble } };
      }),
    ],
    async forgetDevices(deviceKeys) {
      await codes.removeDevices(deviceKeys);
      await store.removeDevices(deviceKeys);
    },
    metrics: () => ({
      relay_positions_sent_total: gps.counts.sent,
      relay_positions_dropped_total: gps.counts.dropped,
      relay_heartbeats_sent_total: heartbeat.sent,
      relay_heartbeats_dropped_total: heartbeat.dropped,
    }),
    async close() {
      for (const end of ends) end();
      hearHeartbeats(null);
      heartbeat.close();
      await gps.close();
    },
  };
};
