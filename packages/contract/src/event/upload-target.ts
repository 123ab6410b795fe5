// Where files of events go: an FTP server as a plan names it, as an address or as the bare name of a server.
import { SECRET_MASK } from '../speak/setting.ts';

export type UploadTarget = {
  secure: boolean;
  host: string;
  port: number;
  user: string;
  password: string;
  /** Without '/' at its ends; '' for where the server begins. */
  folder: string;
};

export const UPLOAD_TARGET_RULE = 'The FTP target is ftp://user:password@server:port/folder, or ftps://.';
const FTP_PORT = 21;
const LONGEST_FOLDER = 200;

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

const parsed = (text: string): URL | undefined => {
  const address = text.includes('://') ? text : `ftp://${text}`;
  return URL.canParse(address) ? new URL(address) : undefined;
};

// oxlint-disable-next-line no-control-regex -- a line break would begin another command
const CONTROL = /[\0-\x1F\x7F]/;

/** Undefined where the text names no such server. */
export const readUploadTarget = (text: string): UploadTarget | undefined => {
  const url = parsed(text.trim());
  if (url === undefined || !['ftp:', 'ftps:'].includes(url.protocol) || url.hostname === '') return undefined;
  if (url.search !== '' || url.hash !== '') return undefined;
  const [user, password, path] = [url.username, url.password, url.pathname].map(decoded);
  if (user === undefined || password === undefined || path === undefined) return undefined;
  const parts = path.split('/').filter((part) => part !== '');
  const folder = parts.join('/');
  if (parts.includes('..') || folder.length > LONGEST_FOLDER || CONTROL.test(user + password + folder))
    return undefined;
  return {
    secure: url.protocol === 'ftps:',
    host: url.hostname.replaceAll(/^\[|\]$/g, ''),
    port: url.port === '' ? FTP_PORT : Number(url.port),
    user: user === '' ? 'anonymous' : user,
    password,
    folder,
  };
};

/** The address of a file there, without the password. */
export const shownUpload = (text: string, remotePath: string): string => {
  const target = readUploadTarget(text);
  if (target === undefined) return remotePath;
  const { secure, host, port, user } = target;
  const shownHost = host.includes(':') ? `[${host}]` : host;
  const at = user === 'anonymous' ? '' : `${encodeURIComponent(user)}@`;
  return `${secure ? 'ftps' : 'ftp'}://${at}${shownHost}${port === FTP_PORT ? '' : `:${port}`}/${remotePath}`;
};

/**
 * What stands before the password, the password, the server. As URLs are read: up to the first '/' behind those of the scheme, of which
 * there may be any number, the last '@' ends the password and the first ':' begins it. Wider than what is a target, since a plan that is
 * off keeps what is none.
 */
const AUTHORITY = /^((?:[^/\\@:]*:(?=\s*[/\\])[/\\\s]*)?[^/:]*:)([^/]*)(@[^/@]*)/;

/** The same text with a mask in the place of its password. */
export const maskedUpload = (text: string): string =>
  text.replace(AUTHORITY, (_all, before: string, _password, server: string) => `${before}${SECRET_MASK}${server}`);

/**
 * What is meant by a text that holds the mask: the password that is stored, for that very user and server alone, or it could be had by
 * naming another server. Undefined where nothing is.
 */
export const unmaskedUpload = (text: string, stored: string): string | undefined => {
  const [authority, , password] = AUTHORITY.exec(text) ?? [];
  if (authority === undefined || password !== SECRET_MASK) return text;
  const [known] = AUTHORITY.exec(stored) ?? [];
  if (known === undefined || maskedUpload(known) !== authority) return undefined;
  return `${known}${text.slice(authority.length)}`;
};
