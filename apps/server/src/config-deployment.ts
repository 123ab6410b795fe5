// The keys of the configuration that make a deployment look and behave like itself: variant, switches, hints, pictures, gates. What a
// page is told of them is features/page; docs/guide/deployment.md describes them.
import { LAST_VARIANT, locales, rights } from '@outrider/contract';
import { byVariant, choice, flag, idleLinks, integer, list, text } from './config-values.ts';

const seconds = (about: string) => byVariant(integer(0, 10, 86_400, about));
const brandFlag = (about: string) => byVariant(flag(false, about));
const brandText = (about: string) => byVariant(text('', about));

export const deploymentConfig = {
  pageVariant: integer(0, 0, LAST_VARIANT, 'Brand variant: what the keys that say so are unless they are set.'),
  productName: brandText('The name of the product in titles and at sign-in.'),
  logoFile: text('', 'A picture (svg, png, jpg or webp) in place of the logo; empty: that of the variant.'),
  sideImageFile: text('', 'A picture beside the sign-in form.'),
  backgroundImageFile: text('', 'A picture behind the sign-in form.'),
  defaultLocale: byVariant(choice('en', locales, 'Language of who has not chosen one.')),
  disableTreeView: brandFlag('Takes the tree view away from everybody.'),
  disableLiveView: brandFlag('Takes live view away from everybody.'),
  disablePlayback: brandFlag('Takes playback of what the server recorded away from everybody.'),
  disableRemotePlayback: brandFlag('Takes playback from the recorders away from everybody.'),
  disableEvents: brandFlag('Takes the event system away from everybody.'),
  disableAdvancedSettings: brandFlag('Takes the settings of recorders away from everybody.'),
  disableMap: brandFlag('Takes the map away from everybody.'),
  disableIdle: brandFlag('Switches the idle countdown off.'),
  disableTalk: brandFlag('Takes talking to drivers away from everybody.'),
  disablePtz: brandFlag('Takes the control of cameras away from everybody.'),
  disablePlaybackDownload: brandFlag('Takes the download of what is played back away from everybody.'),
  disableRecordingButton: brandFlag('Takes the recording button away from everybody.'),
  disabledRights: list('Further rights nobody has, level 0 included.', {
    range: `rights of the rights table, like ${rights[0]}`,
    pattern: new RegExp(`^(${rights.join('|')})$`),
  }),
  disabledHint: text('', 'Shown where this deployment switched something off.'),
  contactHint: brandText('Whom to ask, shown in place of what is not offered.'),
  copyright: brandText('The text of the copyright notice.'),
  broadcast: brandFlag('Offers talking to several or all devices at once.'),
  externalSettings: brandFlag('Offers the external settings.'),
  changePassword: brandFlag('Offers the change of the own password in the user menu.'),
  elseAdmin: brandFlag(
    'Lets level 0 accounts that are not named admin change the system setting and make administrators, too.',
  ),
  strictPassword: brandFlag('Asks for at least 8 characters of several kinds in a new password.'),
  verifyUser: brandFlag('Checks name and password before signing in, and lets an expired account change its password.'),
  advancedTreeView: brandFlag('Limits the tiles of the tree view by level.'),
  peerToPeer: brandFlag('Removes no account, and offers level 1 to new ones.'),
  customerRecords: brandFlag('Offers customer records, and shows sign-ins older than 180 days as stale.'),
  forceKilometre: brandFlag('Shows kilometres only.'),
  forceAutoLogin: brandFlag('Keeps people signed in without asking.'),
  serverAddressEntry: brandFlag('Lets people of a global deployment type a server address at sign-in.'),
  idleSeconds: seconds('How long nothing may happen before the idle page comes.'),
  liveIdleSeconds: seconds('The same on live view.'),
  idleClock: flag(true, 'Shows a clock on the idle page.'),
  idleLogoFile: text('', 'A picture (svg, png, jpg or webp) on the idle page.'),
  idleLinks: idleLinks('Links on the idle page.'),
  softwareHevc: flag(true, 'Decodes H.265 in the page where the browser cannot.'),
  mapZoom: byVariant(integer(0, 0, 24, 'Zoom of the map at first.')),
  entranceHash: text('', 'SHA-256 of the only path the console may be entered by; empty: any.', {
    range: '64 hexadecimal digits, or empty',
    pattern: /^([0-9A-Fa-f]{64})?$/,
  }),
  entranceRedirect: text('', 'Where the browser goes when it entered by another path; empty: a public search site.', {
    range: 'an address like https://example.org/, or empty',
    pattern: /^(https?:\/\/\S{1,490})?$/,
  }),
  trialExpire: text('', 'The last day of a trial, like 2030-12-31; empty: no trial.', {
    range: 'a day like 2030-12-31, or empty',
    pattern: /^(\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]))?$/,
  }),
};
