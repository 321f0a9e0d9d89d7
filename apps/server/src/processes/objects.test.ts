import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { openTestStore } from '../platform/objects/test-outside-store.ts';
import type { Settings } from '../platform/settings.ts';
import { until } from '../testing/caller.ts';
import { openObjectStore } from './objects.ts';

it('a process that begins takes nothing away that another is sending to an outside store', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'eyrie-two-processes-'));
  const { server, settings: s3, kept } = await openTestStore();
  const settings = { s3, dataDir } as Settings;
  try {
    const { objects } = await openObjectStore(settings, systemClock, () => '');
    const rest = Promise.withResolvers<void>();
    async function* slowly(): AsyncGenerator<Buffer> {
      yield Buffer.from('01234');
      await rest.promise;
      yield Buffer.from('56789');
    }
    const storing = objects.put('media/a.jpg', Readable.from(slowly()));
    storing.catch(() => undefined);
    const gathered = (): string[] => readdirSync(join(dataDir, 'outgoing'));
    await until('it is being gathered', gathered, (names) => names.length === 1);
    await openObjectStore(settings, systemClock, () => '', 'incoming/bulk');
    rest.resolve();
    expect((await storing).size).toBe(10);
    expect([...kept.keys()]).toEqual(['/eyrie-media/media/a.jpg']);
  } finally {
    await new Promise((resolve) => {
      server.close(resolve);
    });
    rmSync(dataDir, { recursive: true, force: true });
  }
});
