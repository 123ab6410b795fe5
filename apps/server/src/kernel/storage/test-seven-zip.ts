// Opens 7z archives in tests, with 7-Zip itself.
import { createRequire } from 'node:module';
import type { SevenZipModuleFactory } from '7z-wasm';

/** Its types are those of a module that it is not. */
const SevenZip: SevenZipModuleFactory = createRequire(import.meta.url)('7z-wasm');

/** The files by their names. Rejects with what 7-Zip said when it does not open. */
export const openSevenZip = async (archive: Uint8Array, password: string): Promise<ReadonlyMap<string, Uint8Array>> => {
  const said: string[] = [];
  const tool = await SevenZip({
    print: (line) => void said.push(line),
    printErr: (line) => void said.push(line),
    stdin: () => -1, // it must not ask
  });
  tool.FS.writeFile('/a.7z', archive);
  tool.FS.mkdir('/out');
  const { exitCode } = process;
  try {
    tool.callMain(['x', '-y', `-p${password}`, '-o/out', '/a.7z']);
  } catch (error) {
    said.push(String(error));
  }
  process.exitCode = exitCode; // what it found is no verdict on the tests
  const names = tool.FS.readdir('/out').filter((name) => name !== '.' && name !== '..');
  if (!said.some((line) => line.includes('Everything is Ok'))) throw new Error(said.join('\n'));
  return new Map(names.map((name) => [name, tool.FS.readFile(`/out/${name}`)]));
};
