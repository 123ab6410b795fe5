// The door of the JT/T 1078 package: its JT/T 808 messages, media packets, frame assembly.
export { FrameAssembler } from './assemble.ts';
export type { AssemblerCounters, FrameKind, MediaFrame } from './assemble.ts';
export {
  DATA_TYPE,
  encodePacket,
  headerLength,
  MAX_SENT_BODY_BYTES,
  packetLength,
  SUBPACKAGE,
  writePacket,
} from './packet.ts';
export type { MediaPacket, SimBytes } from './packet.ts';
export { PacketSplitter } from './packet-splitter.ts';
export type { IsExpectedSim, MediaCloseReason, SplitterCounters } from './packet-splitter.ts';
export { Packetizer } from './packetize.ts';
export type { OutgoingFrame } from './packetize.ts';
export { findMessage, messages } from './messages/index.ts';
export { NO_TIME } from './messages/fields.ts';
export { p9003QueryAvAttributes } from './messages/p9003-query-av-attributes.ts';
export type { QueryAvAttributes } from './messages/p9003-query-av-attributes.ts';
export { LIVE_DATA, LIVE_STREAM, p9101LiveRequest } from './messages/p9101-live-request.ts';
export type { LiveRequest } from './messages/p9101-live-request.ts';
export { CLOSE_TYPE, LIVE_COMMAND, p9102LiveControl } from './messages/p9102-live-control.ts';
export type { LiveControl } from './messages/p9102-live-control.ts';
export { p9105TransmissionStatus } from './messages/p9105-transmission-status.ts';
export type { TransmissionStatus } from './messages/p9105-transmission-status.ts';
export { p9201PlaybackRequest, PLAYBACK_MODE } from './messages/p9201-playback-request.ts';
export type { PlaybackRequest } from './messages/p9201-playback-request.ts';
export { p9202PlaybackControl, PLAYBACK_COMMAND } from './messages/p9202-playback-control.ts';
export type { PlaybackControl } from './messages/p9202-playback-control.ts';
export { p9205QueryResources } from './messages/p9205-query-resources.ts';
export type { QueryResources } from './messages/p9205-query-resources.ts';
export { p9206UploadRequest, UPLOAD_CONDITION } from './messages/p9206-upload-request.ts';
export type { UploadRequest } from './messages/p9206-upload-request.ts';
export { p9207UploadControl, UPLOAD_COMMAND } from './messages/p9207-upload-control.ts';
export type { UploadControl } from './messages/p9207-upload-control.ts';
export { p9301PtzRotate, PTZ_DIRECTION } from './messages/p9301-ptz-rotate.ts';
export type { PtzRotate } from './messages/p9301-ptz-rotate.ts';
export { p9302PtzFocus } from './messages/p9302-ptz-focus.ts';
export { p9303PtzAperture } from './messages/p9303-ptz-aperture.ts';
export { p9304PtzWiper } from './messages/p9304-ptz-wiper.ts';
export { p9305PtzInfrared } from './messages/p9305-ptz-infrared.ts';
export { p9306PtzZoom } from './messages/p9306-ptz-zoom.ts';
export type { PtzSwitch } from './messages/ptz-switch.ts';
export { sampleRateHz, t1003AvAttributes } from './messages/t1003-av-attributes.ts';
export type { AvAttributes } from './messages/t1003-av-attributes.ts';
export { t1005PassengerFlow } from './messages/t1005-passenger-flow.ts';
export type { PassengerFlow } from './messages/t1005-passenger-flow.ts';
export { t1205ResourceList } from './messages/t1205-resource-list.ts';
export type { Resource, ResourceList } from './messages/t1205-resource-list.ts';
export { t1206UploadFinished, UPLOAD_RESULT } from './messages/t1206-upload-finished.ts';
export type { UploadFinished } from './messages/t1206-upload-finished.ts';
export { readDatagram } from './datagram.ts';
export type { SimHints } from './sim-size.ts';
export { UdpOrder } from './udp-order.ts';
export type { UdpOrderCounters } from './udp-order.ts';
export type { TicksPerMs } from './stamp-unit.ts';
export { INITIAL_TIMEBASE, stepTimebase } from './timebase.ts';
export type { TimebaseInput, TimebaseState, TimebaseStep } from './timebase.ts';
export { PAYLOAD_TYPE, payloadTypeName } from './payload-types.ts';
export {
  alarmRecording,
  audioVideoSettings,
  channelTable,
  findVideoParameter,
  imageAnalysis,
  singleChannelSettings,
  sleepWake,
  videoAlarmMask,
  videoParameters,
} from './parameters.ts';
export type {
  AlarmRecording,
  AnyVideoParameter,
  AudioVideoSettings,
  ChannelEntry,
  ChannelSettings,
  ChannelTable,
  EncodeSettings,
  ImageAnalysis,
  SleepWake,
  StreamSettings,
  VideoParameter,
} from './parameters.ts';
