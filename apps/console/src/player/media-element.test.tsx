// Segments that are appended on the page: what begins a new source, what goes on in the same one, and what a refusal leads to. The browser's
// MediaSource is the test's own.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { canFeed, FedElement } from './media-element.ts';
import { RecordedElement } from './recorded/recorded-element.ts';

class FakeBuffer extends EventTarget {
  readonly updating = false;
  readonly buffered = { length: 0, start: () => 0, end: () => 0 };
  readonly log: string[] = [];
  refuses = false;
  appendBuffer(bytes: Uint8Array): void {
    if (this.refuses) throw new Error('quota');
    this.log.push(`append ${bytes.join('')}`);
  }
  remove(): void {}
  changeType(type: string): void {
    this.log.push(`type ${type}`);
  }
}

const sources: FakeSource[] = [];
class FakeSource extends EventTarget {
  readonly readyState = 'open';
  readonly buffer = new FakeBuffer();
  constructor() {
    super();
    sources.push(this);
  }
  addSourceBuffer(type: string): FakeBuffer {
    this.buffer.log.push(`add ${type}`);
    return this.buffer;
  }
}

beforeEach(() => {
  sources.length = 0;
  vi.stubGlobal('MediaSource', FakeSource);
  let made = 0;
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => `blob:${(made += 1)}`);
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {});
});
afterEach(() => vi.unstubAllGlobals());

const segment = (n: number): ArrayBuffer => Uint8Array.of(n).buffer;
const setUp = () => {
  const video = document.createElement('video');
  const onFailed = vi.fn<() => void>();
  return { video, onFailed, fed: new FedElement(video, onFailed) };
};

test('a fresh begin makes another source, of the same type too: its time begins again', () => {
  const { video, fed } = setUp();
  fed.begin('audio/aac', true);
  fed.append(segment(1));
  const before = video.src;
  fed.begin('audio/aac', true);
  fed.append(segment(2));
  expect(sources.map(({ buffer }) => buffer.log)).toEqual([
    ['add audio/aac', 'append 1'],
    ['add audio/aac', 'append 2'],
  ]);
  expect(video.src).not.toBe(before);
  fed.close();
});

test('another type goes on in the same source', () => {
  const { fed } = setUp();
  fed.begin('a', true);
  fed.append(segment(1));
  fed.begin('b', false);
  fed.append(segment(2));
  expect(sources.map(({ buffer }) => buffer.log)).toEqual([['add a', 'append 1', 'type b', 'append 2']]);
  fed.close();
});

test('what the browser refuses fails once, whatever else it says, and what begins fresh may fail again', () => {
  const { video, onFailed, fed } = setUp();
  const refused = (nth: number): void => {
    fed.begin('a', true);
    const source = sources.at(-1);
    if (source !== undefined) source.buffer.refuses = true;
    fed.append(segment(1));
    video.dispatchEvent(new Event('error')); // by the browser, of the same source
    expect(onFailed).toHaveBeenCalledTimes(nth);
  };
  refused(1);
  refused(2);
  fed.begin('a', true);
  fed.append(segment(3));
  expect(sources.at(-1)?.buffer.log).toEqual(['add a', 'append 3']);
  expect(onFailed).toHaveBeenCalledTimes(2);
  fed.close();
});

test('an iPhone feeds by its managed source, for an element that plays nowhere else', () => {
  vi.stubGlobal('MediaSource', undefined);
  vi.stubGlobal('ManagedMediaSource', FakeSource);
  expect(canFeed()).toBe(true);
  const { video, fed } = setUp();
  fed.begin('a', true);
  fed.append(segment(1));
  expect(sources.map(({ buffer }) => buffer.log)).toEqual([['add a', 'append 1']]);
  expect(video.disableRemotePlayback).toBe(true);
  fed.close();
});

test('without any source on the page nothing is thrown: it fails, and takes nothing', () => {
  vi.stubGlobal('MediaSource', undefined);
  expect(canFeed()).toBe(false);
  const { onFailed, fed } = setUp();
  fed.begin('a', true);
  fed.append(segment(1));
  fed.begin('b', false);
  expect(onFailed).toHaveBeenCalledTimes(2);
  fed.close();
});

test('a picture that stands is set again in a new source, which begins elsewhere', () => {
  const video = document.createElement('video');
  Object.defineProperty(video, 'buffered', { value: { length: 1, start: () => 60, end: () => 90 } });
  Object.defineProperty(video, 'currentTime', { value: 0, writable: true });
  video.getVideoPlaybackQuality = () => ({
    droppedVideoFrames: 0,
    totalVideoFrames: 0,
    creationTime: 0,
    corruptedVideoFrames: 0,
  });
  const element = new RecordedElement(
    video,
    () => 0,
    () => {},
  );
  element.place(10_000, 60);
  element.begin('a', true);
  element.steer(11_000, 0);
  expect(video.currentTime).toBe(61);
  element.begin('a', true);
  video.currentTime = 0;
  element.steer(11_000, 0);
  expect(video.currentTime).toBe(61);
  element.close();
});
