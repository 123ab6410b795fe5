// One entry of the talk log, and what the news of a talk make of it. No storage here.
import type { Topics } from '../../kernel/topics.ts';

/**
 * A device of a talk. `result` is 'open' while it goes on, 'talked' after the device was connected, 'interrupted' when the server
 * stopped before the end, else why it came to nothing: offline, refused, timeout, busy, limit, or ended before it dialled in.
 * Times in UTC ms; `spokenMs` is how long the operator's microphone was open while the device could hear.
 */
export type TalkEntry = {
  id: number;
  talkId: string;
  userId: number;
  userName: string;
  address: string;
  mode: 'talk' | 'listen' | 'broadcast';
  deviceKey: number;
  deviceId: string;
  result: string;
  message: string;
  startedMs: number;
  connectedMs: number | null;
  endedMs: number | null;
  spokenMs: number;
};

export type NewEntry = Omit<TalkEntry, 'id'>;

export const entryOf = ({ state, ...news }: Topics['talk.changed']): NewEntry => {
  if (news.endedMs === null) return { ...news, result: 'open' };
  return { ...news, result: news.connectedMs === null ? state : 'talked', spokenMs: Math.round(news.spokenMs) };
};
