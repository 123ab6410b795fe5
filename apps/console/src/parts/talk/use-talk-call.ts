// Talks for components: one after another, each ended with the component or by the next.
import { getProtocol } from '@outrider/contract';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { useCall } from '../../lib/calls.ts';
import { systemClock } from '../../lib/time.ts';
import { firstStatus, silence } from './call-status.ts';
import type { CallLevels, CallStatus } from './call-status.ts';
import { talkAddresses } from './talk-address.ts';
import type { TalkTarget } from './talk-address.ts';
import { TalkCall } from './talk-call.ts';

/** Calls what is ordered, as soon as it is known where the streams are. A new object calls anew, undefined ends. */
export const useTalkCall = (order: TalkTarget | undefined): TalkCall | undefined => {
  const { data, isPending } = useCall(getProtocol, {});
  const [call, setCall] = useState<TalkCall>();
  const streamPort = data?.streamings[0];
  useEffect(() => {
    if (order === undefined || isPending) return undefined;
    const { protocol, host, hostname } = globalThis.location;
    const addresses = talkAddresses({ secure: protocol === 'https:', host, hostname, streamPort }, order);
    const made = new TalkCall({ clock: systemClock, addresses, oneWay: order.kind === 'broadcast' });
    // oxlint-disable-next-line react/set-state-in-effect -- the call is the thing outside React; it begins with this effect
    setCall(made);
    return () => made.close();
  }, [order, isPending, streamPort]);
  return call;
};

const nobody = createStore<CallStatus>(() => ({ ...firstStatus, line: 'over' }));
const nothing = createStore<CallLevels>(() => silence);

/** Of no call: over. */
export const useCallStatus = (call: TalkCall | undefined): CallStatus => useStore(call?.status ?? nobody);

/** Loudness 0..1 of the microphone as it goes out, or of the device's voice as it comes. */
export const useLevel = (call: TalkCall | undefined, of: 'microphone' | 'voice'): number =>
  useStore(call?.levels ?? nothing, (levels) => levels[of]);
