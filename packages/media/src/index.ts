// The door of the media package: codecs and containers as functions over bytes. Runs in Node, in a page and in a worker.
export { MediaError } from './errors.ts';
export {
  addEmulation,
  findStartCode,
  isSlice,
  joinNals,
  lengthPrefixed,
  nalType,
  readFrameHead,
  removeEmulation,
  splitNals,
  type FrameHead,
  type VideoCodec,
} from './annex-b.ts';
export { avcDecoderConfig, H264_NAL, h264CodecString, parseH264Sps, type H264Sps } from './h264.ts';
export { h265Needs, type H265Needs } from './h265-needs.ts';
export { H265_NAL, h265CodecString, hevcDecoderConfig, parseH265Sps, type H265Sps } from './h265.ts';
export {
  collectParameterSets,
  decoderConfig,
  isCompleteParameterSets,
  mergeParameterSets,
  parameterSetsToAnnexB,
  sameParameterSets,
  videoFormat,
  withParameterSets,
  type ParameterSets,
} from './parameter-sets.ts';
export {
  continuesPicture,
  inspectVideoFrame,
  isKeyFrame,
  sampleNals,
  withFirstStartCode,
  type VideoFrameInfo,
} from './video.ts';
export { findSeiUserData, seiUserData } from './sei.ts';
export { insertOsd, readOsd } from './osd.ts';
export { decodeStamp, encodeStamp, insertStamp, readStamp, STAMP_UUID, type FrameStamp } from './stamp.ts';
export { createFmp4Writer, type Fmp4Options, type Fmp4Writer } from './fmp4.ts';
export { createAacFmp4Writer, type AacFmp4Options, type AacFmp4Writer } from './fmp4-audio.ts';
export { decodeG711, encodeG711, type G711Law } from './g711.ts';
export { G726Decoder, G726Encoder, type G726Packing } from './g726.ts';
export type { G726Arithmetic } from './g726-state.ts';
export type { G726Bits } from './g726-tables.ts';
export type { G726Choice } from './g726-detector.ts';
export { decodeImaBlock, ImaEncoder } from './ima-adpcm.ts';
export { addHisiliconHeader, hasHisiliconHeader, stripHisiliconHeader } from './hisilicon.ts';
export {
  AdtsSplitter,
  audioSpecificConfig,
  hasAdtsSync,
  parseAdtsHeader,
  type AdtsFrame,
  type AdtsHeader,
} from './adts.ts';
export { createAudioDecoder, type AudioCodec, type AudioDecoder, type AudioDescription, type Pcm } from './audio.ts';
export { createAudioEncoder, type AudioEncoder, type AudioEncoderOptions } from './audio-encoder.ts';
export { littleEndianPcm, SoundFinder, type SoundCoding, type SoundVerdict } from './sound-finder.ts';
