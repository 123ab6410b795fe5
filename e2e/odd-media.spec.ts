// What a tile says when a recorder sends what cannot be shown or heard: pictures without parameter sets, sound in a foreign coding.
import { Recorder } from '../integration/support/recorder.ts';
import { until } from '../integration/support/until.ts';
import { useStage } from './fixture.ts';
import { test } from './test.ts';
import { tile } from './tiles.ts';

const stage = useStage();

const ID = '13800000888';
const UNKNOWN_TYPE = 98;
/** A key picture of H.264 without SPS and PPS. */
const BARE = Uint8Array.from([0, 0, 0, 1, 0x65, 0x88, 0x80, 0x10, 0x55, 0x55]);
/** MPEG-2 layer III, 16 kHz, 32 kbit/s. */
const MP3 = new Uint8Array(144).fill(0x11);
MP3.set([0xff, 0xf3, 0x48, 0xc4]);

test('a tile names what the recorder left out and how its sound is coded, and takes the words back', async ({ t }) => {
  await stage.register(ID, 1);
  const recorder = await Recorder.online(stage.server.ports, { phone: ID });
  t.after(() => recorder.close());
  const page = await stage.signedIn(t, { path: `/liveview/${ID}` });
  const camera = await until('the recorder dials in', () => recorder.cameras[0]);
  camera.send(1, { key: true, body: BARE });
  for (let i = 0; i < 4; i += 1) camera.sendSound(MP3, UNKNOWN_TYPE);
  const words = tile(page, 1).getByText('No picture yet: the recorder sent no parameters');
  await words.waitFor();
  const mute = tile(page, 1).getByText('Its sound (MP3) cannot be played here');
  await mute.waitFor();
  camera.sendSound();
  await mute.waitFor({ state: 'detached' });
  camera.send(2, { key: true });
  await words.waitFor({ state: 'detached' });
});
