import { bytesIn, gapsOf, limits, overlap, type UploadPart } from '@eyrie/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sendFile, type Line } from './send-file.ts';

const { block, chunk, atOnce, slow } = limits.upload;
const cut = new Error('cut');

/** A server that keeps what arrives, over a line that is cut where it is asked to. */
const serverOf = (size: number, cuts: readonly boolean[], took = 0) => {
  const there: UploadPart[] = [];
  const seen = {
    sent: 0,
    cuts: 0,
    asked: 0,
    turn: 0,
    at: 0,
    most: 0,
    lengths: [] as number[],
    waits: [] as number[],
  };
  let underWay = 0;
  const line: Line = {
    state: async () => {
      seen.asked += 1;
      return { storedOID: null, parts: [...there] };
    },
    part: async (part, signal) => {
      underWay += 1;
      seen.most = Math.max(seen.most, underWay);
      seen.lengths.push(part.length);
      expect(there.some((one) => overlap(one, part))).toBe(false);
      await Promise.resolve();
      seen.at += took;
      underWay -= 1;
      seen.sent += part.length;
      signal.throwIfAborted();
      const turn = seen.turn++;
      if (cuts[turn] === true) {
        seen.cuts += 1;
        throw cut;
      }
      there.push(part);
      return null;
    },
    join: async () => {
      expect(gapsOf(size, there)).toEqual([]);
      return 'stored';
    },
    passes: (error) => error === cut || (error instanceof DOMException && error.name === 'AbortError'),
    wait: async (ms) => void seen.waits.push(ms),
    now: () => seen.at,
  };
  return { line, there, seen };
};
const quiet = { onReceived: () => undefined, onWaiting: () => undefined };
const watch = (signal = new AbortController().signal) => ({ ...quiet, signal });

describe('a file', () => {
  it('is whole after any cuts, each of which sends at most the parts under way again', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 12 * chunk }),
        fc.array(fc.boolean(), { maxLength: 30 }),
        async (size, cuts) => {
          const { line, there, seen } = serverOf(size, cuts);
          expect(await sendFile(size, line, watch())).toBe('stored');
          expect(bytesIn(there)).toBe(size);
          expect(seen.most).toBeLessThanOrEqual(atOnce);
          // The first cut may meet a chunk in each lane, every other one a chunk in all.
          const vain = seen.cuts === 0 ? 0 : (atOnce + seen.cuts - 1) * chunk;
          expect(seen.sent).toBeLessThanOrEqual(size + vain);
          expect(seen.asked).toBe(1 + seen.waits.length);
        },
      ),
    );
  });

  it('goes on after a pause with what is missing', async () => {
    const size = 5 * chunk;
    const { line, there, seen } = serverOf(size, []);
    const pause = new AbortController();
    const paused = sendFile(size, line, {
      ...watch(pause.signal),
      onReceived: (bytes) => void (bytes >= chunk && pause.abort()),
    });
    await expect(paused).rejects.toThrow('aborted');
    const before = bytesIn(there);
    const sent = seen.sent;
    expect(before).toBeLessThan(size);
    expect(await sendFile(size, line, watch())).toBe('stored');
    expect(seen.sent - sent).toBe(size - before);
  });

  it('comes in small parts over a bad line, and in large ones when it is good', async () => {
    const bad = serverOf(5 * chunk, [], slow);
    await sendFile(5 * chunk, bad.line, watch());
    expect(bad.seen.lengths.at(-1)).toBe(block);
    const good = serverOf(5 * chunk, [], 1);
    await sendFile(5 * chunk, good.line, watch());
    expect(new Set(good.seen.lengths)).toEqual(new Set([chunk]));
  });

  it('of which nothing can be stored is tried a block at a time', async () => {
    const size = 5 * chunk;
    const { line, seen } = serverOf(
      size,
      Array.from({ length: 12 }, () => true),
    );
    await sendFile(size, line, watch());
    expect(seen.sent).toBeLessThanOrEqual(size + atOnce * chunk + seen.cuts * block);
    expect(Math.max(...seen.lengths.slice(-3))).toBeLessThan(chunk / 2);
  });

  it('that is there already is not sent, and a refusal ends it at once', async () => {
    const { line, seen } = serverOf(chunk, []);
    const known = { ...line, state: async () => ({ storedOID: 'known', parts: [] }) };
    expect(await sendFile(chunk, known, watch())).toBe('known');
    const refused = { ...line, state: async () => Promise.reject(new Error('refused')) };
    await expect(sendFile(chunk, refused, watch())).rejects.toThrow('refused');
    expect([seen.sent, seen.waits]).toEqual([0, []]);
  });
});
