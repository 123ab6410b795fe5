// The replay command: what is wrong is named; the vehicle registers under the file's number and sends only the asked channel.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  encodePacket,
  p9003QueryAvAttributes,
  p9101LiveRequest,
  Packetizer,
  t1003AvAttributes,
} from '@outrider/jt1078';
import { readReplayFile } from './media/replay-file.ts';
import { readReplay, replayVehicle } from './replay-command.ts';
import { ScriptedMediaPort, ScriptedPlatform } from './testing/scripted-platform.ts';

for (const [args, named] of [
  [[], /one FILE.bin is needed/],
  [['a.bin', 'b.bin'], /one FILE.bin is needed/],
  [['a.bin', '--port', '0'], /--port 0/],
  [['a.bin', '--id', 'truck'], /--id truck/],
  [['a.bin', '--edition', '2011'], /--edition 2011/],
  [['a.bin', '--loop'], /--loop/],
] as const) {
  test(`replay ${args.join(' ')} is refused by its name`, () => {
    assert.throws(() => readReplay(args), named);
  });
}

const fileOf = (simDigits: string) => {
  const packetizer = new Packetizer();
  const picture = (channel: number, at: number) => ({
    simDigits,
    channel,
    dataType: at === 0 ? 0 : 1,
    payloadType: 99,
    timestampMs: BigInt(at),
    body: new Uint8Array(2000).fill(channel),
  });
  const packets = [0, 40, 80].flatMap((at) => [1, 5].flatMap((channel) => packetizer.packets(picture(channel, at))));
  return readReplayFile(new Uint8Array(Buffer.concat(packets.map(encodePacket))));
};

for (const [simDigits, id, registered, sent] of [
  ['001901305037', null, '001901305037', '001901305037'],
  ['00000866496077000001', null, '00000866496077000001', '00000866496077000001'],
  ['001901305037', '777', '000000000777', '000000000777'],
] as const) {
  test(
    `a file of ${simDigits}${id === null ? '' : ` under --id ${id}`} plays its channel 5`,
    { timeout: 60_000 },
    async () => {
      const platform = new ScriptedPlatform();
      const media = new ScriptedMediaPort();
      const port = await platform.listen();
      const tcpPort = await media.listen();
      const command = readReplay(['x.bin', '--port', String(port), ...(id === null ? [] : ['--id', id])]);
      assert.ok(command);
      const vehicle = replayVehicle(command, fileOf(simDigits));
      vehicle.start();
      await vehicle.whenOnline();
      assert.equal(platform.codec.identity?.phone, registered);
      const live = { address: '127.0.0.1', tcpPort, udpPort: 0, dataType: 0, streamType: 1 };
      const { videoCodec } = await platform.query(p9003QueryAvAttributes, {}, t1003AvAttributes);
      assert.equal(videoCodec, 99, 'the codec of the file');
      assert.equal(await platform.ask(p9101LiveRequest, { ...live, channel: 2 }), 1, 'not in the file');
      assert.equal(await platform.ask(p9101LiveRequest, { ...live, channel: 5 }), 0);
      await media.until(() => media.frames.length >= 7);
      assert.ok(media.frames.every(({ channel, sim, body }) => channel === 5 && sim === sent && body[0] === 5));
      await vehicle.stop();
      platform.close();
      media.close();
    },
  );
}
