// The door of the gateway room: connected devices in neutral words, and what the gateway needs from above.
export { createGateway, type Gateway, type GatewayConfig, type GatewayKit } from './gateway.ts';
export type {
  DeviceLink,
  FlowSink,
  LinkRegistry,
  LiveFlow,
  LiveRequest,
  MediaFrame,
  SoundAttributes,
  StreamChoice,
  TalkEnd,
  TalkFlow,
  TalkFrame,
  TalkSink,
  VoiceBlock,
} from './link.ts';
export type {
  Admission,
  PositionSink,
  RefusalLog,
  RefusalReport,
  TerminalDirectory,
  TerminalRequest,
} from './ports.ts';
