// Brand variants: what a hosting page's variant number changes, as rows of switches and labels. Code asks for a switch, never for
// the number. What one deployment says in its own configuration counts before its row.

export const locales = ['en', 'tw', 'cn'] as const;
export type LocaleId = (typeof locales)[number];
/** Renamed texts by language: the English text as first released, and what stands in its place. */
export type Labels = Partial<Readonly<Record<LocaleId, Readonly<Record<string, string>>>>>;

/** What a variant decides. The disable… switches take something away from everybody, level 0 included. */
export type Brand = {
  /** The product's name in titles and on the sign-in page. */
  productName: string;
  /** Path of the logo on the server. */
  logo: string;
  defaultLocale: LocaleId;
  labels: Labels;
  disableTreeView: boolean;
  disableLiveView: boolean;
  disablePlayback: boolean;
  disableRemotePlayback: boolean;
  disableEvents: boolean;
  disableAdvancedSettings: boolean;
  disableMap: boolean;
  /** Switches the idle countdown off, not the page. */
  disableIdle: boolean;
  disableTalk: boolean;
  disablePtz: boolean;
  disablePlaybackDownload: boolean;
  disableRecordingButton: boolean;
  /** Offers talking to several or all devices at once. */
  broadcast: boolean;
  externalSettings: boolean;
  /** Offers the change of the own password in the user menu. */
  changePassword: boolean;
  /** Level 0 accounts not named admin get the system setting as well. */
  elseAdmin: boolean;
  /** Asks more of a new password than that it is not empty. */
  strictPassword: boolean;
  /** Asks /gkserver/verifyUser before signing in. */
  verifyUser: boolean;
  /** Tree view tiles are limited by the level of the account. */
  advancedTreeView: boolean;
  forceKilometre: boolean;
  /** Saves the password without asking. */
  forceAutoLogin: boolean;
  /** Lets people of a global deployment type a server address. */
  serverAddressEntry: boolean;
  /** Devices and people find each other without this server deciding: accounts are not removed, and a new one is of level 1. */
  peerToPeer: boolean;
  /** Customer records and sign-ins older than 180 days shown as stale. */
  customerRecords: boolean;
  /** Whom to ask, shown in place of what is not offered; '' for none. */
  contactHint: string;
  /** The text of the copyright notice; '' for none. */
  copyright: string;
  idleSeconds: number;
  /** The idle countdown on live view. */
  liveIdleSeconds: number;
  mapZoom: number;
};

const standard: Brand = {
  productName: 'Outrider',
  logo: '/logo.svg',
  defaultLocale: 'en',
  labels: {},
  disableTreeView: false,
  disableLiveView: false,
  disablePlayback: false,
  disableRemotePlayback: false,
  disableEvents: false,
  disableAdvancedSettings: false,
  disableMap: false,
  disableIdle: false,
  disableTalk: false,
  disablePtz: false,
  disablePlaybackDownload: false,
  disableRecordingButton: false,
  broadcast: true,
  externalSettings: false,
  changePassword: true,
  elseAdmin: false,
  strictPassword: false,
  verifyUser: false,
  advancedTreeView: false,
  forceKilometre: false,
  forceAutoLogin: false,
  serverAddressEntry: false,
  peerToPeer: false,
  customerRecords: false,
  contactHint: '',
  copyright: '',
  idleSeconds: 1800,
  liveIdleSeconds: 1800,
  mapZoom: 11,
};

export const LAST_VARIANT = 28;

/** The rows, by number from 0 to 28. A number without a row is as 0. */
const variants: Readonly<Record<number, Partial<Brand>>> = {
  // Health, peer to peer: live view and little else.
  1: {
    productName: 'Outrider Health',
    logo: '/logos/health.svg',
    labels: {
      en: { Device: 'Monitor', Devices: 'Monitors' },
      tw: { Device: '監護設備', Devices: '監護設備' },
      cn: { Device: '监护设备', Devices: '监护设备' },
    },
    disableTreeView: true,
    disablePlayback: true,
    disableRemotePlayback: true,
    disableEvents: true,
    disableAdvancedSettings: true,
    disableMap: true,
    disableTalk: true,
    disablePtz: true,
    broadcast: false,
    peerToPeer: true,
  },
  // A semiconductor company.
  2: {
    logo: '/logos/chip.svg',
    defaultLocale: 'tw',
    disableMap: true,
    disableIdle: true,
    disableAdvancedSettings: true,
    disableLiveView: true,
    disableRemotePlayback: true,
    disableEvents: true,
    disablePlaybackDownload: true,
    disableRecordingButton: true,
  },
  // Transport companies.
  3: { logo: '/logos/transport.svg', defaultLocale: 'tw', elseAdmin: true },
  4: {
    logo: '/logos/transport.svg',
    defaultLocale: 'tw',
    labels: { tw: { 'Device Memo': '車號備註' } },
    elseAdmin: false,
    contactHint: 'Please contact your service provider.',
  },
  5: { externalSettings: true },
  6: { broadcast: true, externalSettings: true },
  7: { changePassword: false, broadcast: false },
  // Passwords that are asked more of, and accounts that expire.
  8: { strictPassword: true, verifyUser: true },
  9: { customerRecords: true, externalSettings: true },
  10: { copyright: 'All rights reserved.' },
  // A control room whose live view must not stay open unattended.
  11: { liveIdleSeconds: 120 },
  // A fleet that crosses borders.
  12: { mapZoom: 5 },
  13: { defaultLocale: 'tw' },
  14: { advancedTreeView: true },
};

/** What the variant of this number decides. */
export const brandOf = (variant: number): Brand => ({ ...standard, ...variants[variant] });
