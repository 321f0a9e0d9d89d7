import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { untilDrained } from './drain.ts';

/** A stream that keeps what it is given until it is let go on. */
const held = () => {
  const waiting: (() => void)[] = [];
  const stream = new Writable({
    highWaterMark: 1,
    write: (_chunk, _encoding, done) => void waiting.push(done),
  });
  return { stream, goOn: () => waiting.shift()?.() };
};

describe('waiting until a stream takes more', () => {
  it('is over at once while it does', async () => {
    await expect(untilDrained(held().stream)).resolves.toBeUndefined();
  });

  it('costs one listener however many wait, and ends for all of them together, again and again', async () => {
    const { stream, goOn } = held();
    for (const round of [1, 2]) {
      stream.write('ab');
      const all = Array.from({ length: 2_000 }, () => untilDrained(stream));
      expect(stream.listenerCount('drain'), `round ${round}`).toBe(1);
      goOn();
      await Promise.all(all);
      expect(stream.listenerCount('drain') + stream.listenerCount('close')).toBe(0);
    }
  });

  it('fails for all when the stream ends first, and for whoever comes later', async () => {
    const { stream } = held();
    stream.write('ab');
    const all = [untilDrained(stream), untilDrained(stream)];
    stream.destroy();
    for (const one of all) await expect(one).rejects.toThrow('before it drained');
    await expect(untilDrained(stream)).rejects.toThrow('has ended');
  });
});
