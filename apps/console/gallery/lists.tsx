// The tree and the checklist of devices, over a made-up fleet that is large enough to scroll.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { postUserInfo, q05Device } from '@outrider/contract';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../src/lib/i18n.ts';
import { decodeDevice } from '../src/live/decode-device.ts';
import { devices } from '../src/live/stores.ts';
import { DeviceChecklist } from '../src/parts/device-picker/device-checklist.tsx';
import { usePicker } from '../src/parts/device-picker/use-picker.ts';
import { Icon } from '../src/ui/icon.tsx';
import { Tree } from '../src/ui/tree.tsx';
import styles from './gallery.module.css';
import { Sample, Section } from './sample.tsx';

const FLEET = 2000;
const wire = q05Device.example.reply.Z;
devices.replaceAll(
  Array.from({ length: FLEET }, (_, n) =>
    decodeDevice({ ...wire, deviceid: String(13_800_000_000 + n), vehicleid: `TRK-${n}`, registered: 1 }),
  ).filter((device) => device !== undefined),
);
// The server knows nobody here: what is asked of it stays open.
const queries = new QueryClient({ defaultOptions: { queries: { enabled: false, staleTime: Infinity } } });
queries.setQueryData([postUserInfo.method, postUserInfo.path], { childrens: [{ groupid: '2', name: 'North' }] });

const Checklist = (): ReactElement => {
  const [ticked, setTicked] = useState<readonly string[]>(['13800000001']);
  return <DeviceChecklist picker={usePicker(ticked, setTicked)} />;
};

const depots = ['North', 'East', 'South'] as const;
const TRUCKS = 40;

const flip = (set: ReadonlySet<string>, key: string): ReadonlySet<string> =>
  new Set(set.has(key) ? [...set].filter((each) => each !== key) : [...set, key]);

/** Depots with their trucks; the trucks are ticked. */
const Groups = (): ReactElement => {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set(['North']));
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set(['North/2']));
  const nodes = depots.flatMap((depot, at) => [
    { key: depot, level: 1, place: at + 1, of: depots.length, open: open.has(depot), name: t(depot) },
    ...Array.from({ length: open.has(depot) ? TRUCKS : 0 }, (_, n) => ({
      key: `${depot}/${n}`,
      level: 2,
      place: n + 1,
      of: TRUCKS,
      open: undefined,
      name: `TRK-${at}${n}`,
    })),
  ]);
  return (
    <div className={styles.list}>
      <Tree
        label={t('Group filter')}
        nodes={nodes}
        checked={({ key, level }) => (level === 2 ? ticked.has(key) : undefined)}
        onAct={({ key, level }) => (level === 2 ? setTicked(flip(ticked, key)) : setOpen(flip(open, key)))}
        onFold={({ key }) => setOpen(flip(open, key))}
      >
        {({ open: isOpen, name }) => (
          <>
            {isOpen !== undefined && <Icon name={isOpen ? 'down' : 'right'} size={12} />}
            <bdi>{name}</bdi>
          </>
        )}
      </Tree>
    </div>
  );
};

export const Lists = (): ReactElement => (
  <Section name="Tree and DeviceChecklist">
    <Sample state="tree">
      <Groups />
    </Sample>
    <Sample state="checklist" wide>
      <QueryClientProvider client={queries}>
        <Checklist />
      </QueryClientProvider>
    </Sample>
  </Section>
);
