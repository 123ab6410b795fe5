// Faces over the wire, for the tests of them: records, photos by U02 and PUT, slots of devices by web.cgi.
import { type Json, asJson, asList, Channel, httpCall } from './operator.ts';
import { type Account, HOST, type Server } from './server.ts';
import { until } from './until.ts';

export type Asked = Pick<Server, 'ports' | 'admin'>;

const basic = ({ user, hash }: Account): string => `Basic ${Buffer.from(`${user}:${hash}`).toString('base64')}`;

export const faceCall = (
  { ports, admin }: Asked,
  method: 'POST' | 'PUT' | 'DELETE',
  path: 'faces' | 'facephotos' | 'facepush',
  input: Json = {},
  account: Account = admin,
) => httpCall(ports.http, method, `/gkserver/${path}`, { account, input });

export const listFaces = async (server: Asked): Promise<Json[]> =>
  asList((await faceCall(server, 'POST', 'faces')).body);
export const listPhotos = async (server: Asked): Promise<Json[]> =>
  asList((await faceCall(server, 'POST', 'facephotos')).body);

/** Gives the number of the new face. */
export const addFace = async (server: Asked, words: Json = {}): Promise<number> => {
  const { body } = await faceCall(server, 'PUT', 'faces', words);
  return Number(asList(body)[0]?.['faceid']);
};

/** Announces a photo; gives the answer, whose Z is the path. */
export const announcePhoto = async (server: Asked, letters: Json): Promise<Json> => {
  const channel = await Channel.signedIn(server);
  const [answer] = await channel.ask('U02', letters);
  channel.close();
  return asJson(answer);
};

export const putPhoto = async (server: Asked, path: string, bytes: Uint8Array) => {
  const headers = { authorization: basic(server.admin), 'content-type': 'application/octet-stream' };
  const url = `http://${HOST}:${server.ports.http}${path}`;
  const response = await fetch(url, { method: 'PUT', headers, body: Buffer.from(bytes) });
  return { status: response.status, body: asJson(await response.json()) };
};

/** Gives the id of the photo. */
export const addPhoto = async (
  server: Asked,
  faceid: number,
  bytes: Uint8Array,
  extension = 'png',
): Promise<string> => {
  const { Z } = await announcePhoto(server, { A: faceid, B: extension, C: bytes.length });
  const { body } = await putPhoto(server, String(Z), bytes);
  return String(asJson(body['photo'])['photoid']);
};

/** pic.cgi on the stream port. */
export const picture = (server: Asked, query: Record<string, string>, account?: Account): Promise<Response> =>
  fetch(`http://${HOST}:${server.ports.stream}/pic.cgi?${new URLSearchParams(query).toString()}`, {
    headers: account === undefined ? {} : { authorization: basic(account) },
  });

/** One type of web.cgi with name and hash in the body, as programs send it. */
export const slotPage = async (server: Asked, type: string, fields: Json) => {
  const { user, hash } = server.admin;
  const response = await fetch(`http://${HOST}:${server.ports.stream}/web.cgi?type=${type}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...fields, user, password: hash }),
  });
  const body: unknown = await response.json();
  return { status: response.status, body };
};

export const isOnline = (server: Asked, id: string): Promise<unknown> =>
  until(`${id} is on line`, async () => {
    const channel = await Channel.signedIn(server);
    const { Z } = await channel.get('Q05', { I: id });
    channel.close();
    return Number(asJson(Z)['status']) > 0;
  });
