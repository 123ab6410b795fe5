// Who may ask what, written by hand from the specification and its readings. Nothing here is taken from the contract or the server:
// that is what lets rights.test.ts notice when one of them is lowered.

/**
 * What is asked of the caller: nothing at all, a sign-in, a level of at most the number, or flags: one of each inner list.
 * Level 0 holds every flag.
 */
export type Needs = 'nothing' | 'sign-in' | { readonly level: 0 | 1 | 2 } | readonly (readonly string[])[];

/**
 * One thing to ask for, by the name that the server gives it (App.doors). `device`: where its id goes; what is of another group is
 * not there then. `lists`: devices of other groups are missing in the answer.
 */
export type Door = { name: string; needs: Needs; why: string; device?: string; lists?: true };

const LEVEL_0: Needs = { level: 0 };
const LEVELS_0_AND_1: Needs = { level: 1 };
const LEVELS_0_TO_2: Needs = { level: 2 };
const flag = (name: string): Needs => [[name]];
/** Tracks belong to the map and to GPS playback. */
const TRACKS: Needs = [['F_gps', 'P_gppb']];

type Row = readonly [name: string, needs: Needs, why: string, about?: Pick<Door, 'device' | 'lists'>];
const I = { device: 'I' };
const deviceid = { device: 'deviceid' };
const lists = { lists: true } as const;

const callRows: readonly Row[] = [
  ['GET /api/server', 'nothing', 'F-HTTP-001; readings: readable without credentials'],
  ['GET /gkserver/protocol', 'nothing', 'F-HTTP-002; readings: readable without credentials'],
  ['GET /gkserver/captcha', 'nothing', 'F-HTTP-003; readings: readable without credentials'],
  ['GET /gkserver/captcha/image', 'nothing', 'readings: asked before Q02'],
  ['POST /gkserver/captcha', 'nothing', 'readings: its ticket is what Q02 needs'],
  ['GET /gkserver/videolayout', 'nothing', 'F-HTTP-013; readings: readable without credentials'],
  ['GET /i18n/config', 'nothing', 'F-HTTP-018; readings: readable without credentials'],
  ['GET /api/diskinfo', LEVEL_0, 'readings: level 0'],
  ['PUT /i18n/config', LEVEL_0, 'E-I18N: translation editor'],
  ['POST /gkserver/session', 'sign-in', 'R61'],
  [
    'POST /gkserver/session/resume',
    'nothing',
    'R61: asked before anybody is signed in; the cookie is what it looks at',
  ],
  ['DELETE /gkserver/session', 'sign-in', 'R61'],
  ['POST /gkcommon/userinfo', 'sign-in', 'F-HTTP-005', lists],
  ['POST /gkserver/verifyUser', 'nothing', 'F-HTTP-011: before Q02; checks what it is given'],
  ['PUT /gkserver/passwd', 'nothing', 'F-HTTP-004; readings: always needs the current hash'],
  ['GET /gkserver/usergroup', 'sign-in', 'F-HTTP-009'],
  ['GET /gkserver/usergroup/{username}', 'sign-in', 'A-GROUP-018; the own ones, of others for level 0'],
  ['POST /gkserver/usergroup', LEVEL_0, 'A-GROUP-009'],
  ['PUT /gkserver/usergroup', LEVEL_0, 'A-GROUP-009'],
  ['DELETE /gkserver/usergroup', LEVEL_0, 'A-GROUP-009'],
  ['GET /gkserver/groupdevice', 'sign-in', 'A-SUMMARY-009; who looks at groups sees what is in them', lists],
  ['GET /gkserver/groupdevice/{username}', 'sign-in', 'A-GROUP-019; the own ones, of others for level 0', lists],
  ['POST /gkserver/groupdevice', LEVEL_0, 'A-GROUP-009'],
  ['DELETE /gkserver/groupdevice', LEVEL_0, 'A-GROUP-009'],
  ['POST /gkserver/findsetting', LEVEL_0, 'R22 on the overview, A-SUMMARY-001'],
  ['POST /gkcommon/groupdevicelist', 'sign-in', 'F-HTTP-006', lists],
  ['GET /gkserver/iframes', 'sign-in', 'F-HTTP-010'],
  ['POST /gkdevice/device', 'sign-in', 'F-HTTP-014', deviceid],
  ['PUT /gkdevice/zone', flag('F_lmdvrs'), 'A-RIGHTS-002: server device settings', deviceid],
  ['POST /gkdevice/carmemo', 'sign-in', 'A-MEMO-001; A-DASH-022: plain text for levels 2 and 3', lists],
  ['PUT /gkdevice/carmemo', LEVELS_0_AND_1, 'A-DASH-022', deviceid],
  ['POST /gkdevice/dkcustomer', LEVELS_0_AND_1, 'A-CUST-003; personal data: not for those who only watch', lists],
  ['PUT /gkdevice/dkcustomer', LEVELS_0_AND_1, 'A-CUST-004, as the list'],
  ['POST /gkdevice/registration', LEVELS_0_AND_1, 'A-REG-001', lists],
  ['POST /gkdevice/import', LEVEL_0, 'A-DASH-014: who adds devices'],
  ['POST /gklog/netflow', flag('F_event'), 'readings: /devicenetflow needs F_event', lists],
  ['GET /gkserver/performanceinfo', LEVEL_0, 'readings: /performanceinfo level 0'],
  ['POST /gkserver/fleethistory', LEVEL_0, 'A-DASH-020: counts of the whole fleet'],
  ['POST /gkserver/gkdevicesetup/{deviceid}', flag('F_rmdvrs'), 'A-RIGHTS-003, R2', deviceid],
  [
    'PUT /gkserver/gkdevicesetup/{deviceid}',
    flag('F_rmdvrs'),
    'A-RIGHTS-003, R2; of each: device-setup.test.ts',
    deviceid,
  ],
  ['GET /gkserver/parambatch', flag('F_rmdvrs'), 'A-RIGHTS-003; of each value: parameter-batches.test.ts'],
  ['GET /gkserver/parambatch/{batchid}', flag('F_rmdvrs'), 'A-RIGHTS-003'],
  ['POST /gkserver/parambatch', flag('F_rmdvrs'), 'A-RIGHTS-003; its devices: parameter-batches.test.ts'],
  ['PUT /gkserver/parambatch', flag('F_rmdvrs'), 'A-RIGHTS-003'],
  ['GET /gkserver/paramtemplate', flag('F_rmdvrs'), 'A-RIGHTS-003; of each value: parameter-templates.test.ts'],
  ['GET /gkserver/paramtemplate/{templateid}', flag('F_rmdvrs'), 'A-RIGHTS-003'],
  ['GET /gkserver/paramtemplatenamed/{templateid}', flag('F_rmdvrs'), 'A-RIGHTS-003'],
  ['POST /gkserver/paramtemplate', flag('F_rmdvrs'), 'A-RIGHTS-003; its devices: parameter-templates.test.ts'],
  ['PUT /gkserver/paramtemplate', flag('F_rmdvrs'), 'A-RIGHTS-003'],
  ['DELETE /gkserver/paramtemplate', flag('F_rmdvrs'), 'A-RIGHTS-003'],
  ['POST /gkserver/paramtemplate/{templateid}', flag('F_rmdvrs'), 'A-RIGHTS-003'],
  ['GET /gkdevice/areas', flag('F_rmdvrs'), 'A-RIGHTS-003: a setting of the recorder', deviceid],
  ['POST /gkdevice/areas', flag('F_rmdvrs'), 'A-RIGHTS-003', deviceid],
  ['PUT /gkdevice/areas', flag('F_rmdvrs'), 'A-RIGHTS-003', deviceid],
  ['DELETE /gkdevice/areas', flag('F_rmdvrs'), 'A-RIGHTS-003', deviceid],
  ['POST /api/gps', TRACKS, 'F-HTTP-015, F-RIGHTS-012, -021', deviceid],
  ['POST /gkdevice/devicemessages', TRACKS, 'F-RIGHTS-012, -021', deviceid],
  ['POST /gkdevice/drivercards', TRACKS, 'F-RIGHTS-012, -021', deviceid],
  ['POST /gkdevice/drivers', LEVELS_0_AND_1, 'E-ROLE-009', lists],
  ['GET /gkdevice/info/{deviceid}', LEVEL_0, 'readings: /devicemodelinfo level 0'],
  ['POST /gkdevice/storedmedia', flag('P_live'), 'F-RIGHTS-011: who may watch may have a picture taken', deviceid],
  ['GET /gkdevice/orders', 'sign-in', 'each kind by its own right: device-queue.test.ts', lists],
  ['PUT /gkdevice/orders', 'sign-in', 'each kind by its own right: device-queue.test.ts'],
  ['POST /gkdevice/trackhours', TRACKS, 'F-RIGHTS-012, -021', deviceid],
  ['POST /gkevent/trackevents', flag('F_event'), 'A-RIGHTS-004', deviceid],
  ['POST /gkevent/recentalarms', flag('F_event'), 'A-RIGHTS-004', lists],
  ['POST /gkdevice/linkend', 'sign-in', 'what the status of the device says already, and why', deviceid],
  ['POST /gkevent/files', flag('F_event'), 'A-RIGHTS-004', deviceid],
  ['POST /gkdevice/autoupload', flag('F_event'), 'E-ROLE-013', deviceid],
  ['POST /gkevent/eventfiles', flag('F_event'), 'A-RIGHTS-004'],
  ['POST /gkevent/askfiles', flag('F_event'), 'A-RIGHTS-004'],
  ['POST /gkevent/fileticket', flag('F_event'), 'A-RIGHTS-004'],
  ['POST /gkevent/eventquery', flag('F_event'), 'A-RIGHTS-004', deviceid],
  ['PUT /gkevent/eventset', flag('F_event'), 'A-RIGHTS-004; readings: memo editing needs F_event'],
  ['POST /gkevent/eventset', flag('F_event'), 'A-RIGHTS-004; readings: memo editing needs F_event'],
  ['POST /gkevent/download', flag('F_event'), 'A-RIGHTS-004', deviceid],
  ['GET /gkevent/footageinfo', flag('F_event'), 'A-RIGHTS-004'],
  ['GET /gkevent/eventdefine', 'sign-in', 'E-HTTP-008: names and colours; only changes are level 0'],
  ['POST /gkevent/eventdefine', LEVEL_0, 'E-ROLE-002'],
  ['PUT /gkevent/eventdefine', LEVEL_0, 'E-ROLE-002'],
  ['DELETE /gkevent/eventdefine', LEVEL_0, 'E-ROLE-002'],
  ['GET /gkevent/eventdefinedevice', 'sign-in', 'E-HTTP-012', lists],
  ['POST /gkevent/eventdefinedevice', LEVEL_0, 'E-ROLE-002'],
  ['PUT /gkevent/eventdefinedevice', LEVEL_0, 'E-ROLE-002'],
  ['DELETE /gkevent/eventdefinedevice', LEVEL_0, 'E-ROLE-002'],
  ['GET /gkevent/eventdownloadplan', LEVEL_0, 'E-ROLE-002'],
  ['POST /gkevent/eventdownloadplan', LEVEL_0, 'E-ROLE-002'],
  ['PUT /gkevent/eventdownloadplan', LEVEL_0, 'E-ROLE-002'],
  ['DELETE /gkevent/eventdownloadplan', LEVEL_0, 'E-ROLE-002'],
  ['POST /gkdevice/recordings', flag('P_lopb'), 'F-RIGHTS-013', deviceid],
  ['POST /gkdevice/recordedpreview', flag('P_lopb'), 'F-RIGHTS-013', deviceid],
  ['GET /gkserver/connectrecorder', LEVEL_0, 'who was turned away may belong to any group'],
  ['GET /gkserver/waitingrecorders', LEVEL_0, 'as connectrecorder'],
  ['POST /gkserver/allowagain', LEVEL_0, 'lets a recorder in'],
  ['GET /gkserver/fwstore', LEVELS_0_AND_1, 'E-ROLE-003'],
  ['PUT /gkserver/fwstore', LEVELS_0_AND_1, 'E-ROLE-003'],
  ['DELETE /gkserver/fwstore', LEVELS_0_AND_1, 'E-ROLE-003'],
  ['PUT /gkserver/firmware/{ticket}', LEVELS_0_AND_1, 'E-ROLE-003'],
  ['POST /gkserver/faces', LEVEL_0, 'E-FACE; F-ROUTE-040: level 0'],
  ['PUT /gkserver/faces', LEVEL_0, 'E-FACE'],
  ['DELETE /gkserver/faces', LEVEL_0, 'E-FACE'],
  ['POST /gkserver/facephotos', LEVEL_0, 'E-FACE'],
  ['DELETE /gkserver/facephotos', LEVEL_0, 'E-FACE'],
  ['PUT /gkserver/facephoto/{ticket}', LEVEL_0, 'F-CMD-032'],
  ['PUT /gkserver/facepush', LEVEL_0, 'E-FACE-009'],
  ['GET /gkdevice/firmware/*', LEVELS_0_AND_1, 'E-ROLE-003', lists],
  ['GET /gkserver/autofw', LEVELS_0_AND_1, 'E-ROLE-003'],
  ['POST /gkserver/autofw', LEVELS_0_AND_1, 'E-ROLE-003'],
  ['PUT /gkserver/autofw', LEVELS_0_AND_1, 'E-ROLE-003'],
  ['DELETE /gkserver/autofw', LEVELS_0_AND_1, 'E-ROLE-003'],
  ['GET /gkserver/fwrollout', LEVELS_0_AND_1, 'E-ROLE-003'],
  ['GET /gkserver/fwrollout/{rolloutid}', LEVELS_0_AND_1, 'E-ROLE-003'],
  ['POST /gkserver/fwrollout', LEVELS_0_AND_1, 'E-ROLE-003; its devices: firmware-rollouts.test.ts'],
  ['PUT /gkserver/fwrollout', LEVELS_0_AND_1, 'E-ROLE-003'],
  ['DELETE /gkserver/fwrollout', LEVELS_0_AND_1, 'E-ROLE-003'],
  ['GET /gkserver/mapsources', 'sign-in', 'what a map is drawn from'],
  ['PUT /gkserver/mapsources', LEVEL_0, 'A-RIGHTS-001: server settings'],
  ['GET /gkserver/iframesetting', LEVEL_0, 'A-RIGHTS-001: server settings'],
  ['PUT /gkserver/iframes', LEVEL_0, 'A-RIGHTS-001: server settings'],
  ['GET /gkserver/dbmaintain', LEVEL_0, 'A-RIGHTS-001: server settings'],
  ['PUT /gkserver/dbmaintain', LEVEL_0, 'A-RIGHTS-001: server settings'],
  ['POST /gkserver/dbmaintain', LEVEL_0, 'as saving it'],
  ['GET /gkserver/recordoption', LEVEL_0, 'A-RIGHTS-001: server settings'],
  ['PUT /gkserver/recordoption', LEVEL_0, 'A-RIGHTS-001: server settings'],
  ['POST /gkserver/smtp', LEVEL_0, 'A-RIGHTS-001: server settings'],
  ['PUT /gkserver/smtp', LEVEL_0, 'A-RIGHTS-001: server settings'],
  ['POST /gkserver/smtptest', LEVEL_0, 'A-RIGHTS-001: server settings'],
  ['GET /gkserver/network', LEVEL_0, 'A-RIGHTS-001: server settings'],
  ['PUT /gkserver/network', LEVEL_0, 'A-RIGHTS-001: server settings'],
  ['GET /gkserver/gpsrelay', LEVEL_0, 'A-RIGHTS-001: server settings'],
  ['PUT /gkserver/gpsrelay', LEVEL_0, 'A-RIGHTS-001: server settings'],
  ['GET /gkserver/hbrelay', LEVEL_0, 'A-RIGHTS-001: server settings'],
  ['PUT /gkserver/hbrelay', LEVEL_0, 'A-RIGHTS-001: server settings'],
  ['GET /gkserver/relaystate', LEVEL_0, 'as the settings'],
  ['POST /gkserver/ddns', LEVEL_0, 'A-RIGHTS-001: server settings'],
  ['PUT /gkserver/ddns', LEVEL_0, 'A-RIGHTS-001: server settings'],
  ['GET /gkserver/ddnsstate', LEVEL_0, 'as the settings'],
  ['GET /gkserver/nominatim', LEVEL_0, 'A-RIGHTS-001: server settings'],
  ['PUT /gkserver/nominatim', LEVEL_0, 'A-RIGHTS-001: server settings'],
  ['GET /nominatim/status', 'sign-in', 'F-HTTP-017; not among what is readable without credentials'],
  ['POST /nominatim/reverse', 'sign-in', 'F-HTTP-016'],
  ['POST /nominatim/search', 'sign-in', 'as reverse'],
  ['GET /gkserver/firstlayout', flag('P_tree'), 'of the tree view, whose layouts it is about', lists],
  ['POST /gkevent/customevent', flag('F_addcd'), 'F-HTTP-008, F-RIGHTS-016', deviceid],
  ['GET /gkevent/customevent', flag('F_addcd'), 'F-RIGHTS-016', lists],
  ['PUT /gkevent/customevent', flag('F_addcd'), 'F-RIGHTS-016'],
  ['DELETE /gkevent/customevent', flag('F_addcd'), 'F-RIGHTS-016'],
  ['GET /gkserver/fencelist', LEVEL_0, 'A-RIGHTS-001: fence editor'],
  ['GET /gkserver/fence/{index}', LEVEL_0, 'A-RIGHTS-001: fence editor'],
  ['PUT /gkserver/fence/{index}', LEVEL_0, 'A-RIGHTS-001: fence editor'],
  ['GET /gkserver/tracklist', LEVEL_0, 'A-RIGHTS-001: route planning'],
  ['GET /gkserver/track/{index}', LEVEL_0, 'A-RIGHTS-001: route planning'],
  ['PUT /gkserver/track/{index}', LEVEL_0, 'A-RIGHTS-001: route planning'],
  ['POST /gklog/uslog', LEVELS_0_TO_2, 'E-ROLE-005', lists],
  ['POST /gklog/talklog', LEVELS_0_TO_2, 'E-ROLE-006, readings', lists],
  ['POST /gkserver/userlist', LEVEL_0, 'A-USER-001: user management'],
  ['POST /gkserver/account', LEVEL_0, 'A-USER-001: user management'],
  ['PUT /gkserver/account', LEVEL_0, 'A-USER-001: user management'],
  ['DELETE /gkserver/account', LEVEL_0, 'A-USER-001: user management'],
  ['DELETE /gkserver/buffer', LEVEL_0, 'E-ROLE-011: permission editor'],
  ['GET /gklog/actions', LEVEL_0, 'readings: /accesslog level 0'],
  ['POST /gklog/accesslog', LEVEL_0, 'readings: /accesslog level 0'],
  ['POST /gkdevice/trips', TRACKS, 'F-RIGHTS-012, -021', deviceid],
  ['POST /gkmileage/mileagequery', flag('F_event'), 'E-ROLE-007', lists],
  ['POST /gkdevice/recordlist', flag('P_repb'), 'F-RIGHTS-014', deviceid],
  ['POST /tmp', flag('F_event'), 'E-HTTP-027: exports of the event pages'],
];

const commandRows: readonly Row[] = [
  ['Q01', 'sign-in', 'F-CMD-007'],
  ['Q02', 'nothing', 'F-CMD-006: is the sign-in'],
  ['Q03', 'sign-in', 'F-CMD-008', lists],
  ['Q04', 'sign-in', 'F-CMD-009', lists],
  ['Q05', 'sign-in', 'F-CMD-010', I],
  ['Q06', flag('P_lopb'), 'F-CMD-011, F-RIGHTS-013', I],
  ['Q07', flag('F_gps'), 'F-CMD-012, F-RIGHTS-021', I],
  ['Q08', flag('P_lopb'), 'F-CMD-013, F-RIGHTS-013', I],
  ['Q09', 'sign-in', 'F-CMD-014', lists],
  ['Q10', 'sign-in', 'F-CMD-015', lists],
  ['Q11', 'sign-in', 'F-CMD-016', lists],
  ['Q12', 'sign-in', 'F-CMD-016', I],
  ['Q13', TRACKS, 'F-CMD-017, F-RIGHTS-012, -021', I],
  ['D01', LEVEL_0, 'F-CMD-018: unregistered devices are seen by level 0 only'],
  ['D02', LEVEL_0, 'F-CMD-019: a removed device is seen by level 0 only'],
  ['D03', flag('F_lmdvrs'), 'A-DEVEDIT-027, A-RIGHTS-002', I],
  ['D04', flag('F_lmdvrs'), 'A-DEVEDIT-026, -027; the right of each field: device-editor.test.ts', I],
  ['D08', flag('P_repb'), 'F-CMD-023, F-RIGHTS-014', I],
  ['D05', flag('F_rmdvrs'), 'F-CMD-022, R5', I],
  ['D06', flag('F_rmdvrs'), 'F-CMD-022, R5', I],
  ['D09', LEVELS_0_AND_1, 'E-ROLE-003', I],
  ['D10', LEVELS_0_AND_1, 'E-ROLE-003', I],
  ['D11', LEVELS_0_AND_1, 'E-ROLE-003', I],
  ['D12', 'sign-in', 'F-CMD-026, R6; movements and each number by their own right: device-actions.test.ts', I],
  ['D13', [['F_lmdvrs_deleteall'], ['F_lmdvrs_deleterecord']], 'A-DEVACT-006, R43', I],
  ['D14', flag('F_rmdvrs_raw'), 'A-PARAM-022, R5', I],
  ['D15', LEVEL_0, 'F-CMD-027: for good'],
  ['D16', flag('F_rmdvrs_raw'), 'A-PARAM-022, R2', I],
  ['D17', 'sign-in', 'R5; each by its own right: device-actions.test.ts', I],
  ['D20', 'sign-in', 'what the buttons of a device ask', I],
  ['D21', flag('F_lmdvrs_textdevice'), 'A-DEVACT-005, F-CMD-030', I],
  ['D22', flag('F_lmdvrs_reboot'), 'A-DEVACT-005', I],
  ['D23', flag('F_lmdvrs_restore'), 'A-DEVACT-005', I],
  ['D24', flag('P_live'), 'F-RIGHTS-011: who may watch may have a picture taken', I],
  ['D25', flag('F_gps'), 'F-RIGHTS-021: who may see the map may ask where it is', I],
  ['D26', flag('F_lmdvrs_mcu'), 'A-DEVACT-005', I],
  ['D27', LEVEL_0, 'opens a vehicle'],
  ['D28', flag('F_lmdvrs_format'), 'A-DEVACT-005', I],
  ['D29', LEVEL_0, 'takes a vehicle out of reach'],
  ['D30', flag('P_live'), 'F-RIGHTS-011: who may watch may have a picture taken', I],
  ['D31', flag('P_live'), 'F-RIGHTS-011: who may watch may have a picture taken', I],
  ['D32', flag('F_talk'), 'hears what is said in the vehicle', I],
  ['D33', LEVELS_0_AND_1, 'footage leaves for a server that the caller names', I],
  ['D34', LEVELS_0_AND_1, 'footage leaves for a server that the caller names', I],
  ['S04', LEVEL_0, 'E-ROLE-011: permission editor'],
  ['U01', LEVELS_0_AND_1, 'E-ROLE-003'],
  ['U02', LEVEL_0, 'F-CMD-032'],
  ['P01', 'sign-in', 'readings: own groups only'],
];

/** Pushes of the main channel go to who subscribed with P01, and tell of devices in reach. */
const pushRows: readonly Row[] = [
  ['P02', 'sign-in', 'readings: own groups only', lists],
  ['P03', 'sign-in', 'F-POLL-006: says nothing but that the list is to be asked for again'],
  ['P04', 'sign-in', 'R29: the own level and flags'],
  ['P05', 'sign-in', 'R29: says nothing but that the groups are to be asked for again'],
  ['P06', 'sign-in', 'readings: own groups only', lists],
  ['P07', 'sign-in', 'readings: unregistered devices are seen by level 0 only', lists],
];

const cgiRows: readonly Row[] = [
  ...['lobkask', 'lobkget', 'lobkcancel'].map((type): Row => [
    `web.cgi ${type}`,
    flag('P_lopb'),
    'A-DOWNLOAD-001, F-RIGHTS-013',
    deviceid,
  ]),
  ...['repbmp4ask', 'repbmp4get', 'repbmp4cancel'].map((type): Row => [
    `web.cgi ${type}`,
    flag('P_repb'),
    'E-HTTP-045, F-RIGHTS-014',
    deviceid,
  ]),
  ['web.cgi runlog', LEVEL_0, 'A-RIGHTS-001: server settings'],
  ['web.cgi syslog', flag('F_lmdvrs_syslog'), 'A-DEVACT-005, -012', deviceid],
  ['web.cgi carbox', flag('F_lmdvrs_carbox'), 'A-DEVACT-005, -013', deviceid],
  ...['cevask', 'cevget', 'cevcancel'].map((type): Row => [`web.cgi ${type}`, flag('F_addcd'), 'F-RIGHTS-016']),
  ...['facesummary', 'faceget', 'facedel', 'faceset'].map((type): Row => [`web.cgi ${type}`, LEVEL_0, 'E-FACE']),
];

const socketRows: readonly Row[] = [
  ['ws.cgi live', [['P_live', 'P_tree']], 'F-RIGHTS-010, -011: live view and tree view are both live tiles', deviceid],
  ['ws.cgi talk', flag('F_talk'), 'F-RIGHTS-019', deviceid],
  ['ws.cgi lopb', flag('P_lopb'), 'F-RIGHTS-013', deviceid],
  ['ws.cgi repb', flag('P_repb'), 'F-RIGHTS-014', deviceid],
  ['ws.cgi repbgps', [['P_repb'], ['F_gps', 'P_gppb']], 'E-HTTP-074: a track of remote playback', deviceid],
  ['fw.cgi', LEVEL_0, 'R46: and a device whose update is under way, by a token: firmware-updates.test.ts'],
  ['event.cgi', flag('F_event'), 'F-RIGHTS-015, A-RIGHTS-004', lists],
];

const pageRows: readonly Row[] = [
  ['pic.cgi', LEVEL_0, 'E-HTTP-062: photos of people'],
  ['pic.cgi snap', flag('F_event'), 'A-RIGHTS-004', deviceid],
  ['facephoto.cgi', 'nothing', 'R47: the address is the right, once'],
  ['GET /gkevent/file/:id', flag('F_event'), 'A-RIGHTS-004'],
  ['GET /gkdevice/aufile/:filename', flag('F_event'), 'E-ROLE-013'],
  ['GET /gkevent/footage/:name', flag('F_event'), 'A-RIGHTS-004'],
  ['GET /gkevent/fileticket/:ticket', 'nothing', 'the ticket is the right, and works once'],
  ['GET /tmp/:name', 'sign-in', 'E-HTTP-027: only who made it'],
  ['GET /health', 'nothing', 'readings: health'],
  ['GET /ready', 'nothing', 'readings: health'],
  ['GET /metrics', LEVEL_0, 'not among what is readable without credentials'],
  ['GET /map/tiles/:z/:x/:y.pbf', 'nothing', 'readings: static files'],
  ['GET /map/roads.geojson', 'nothing', 'readings: static files'],
  ['GET /gms.js', 'nothing', 'readings: readable without credentials'],
  ...['*', 'live/*', 'playback/*', 'remote/*', 'dlplayback/*', 'dlremote/*'].map((path): Row => [
    `GET /${path}`,
    'nothing',
    'readings: static files',
  ]),
];

const toDoors = (rows: readonly Row[]): Door[] =>
  rows.map(([name, needs, why, about]) => ({ name, needs, why, ...about }));

export const callDoors = toDoors(callRows);
export const commandDoors = toDoors(commandRows);
export const pushDoors = toDoors(pushRows);
/** Types of web.cgi, sockets, and what is fetched by a plain address. */
export const otherDoors = [...toDoors(cgiRows), ...toDoors(socketRows), ...toDoors(pageRows)];

/** Whether an account may, as the table says. */
export const mayEnter = (needs: Needs, level: number, granted: readonly string[]): boolean => {
  if (needs === 'nothing' || needs === 'sign-in') return true;
  if ('level' in needs) return level <= needs.level;
  return level === 0 || needs.every((anyOf) => anyOf.some((right) => granted.includes(right)));
};
