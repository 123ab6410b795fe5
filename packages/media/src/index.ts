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
export { continuesPicture, inspectVideoFrame, isKeyFrame, sampleNals, type VideoFrameInfo } from './video.ts';
export { findSeiUserData, seiUserData } from './sei.ts';
export { decodeStamp, encodeStamp, insertStamp, readStamp, STAMP_UUID, type FrameStamp } from './stamp.ts';
export { createFmp4Writer, type Fmp4Options, type Fmp4Writer } from './fmp4.ts';
export { createAacFmp4Writer, type AacFmp4Options, type AacFmp4Writer } from './fmp4-audio.ts';
export { decodeG711, encodeG711, type G711Law } from './g711.ts';
