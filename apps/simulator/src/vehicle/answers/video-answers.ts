// Answers of JT/T 1078: what the cameras can do, live, playback, the disk, camera movement; and the order to upload an alarm's
// files. The media itself is media/cameras.ts.
import { p9208AttachmentRequest } from '@outrider/jt808';
import {
  p9003QueryAvAttributes,
  p9101LiveRequest,
  p9102LiveControl,
  p9105TransmissionStatus,
  p9201PlaybackRequest,
  p9202PlaybackControl,
  p9205QueryResources,
  p9206UploadRequest,
  p9207UploadControl,
  p9301PtzRotate,
  p9302PtzFocus,
  p9303PtzAperture,
  p9304PtzWiper,
  p9305PtzInfrared,
  p9306PtzZoom,
  t1003AvAttributes,
  t1205ResourceList,
  t1206UploadFinished,
  UPLOAD_COMMAND,
  UPLOAD_RESULT,
} from '@outrider/jt1078';
import { listDisk } from '../../media/disk.ts';
import type { Device } from '../device.ts';
import { movieOf } from '../attachments.ts';
import { FtpUpload } from '../ftp-upload.ts';
import { answer, RESULT } from './answer.ts';
import type { Answer } from './answer.ts';

const MAX_MOVES = 100;
const WRONG_BY = 3;
const SUB_STREAM = 2;

export const videoAnswers: readonly Answer[] = [
  answer(p9003QueryAvAttributes, (device, _, { link }) => {
    const { channels } = device.options;
    const codecs = device.cameras?.codecs;
    if (codecs === undefined) return RESULT.notSupported;
    link.send(t1003AvAttributes, {
      audioCodec: codecs.audio,
      audioChannels: 1,
      sampleRateCode: 0,
      sampleBitsCode: 1,
      audioFrameLength: codecs.audioBytes,
      audioOutput: 1,
      videoCodec: codecs.video,
      maxAudioChannels: channels,
      maxVideoChannels: channels,
    });
    return null;
  }),
  answer(p9101LiveRequest, (device, request) => device.cameras?.request(request) ?? RESULT.notSupported),
  answer(p9102LiveControl, (device, control) => device.cameras?.control(control) ?? RESULT.notSupported),
  answer(p9105TransmissionStatus, (device, { lossPercent }) => {
    device.memory.lossPercent = lossPercent;
    return RESULT.done;
  }),
  answer(p9201PlaybackRequest, (device, request) => device.cameras?.play(request) ?? RESULT.notSupported),
  answer(p9202PlaybackControl, (device, control) => device.cameras?.controlPlayback(control) ?? RESULT.notSupported),
  answer(p9205QueryResources, (device, query, { link, received }) => {
    const resources = device.cameras === null ? [] : listDisk(device.cameras.disk, query, device.deviceNow());
    const { slowListS = 0, wrongCount = false, listParts = resources.length } = device.options.faults;
    const total = resources.length + (wrongCount ? WRONG_BY : 0);
    const send = (): void => {
      for (const [i, part] of inParts(resources, listParts).entries())
        for (let times = i === 1 ? 2 : 1; times > 0; times -= 1)
          link.send(t1205ResourceList, { replySerial: received.serial, total, resources: part });
    };
    if (slowListS === 0) send();
    else device.later(slowListS * 1000, send);
    return null;
  }),
  answer(p9206UploadRequest, (device, request, { link, received }) => {
    const { cameras, options } = device;
    if (cameras === null || options.clips === null) return RESULT.notSupported;
    const wanted = listDisk(cameras.disk, request, device.deviceNow());
    if (wanted.length === 0) return RESULT.failed;
    const { clips } = options;
    const files = wanted.map(({ channel, startBcd }) => ({
      name: `${device.deviceId}_${startBcd}_ch${channel}.mp4`,
      data: movieOf(clips.videoFor(channel, request.streamType === SUB_STREAM ? 'sub' : 'main')),
    }));
    const upload = new FtpUpload(request);
    device.attachments.ftp.set(received.serial, upload);
    device.log.add(`upload of ${files.length} files`);
    void upload.run(files).then((done) => {
      device.attachments.ftp.delete(received.serial);
      device.log.add(done ? 'upload done' : 'upload failed');
      const result = done ? UPLOAD_RESULT.success : UPLOAD_RESULT.failure;
      link.send(t1206UploadFinished, { replySerial: received.serial, result });
    });
    return RESULT.done;
  }),
  answer(p9207UploadControl, (device, { uploadSerial, command }) => {
    const upload = device.attachments.ftp.get(uploadSerial);
    if (upload === undefined) return RESULT.failed;
    if (command === UPLOAD_COMMAND.pause) upload.pause();
    else if (command === UPLOAD_COMMAND.resume) upload.resume();
    else upload.cancel();
    return RESULT.done;
  }),
  answer(p9208AttachmentRequest, (device, request) => device.attachments.upload(request)),
  answer(p9301PtzRotate, (device, { channel, direction, speed }) => moved(device, channel, 0x9301, [direction, speed])),
  ...[p9302PtzFocus, p9303PtzAperture, p9304PtzWiper, p9305PtzInfrared, p9306PtzZoom].map((codec) =>
    answer(codec, (device, { channel, value }) => moved(device, channel, codec.id, [value])),
  ),
];

const inParts = <T>(all: readonly T[], size: number): (readonly T[])[] =>
  all.length <= size
    ? [all]
    : Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size));

const moved = (device: Device, channel: number, id: number, values: readonly number[]): number => {
  device.memory.ptz.push({ channel, id, values });
  if (device.memory.ptz.length > MAX_MOVES) device.memory.ptz.shift();
  return RESULT.done;
};
