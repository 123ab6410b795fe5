// The door of the gateway room: connected devices in neutral words, and what the gateway needs from above.
export {
  alarmKeyOf,
  type AlarmFileStart,
  type AlarmUpload,
  type AlarmUploads,
  type AnnouncedFile,
} from './alarm-files.ts';
export { askAttributes, askAttributesAgain } from './attributes.ts';
export { createGateway, type Gateway } from './gateway.ts';
export { HEAD_ROOM_BYTES } from './link.ts';
export type {
  DeviceLink,
  DeviceRecord,
  DeviceSpeed,
  DeviceUpload,
  FirmwareSending,
  FlowSink,
  LinkRegistry,
  LiveFlow,
  MediaFrame,
  PlaybackFlow,
  PlaybackOrder,
  StreamChoice,
  TalkEnd,
  TalkFlow,
  TalkFrame,
  TalkSink,
  UploadEnd,
  VoiceBlock,
} from './link.ts';
export type {
  CameraTurn,
  DeviceAttributes,
  HeldMedium,
  HeldParameter,
  ParameterAnswer,
  SoundAttributes,
  StoredMediaQuestion,
  VendorAnswer,
} from './orders.ts';
export {
  canBeTerminal,
  type KeptCode,
  type Origin,
  type OutgoingCounts,
  OutgoingLink,
} from './outgoing/outgoing-link.ts';
export type { Reportable } from './outgoing/report-of.ts';
export type { TracedFrame, Traces, TraceSink } from './traces.ts';
export { type DeviceTraffic, Traffic, type TrafficCounts } from './traffic.ts';
export type {
  Admission,
  DeviceMessage,
  FileKind,
  FileSink,
  FileSpan,
  IncomingFile,
  KeptCard,
  KeptFile,
  MessageSink,
  NewFile,
  PositionSink,
  RefusalLog,
  TerminalDirectory,
  TerminalRequest,
  UpgradeNews,
} from './ports.ts';
export { askVendorSkills, vendorSkills } from './vendor-skills.ts';
