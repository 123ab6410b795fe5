// Talks for components: one after another, each ended with the component or by the next.
import { getProtocol } from '@outrider/contract';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { useCall } from '../../lib/calls.ts';
import { systemClock } from '../../lib/time.ts';
import { streamPortOf } from '../../live/stream-info.ts';
import { countTalk } from './open-talks.ts';
import { firstStatus, silence } from './talk-status.ts';
import type { TalkLevels, TalkStatus } from './talk-status.ts';
import { talkAddresses } from './talk-address.ts';
import type { TalkTarget } from './talk-address.ts';
import { Talk } from './talk.ts';

/** Calls what is ordered, as soon as it is known where the streams are. A new object calls again, undefined ends. */
export const useTalk = (order: TalkTarget | undefined): Talk | undefined => {
  const { data, isPending } = useCall(getProtocol, {});
  const [talk, setTalk] = useState<Talk>();
  const streamPort = streamPortOf(data);
  useEffect(() => {
    if (order === undefined || isPending) return undefined;
    const { protocol, host, hostname } = globalThis.location;
    const addresses = talkAddresses({ secure: protocol === 'https:', host, hostname, streamPort }, order);
    const made = new Talk({ clock: systemClock, addresses, oneWay: order.kind === 'broadcast' });
    // oxlint-disable-next-line react/set-state-in-effect -- the talk is the thing outside React; it begins with this effect
    setTalk(made);
    const stopCounting = countTalk(made.status);
    return () => {
      stopCounting();
      made.close();
    };
  }, [order, isPending, streamPort]);
  return talk;
};

const nobody = createStore<TalkStatus>(() => ({ ...firstStatus, line: 'over' }));
const nothing = createStore<TalkLevels>(() => silence);

/** Of no talk: over. */
export const useTalkStatus = (talk: Talk | undefined): TalkStatus => useStore(talk?.status ?? nobody);

/** Loudness 0..1 of the microphone as it goes out, or of the device's voice as it comes. */
export const useLevel = (talk: Talk | undefined, of: 'microphone' | 'voice'): number =>
  useStore(talk?.levels ?? nothing, (levels) => levels[of]);
