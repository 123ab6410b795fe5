// The written-out lists of everything that crosses the browser wire, in reading order. Tests and the reference walk them.
/* oxlint-disable max-lines -- one list of everything, as long as it is */
import { getActions, postAccessLog, postExportAccessLog } from './account/access-log.ts';
import { deleteAccount, postAccount, postUserList, putAccount } from './account/account.ts';
import { deleteBuffer, s04Permissions } from './account/permission.ts';
import { getConnectRecorder, mapSetting } from './admin.ts';
import { deleteCustomEvent, getCustomEvents, postCustomEvent, putCustomEvent } from './event/custom-event.ts';
import { deleteEventReport, getEventReports, postEventReport, putEventReport } from './event/event-report.ts';
import { getFence, getFenceList, putFence } from './event/fence.ts';
import { postReportList } from './event/report-file.ts';
import { getTrack, getTrackList, putTrack } from './event/planned-route.ts';
import {
  d01Register,
  d02Remove,
  p07Strangers,
  postDevice,
  postGps,
  q03DeviceList,
  q04ChangedDevices,
  q05Device,
  q07GpsInfo,
  q11ExtraInfoList,
  q12ExtraInfo,
} from './device/device.ts';
import {
  deleteFacePhotos,
  deleteFaces,
  postFacePhotos,
  postFaces,
  putFacePhotoBytes,
  putFacePush,
  putFaces,
  u02FacePhoto,
} from './device/face.ts';
import { deleteFwStore, getFwStore, putFirmwareBytes, putFwStore, u01Firmware } from './device/firmware.ts';
import {
  d09UpdateFirmware,
  d10FirmwareStatus,
  d11FirmwareVersion,
  deleteAutoFirmware,
  getAutoFirmware,
  getDeviceFirmware,
  postAutoFirmware,
  putAutoFirmware,
} from './device/firmware-update.ts';
import {
  deleteFirmwareRollout,
  getFirmwareRollouts,
  getRolloutDevices,
  postFirmwareRollout,
  putFirmwareRollout,
} from './device/firmware-rollout.ts';
import { postCarMemos, putCarMemo } from './device/car-memo.ts';
import { postCustomerRecords, putCustomerRecord } from './device/customer-record.ts';
import { postDeviceImport } from './device/device-import.ts';
import { postRegistrations } from './device/registration.ts';
import { getPerformance } from './performance.ts';
import { postNetflow } from './device/netflow.ts';
import { postFleetHistory } from './device/fleet-history.ts';
import {
  getBatchDevices,
  getParameterBatches,
  postParameterBatch,
  putParameterBatch,
} from './device/parameter-batch.ts';
import {
  applyParameterTemplate,
  deleteParameterTemplate,
  getParameterTemplates,
  getTemplateDevices,
  getTemplateNamed,
  postParameterTemplate,
  putParameterTemplate,
} from './device/parameter-template.ts';
import { deleteDeviceAreas, getDeviceAreas, postDeviceAreas, putDeviceAreas } from './device/device-area.ts';
import { d14RawParameters, d16SetRawParameter, postDeviceSetup, putDeviceSetup } from './device/device-setup.ts';
import { postAutoUpload } from './device/auto-upload.ts';
import { postDeviceFiles, postFileTicket } from './device/device-file.ts';
import { postDeviceMessages, postDriverCards } from './device/device-message.ts';
import { getDeviceInfo } from './device/device-model.ts';
import { d03ReadDevice, d04ChangeDevice } from './device/device-record.ts';
import { postDrivers } from './device/driver.ts';
import { putDeviceZone } from './device/device-zone.ts';
import {
  deleteEventDefine,
  deleteEventDefineDevice,
  getEventDefine,
  getEventDefineDevice,
  postEventDefine,
  postEventDefineDevice,
  putEventDefine,
  putEventDefineDevice,
} from './event/event-definition.ts';
import { deleteDownloadPlan, getDownloadPlans, postDownloadPlan, putDownloadPlan } from './event/download-plan.ts';
import { postAskFiles, postEventFiles } from './event/event-files.ts';
import { getFootageInfo, postEventDownload, postEventQuery, postEventSet, putEventSet } from './event/event-list.ts';
import { getNominatimStatus, placesSetting, postNominatimReverse, postNominatimSearch } from './track/geocode.ts';
import {
  deleteGroupLink,
  deleteUserGroup,
  getGroupLinks,
  getGroupLinksOf,
  getIframes,
  getUserGroups,
  getUserGroupsOf,
  postFindSetting,
  postGroupDevices,
  postGroupLink,
  postUserGroup,
  putUserGroup,
} from './device/group.ts';
import {
  p01Subscribe,
  p02LiveUpdates,
  p03ListChanged,
  p04AccountChanged,
  p05GroupsChanged,
  p06LiveColumns,
  q10StreamStatus,
} from './media/live.ts';
import { postExportStreamLog, postStreamLog, postTalkLog } from './speak/log.ts';
import { d08RemotePlayback } from './media/playback.ts';
import {
  d21Text,
  d22Reboot,
  d23Restore,
  d24Photo,
  d25Locate,
  d26Mcu,
  d27Doors,
  d28Format,
  getDeviceOrders,
  putDeviceOrder,
} from './device/device-order.ts';
import { d33Upload, d34UploadControl } from './device/device-upload.ts';
import { d29Control } from './device/device-control.ts';
import { d30FetchMedia, d31FetchAllMedia, d32RecordSound, postStoredMedia } from './device/stored-media.ts';
import { d12Ptz } from './device/ptz.ts';
import { d05Attributes, d06Storage, d17VendorCommand, d20VendorCommands } from './device/vendor.ts';
import { getWaitingRecorders, postAllowAgain } from './device/readmission.ts';
import { getDiskInfo } from './media/disk-info.ts';
import { getFirstLayout } from './media/first-layout.ts';
import { postRecordList } from './media/record-list.ts';
import {
  d13DeleteRecordings,
  d15DeleteSpan,
  postRecordedPreview,
  postRecordings,
  q06RecordedMinutes,
  q08RecordedDays,
  q09Usage,
} from './media/recording.ts';
import { postReportPdf } from './track/report-pdf.ts';
import {
  deleteSession,
  getCaptcha,
  getCaptchaImage,
  getServer,
  getVideoLayout,
  postCaptcha,
  postSession,
  postResume,
  postUserInfo,
  postVerifyUser,
  putPassword,
  q01ServerInfo,
  q02Login,
} from './account/session.ts';
import { postMileageQuery, postTrips, q13DrivingStatistics } from './track/track-statistics.ts';
import { postLinkEnd } from './device/link-end.ts';
import { postRecentAlarms } from './event/event.ts';
import { postTrackEvents, postTrackHours } from './track/track.ts';
import { db13Heartbeats, db14Downloads, getDeviceArray, getMonitorDeviceInfo } from './device/monitor.ts';
import {
  db1Trace,
  db2Raw,
  db3ToDevice,
  db4FromDevice,
  db5PeerSent,
  db6PeerReceived,
  db7FakeEvent,
  echo,
  ping,
} from './device/trace.ts';
import { db10Uploads, db11SetUploads, db12SetCovers, db8Covers, db9Requests } from './device/task-monitor.ts';
import { getGeoAuth, getGeoDevices, getGeoRules } from './device/geo-array.ts';
import { externalPagesSetting } from './settings/external-pages.ts';
import { getCertbot, postCertbot, putCertbot } from './settings/certbot.ts';
import { certificateSetting, getCertificateState } from './settings/certificate.ts';
import { eventParametersSetting } from './settings/event-parameters.ts';
import { keptDaysSetting, postKeptCount } from './settings/kept-days.ts';
import { ddnsSetting, getDdnsState } from './settings/ddns.ts';
import {
  deletePushPlan,
  deleteRealtimePlan,
  getPushPlans,
  getRealtimePlans,
  postPushPlan,
  postRealtimePlan,
  putPushPlan,
  putRealtimePlan,
} from './event/notify-plan.ts';
import { postSmsTest, pushSetting, smsSetting } from './settings/outgoing.ts';
import { mailSetting, postMailTest } from './settings/mail.ts';
import { getGoogleState, googleKeySetting, mapCenterSetting } from './settings/google-map.ts';
import { extraScriptSetting } from './settings/extra-script.ts';
import { deviceRedirectSetting, getRedirectState, postRedirectCheck } from './settings/redirect.ts';
import { getRestartPlanState, restartPlanSetting } from './settings/maintain.ts';
import { networkSetting } from './settings/network.ts';
import { getRelayState, gpsRelaySetting, heartbeatRelaySetting } from './settings/relays.ts';
import { getProtocol, postReboot, protocolSetting } from './settings/protocol.ts';
import { eventRecoverSetting } from './settings/event-recover.ts';
import { recordDisksSetting } from './settings/record-disks.ts';
import { recordOptionsSetting } from './settings/record-options.ts';
import { s03SystemCommand } from './settings/system-command.ts';
import { getI18nConfig, putI18nConfig } from './translation.ts';

export const calls = [
  getServer,
  getProtocol,
  getCaptcha,
  getCaptchaImage,
  postCaptcha,
  getVideoLayout,
  postSession,
  postResume,
  deleteSession,
  postUserInfo,
  postVerifyUser,
  putPassword,
  getUserGroups,
  getUserGroupsOf,
  postUserGroup,
  putUserGroup,
  getGroupLinks,
  getGroupLinksOf,
  postGroupLink,
  deleteGroupLink,
  deleteUserGroup,
  postGroupDevices,
  postFindSetting,
  getIframes,
  postDevice,
  putDeviceZone,
  postCarMemos,
  putCarMemo,
  postCustomerRecords,
  putCustomerRecord,
  postRegistrations,
  postDeviceImport,
  postFleetHistory,
  postNetflow,
  getPerformance,
  postDeviceSetup,
  putDeviceSetup,
  postParameterBatch,
  getParameterBatches,
  getBatchDevices,
  putParameterBatch,
  postParameterTemplate,
  getParameterTemplates,
  getTemplateDevices,
  getTemplateNamed,
  putParameterTemplate,
  applyParameterTemplate,
  deleteParameterTemplate,
  getDeviceAreas,
  postDeviceAreas,
  putDeviceAreas,
  deleteDeviceAreas,
  postGps,
  postDeviceMessages,
  postStoredMedia,
  postDriverCards,
  postDrivers,
  getDeviceInfo,
  getDeviceOrders,
  putDeviceOrder,
  postTrackHours,
  postTrackEvents,
  postRecentAlarms,
  postLinkEnd,
  postAutoUpload,
  postDeviceFiles,
  postFileTicket,
  postEventFiles,
  postAskFiles,
  postEventQuery,
  putEventSet,
  postEventSet,
  postEventDownload,
  getFootageInfo,
  getEventDefine,
  postEventDefine,
  putEventDefine,
  deleteEventDefine,
  getEventDefineDevice,
  postEventDefineDevice,
  putEventDefineDevice,
  deleteEventDefineDevice,
  getDownloadPlans,
  postDownloadPlan,
  putDownloadPlan,
  deleteDownloadPlan,
  postRecordings,
  postRecordedPreview,
  getConnectRecorder,
  getWaitingRecorders,
  postAllowAgain,
  getFwStore,
  putFwStore,
  deleteFwStore,
  putFirmwareBytes,
  postFaces,
  putFaces,
  deleteFaces,
  postFacePhotos,
  deleteFacePhotos,
  putFacePhotoBytes,
  putFacePush,
  getDeviceFirmware,
  getAutoFirmware,
  postAutoFirmware,
  putAutoFirmware,
  deleteAutoFirmware,
  getFirmwareRollouts,
  postFirmwareRollout,
  getRolloutDevices,
  putFirmwareRollout,
  deleteFirmwareRollout,
  mapSetting.load,
  mapSetting.save,
  externalPagesSetting.load,
  externalPagesSetting.save,
  certificateSetting.load,
  certificateSetting.save,
  getCertificateState,
  getCertbot,
  postCertbot,
  putCertbot,
  eventParametersSetting.load,
  eventParametersSetting.save,
  keptDaysSetting.load,
  keptDaysSetting.save,
  postKeptCount,
  recordDisksSetting.load,
  recordDisksSetting.save,
  recordOptionsSetting.load,
  recordOptionsSetting.save,
  eventRecoverSetting.load,
  eventRecoverSetting.save,
  getDeviceArray,
  getMonitorDeviceInfo,
  getGeoAuth,
  getGeoRules,
  getGeoDevices,
  protocolSetting.save,
  postReboot,
  networkSetting.load,
  networkSetting.save,
  deviceRedirectSetting.load,
  deviceRedirectSetting.save,
  postRedirectCheck,
  getRedirectState,
  extraScriptSetting.load,
  extraScriptSetting.save,
  googleKeySetting.load,
  googleKeySetting.save,
  mapCenterSetting.load,
  mapCenterSetting.save,
  getGoogleState,
  restartPlanSetting.load,
  restartPlanSetting.save,
  getRestartPlanState,
  ddnsSetting.load,
  ddnsSetting.save,
  getDdnsState,
  gpsRelaySetting.load,
  gpsRelaySetting.save,
  heartbeatRelaySetting.load,
  heartbeatRelaySetting.save,
  getRelayState,
  getPushPlans,
  postPushPlan,
  putPushPlan,
  deletePushPlan,
  getRealtimePlans,
  postRealtimePlan,
  putRealtimePlan,
  deleteRealtimePlan,
  pushSetting.load,
  pushSetting.save,
  postSmsTest,
  smsSetting.load,
  smsSetting.save,
  mailSetting.load,
  mailSetting.save,
  postMailTest,
  placesSetting.load,
  placesSetting.save,
  getNominatimStatus,
  postNominatimReverse,
  postNominatimSearch,
  getFirstLayout,
  postCustomEvent,
  getCustomEvents,
  putCustomEvent,
  deleteCustomEvent,
  getFenceList,
  getFence,
  putFence,
  getTrackList,
  getTrack,
  putTrack,
  getEventReports,
  postEventReport,
  putEventReport,
  deleteEventReport,
  postReportList,
  postStreamLog,
  postExportStreamLog,
  postTalkLog,
  postUserList,
  postAccount,
  putAccount,
  deleteAccount,
  deleteBuffer,
  getActions,
  postAccessLog,
  postExportAccessLog,
  postTrips,
  postMileageQuery,
  postRecordList,
  postReportPdf,
  getDiskInfo,
  getI18nConfig,
  putI18nConfig,
] as const;

/** Everything that an administrator sets while the server runs. */
export const settings = [
  protocolSetting,
  networkSetting,
  deviceRedirectSetting,
  extraScriptSetting,
  googleKeySetting,
  mapCenterSetting,
  restartPlanSetting,
  ddnsSetting,
  gpsRelaySetting,
  heartbeatRelaySetting,
  recordDisksSetting,
  recordOptionsSetting,
  eventRecoverSetting,
  certificateSetting,
  eventParametersSetting,
  keptDaysSetting,
  mapSetting,
  placesSetting,
  pushSetting,
  mailSetting,
  smsSetting,
  externalPagesSetting,
] as const;

export const commands = [
  q01ServerInfo,
  q02Login,
  q03DeviceList,
  q04ChangedDevices,
  q05Device,
  q06RecordedMinutes,
  q07GpsInfo,
  q08RecordedDays,
  q09Usage,
  q10StreamStatus,
  q11ExtraInfoList,
  q12ExtraInfo,
  q13DrivingStatistics,
  d01Register,
  d02Remove,
  d03ReadDevice,
  d04ChangeDevice,
  d05Attributes,
  d06Storage,
  d08RemotePlayback,
  d09UpdateFirmware,
  d10FirmwareStatus,
  d11FirmwareVersion,
  d12Ptz,
  d13DeleteRecordings,
  d14RawParameters,
  d15DeleteSpan,
  d16SetRawParameter,
  d17VendorCommand,
  d20VendorCommands,
  d21Text,
  d22Reboot,
  d23Restore,
  d24Photo,
  d25Locate,
  d26Mcu,
  d27Doors,
  d28Format,
  d29Control,
  d30FetchMedia,
  d31FetchAllMedia,
  d32RecordSound,
  d33Upload,
  d34UploadControl,
  db8Covers,
  db9Requests,
  db10Uploads,
  db11SetUploads,
  db12SetCovers,
  db13Heartbeats,
  db14Downloads,
  db1Trace,
  db2Raw,
  db7FakeEvent,
  echo,
  ping,
  s03SystemCommand,
  s04Permissions,
  u01Firmware,
  u02FacePhoto,
  p01Subscribe,
] as const;

export const pushes = [
  p02LiveUpdates,
  p03ListChanged,
  p04AccountChanged,
  p05GroupsChanged,
  p06LiveColumns,
  p07Strangers,
  db3ToDevice,
  db4FromDevice,
  db5PeerSent,
  db6PeerReceived,
] as const;
