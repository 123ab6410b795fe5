// Custom events as tasks of footage: those that are not over, and the newest that are.
import { CUSTOM_DOWNLOAD } from '@outrider/contract';
import type { FootageTask, FootageTasks } from '../remote-playback/index.ts';
import type { CustomEventStore, Standing, TriedRequest } from './store.ts';

export const taskName = (id: number): string => `custom-${id}`;

type Kit = { store: Pick<CustomEventStore, 'read' | 'unfinished'>; standing: (id: number) => Standing | undefined };

const taskOf = (request: TriedRequest, { state }: Standing): FootageTask => {
  const { id, message } = request;
  const isOpen = state === 'waiting' || state === 'fetching';
  return {
    ...request,
    id: taskName(id),
    code: CUSTOM_DOWNLOAD,
    eventSerial: 0,
    state: isOpen ? 'waiting' : state === 'done' || state === 'partial' ? 'done' : 'failed',
    message: state === 'cancelled' && message === '' ? 'cancelled' : message,
  };
};

export const footageTasks = async ({ store, standing }: Kit, limit: number, open: number): Promise<FootageTasks> => {
  const [waiting, newest] = await Promise.all([store.unfinished(limit), store.read(Number.MAX_SAFE_INTEGER, limit)]);
  const byId = new Map([...waiting, ...newest].map((request) => [request.id, request]));
  return { open, tasks: [...byId.values()].map((request) => taskOf(request, standing(request.id) ?? request)) };
};
