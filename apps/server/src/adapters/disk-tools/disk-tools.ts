// The disks of this machine, by its own programs: lsblk and blkid tell, mkfs.ext4 formats. Programs are run without a shell, with fixed
// arguments, and for so long at most.
import { type ExecFileException, execFile } from 'node:child_process';
import { lstat, readFile, readdir, realpath, stat } from 'node:fs/promises';
import { FORMAT_MS } from '@outrider/contract';
import { AppError, errorText } from '../../kernel/errors.ts';
import { type BlockDevice, type DiskTools, allDevices } from '../../kernel/storage/disk-tools.ts';
import { readDevices } from './lsblk.ts';

const LOOK_MS = 10_000;
const OUTPUT_BYTES = 1024 * 1024;
/** blkid is asked for so many devices at most. */
const MAX_PROBED = 64;
const COLUMNS = 'NAME,PATH,TYPE,FSTYPE,SIZE,UUID,RO';
const NOTHING_FOUND = 2;
const AMBIVALENT = 8;
/** In a container, or as a user without rights, it stays so. */
const NEVER =
  /: (Permission denied|Operation not permitted|No such file or directory|No such device or address|No medium found)\s*$/;
const LOOPS = '/sys/block';
/** Programs of disks are where a user's own path need not lead. */
const PROGRAMS = '/usr/sbin:/usr/bin:/sbin:/bin';

type Ran = { failure: ExecFileException | null; stdout: string; stderr: string };

type Run = (program: string, words: readonly string[], timeout: number) => Promise<Ran>;

const runIn =
  (path: string): Run =>
  (program, words, timeout) =>
    new Promise((resolve) => {
      const env = { PATH: path, LC_ALL: 'C' };
      const bounds = { env, timeout, maxBuffer: OUTPUT_BYTES, killSignal: 'SIGKILL' } as const;
      execFile(program, words, bounds, (failure, stdout, stderr) => resolve({ failure, stdout, stderr }));
    });

const troubleOf = (program: string, { failure, stderr }: Ran): AppError => {
  if (failure?.code === 'ENOENT') return new AppError('unavailable', `${program} is not installed on this machine.`);
  if (failure?.killed === true) return new AppError('unavailable', `${program} did not end in time.`);
  const said = stderr.trim().split('\n').at(-1)?.trim() ?? '';
  return new AppError('unavailable', `${program}: ${said === '' ? errorText(failure) : said}`);
};

/** Whether blkid says that nothing is there, or nothing certain (its manual, EXIT CODES), or that this machine may never look. */
const findsNothing = ({ failure, stderr }: Ran): boolean =>
  failure?.code === AMBIVALENT || (failure?.code === NOTHING_FOUND && (stderr.trim() === '' || NEVER.test(stderr)));

/** As what a disk is told of which nothing can be read: it is not blank. */
const UNREADABLE = 'unreadable';

const TOO_MANY = 'Not looked at: too many disks of which nothing is known.';

/** A program that could not be started: that says nothing of a disk. */
const isNoProgram = ({ failure }: Ran): boolean => typeof failure?.code === 'string';

type Facts = Pick<BlockDevice, 'fstype' | 'uuid' | 'trouble'>;

/**
 * Without the daemon that knows file systems lsblk says nothing of them. One disk that is dying says nothing of the others: where blkid did not
 * get to say what it is, that is its trouble. Throws AppError `unavailable` where the machine can ask nothing.
 */
const probe = async (run: Run, path: string): Promise<Facts> => {
  const ran = await run('blkid', ['--probe', '--output', 'export', path], LOOK_MS);
  if (ran.failure !== null && !findsNothing(ran)) {
    const trouble = troubleOf('blkid', ran);
    if (isNoProgram(ran)) throw trouble;
    return { fstype: UNREADABLE, uuid: '', trouble: trouble.message };
  }
  const { stdout } = ran;
  const facts = new Map(stdout.split('\n').map((line) => [line.split('=', 1)[0] ?? '', line.replace(/^[^=]*=/, '')]));
  return { fstype: facts.get('TYPE') ?? '', uuid: facts.get('UUID') ?? '' };
};

const isUnknown = ({ fstype, uuid, sizeBytes, children }: BlockDevice): boolean =>
  fstype === '' && uuid === '' && sizeBytes > 0 && children.length === 0;

const probed = async (run: Run, devices: readonly BlockDevice[]): Promise<readonly BlockDevice[]> => {
  const unknown = allDevices(devices).filter(isUnknown);
  const looked = unknown.slice(0, MAX_PROBED);
  const found = new Map<BlockDevice, Facts>(
    await Promise.all(looked.map(async (each) => [each, await probe(run, each.path)] as const)),
  );
  // Nobody knows whether these are blank.
  for (const each of unknown.slice(MAX_PROBED))
    if (each.mountPoints.length === 0) found.set(each, { fstype: UNREADABLE, uuid: '', trouble: TOO_MANY });
  const withFacts = (device: BlockDevice): BlockDevice => ({
    ...device,
    ...found.get(device),
    children: device.children.map(withFacts),
  });
  return devices.map(withFacts);
};

const realPaths = async (devices: readonly BlockDevice[]): Promise<readonly BlockDevice[]> =>
  Promise.all(
    devices.map(async (device) => ({
      ...device,
      path: await realpath(device.path).catch(() => device.path),
      children: await realPaths(device.children),
    })),
  );

const look = async (run: Run): Promise<readonly BlockDevice[]> => {
  const ask = (mounts: string): Promise<Ran> =>
    run('lsblk', ['--json', '--bytes', '--output', `${COLUMNS},${mounts}`], LOOK_MS);
  const now = await ask('MOUNTPOINTS');
  // Older ones know a single mount point.
  const ran = now.failure !== null && now.failure.code !== 'ENOENT' ? await ask('MOUNTPOINT') : now;
  if (ran.failure !== null) throw troubleOf('lsblk', ran);
  return probed(run, await realPaths(readDevices(ran.stdout)));
};

/** Image files that loop devices have open. */
const attachedFiles = async (): Promise<ReadonlySet<string>> => {
  const names = await readdir(LOOPS).catch(() => []);
  const files = names
    .filter((name) => name.startsWith('loop'))
    .map((name) => readFile(`${LOOPS}/${name}/loop/backing_file`, 'utf8').catch(() => ''));
  return new Set((await Promise.all(files)).map((file) => file.trim()));
};

const imageAt = async (run: Run, path: string, sizeBytes: number): Promise<BlockDevice> => ({
  name: path,
  path,
  type: 'file',
  ...(await probe(run, path)),
  sizeBytes,
  mountPoints: [],
  readOnly: false,
  attached: (await attachedFiles()).has(await realpath(path)),
  children: [],
});

/** `path`: where the programs are looked for. */
export const createDiskTools = (path = PROGRAMS): DiskTools => {
  const run = runIn(path);
  let looking: Promise<readonly BlockDevice[]> | undefined;
  return {
    /** Who asks while it is looked already gets the same. */
    list: () => (looking ??= look(run).finally(() => (looking = undefined))),
    async find(name) {
      const own = await lstat(name).catch(() => undefined);
      if (own?.isFile() === true) return { image: await imageAt(run, name, own.size) };
      const target = await stat(name).catch(() => undefined);
      return target?.isBlockDevice() === true ? { device: await realpath(name) } : undefined;
    },
    async format(name) {
      // Once -F takes an image file without a question; what is mounted or in use would need it twice.
      const ran = await run('mkfs.ext4', ['-q', '-F', '-m', '0', '-E', 'nodiscard', name], FORMAT_MS);
      if (ran.failure !== null) throw troubleOf('mkfs.ext4', ran);
    },
  };
};

export const systemDiskTools = createDiskTools();
