// The tabs of the server settings, in the order of the specification. A tab is a row here; its code comes when it is first opened. A tab
// that is not there yet has no row.
import type { ComponentType } from 'react';
import type { Session } from '../../live/session.ts';

/** Who looks, as far as tabs ask. */
type Viewer = Pick<Session, 'level' | 'rights' | 'userName'> & { readonly phone: boolean; readonly ownHost: boolean };

export type SettingTab = {
  /** In the address. It stays as it is once released. */
  readonly id: string;
  /** English key. */
  readonly name: string;
  /** Who is offered it, where that is not everybody who may open the screen. */
  readonly when?: (viewer: Viewer) => boolean;
  readonly load: () => Promise<{ Tab: ComponentType }>;
};

export const settingTabs: readonly SettingTab[] = [
  { id: 'protocol', name: 'Protocol', load: async () => ({ Tab: (await import('./protocol-tab.tsx')).ProtocolTab }) },
  { id: 'network', name: 'Network', load: async () => ({ Tab: (await import('./network-tab.tsx')).NetworkTab }) },
  { id: 'ddns', name: 'DDNS', load: async () => ({ Tab: (await import('./ddns-tab.tsx')).DdnsTab }) },
  { id: 'maintain', name: 'Maintain', load: async () => ({ Tab: (await import('./maintain-tab.tsx')).MaintainTab }) },
  {
    id: 'gpsrelay',
    name: 'GPS Relay',
    load: async () => ({ Tab: (await import('./relay-tabs.tsx')).GpsRelayTab }),
  },
  {
    id: 'googlemap',
    name: 'Google Map',
    load: async () => ({ Tab: (await import('./google-map-tab.tsx')).GoogleMapTab }),
  },
  { id: 'events', name: 'Events', load: async () => ({ Tab: (await import('./events-tab.tsx')).EventsTab }) },
  {
    id: 'redirect',
    name: 'Device Redirect',
    load: async () => ({ Tab: (await import('./redirect-tab.tsx')).RedirectTab }),
  },
  { id: 'ssl', name: 'SSL Setting', load: async () => ({ Tab: (await import('./ssl-tab.tsx')).SslTab }) },
  { id: 'certbot', name: "Let's Encrypt", load: async () => ({ Tab: (await import('./certbot-tab.tsx')).CertbotTab }) },
  {
    id: 'extrajs',
    name: 'Extra JS',
    load: async () => ({ Tab: (await import('./extra-script-tab.tsx')).ExtraScriptTab }),
  },
  {
    id: 'disks',
    name: 'Record Disks',
    load: async () => ({ Tab: (await import('./record-disks-tab.tsx')).RecordDisksTab }),
  },
  {
    id: 'record',
    name: 'Record Options',
    load: async () => ({ Tab: (await import('./record-options-tab.tsx')).RecordOptionsTab }),
  },
  {
    id: 'recover',
    name: 'Event Recover',
    load: async () => ({ Tab: (await import('./event-recover-tab.tsx')).EventRecoverTab }),
  },
  { id: 'database', name: 'Database', load: async () => ({ Tab: (await import('./kept-days-tab.tsx')).KeptDaysTab }) },
  { id: 'push', name: 'Push Event', load: async () => ({ Tab: (await import('./push-tab.tsx')).PushTab }) },
  { id: 'nominatim', name: 'Nominatim', load: async () => ({ Tab: (await import('./places-tab.tsx')).PlacesTab }) },
  {
    id: 'hbrelay',
    name: 'Heart Beat Relay',
    load: async () => ({ Tab: (await import('./relay-tabs.tsx')).HeartbeatRelayTab }),
  },
  { id: 'mail', name: 'Email Sender', load: async () => ({ Tab: (await import('./mail-tab.tsx')).MailTab }) },
  { id: 'sms', name: 'SMS Sender', load: async () => ({ Tab: (await import('./sms-tab.tsx')).SmsTab }) },
  {
    id: 'iframes',
    name: 'Iframes',
    load: async () => ({ Tab: (await import('./external-pages-tab.tsx')).ExternalPagesTab }),
  },
  { id: 'runlog', name: 'Run Log', load: async () => ({ Tab: (await import('./run-log-tab.tsx')).RunLogTab }) },
];
