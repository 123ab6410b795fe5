// The ring: each call asks for its own time, and none sounds into a talk.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { quietRing, startRing, stopRing } from './ring.ts';

const rings = (): boolean => document.querySelector('audio[data-ring]') !== null;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
});
afterEach(() => {
  quietRing(false);
  vi.runAllTimers(); // nobody asks any longer
  expect(rings()).toBe(false);
  vi.useRealTimers();
});

it('rings for a minute, and again for another call', () => {
  startRing('a');
  vi.advanceTimersByTime(59_999);
  expect(rings()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(rings()).toBe(false);
});

it('a call whose time is over asks no longer: the answer to a later one makes it silent', () => {
  startRing('a');
  vi.advanceTimersByTime(600_000);
  startRing('b');
  expect(rings()).toBe(true);
  stopRing('b');
  expect(rings()).toBe(false);
});

it('a short call does not cut the ring of a longer one, nor a longer one stretch its own', () => {
  startRing('a');
  startRing('b', 5000);
  vi.advanceTimersByTime(5000);
  expect(rings()).toBe(true);
  vi.advanceTimersByTime(54_999);
  expect(rings()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(rings()).toBe(false);
});

it('the same call once more begins its time again', () => {
  startRing('a');
  vi.advanceTimersByTime(40_000);
  startRing('a');
  vi.advanceTimersByTime(59_999);
  expect(rings()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(rings()).toBe(false);
});

it('is silent while somebody talks, also for a call that comes then; what still asks rings after the talk', () => {
  startRing('a');
  quietRing(true);
  expect(rings()).toBe(false);
  startRing('b');
  expect(rings()).toBe(false);
  stopRing('a');
  vi.advanceTimersByTime(30_000);
  quietRing(false);
  expect(rings()).toBe(true);
  vi.advanceTimersByTime(30_000);
  expect(rings()).toBe(false);
});
