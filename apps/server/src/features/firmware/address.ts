// The addresses that devices fetch firmware from: those of our own store open with a token, others go as they are.
import { FIRMWARE_PATH, type FirmwareWay } from '@outrider/contract';
import { AppError } from '../../kernel/errors.ts';

const SCHEME = /^[a-z]+:\/\//i;
const ID = /^[0-9a-f]{32}$/;
/** `…_2.0_2.1.bin`: files of the active-safety standard name the version that is needed and the one that they are. */
const NAMED_VERSION = /_([^_]+)\.[^._]+$/;

const parsed = (url: string): URL | null => {
  const whole = SCHEME.test(url) ? url : `http://${url}`;
  return URL.canParse(whole) ? new URL(whole) : null;
};

/** The id in a link of a firmware store; undefined for an address elsewhere. */
export const firmwareIdOf = (url: string): string | undefined => {
  const address = parsed(url);
  const id = address?.searchParams.get('id') ?? '';
  return address?.pathname === FIRMWARE_PATH && ID.test(id) ? id : undefined;
};

/** Throws `invalid`: what lies elsewhere is not here to be cut into packets. */
export const assertWay = (url: string, way: FirmwareWay): void => {
  if (way === 'packets' && firmwareIdOf(url) === undefined)
    throw new AppError('invalid', 'Only a file of the firmware store can be sent in packets.');
};

export type Fetching = {
  url: string;
  /** Of our own store: opens the file for one device. */
  token: string | undefined;
  /** Our own store speaks TLS. */
  secure: boolean;
  user: string | undefined;
  password: string | undefined;
};

/** What the device is told, with name and password in it. Undefined for what is no address. */
export const addressFor = ({ url, token, secure, user, password }: Fetching): string | undefined => {
  const address = parsed(url);
  if (address === null) return undefined;
  if (token !== undefined) {
    address.protocol = secure ? 'https:' : 'http:';
    address.searchParams.set('t', token);
  }
  if (user !== undefined) address.username = encodeURIComponent(user);
  if (password !== undefined) address.password = encodeURIComponent(password);
  return address.href.replaceAll(';', '%3B'); // it stands between semicolons
};

/** For people and for the table. */
export const shownAddress = (url: string): string => {
  const address = parsed(url);
  if (address === null || (address.username === '' && address.password === '')) return url;
  address.username = '';
  address.password = '';
  return address.href;
};

/** The version in the name of a file that follows the standard; '' for others. */
export const versionInName = (fileName: string): string =>
  /^\d\d_/.test(fileName) && fileName.split('_').length >= 5 ? (NAMED_VERSION.exec(fileName)?.[1] ?? '') : '';
