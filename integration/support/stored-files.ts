// What the file store has, from outside: the rows that its list gives, and the bytes that lie on its disk.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Json, asList, httpCall } from './operator.ts';
import { HOST } from './server.ts';
import type { ServerProcess } from './server-process.ts';

/** A file as the list names it. `sound`: exactly these bytes lie on the disk. */
export type ListedFile = Json & { id: number; deviceid: string; name: string; sha256: string; sound: boolean };
/** `unlisted`: files on the disk that no row of the list is about. */
export type StoredFiles = { listed: ListedFile[]; unlisted: number };

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const PAGE = 1000;

const listAll = async ({ ports, admin }: ServerProcess): Promise<Json[]> => {
  const files: Json[] = [];
  for (;;) {
    const before = files.at(-1)?.['id'];
    const input = { limit: PAGE, ...(before !== undefined && { before }) };
    const { body } = await httpCall(ports.http, 'POST', '/gkevent/files', { account: admin, input });
    const page = asList(body);
    files.push(...page);
    if (page.length < PAGE) return files;
  }
};

/** The SHA-256 of every file on the disk, by the name it has there. One that is moved meanwhile is left out. */
const hashesOnDisk = async (data: string): Promise<Map<string, string>> => {
  const entries = await readdir(join(data, 'files'), { recursive: true, withFileTypes: true });
  const hashes = new Map<string, string>();
  for (const { name, parentPath } of entries.filter((entry) => entry.isFile())) {
    const bytes = await readFile(join(parentPath, name)).catch(() => undefined);
    if (bytes !== undefined) hashes.set(name, sha256Of(bytes));
  }
  return hashes;
};

/** The list first: what is on the disk without a row is known by then. */
export const readStoredFiles = async (server: ServerProcess, data: string): Promise<StoredFiles> => {
  const rows = await listAll(server);
  const left = new Map<string, number>();
  for (const hash of (await hashesOnDisk(data)).values()) left.set(hash, (left.get(hash) ?? 0) + 1);
  const listed = rows.map((row): ListedFile => {
    const [id, deviceid, name, sha256] = [
      Number(row['id']),
      ...['deviceid', 'name', 'sha256'].map((key) => String(row[key])),
    ];
    const copies = left.get(sha256 ?? '') ?? 0;
    left.set(sha256 ?? '', Math.max(0, copies - 1));
    return { ...row, id, deviceid: deviceid ?? '', name: name ?? '', sha256: sha256 ?? '', sound: copies > 0 };
  });
  return { listed, unlisted: [...left.values()].reduce((sum, copies) => sum + copies, 0) };
};

/** The bytes as a person gets them. */
export const fetchFile = async ({ ports, admin }: ServerProcess, id: number): Promise<Uint8Array> => {
  const authorization = `Basic ${Buffer.from(`${admin.user}:${admin.hash}`).toString('base64')}`;
  const response = await fetch(`http://${HOST}:${ports.http}/gkevent/file/${id}`, { headers: { authorization } });
  return new Uint8Array(await response.arrayBuffer());
};
