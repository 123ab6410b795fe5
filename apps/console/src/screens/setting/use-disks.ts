// The disks of the server (S03 lsblk), and formatting one of them. While one is formatted no lists are polled.
import { FORMAT_MS, type BlockDevices, s03SystemCommand } from '@outrider/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { live } from '../../live/index.ts';
import { t } from '../../lib/i18n.ts';
import { type Stop, systemClock } from '../../lib/time.ts';
import { showFailure, showToast } from '../../ui/toast.ts';

/** The disk that was formatted is known by its new UUID some seconds later. */
const SETTLED_MS = 5000;
/** How long the answer may take beyond the format itself. */
const SLACK_MS = 30_000;

const askDisks = async (): Promise<BlockDevices> => {
  const { Z } = await live().connection.ask(s03SystemCommand, { A: 'lsblk' });
  return Z !== undefined && 'blockdevices' in Z ? Z : { blockdevices: [], formatting: '', allowed: false };
};

const format = async (name: string): Promise<void> => {
  const { connection } = live();
  connection.pausePolling(true);
  try {
    await connection.ask(s03SystemCommand, { A: 'format', D: name }, FORMAT_MS + SLACK_MS);
  } finally {
    connection.pausePolling(false);
  }
};

const tellLoaded = (): void => showToast('success', t('load lsblk success'), '', { id: 'lsblk' });

export type Disks = {
  readonly data: BlockDevices | undefined;
  readonly error: Error | null;
  readonly loading: boolean;
  /** What is being formatted, here or elsewhere; '' for nothing. */
  readonly formatting: string;
  reload: () => void;
  format: (name: string) => void;
};

export const useDisks = (): Disks => {
  const [own, setOwn] = useState('');
  const later = useRef<Stop>(() => undefined);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['S03', 'lsblk'],
    queryFn: askDisks,
    // Somebody else formats: this page hears of the end by asking.
    refetchInterval: ({ state }) => ((state.data?.formatting ?? '') === '' ? false : SETTLED_MS),
    refetchOnWindowFocus: false,
  });
  const isLoaded = data !== undefined;
  useEffect(() => {
    if (isLoaded) tellLoaded();
  }, [isLoaded]);
  useEffect(() => () => later.current(), []);
  const load = async (): Promise<void> => {
    if ((await refetch()).isSuccess) tellLoaded();
  };
  const begin = async (name: string): Promise<void> => {
    setOwn(name);
    try {
      await format(name);
      showToast('success', t('{name} was formatted', { name }));
    } catch (failure) {
      showFailure(t('Format disk {name}', { name }), failure);
    }
    setOwn('');
    later.current();
    later.current = systemClock.after(SETTLED_MS, () => void load());
  };
  return {
    data,
    error,
    loading: isFetching,
    formatting: own === '' ? (data?.formatting ?? '') : own,
    reload: () => void load(),
    format: (name) => void begin(name),
  };
};
