// A recorder that does what the examples of all commands ask of it.
import {
  p8105Control,
  p8201QueryLocation,
  p8300Text,
  p8500VehicleControl,
  p8801Snapshot,
  p8802SearchMedia,
  p8803UploadMedia,
  p8804RecordAudio,
  p8805UploadMediaItem,
  t0201LocationReply,
  t0802MediaList,
  t0805SnapshotReply,
} from '@outrider/jt808';
import {
  p9201PlaybackRequest,
  p9205QueryResources,
  p9206UploadRequest,
  p9207UploadControl,
  p9301PtzRotate,
} from '@outrider/jt1078';
import { type Device, locationAt } from './device.ts';
import { answerVendorBlock } from './vendor-device.ts';

/** It keeps nothing itself. */
export const answerStoredMedia = (device: Device): void => {
  device.on(p8802SearchMedia.id, ({ header }) =>
    device.send(t0802MediaList, { replySerial: header.serial, items: [] }),
  );
};

export const answerExamples = (device: Device): void => {
  device.on(p9301PtzRotate.id, ({ header }) => device.reply(header)); // D12 is answered when the device has answered
  device.on(p9201PlaybackRequest.id, ({ header }) => device.reply(header));
  device.on(p9205QueryResources.id, ({ header }) => device.reply(header, 1)); // unanswered, orders would wait behind it
  answerVendorBlock(device, {
    storage: { json: { disks: [{ name: 'sd1', totalMb: 10, usedMb: 1 }] } },
    'read-settings': { json: { settings: {} } },
    format: {},
  });
  const told = [
    p8105Control,
    p8300Text,
    p8500VehicleControl,
    p8803UploadMedia,
    p8804RecordAudio,
    p8805UploadMediaItem,
    p9206UploadRequest,
    p9207UploadControl,
  ];
  for (const { id } of told) device.on(id, ({ header }) => device.reply(header));
  device.on(p8801Snapshot.id, ({ header }) =>
    device.send(t0805SnapshotReply, { replySerial: header.serial, result: 0, mediaIds: [7] }),
  );
  device.on(p8201QueryLocation.id, ({ header }) =>
    device.send(t0201LocationReply, { replySerial: header.serial, location: locationAt(Date.now()) }),
  );
};
