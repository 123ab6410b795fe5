// A bus that compares what is published with the schema of its topic.
import type { Bus } from '../../apps/server/src/kernel/bus.ts';
import { topics } from '../../apps/server/src/kernel/topics.ts';

/** Enough to see what is wrong. */
const MOST = 20;

export const createCheckedBus = () => {
  const found: string[] = [];
  const watchBus = (bus: Bus): Bus => ({
    publish(topic, payload) {
      const { error } = topics[topic].schema.safeParse(payload);
      if (error !== undefined && found.length < MOST) found.push(`${topic}: ${error.message}`);
      bus.publish(topic, payload);
    },
    subscribe: (topic, listener) => bus.subscribe(topic, listener),
  });
  return { watchBus, misfits: (): string[] => [...found] };
};
