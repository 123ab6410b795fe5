// What the list of refused, unknown and odd connections says of each reason, and what to do about it. One row for every reason that the
// server has: a missing one does not compile.
import type { RefusalReason } from '@outrider/contract';
import { t } from '../../lib/i18n.ts';

export type RefusalWords = { readonly text: string; readonly advice: string };

const words: Readonly<Record<RefusalReason, () => RefusalWords>> = {
  'not JT/T 808': () => ({
    text: t('not JT/T 808'),
    advice: t('No recorder: a web browser or a scanner. Or the recorder is set to another protocol.'),
  }),
  'left before authentication': () => ({
    text: t('left before authentication'),
    advice: t(
      'It closed the connection before it was signed in. If it keeps trying, set it to JT/T 808 with registration.',
    ),
  }),
  'never authenticated': () => ({
    text: t('never authenticated'),
    advice: t('It connected and did not sign in for a minute. A scanner, or a recorder with another protocol.'),
  }),
  'not authenticated': () => ({
    text: t('not authenticated'),
    advice: t('It sends data without signing in first. Check that it is set to JT/T 808 with registration.'),
  }),
  'not registered': () => ({
    text: t('not registered'),
    advice: t('Only registered recorders are let in: add it to the dashboard under this number.'),
  }),
  'number is no device id': () => ({
    text: t('number is no device id'),
    advice: t('This number is reserved or malformed. Enter another one in the recorder, best of digits only.'),
  }),
  'no number set': () => ({
    text: t('no number set'),
    advice: t('The recorder has no number, only zeros. Enter its own, or no second recorder like it can connect.'),
  }),
  'number taken by other hardware': () => ({
    text: t('number taken by other hardware'),
    advice: t(
      'Another recorder has this number. If it was replaced by this one, press Allow again above. If not, someone may be trying out numbers.',
    ),
  }),
  'number in use by a connected device': () => ({
    text: t('number in use by a connected device'),
    advice: t(
      'The recorder of this number is connected from another address and answers. Two recorders may have the same number.',
    ),
  }),
  'another number on this link': () => ({
    text: t('another number on this link'),
    advice: t('The recorder changed its number while connected. Give each recorder one number.'),
  }),
  'wrong authentication code': () => ({
    text: t('wrong authentication code'),
    advice: t(
      'The recorder brings a code of another server, or an old one. It registers again by itself; if it does not, reset it.',
    ),
  }),
  'too many new devices': () => ({
    text: t('too many new devices'),
    advice: t(
      '1,000 new devices are waiting to be added. Add those that are yours, or let in registered recorders only.',
    ),
  }),
  'too many unknown connections': () => ({
    text: t('too many unknown connections'),
    advice: t(
      'Many connections of this address said nothing, so the oldest made room. Recorders try again by themselves.',
    ),
  }),
  'too many connections from one address': () => ({
    text: t('too many connections from one address'),
    advice: t(
      'One address has as many connections as the setting linksPerAddress allows. A scanner or a broken recorder opens more and more; raise the setting where a large fleet comes from behind one address.',
    ),
  }),
  'encrypted messages': () => ({
    text: t('encrypted messages'),
    advice: t('Encrypted messages cannot be read. Switch encryption off in the recorder.'),
  }),
  'frames shorter than they say': () => ({
    text: t('frames shorter than they say'),
    advice: t(
      'Its messages arrive cut off. They are not answered, so the recorder keeps them. Check its modem settings, or update it.',
    ),
  }),
  'broken frames': () => ({
    text: t('broken frames'),
    advice: t(
      'Twenty messages in a row could not be read, so the connection was closed. Check the protocol, or update it.',
    ),
  }),
  'not JT/T 1078': () => ({
    text: t('not JT/T 1078'),
    advice: t('No video of a recorder came to the port for video. A scanner, or another protocol.'),
  }),
  'broken media': () => ({
    text: t('broken media'),
    advice: t(
      'Its video could not be read, so the connection was closed. It is asked again; if it persists, update it.',
    ),
  }),
  'JT/T 808 on the media port': () => ({
    text: t('JT/T 808 on the media port'),
    advice: t(
      'The recorder is set to the port for video. Enter the port shown above under “Enter this in the recorder”.',
    ),
  }),
  'JT/T 808 on a talk port': () => ({
    text: t('JT/T 808 on a talk port'),
    advice: t('The recorder sent messages where its sound was expected. Check the port in its settings.'),
  }),
  'media connection without data': () => ({
    text: t('media connection without data'),
    advice: t('It opened a connection for video and sent nothing. Check the camera of the channel, and its network.'),
  }),
  'media nobody asked for': () => ({
    text: t('media nobody asked for'),
    advice: t(
      'Video came that no viewer and no recording asked for. Harmless now and then; if it is frequent, someone may be trying out numbers.',
    ),
  }),
  'media from another address': () => ({
    text: t('media from another address'),
    advice: t(
      'Video with the number of a recorder came from where the recorder is not, and was dropped. If it is the recorder itself, its network changes addresses: see mediaSource in the deployment guide.',
    ),
  }),
  'second media connection': () => ({
    text: t('second media connection'),
    advice: t(
      'A second connection brought video that another one of the same address brings already. Two recorders may have the same number.',
    ),
  }),
  'talk from another address': () => ({
    text: t('talk from another address'),
    advice: t(
      'Something other than the recorder connected to the port of a talk. If it is the recorder itself, see mediaSource in the deployment guide.',
    ),
  }),
  'video under another number, accepted by its address': () => ({
    text: t('video under another number, accepted by its address'),
    advice: t(
      'It is shown all the same. Set the number for video to that of the link: two recorders behind one address could be mixed up.',
    ),
  }),
  'not an active-safety upload': () => ({
    text: t('not an active-safety upload'),
    advice: t('Something else than files of alarms came to their port. A scanner, or a recorder of another standard.'),
  }),
  'file nobody asked for': () => ({
    text: t('file nobody asked for'),
    advice: t('A file came that belongs to no alarm of this server.'),
  }),
  'file too large': () => ({
    text: t('file too large'),
    advice: t('Shorten the clips of alarms in the recorder, or raise alarmFileSize: see the deployment guide.'),
  }),
  'file not complete': () => ({
    text: t('file not complete'),
    advice: t('Parts of the file were missing each time the recorder called it complete. It is asked again later.'),
  }),
  'file not kept': () => ({
    text: t('file not kept'),
    advice: t(
      'The file could not be stored now. The recorder keeps it and is asked again. Check the disk of the server.',
    ),
  }),
  'too many files': () => ({
    text: t('too many files'),
    advice: t('One alarm may bring 64 files. Reduce how many the recorder makes of an alarm.'),
  }),
  'too many file connections': () => ({
    text: t('too many file connections'),
    advice: t('Too many connections brought files of alarms at once. Recorders try again by themselves.'),
  }),
};

export const wordsFor = (reason: RefusalReason): RefusalWords => words[reason]();
