// What an administrator has done before the pictures are taken, over the product's own calls: faces with photos, firmware with an update and a
// plan, orders of which one waits for its device, values set in many and a template, fences and routes. Without it their screens would be empty.
import { addFace, addPhoto, faceCall } from '../../integration/support/faces.ts';
import { firmwareImage, linkOf, storeFirmware } from '../../integration/support/firmware.ts';
import { routeOf } from '../../integration/support/fence-scene.ts';
import { asJson, type Channel, httpCall, type Json } from '../../integration/support/operator.ts';
import type { TestBrowser } from '../browser.ts';
import type { StageServer } from '../fixture.ts';
import { inOrder } from '../in-order.ts';

/** Of the demo fleet: it obeys the vendor block. */
const VEHICLE = '13800000101';
const UPDATED = '13800000108';
/** Registered, and never seen. */
const AWAY = '13800000125';
const VERSION = 'outrider-0.2.0';

const drivers = [
  { name: 'A. Lin', unit: 'North', idcard: 'D-1041', hair: '#2b2019', skin: '#e3b58f', coat: '#31506b' },
  { name: 'M. Okafor', unit: 'North', idcard: 'D-1042', hair: '#17110d', skin: '#7d5236', coat: '#7a3b2e' },
  { name: 'J. Rivera', unit: 'South', idcard: 'D-1043', hair: '#4a2f1b', skin: '#c98f64', coat: '#3c5d3f' },
];

/** A drawn person: nobody's photo. */
const portrait = ({ hair, skin, coat }: (typeof drivers)[number]): string =>
  `<body style="margin:0"><svg xmlns="http://www.w3.org/2000/svg" width="360" height="480" viewBox="0 0 180 240"><path d="M0 0h180v240H0z" fill="#cfd6da"/><path d="M20 240q0-66 70-66t70 66z" fill="${coat}"/><path d="M72 150h36v34q-18 14-36 0z" fill="${skin}"/><ellipse cx="90" cy="104" rx="44" ry="56" fill="${skin}"/><path d="M44 102q-4-62 46-62t46 62q-8-34-46-34t-46 34z" fill="${hair}"/><circle cx="73" cy="104" r="4" fill="#222"/><circle cx="107" cy="104" r="4" fill="#222"/><path d="M74 132q16 10 32 0" fill="none" stroke="#5c3327" stroke-width="3"/></svg>`;

const fillFaces = async (server: StageServer, browser: TestBrowser): Promise<void> => {
  const ends: unknown[] = [];
  const page = await browser.pageFor({ after: (end) => void ends.push(end) }, undefined, {
    viewport: { width: 360, height: 480 },
  });
  await inOrder(drivers, async (driver) => {
    const { name, unit, idcard } = driver;
    const face = await addFace(server, { name, unit, idcard });
    await page.setContent(portrait(driver));
    await addPhoto(server, face, await page.screenshot({ type: 'jpeg', quality: 85 }), 'jpg');
    await faceCall(server, 'PUT', 'facepush', { faceid: face, deviceid: VEHICLE });
  });
  for (const end of ends) if (typeof end === 'function') await end();
};

const fillFirmware = async (server: StageServer, channel: Channel): Promise<void> => {
  const firmware = await storeFirmware(server, channel, firmwareImage(VERSION), 'box-0.2.0.bin');
  const url = linkOf(server, firmware);
  await channel.ask('D09', { I: UPDATED, A: url, B: VERSION });
  const input = { targetfw: 'outrider-0.0.9', url, memo: 'the long buses' };
  await httpCall(server.ports.http, 'POST', '/gkserver/autofw', { account: server.admin, input });
};

/** Around a vehicle of the fleet: where they are, something is to be seen. */
const fillZones = async (server: StageServer, channel: Channel): Promise<void> => {
  const { Z } = await channel.get('Q07', { I: VEHICLE });
  const { lat, lng } = asJson(Z);
  const at = (north: number, east: number) => ({ lat: Number(lat) + north, lng: Number(lng) + east });
  const put = (path: string, input: Json): Promise<unknown> =>
    httpCall(server.ports.http, 'PUT', path, { account: server.admin, input });
  const devices = [VEHICLE, UPDATED];
  const circle = { enable: 1, radius: 200, trigger_in: 1, trigger_out: 1, devices };
  await put('/gkserver/fence/1', { ...circle, ...at(0, 0), title: 'North depot', colour: 'blue' });
  await put('/gkserver/fence/2', { ...circle, ...at(0.0032, 0.0036), title: 'School', radius: 120, colour: 'orange' });
  await put('/gkserver/fence/3', { ...circle, ...at(0.02, -0.01), title: 'Quarry', colour: 'green', enable: 0 });
  const way = [at(-0.002, -0.003), at(0, -0.001), at(0.001, 0.001), at(0.0005, 0.003)];
  await put('/gkserver/track/1', routeOf(way, { title: 'School bus 7', devices, colour: 'purple' }));
  await put('/gkserver/track/2', routeOf([at(0.002, -0.003), at(0.002, 0.003)], { title: 'Ring road', devices }));
};

const fillParameters = async ({ ports, admin }: StageServer): Promise<void> => {
  const post = (path: string, input: unknown) => httpCall(ports.http, 'POST', path, { account: admin, input });
  const deviceids = [VEHICLE, UPDATED, AWAY];
  const deviceParams = { sys_spdlimit: 80 };
  await post('/gkserver/parambatch', { deviceids, deviceParams, memo: 'Town limits' });
  await post('/gkserver/paramtemplate', { name: 'City bus', deviceids, deviceParams, keep: false });
};

/** Names of events for the heavy vehicles, what is fetched of which events, and footage of which some waits. */
const fillEvents = async ({ ports, admin }: StageServer): Promise<void> => {
  const ask = (method: string, path: string, input: Json) =>
    httpCall(ports.http, method, `/gkevent/${path}`, { account: admin, input });
  const profile = { definename: 'Heavy', notifytext: '', notifycolor: '#FFFFFF' };
  const define = (more: Json) => ask('POST', 'eventdefine', { eventDefine: { ...profile, ...more } });
  await define({ eventtype: 13, eventname: 'Over 80 km/h', notifytext: 'Call the driver', notifycolor: '#D9650A' });
  await define({ eventtype: 16, eventname: 'Collision', notifytext: 'Call the police', notifycolor: '#DC3545' });
  await ask('POST', 'eventdefinedevice', { deviceid: VEHICLE, definename: 'Heavy' });
  const plan = {
    deviceid: 'GLOBAL',
    groupid: 'root',
    updateMode: 'GLOBAL',
    downloadtype: 1,
    downloadplan: 3,
    streamtype: 1,
    preoffset: 15,
    postoffset: 20,
    entimepart: 0,
    timepart: '',
    timezone: '',
    timeoffset: null,
    intermission: 0,
    enupload: 0,
    upload: '',
    custompath: 0,
    accoffonly: 0,
    maxbackupsecs: 0,
    snapshotmode: 0,
    mediatype: '6',
  };
  const post = (more: Json) => ask('POST', 'eventdownloadplan', { eventDownloadPlan: { ...plan, ...more } });
  await post({ appdevid: 16, downloadplan: 15 });
  await post({ appdevid: 13 });
  await post({
    appdevid: 13,
    deviceid: VEHICLE,
    updateMode: 'DEVICE',
    downloadplan: 1,
    entimepart: 1,
    timepart: '360-1320',
  });
  const end = Math.floor(Date.now() / 1000) - 60;
  const footage = { start: end - 120, end, downloadplan: 3, streamtype: 1, audioout: 1 };
  for (const deviceid of [VEHICLE, AWAY]) await ask('POST', 'customevent', { deviceid, ...footage });
};

export const fill = async (server: StageServer, channel: Channel, browser: TestBrowser): Promise<void> => {
  await fillFaces(server, browser);
  await channel.ask('D21', { I: VEHICLE, A: 'Road 152 is closed, please take the ring road' });
  // As the simulator's clips are: the driver, the road, the door at the right, the cabin.
  await channel.ask('D17', { I: VEHICLE, A: 'write-settings', B: { settings: { cam_campos: [4, 0, 3, 5] } } });
  await channel.ask('D24', { I: VEHICLE, C: 2 });
  await channel.ask('D21', { I: AWAY, A: 'Call the office when you are back', W: 1 });
  await channel.ask('D22', { I: AWAY, W: 1 });
  await fillFirmware(server, channel);
  await fillZones(server, channel);
  await fillParameters(server);
  await fillEvents(server);
};
