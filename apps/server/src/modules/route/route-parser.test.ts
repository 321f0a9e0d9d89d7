import { buildKmz, hostileKmz } from '@eyrie/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { createRouteParser } from './route-parser.ts';

// Others use this machine too; what the reasons are does not hang on how long that makes a file take.
const parser = createRouteParser({ timeout: 60_000 });
afterAll(() => parser.stop());

const script = (code: string): URL => new URL(`data:text/javascript,${encodeURIComponent(code)}`);
const worker = (reaction: string): URL =>
  script(`import { parentPort } from 'node:worker_threads';
    parentPort.on('message', () => { ${reaction} });
    parentPort.postMessage('ready');`);

describe('the route parser', () => {
  it('reads ten files handed in at once, in turn', async () => {
    const results = await Promise.all(Array.from({ length: 10 }, () => parser.parse(buildKmz())));
    expect(results.every((one) => one.ok && one.route.waypointCount === 3)).toBe(true);
  });

  it('gives every hostile file its reason and goes on', async () => {
    for (const { name, reason, bytes } of hostileKmz()) {
      const result = await parser.parse(bytes);
      expect(result.ok ? 'accepted' : result.refusal.reason, name).toBe(reason);
    }
    expect((await parser.parse(buildKmz())).ok).toBe(true);
  });

  it('gives up on a file that takes too long, or too much memory, and reads the next one', async () => {
    // Of a processor, within five times as much by the clock: of a shorter time a busy machine gives it too little.
    const stuck = createRouteParser({ timeout: 1_000, waiting: 3, script: worker('for (;;) {}') });
    await expect(stuck.parse(new Uint8Array())).rejects.toMatchObject({ reason: 'kmzTooBig' });
    await stuck.stop();
    const greedy = worker('const all = []; for (;;) all.push(new Array(1e6).fill(1.5));');
    const full = createRouteParser({ timeout: 20_000, waiting: 3, script: greedy });
    await expect(full.parse(new Uint8Array())).rejects.toMatchObject({ reason: 'kmzTooBig' });
    await full.stop();
  });

  it('says that it is busy, not that a file is too much, where the thread gets no processor', async () => {
    const idle = createRouteParser({
      timeout: 40,
      waiting: 3,
      script: worker('setTimeout(() => {}, 60_000);'),
    });
    await expect(idle.parse(new Uint8Array())).rejects.toMatchObject({ reason: 'tooManyRequests' });
    await idle.stop();
  });

  it('lets only so many wait', async () => {
    const stuck = createRouteParser({ timeout: 1_000, waiting: 2, script: worker('for (;;) {}') });
    const tries = await Promise.allSettled([1, 2, 3].map(() => stuck.parse(new Uint8Array())));
    expect(
      tries.map((one) => (one.status === 'rejected' ? (one.reason as { reason: string }).reason : '')),
    ).toEqual(['kmzTooBig', 'kmzTooBig', 'tooManyRequests']);
    await stuck.stop();
  });

  describe('with a thread that dies of what an earlier file left running', () => {
    const opened = (reaction: string, waiting = 3) =>
      createRouteParser({
        timeout: 60_000,
        waiting,
        script: worker(
          `(async () => { const { threadId } = await import('node:worker_threads'); ${reaction} })();`,
        ),
      });
    const answer = 'parentPort.postMessage({ ok: false, threadId });';

    it('reads every other file, at whatever moment it dies', async () => {
      const frail = opened(
        `${answer} setTimeout(() => { throw new Error('too late to be a reason'); });`,
        40,
      );
      const threads = new Set<string>();
      for (let files = 0; threads.size < 3; files += 20) {
        expect(files).toBeLessThan(4_000);
        const read = await Promise.all(Array.from({ length: 20 }, () => frail.parse(new Uint8Array())));
        for (const one of read) threads.add(JSON.stringify(one));
      }
      await frail.stop();
    });

    it('reads the file at which it died in a new one', async () => {
      // The second file finds the thread alive and is never answered by it.
      const second = `globalThis.before = (globalThis.before ?? 0) + 1;
        if (globalThis.before > 1) throw new Error('of the first file');`;
      const frail = opened(`${second} ${answer}`);
      const [first, next] = [await frail.parse(new Uint8Array()), await frail.parse(new Uint8Array())];
      expect(next).toMatchObject({ ok: false });
      expect(next).not.toEqual(first);
      await frail.stop();
    });

    it('refuses a file of which a fresh thread dies', async () => {
      const frail = opened("throw new Error('of this file');");
      await expect(frail.parse(new Uint8Array())).rejects.toMatchObject({ reason: 'kmzTooBig' });
      await frail.stop();
    });
  });
});
