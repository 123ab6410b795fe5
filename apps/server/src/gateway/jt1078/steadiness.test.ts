// Which flows may be read late: those whose frames lie in time where their stamps put them, whenever they came.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Steadiness } from './steadiness.ts';

const pictures = (steadiness: Steadiness, count: number, fromMs = 0): void => {
  for (let i = 0; i < count; i += 1)
    steadiness.take('video', { presentationUs: (fromMs + i * 40) * 1000, stampMs: 7000 + fromMs + i * 40 });
};

test('a hundred steps as the stamps say prove it, pictures and sound each by their own', () => {
  const steadiness = new Steadiness();
  pictures(steadiness, 100);
  assert.equal(steadiness.proved, false);
  steadiness.take('audio', { presentationUs: 4_000_000, stampMs: 11_000 });
  steadiness.take('audio', { presentationUs: 4_020_000, stampMs: 11_020 });
  assert.equal(steadiness.proved, true);
});

test('a frame that is timed by its arrival begins it over; so does one without a stamp', () => {
  const arrivals: { presentationUs: number; stampMs: number | undefined }[] = [
    { presentationUs: 8_123_000, stampMs: 15_120 },
    { presentationUs: 8_120_000, stampMs: undefined },
  ];
  for (const arrival of arrivals) {
    const steadiness = new Steadiness();
    pictures(steadiness, 200);
    assert.equal(steadiness.proved, true);
    steadiness.take('video', arrival);
    assert.equal(steadiness.proved, false);
  }
});

test('stamps that stand still prove nothing', () => {
  const steadiness = new Steadiness();
  for (let i = 0; i < 500; i += 1) steadiness.take('video', { presentationUs: 0, stampMs: 5 });
  assert.equal(steadiness.proved, false);
});
