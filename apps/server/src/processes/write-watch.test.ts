import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { limits } from '@eyrie/domain';
import type { Log } from '../platform/log.ts';
import { createWriteWatch, writeProbeFile } from './write-watch.ts';

const log = { warn: () => undefined } as unknown as Log;
const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
const tableFull = Object.assign(new Error('could not extend file'), { code: '53100' });

describe('whether a server can write', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('is found out by writing, and again when there is room', async () => {
    let disk: Error | null = null;
    const watch = createWriteWatch(log, {
      disk: () => (disk ? Promise.reject(disk) : Promise.resolve()),
      database: () => Promise.resolve(),
    });
    await watch.start();
    expect(watch.fault('disk')).toBeNull();
    disk = full;
    await vi.advanceTimersByTimeAsync(limits.operation.health.writeEvery);
    expect(watch.fault('disk')).toBe('diskFull');
    expect(watch.fault('database')).toBeNull();
    disk = null;
    await vi.advanceTimersByTimeAsync(limits.operation.health.writeEvery);
    expect(watch.fault('disk')).toBeNull();
    await watch.stop();
  });

  it('is learned from work that fails, too', async () => {
    const watch = createWriteWatch(log, { disk: async () => undefined, database: async () => undefined });
    await watch.start();
    watch.note(new Error('something else'));
    expect(watch.fault('database')).toBeNull();
    watch.note(tableFull);
    expect(watch.fault('database')).toBe('diskFull');
    await vi.advanceTimersByTimeAsync(limits.operation.health.writeEvery);
    expect(watch.fault('database')).toBe('diskFull');
    await vi.advanceTimersByTimeAsync(2 * limits.operation.health.writeEvery);
    expect(watch.fault('database')).toBeNull();
    await watch.stop();
  });

  it('is denied of a disk that hangs', async () => {
    const watch = createWriteWatch(log, {
      disk: () => new Promise(() => undefined),
      database: async () => undefined,
    });
    const started = watch.start();
    await vi.advanceTimersByTimeAsync(limits.operation.health.writeWithin);
    await started;
    expect(watch.fault('disk')).toBe('noAnswer');
    await watch.stop();
  });
});

it('leaves nothing behind in the data directory', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'eyrie-write-'));
  await writeProbeFile(dir);
  expect(await readdir(dir)).toEqual([]);
  await expect(writeProbeFile(join(dir, 'missing'))).rejects.toThrow('ENOENT');
  await rm(dir, { recursive: true });
});
