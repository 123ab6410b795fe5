// The hash that stands for the password on the wire. crypto.subtle is missing on plain http, hence a library.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** SHA-256 of the password's UTF-8 bytes, 64 upper-case hex digits. */
export const hashPassword = (password: string): string => bytesToHex(sha256(utf8ToBytes(password))).toUpperCase();
