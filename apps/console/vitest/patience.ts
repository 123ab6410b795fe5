// How long component tests wait: for what hangs, not for what is slow. The libraries' second is not enough on a machine that others use.
import { configure } from '@testing-library/react';
import { vi } from 'vitest';

const PATIENCE_MS = 30_000;

configure({ asyncUtilTimeout: PATIENCE_MS });
const wait = vi.waitFor.bind(vi);
vi.waitFor = (look, options) =>
  wait(look, typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options });
