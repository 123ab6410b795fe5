// The bus port: how rooms hear of each other without importing each other. The local one delivers at once, in order.
import type { Topic, Topics } from './topics.ts';

export interface Bus {
  publish<T extends Topic>(topic: T, payload: Topics[T]): void;
  /** Gives the function that ends the subscription. A listener that throws is logged and does not stop the others. */
  subscribe<T extends Topic>(topic: T, listener: (payload: Topics[T]) => void): () => void;
}
