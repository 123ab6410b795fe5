// Decides by structure whether a packet has a SIM field of 6 or 10 bytes. The standard says 6; nothing in the packet tells.
// Pure: what earlier packets of the connection said is passed in by packet-splitter.ts.
import {
  DATA_TYPE,
  headerLength,
  MAGIC_BYTES,
  readSimDigits,
  STAMP_BYTES,
  SUBPACKAGE,
  type SimBytes,
} from './packet.ts';

/** What is known beside the bytes: the size the last packets had, and whether a SIM belongs to a pending request. */
export type SimHints = {
  readonly previous: SimBytes | null;
  readonly isExpectedSim?: ((simDigits: string) => boolean) | undefined;
};

/** `packet`: a packet of `length` bytes. `wait`: at least `needed` bytes from the magic on. `refuse`: no packet begins here. */
export type SizeDecision =
  | { readonly kind: 'packet'; readonly simBytes: SimBytes; readonly length: number }
  | { readonly kind: 'wait'; readonly needed: number }
  | { readonly kind: 'refuse' };

/**
 * `refused`: impossible. `open`: bytes are missing. `ends`: complete, the data ends there or inside the next magic.
 * `followed`: complete and the next magic stands behind it, the strongest evidence there is.
 */
type Standing = 'refused' | 'open' | 'ends' | 'followed';

type Candidate = {
  readonly simBytes: SimBytes;
  readonly standing: Standing;
  /** Length of the whole packet; while the length field is missing, what is needed to see it. */
  readonly length: number;
  readonly hasEmptyBody: boolean;
  readonly score: number;
};

const REFUSE: SizeDecision = { kind: 'refuse' };

/** Decides for the magic at `offset`, looking at all bytes behind it. */
export const decideSimSize = (bytes: Uint8Array, offset: number, hints: SimHints): SizeDecision => {
  const six = judge(bytes, offset, 6, hints);
  const ten = judge(bytes, offset, 10, hints);
  if (six.standing === 'refused') return soleCandidate(ten);
  if (ten.standing === 'refused') return soleCandidate(six);
  const [better, other] = ten.score > six.score ? [ten, six] : [six, ten];
  if (better.standing === 'followed') return accept(better);
  if (other.standing === 'followed') return accept(other);
  // An empty body is too little to believe while the other reading still wants bytes: a 10-byte SIM can look like one.
  if (better.standing === 'ends' && !(better.hasEmptyBody && other.standing === 'open')) return accept(better);
  // Else wait: for whichever is open, or for the bytes behind the one that is complete.
  const available = bytes.length - offset;
  return { kind: 'wait', needed: Math.max(available + 1, Math.min(bytesToDecide(better), bytesToDecide(other))) };
};

/** An open candidate needs its own bytes, a complete one the magic behind it. */
const bytesToDecide = (candidate: Candidate): number =>
  candidate.length + (candidate.standing === 'open' ? 0 : MAGIC_BYTES);

/**
 * Decides for one given size; `strict` also wants the next magic, or the end of the data, behind the packet. `isWhole`: nothing comes
 * behind these bytes, as in a datagram.
 */
export const checkSimSize = (
  bytes: Uint8Array,
  offset: number,
  simBytes: SimBytes,
  strict: boolean,
  isWhole = false,
): SizeDecision => {
  const length = candidateLength(bytes, offset, simBytes, isWhole);
  if (length === null) return REFUSE;
  if (offset + length > bytes.length) return { kind: 'wait', needed: length };
  return strict && !mayFollow(bytes, offset + length) ? REFUSE : { kind: 'packet', simBytes, length };
};

/** False when the bytes at `offset` cannot be the next packet's magic; true at the end of the data. */
export const mayFollow = (bytes: Uint8Array, offset: number): boolean =>
  followers(bytes, offset) === Math.min(MAGIC_BYTES, bytes.length - offset);

const soleCandidate = (candidate: Candidate): SizeDecision => {
  if (candidate.standing === 'refused') return REFUSE;
  return candidate.standing === 'open' ? { kind: 'wait', needed: candidate.length } : accept(candidate);
};

const accept = (candidate: Candidate): SizeDecision => ({
  kind: 'packet',
  simBytes: candidate.simBytes,
  length: candidate.length,
});

const judge = (bytes: Uint8Array, offset: number, simBytes: SimBytes, hints: SimHints): Candidate => {
  const length = candidateLength(bytes, offset, simBytes);
  if (length === null) return { simBytes, standing: 'refused', length: 0, hasEmptyBody: false, score: 0 };
  const score = scoreOf(bytes, offset, simBytes, hints);
  const end = offset + length;
  const dataType = (bytes[offset + 9 + simBytes] ?? 0) >> 4;
  const hasEmptyBody = length === headerLength(dataType, simBytes);
  let standing: Standing = bytes.length - end >= MAGIC_BYTES ? 'followed' : 'ends';
  if (end > bytes.length) standing = 'open';
  else if (!mayFollow(bytes, end)) standing = 'refused';
  return { simBytes, standing, length, hasEmptyBody, score };
};

/** The packet's length, or the bytes needed to see the length field; null when data type or flag are impossible. */
const candidateLength = (bytes: Uint8Array, offset: number, simBytes: SimBytes, isWhole = false): number | null => {
  const types = bytes[offset + 9 + simBytes];
  if (types === undefined) return 10 + simBytes;
  if (types >> 4 > DATA_TYPE.transparent || (types & 0x0f) > SUBPACKAGE.middle) return null;
  const header = headerLength(types >> 4, simBytes);
  return types >> 4 === DATA_TYPE.transparent
    ? transparentLength(bytes, offset, header, isWhole)
    : lengthBehind(bytes, offset, header);
};

/**
 * Some recorders put the time stamp of sound on transparent packets as well. The packet that follows tells which layout it is; while
 * none is in sight the answer is what has to come to see more. With nothing behind it the standard's layout counts, unless that has
 * no body at all: the first bytes of a time stamp look like that.
 */
const transparentLength = (bytes: Uint8Array, offset: number, header: number, isWhole: boolean): number => {
  const length = lengthBehind(bytes, offset, header);
  const stamped = lengthBehind(bytes, offset, header + STAMP_BYTES);
  const [end, stampedEnd] = [offset + length, offset + stamped];
  if (followers(bytes, end) === MAGIC_BYTES) return length;
  if (followers(bytes, stampedEnd) === MAGIC_BYTES) return stamped;
  if (end > bytes.length)
    return isWhole ? stamped : Math.min(length, Math.max(stamped + MAGIC_BYTES, bytes.length - offset + 1));
  if (!mayFollow(bytes, end)) return stampedEnd > bytes.length || mayFollow(bytes, stampedEnd) ? stamped : length;
  return length === header && !isWhole ? header + STAMP_BYTES : length;
};

/** Header and body by the length field at the end of a header of so many bytes; the header alone while the field is missing. */
const lengthBehind = (bytes: Uint8Array, offset: number, header: number): number => {
  const high = bytes[offset + header - 2];
  const low = bytes[offset + header - 1];
  return high === undefined || low === undefined ? header : header + high * 256 + low;
};

/** How many bytes of "01cd" stand at `offset`, 0 to 4. */
const followers = (bytes: Uint8Array, offset: number): number => {
  if (bytes[offset] !== 0x30) return 0;
  if (bytes[offset + 1] !== 0x31) return 1;
  if (bytes[offset + 2] !== 0x63) return 2;
  return bytes[offset + 3] === 0x64 ? 4 : 3;
};

/** Evidence for a size, each kind heavier than all after it; on a tie `decideSimSize` prefers 6 bytes. */
const scoreOf = (bytes: Uint8Array, offset: number, simBytes: SimBytes, hints: SimHints): number => {
  const types = bytes[offset + 9 + simBytes];
  if (types === undefined) return 0;
  const payloadType = (bytes[offset + 5] ?? 0) & 0x7f;
  const simDigits = readSimDigits(bytes, offset, simBytes);
  // An expected SIM counts before the payload type, which some devices set wrong on audio.
  let score = hints.isExpectedSim?.(simDigits) === true ? 16 : 0;
  if (agrees(payloadType, types >> 4)) score += 8;
  if (startsWithNal(bytes, offset + headerLength(types >> 4, simBytes), types)) score += 4;
  if (hints.previous === simBytes) score += 2;
  if (!/[a-f]/.test(simDigits)) score += 1;
  return score;
};

const agrees = (payloadType: number, dataType: number): boolean => {
  if (dataType === DATA_TYPE.audio) return payloadType >= 1 && payloadType <= 28;
  if (dataType === DATA_TYPE.transparent) return payloadType === 91;
  return payloadType >= 98 && payloadType <= 101;
};

/** Whole video frames and first sub-packages begin with an Annex-B start code in all recordings. */
const startsWithNal = (bytes: Uint8Array, at: number, types: number): boolean => {
  if (types >> 4 > DATA_TYPE.videoB || (types & 0x0f) > SUBPACKAGE.first) return false;
  if (bytes[at] !== 0 || bytes[at + 1] !== 0) return false;
  return bytes[at + 2] === 1 || (bytes[at + 2] === 0 && bytes[at + 3] === 1);
};
