// What counts as a hook of the tests in a built file.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { hooksIn } from './test-hooks.ts';

it('finds the event of the maps, marks of elements and driven clocks', () => {
  const code = 'e.addEventListener("map-report",t);x("div",{"data-testid":"fleet-map"});class DrivenClock{}';
  assert.deepEqual(hooksIn(code), ['map-report', 'data-testid', 'DrivenClock']);
  assert.deepEqual(hooksIn('f({"data-testid":n})'), ['data-testid']);
});

it('finds none in other code, and leaves what sonner passes on', () => {
  assert.deepEqual(hooksIn('y("li",{"data-expanded":!0,"data-testid":n.testId,style:{}}),report(map)'), []);
});
