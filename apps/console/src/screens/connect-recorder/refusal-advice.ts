// What to do about a refused connection, by the server's reason. A reason that is not here speaks for itself.
import { t } from '../../lib/i18n.ts';

const advice: Readonly<Record<string, () => string>> = {
  'number taken by other hardware': () =>
    t(
      'Another recorder has this number. If it was exchanged, press Allow again above; if not, somebody tries the number out.',
    ),
  'number in use by a connected device': () =>
    t(
      'The recorder of this number is connected from another address and answers. Two recorders may have the same number.',
    ),
  'wrong authentication code': () =>
    t(
      'The recorder brings a code of another server, or an old one. It registers again by itself; if it does not, reset it.',
    ),
  'not registered': () => t('Only registered recorders are let in: add it to the dashboard under this number.'),
  'not authenticated': () =>
    t('It sends data without signing in first. Check that it is set to JT/T 808 with registration.'),
  'never authenticated': () =>
    t('It connected and did not sign in for a minute. A scanner, or a recorder with another protocol.'),
  'too many new devices': () =>
    t(
      '1,000 new devices wait for somebody to add them. Add those that are yours, or let in registered recorders only.',
    ),
  'too many unknown connections': () =>
    t('Many connections of this address said nothing, so the oldest made room. Recorders try again by themselves.'),
  'too many connections from one address': () =>
    t('One address may have 4,000 connections. A scanner or a broken recorder opens more and more.'),
  'another number on this link': () =>
    t('The recorder changed its number while connected. Give each recorder one number.'),
  'media nobody asked for': () =>
    t(
      'Video came that no viewer and no recording asked for. Harmless now and then; often, somebody tries numbers out.',
    ),
  'media from another address': () =>
    t(
      'Video with the number of a recorder came from where the recorder is not, and was dropped. If it is the recorder itself, its network changes addresses: see mediaSource in the deployment guide.',
    ),
  'talk from another address': () =>
    t(
      'Somebody else than the recorder dialled the port of a talk. If it is the recorder itself, see mediaSource in the deployment guide.',
    ),
  'second media connection': () =>
    t(
      'A second connection brought video that another one of the same address brings already. Two recorders may have the same number.',
    ),
  'file nobody asked for': () => t('A file came that belongs to no alarm of this server.'),
  'not JT/T 808': () => t('No recorder: a web browser or a scanner. Or the recorder is set to another protocol.'),
  'not JT/T 1078': () => t('No video of a recorder came to the port for video. A scanner, or another protocol.'),
};

/** Undefined: nothing more to say than the reason. */
export const adviceFor = (reason: string): string | undefined => advice[reason]?.();
