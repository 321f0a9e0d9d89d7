/** What every test file starts with. */
import { vi } from 'vitest';

/** Milliseconds: finds what hangs, also on a machine that others use; how long something may take its test says itself. */
const patience = 60_000;
const { waitFor } = vi;

vi.waitFor = (callback, options = {}) => {
  const { timeout = 0, ...others } = typeof options === 'number' ? { timeout: options } : options;
  return waitFor(callback, { ...others, timeout: Math.max(timeout, patience) });
};
