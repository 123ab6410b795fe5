// Faces in the vendor block (docs/reference/vendor-block.md): the slots of the recorder. A photo is fetched from the address that comes
// with it, compared with its MD5, and kept in the state file.
import { createHash } from 'node:crypto';
import { request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { encodeVendorBlock, t0900TransparentUp, VENDOR_BODY_BYTES, VENDOR_RESULT } from '@outrider/jt808';
import type { VendorBody, VendorCommand } from '@outrider/jt808';
import type { SignalLink } from '../../link/signal-link.ts';
import type { Device } from '../device.ts';

/** Slots are numbered from 1. */
const CAPACITY = 16;
const MAX_PHOTO_BYTES = 4_194_304;
const FETCH_MS = 20_000;
const MAX_TEXT = 64;

type Asked = Readonly<Record<string, unknown>>;
type Reply = { readonly result: number; readonly body?: VendorBody };
type Words = { readonly name: string; readonly idCard: string };

export const FACE_COMMANDS = ['list-faces', 'write-face', 'remove-face', 'read-face'] as const;
export type FaceCommand = (typeof FACE_COMMANDS)[number];
export const isFaceCommand = (name: VendorCommand | undefined): name is FaceCommand =>
  FACE_COMMANDS.some((known) => known === name);

const json = (value: object): VendorBody => ({ json: JSON.stringify(value) });
const failed = (why: string): Reply => ({ result: VENDOR_RESULT.failed, body: json({ why }) });
const malformed: Reply = { result: VENDOR_RESULT.malformed };
const done = (value: object): Reply => ({ result: VENDOR_RESULT.done, body: json(value) });

const slotOf = ({ slot }: Asked): number | null =>
  typeof slot === 'number' && Number.isInteger(slot) && slot >= 1 && slot <= CAPACITY ? slot : null;
const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' && value.length <= MAX_TEXT ? value : null;

/** Sends the answer when there is one: a photo takes its time. */
export const answerFace = (
  device: Device,
  link: SignalLink,
  { name, command, serial, asked }: { name: FaceCommand; command: number; serial: number; asked: Asked },
): void => {
  if (device.options.faults.faces === 'silent') return;
  const answer = ({ result, body = null }: Reply): void => {
    link.send(t0900TransparentUp, encodeVendorBlock({ command, serial, result, body }));
  };
  if (name === 'write-face') writeFace(device, asked, answer);
  else answer(RUN[name](device, asked));
};

const RUN: Record<Exclude<FaceCommand, 'write-face'>, (device: Device, asked: Asked) => Reply> = {
  'list-faces': ({ kept: { faces } }) =>
    done({
      capacity: CAPACITY,
      slots: [...faces]
        .toSorted(([a], [b]) => a - b)
        .map(([slot, { name, idCard, md5, atMs, photo }]) => ({
          slot,
          name,
          idCard,
          md5,
          sizeBytes: Buffer.from(photo, 'base64').length,
          atMs,
        })),
    }),
  'remove-face': (device, asked) => {
    const slot = slotOf(asked);
    if (slot === null) return malformed;
    if (!device.kept.faces.delete(slot)) return failed('the slot is empty');
    device.log.add(`face removed: slot ${slot}`);
    device.saveState();
    return done({ slot, atMs: device.deviceNow() });
  },
  'read-face': ({ kept: { faces } }, asked) => {
    const slot = slotOf(asked);
    const face = slot === null ? undefined : faces.get(slot);
    if (face === undefined) return slot === null ? malformed : failed('the slot is empty');
    const offset = typeof asked['offset'] === 'number' ? asked['offset'] : 0;
    const photo = Buffer.from(face.photo, 'base64');
    return {
      result: VENDOR_RESULT.done,
      body: { binary: new Uint8Array(photo.subarray(offset, offset + VENDOR_BODY_BYTES)) },
    };
  },
};

const writeFace = (device: Device, asked: Asked, answer: (reply: Reply) => void): void => {
  const slot = slotOf(asked);
  const [name, idCard] = [textOf(asked['name']), textOf(asked['idCard'])];
  if (slot === null || name === null || idCard === null) {
    answer(malformed);
    return;
  }
  const { url, md5 } = asked;
  if (url === undefined) {
    const face = device.kept.faces.get(slot);
    answer(face === undefined ? failed('the slot is empty') : keep(device, slot, { name, idCard }, face));
    return;
  }
  if (typeof url !== 'string' || typeof md5 !== 'string' || !/^https?:/.test(url) || !URL.canParse(url)) {
    answer(malformed);
    return;
  }
  fetchPhoto(url, (photo) => {
    if (photo === null) answer(failed('the photo could not be fetched'));
    else if (hashed(device, photo) !== md5) answer(failed('the photo arrived damaged'));
    else answer(keep(device, slot, { name, idCard }, { md5, photo: photo.toString('base64') }));
  });
};

const hashed = (device: Device, photo: Buffer): string => {
  const hash = createHash('md5').update(photo);
  if (device.options.faults.faces === 'damaged') hash.update('!');
  return hash.digest('hex');
};

const keep = (device: Device, slot: number, words: Words, { md5, photo }: { md5: string; photo: string }): Reply => {
  const atMs = device.deviceNow();
  device.kept.faces.set(slot, { ...words, md5, photo, atMs });
  device.log.add(`face written: slot ${slot}`);
  device.saveState();
  return done({ slot, md5, atMs });
};

/** Null where it does not come whole. Certificates are not looked at, as recorders do not. */
const fetchPhoto = (url: string, then: (photo: Buffer | null) => void): void => {
  const pieces: Buffer[] = [];
  let over = false;
  const end = (photo: Buffer | null): void => {
    if (over) return;
    over = true;
    request.destroy();
    then(photo);
  };
  const send = url.startsWith('https:') ? overHttps : overHttp;
  const request = send(url, { rejectUnauthorized: false, timeout: FETCH_MS }, (response) => {
    let bytes = 0;
    if (response.statusCode !== 200) {
      end(null);
      return;
    }
    response.on('data', (piece: Buffer) => {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes > MAX_PHOTO_BYTES) end(null);
    });
    response.on('error', () => end(null));
    response.on('end', () => end(response.complete ? Buffer.concat(pieces) : null));
  });
  request.on('timeout', () => end(null));
  request.on('error', () => end(null));
  request.end();
};
