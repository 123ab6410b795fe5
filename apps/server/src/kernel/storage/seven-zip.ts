// A 7z archive of one file, packed and encrypted, its name too: 7zFormat.txt of 7-Zip, with Deflate and AES-256 in CBC mode. Takes tenths
// of a second for the key of the password: for worker threads only. Reading archives is not here.
import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { crc32, deflateRawSync } from 'node:zlib';

/** The SHA-256 of the password is taken over 2^19 rounds, as 7-Zip does. */
const ROUNDS_POWER = 19;
const ROUNDS_AT_ONCE = 1024;
const BLOCK = 16;
const FILETIME_OF_1970 = 116_444_736_000_000_000n;

const ids = {
  end: 0x00,
  header: 0x01,
  mainStreams: 0x04,
  files: 0x05,
  packInfo: 0x06,
  unpackInfo: 0x07,
  subStreams: 0x08,
  size: 0x09,
  crc: 0x0a,
  folder: 0x0b,
  unpackSize: 0x0c,
  names: 0x11,
  modified: 0x14,
  attributes: 0x15,
  encodedHeader: 0x17,
} as const;
const DEFLATE = [0x03, 0x04, 0x01, 0x08];
/** Three bits say that properties follow. */
const AES = [0x24, 0x06, 0xf1, 0x07, 0x01];
const SIGNATURE = [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0, 4];

/** Short numbers take one byte; the leading ones of the first byte count the bytes that follow it, lowest first. */
const number = (value: number): Buffer => {
  const rest: number[] = [];
  let first = 0;
  let left = value;
  for (let mask = 0x80; mask > 0; mask >>= 1) {
    if (left < mask) return Buffer.from([first | left, ...rest]);
    first |= mask;
    rest.push(left % 256);
    left = Math.floor(left / 256);
  }
  return Buffer.from([first, ...rest]);
};

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
const uint64 = (value: bigint | number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
};
const join = (...parts: readonly (Uint8Array | number)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'number' ? Buffer.from([part]) : part)));

const keyOf = (password: string, salt: Uint8Array): Buffer => {
  const round = join(salt, Buffer.from(password, 'utf16le'), uint64(0));
  const rounds = Buffer.concat(Array.from({ length: ROUNDS_AT_ONCE }, () => round));
  const hash = createHash('sha256');
  for (let done = 0; done < 2 ** ROUNDS_POWER; done += ROUNDS_AT_ONCE) {
    // The counter has eight bytes; the upper five are never needed.
    for (let i = 0; i < ROUNDS_AT_ONCE; i++) rounds.writeUIntLE(done + i, (i + 1) * round.length - 8, 3);
    hash.update(rounds);
  }
  return hash.digest();
};

type Sealed = { bytes: Buffer; coder: Buffer };

/** Zeros fill the last block: the size in the header says where it ends. */
const seal = (plain: Uint8Array, key: Uint8Array, salt: Uint8Array): Sealed => {
  const start = randomBytes(BLOCK);
  const cipher = createCipheriv('aes-256-cbc', key, start).setAutoPadding(false);
  const filled = Buffer.alloc(Math.ceil(plain.length / BLOCK) * BLOCK);
  filled.set(plain);
  // Both salt and start are there (the upper bits), of 16 bytes each (15 more than the bit).
  const properties = join(0xc0 | ROUNDS_POWER, 0xff, salt, start);
  return {
    bytes: Buffer.concat([cipher.update(filled), cipher.final()]),
    coder: join(...AES, number(properties.length), properties),
  };
};

const packInfo = (at: number, bytes: number): Buffer =>
  join(ids.packInfo, number(at), number(1), ids.size, number(bytes), ids.end);

export type PackedFile = { readonly name: string; readonly content: Uint8Array; readonly modifiedMs: number };

const filesInfo = ({ name, modifiedMs }: PackedFile): Buffer => {
  const names = join(0, Buffer.from(`${name}\0`, 'utf16le'));
  const time = join(1, 0, uint64(BigInt(modifiedMs) * 10_000n + FILETIME_OF_1970));
  const attributes = join(1, 0, uint32(0x20));
  return join(
    ids.files,
    number(1),
    ids.names,
    number(names.length),
    names,
    ids.modified,
    number(time.length),
    time,
    ids.attributes,
    number(attributes.length),
    attributes,
    ids.end,
  );
};

/** The archive as a whole. The file holds at least one byte. */
export const sevenZip = (file: PackedFile, password: string): Uint8Array<ArrayBuffer> => {
  const salt = randomBytes(BLOCK);
  const key = keyOf(password, salt);
  const deflated = deflateRawSync(file.content);
  const data = seal(deflated, key, salt);
  const header = join(
    ids.header,
    ids.mainStreams,
    packInfo(0, data.bytes.length),
    ids.unpackInfo,
    ids.folder,
    number(1),
    0,
    // Two steps: the first takes what the second gives, which takes the packed stream.
    number(2),
    Buffer.from(DEFLATE),
    data.coder,
    number(0),
    number(1),
    ids.unpackSize,
    number(file.content.length),
    number(deflated.length),
    ids.end,
    ids.subStreams,
    ids.crc,
    1,
    uint32(crc32(file.content)),
    ids.end,
    ids.end,
    filesInfo(file),
    ids.end,
  );
  const sealed = seal(header, key, salt);
  const next = join(
    ids.encodedHeader,
    packInfo(data.bytes.length, sealed.bytes.length),
    ids.unpackInfo,
    ids.folder,
    number(1),
    0,
    number(1),
    sealed.coder,
    ids.unpackSize,
    number(header.length),
    ids.crc,
    1,
    uint32(crc32(header)),
    ids.end,
    ids.end,
  );
  const start = join(uint64(data.bytes.length + sealed.bytes.length), uint64(next.length), uint32(crc32(next)));
  const archive = join(Buffer.from(SIGNATURE), uint32(crc32(start)), start, data.bytes, sealed.bytes, next);
  return Uint8Array.from(archive);
};
