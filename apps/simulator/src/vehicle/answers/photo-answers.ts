// Answers about pictures taken and stored by the recorder (section 19). Sound and video are JT/T 1078's business.
import {
  p8800MediaReply,
  p8801Snapshot,
  p8802SearchMedia,
  p8803UploadMedia,
  p8804RecordAudio,
  p8805UploadMediaItem,
  t0802MediaList,
  t0805SnapshotReply,
} from '@outrider/jt808';
import type { SignalLink } from '../../link/signal-link.ts';
import type { Device, Memory } from '../device.ts';
import { answer, RESULT } from './answer.ts';
import type { Answer } from './answer.ts';

const RECORD_VIDEO = 0xffff;
const MAX_PHOTOS = 10;
/** Cameras of the active-safety peripherals. */
const PERIPHERAL_CHANNELS = [0x64, 0x65];
const UNKNOWN_CHANNEL = 2;
const STOP_SOUND = 0;

/** Sends what was recorded, or keeps it. One that has ended meanwhile is left alone. */
const endSound = (device: Device, link: SignalLink, begun: NonNullable<Memory['sound']>): number => {
  if (device.memory.sound !== begun) return RESULT.failed;
  device.memory.sound = null;
  const recorded = device.photos.record((device.deviceNow() - begun.sinceMs) / 1000, device.locationNow());
  device.log.add('sound was recorded');
  if (!begun.save) device.photos.upload(link, recorded);
  return RESULT.done;
};

export const photoAnswers: readonly Answer[] = [
  answer(p8801Snapshot, (device, { channel, command, interval, save }, { link, received }) => {
    const replySerial = received.serial;
    const known = channel >= 1 && (channel <= device.options.channels || PERIPHERAL_CHANNELS.includes(channel));
    if (!known || device.cameras === null) {
      link.send(t0805SnapshotReply, { replySerial, result: UNKNOWN_CHANNEL });
      return null;
    }
    if (command === 0) return RESULT.done;
    if (command === RECORD_VIDEO) {
      link.send(t0805SnapshotReply, { replySerial, result: 1 });
      return null;
    }
    const photos = Array.from({ length: Math.min(command, MAX_PHOTOS) }, () =>
      device.photos.take(channel, 0, device.locationNow()),
    );
    link.send(t0805SnapshotReply, { replySerial, result: 0, mediaIds: photos.map(({ mediaId }) => mediaId) });
    if (save === 1) return null;
    for (const [i, photo] of photos.entries())
      device.later(i * interval * 1000, () => device.photos.upload(link, photo));
    return null;
  }),
  answer(p8800MediaReply, (device, { mediaId, packages }, { link }) => {
    device.photos.answered(link, mediaId, packages ?? []);
    return null;
  }),
  answer(p8802SearchMedia, (device, filter, { link, received }) => {
    link.send(t0802MediaList, { replySerial: received.serial, items: device.photos.find(filter) });
    return null;
  }),
  answer(p8803UploadMedia, (device, filter, { link }) => {
    for (const photo of device.photos.find(filter)) device.photos.upload(link, photo, filter.delete === 1);
    return RESULT.done;
  }),
  answer(p8804RecordAudio, (device, { command, seconds, save }, { link }) => {
    if (device.cameras === null) return RESULT.notSupported;
    const { sound } = device.memory;
    if (command === STOP_SOUND) return sound === null ? RESULT.failed : endSound(device, link, sound);
    if (sound !== null) return RESULT.failed;
    const begun = { sinceMs: device.deviceNow(), save: save === 1 };
    device.memory.sound = begun;
    device.log.add('sound is recorded');
    if (seconds > 0) device.later(seconds * 1000, () => void endSound(device, link, begun));
    return RESULT.done;
  }),
  answer(p8805UploadMediaItem, (device, { mediaId, delete: remove }, { link }) => {
    const photo = device.photos.get(mediaId);
    if (photo === undefined) return RESULT.failed;
    device.photos.upload(link, photo, remove === 1);
    return RESULT.done;
  }),
];
