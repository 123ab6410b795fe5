// A bus for tests of the kernel, which knows no adapters.
import type { Bus } from './bus.ts';
import type { Topic, Topics } from './topics.ts';

type Listeners = { [T in Topic]?: Set<(payload: Topics[T]) => void> };

/** Delivers at once. A listener that throws fails the test. */
export const createFakeBus = (): Bus => {
  const listeners: Listeners = {};
  return {
    publish(topic, payload) {
      for (const listener of listeners[topic] ?? []) listener(payload);
    },
    subscribe<T extends Topic>(topic: T, listener: (payload: Topics[T]) => void) {
      const known = listeners[topic] ?? new Set<(payload: Topics[T]) => void>();
      Object.assign(listeners, { [topic]: known.add(listener) });
      return () => void known.delete(listener);
    },
  };
};
