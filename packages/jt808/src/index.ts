// The door of the JT/T 808 package: what server, simulator and jt1078 may use. In the order of the protocol reference.
export { ByteReader, ByteWriter, fromHex, toHex } from './bytes.ts';
export { DecodeError } from './errors.ts';
export { encodeFrame, FrameSplitter, readFrame } from './frame.ts';
export type { Frame, FrameError, FrameEvent, RejectedFrame } from './frame.ts';
export { decodeGbk, encodeGbk } from './gbk.ts';
export { decodeHeader, encodeHeader, readHeader, terminalIdOf } from './header.ts';
export type { Header, HeaderFields, HeaderLayout, HeaderReading, Tolerance } from './header.ts';
export { activeSafetyItem, decodeItem, itemValue, standardItem } from './items.ts';
export type { ItemsError, ItemValue, LocationItem, StandardItemId, StandardItemValues } from './items.ts';
export { LinkCodec } from './link-codec.ts';
export type { EncodedMessage, LinkIdentity } from './link-codec.ts';
export { altitudeM, decodeLocation, encodeLocation, hasFix, LOCATION_BASE_LENGTH } from './location.ts';
export type { LocationBase, LocationReport } from './location.ts';
export { message } from './message.ts';
export type { Direction, Edition, MessageCodec } from './message.ts';
export { decodeParameter, makeParameter, parameterRow, PARAMETERS } from './parameters.ts';
export type {
  ForbiddenPeriod,
  Parameter,
  ParameterList,
  ParameterRow,
  ParameterType,
  ParameterValue,
} from './parameters.ts';
export { Subpackages } from './subpackages.ts';
export type { SubpackageEffect } from './subpackages.ts';
export { decodeTime, encodeTime, STANDARD_OFFSET_MINUTES } from './time.ts';
export { findMessage, messages } from './messages/index.ts';
export type { AnyMessageCodec } from './messages/index.ts';
export type { EmptyBody } from './messages/empty-body.ts';
export { t0001GeneralReply } from './messages/t0001-general-reply.ts';
export type { GeneralReply } from './messages/t0001-general-reply.ts';
export { t0002Heartbeat } from './messages/t0002-heartbeat.ts';
export { t0003Logout } from './messages/t0003-logout.ts';
export { t0004TimeRequest } from './messages/t0004-time-request.ts';
export { registerEdition, t0100Register } from './messages/t0100-register.ts';
export type { Register } from './messages/t0100-register.ts';
export { t0102Authenticate } from './messages/t0102-authenticate.ts';
export type { Authenticate } from './messages/t0102-authenticate.ts';
export { t0200LocationReport } from './messages/t0200-location-report.ts';
export { GENERAL_RESULT, p8001GeneralReply } from './messages/p8001-general-reply.ts';
export { p8100RegisterReply } from './messages/p8100-register-reply.ts';
export type { RegisterReply } from './messages/p8100-register-reply.ts';
export { p8104QueryParameters } from './messages/p8104-query-parameters.ts';
export { p8107QueryAttributes } from './messages/p8107-query-attributes.ts';
export { p8201QueryLocation } from './messages/p8201-query-location.ts';
export { p8204LinkCheck } from './messages/p8204-link-check.ts';
export { p8003ResendRequest } from './messages/p8003-resend-request.ts';
export type { ResendRequest } from './messages/p8003-resend-request.ts';
export { p8004TimeReply } from './messages/p8004-time-reply.ts';
export type { TimeReply } from './messages/p8004-time-reply.ts';
export { p8103SetParameters } from './messages/p8103-set-parameters.ts';
export type { SetParameters } from './messages/p8103-set-parameters.ts';
export { CONTROL, p8105Control } from './messages/p8105-control.ts';
export type { Control } from './messages/p8105-control.ts';
export { p8106QueryGivenParameters } from './messages/p8106-query-given-parameters.ts';
export type { QueryGivenParameters } from './messages/p8106-query-given-parameters.ts';
export { p8108UpgradePacket } from './messages/p8108-upgrade-packet.ts';
export type { UpgradePacket } from './messages/p8108-upgrade-packet.ts';
export { p8202Track } from './messages/p8202-track.ts';
export type { Track } from './messages/p8202-track.ts';
export { p8203ConfirmAlarm } from './messages/p8203-confirm-alarm.ts';
export type { ConfirmAlarm } from './messages/p8203-confirm-alarm.ts';
export { t0005ResendRequest } from './messages/t0005-resend-request.ts';
export { t0104Parameters } from './messages/t0104-parameters.ts';
export type { Parameters } from './messages/t0104-parameters.ts';
export { t0107Attributes } from './messages/t0107-attributes.ts';
export type { Attributes } from './messages/t0107-attributes.ts';
export { t0108UpgradeResult } from './messages/t0108-upgrade-result.ts';
export type { UpgradeResult } from './messages/t0108-upgrade-result.ts';
export { t0201LocationReply } from './messages/t0201-location-reply.ts';
export type { LocationReply } from './messages/t0201-location-reply.ts';
export { t0500VehicleControlReply } from './messages/t0500-vehicle-control-reply.ts';
export { splitLocationBatch, t0704LocationBatch } from './messages/t0704-location-batch.ts';
export type { LocationBatch, LocationBodies } from './messages/t0704-location-batch.ts';
