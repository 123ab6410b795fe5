// The bus inside one process: delivers at once, in the order of subscription.
import type { Bus } from '../../kernel/bus.ts';
import type { Log } from '../../kernel/log.ts';
import type { Topic, Topics } from '../../kernel/topics.ts';

type Listeners = { [T in Topic]?: Set<(payload: Topics[T]) => void> };

export const createLocalBus = (log: Log): Bus => {
  const listeners: Listeners = {};
  return {
    publish(topic, payload) {
      for (const listener of listeners[topic] ?? []) {
        try {
          listener(payload);
        } catch (err) {
          log.error('bus listener failed', { topic, err });
        }
      }
    },
    subscribe<T extends Topic>(topic: T, listener: (payload: Topics[T]) => void) {
      const known = listeners[topic];
      const set = known ?? new Set<(payload: Topics[T]) => void>();
      if (!known) Object.assign(listeners, { [topic]: set });
      const entry = (payload: Topics[T]): void => listener(payload);
      set.add(entry);
      return () => void set.delete(entry);
    },
  };
};
