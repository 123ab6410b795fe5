// How the streams of a vehicle are set: parameters 0x0075 and 0x0083, and of the vendor block the names of cameras and the driver. What is
// left as it was from the factory is as the clips are.
import { audioVideoSettings } from '@outrider/jt1078';
import type { StreamName } from '../media/clip-store.ts';
import type { PictureSettings } from '../media/live-flow.ts';
import type { Kept } from './kept.ts';
import type { ParameterStore } from './parameter-store.ts';
import { PARAMETER } from './parameter-table.ts';

const OVERLAY = { plate: 1 << 1, channel: 1 << 2 } as const;

export const pictureSettings = (
  parameters: ParameterStore,
  { settings: { values } }: Kept,
  channel: number,
  stream: StreamName,
): PictureSettings => {
  const { live, stored, overlayBits, audioOutput } = audioVideoSettings.decode(parameters.raw(PARAMETER.audioVideo));
  const { resolution, framesPerSecond, bitRateKbps } = stream === 'sub' ? live : stored;
  const has = (bit: number): boolean => (overlayBits & bit) !== 0;
  const texts = [
    has(OVERLAY.plate) ? parameters.text(PARAMETER.plate) : '',
    has(OVERLAY.channel) ? (values.preosd_chname[channel - 1] ?? '') : '',
    values.preosd_driver,
    values.cam_mirror[channel - 1] ? 'mirrored' : '',
  ];
  return {
    resolution,
    framesPerSecond: Math.max(1, framesPerSecond),
    bitRateKbps: parameters.changed(PARAMETER.audioVideo) ? bitRateKbps : null,
    sound: audioOutput !== 0,
    microphone: values.enc_aig,
    loudspeaker: values.enc_aog,
    osd: texts.filter((text) => text !== ''),
  };
};
