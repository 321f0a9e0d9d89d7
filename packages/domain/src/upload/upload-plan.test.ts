import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesIn, fitsFile, gapsOf, nextPart, overlap, type UploadPart } from './upload-plan.ts';

const block = 4;
const chunk = 32;

describe('parts of a file', () => {
  it('begin at a block and end at one or with the file', () => {
    const fits = (start: number, length: number) => fitsFile({ start, length }, 50, block, chunk);
    expect([fits(0, 32), fits(48, 2), fits(4, 4)]).toEqual([true, true, true]);
    expect([fits(2, 4), fits(0, 3), fits(0, 36), fits(48, 4), fits(-4, 4), fits(0, 0)]).toEqual(
      Array.from({ length: 6 }, () => false),
    );
  });

  it('are all sent, never one twice, whatever arrived and however their size changes', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000 }),
        fc.array(fc.constantFrom(block, 2 * block, chunk), { minLength: 1, maxLength: 8 }),
        fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }),
        (size, sizes, arrives) => {
          const there: UploadPart[] = [];
          const acknowledged = new Set<number>();
          let sent = 0;
          let lost = 0;
          for (let turn = 0; ; turn += 1) {
            const part = nextPart(size, there, sizes[turn % sizes.length] as number);
            if (!part) break;
            expect(fitsFile(part, size, block, chunk)).toBe(true);
            expect(there.some((one) => overlap(one, part))).toBe(false);
            sent += part.length;
            // A cut loses the part that is on its way, and nothing that has arrived.
            if (turn < 200 && arrives[turn % arrives.length] === false) lost += part.length;
            else there.push(part);
            for (let at = part.start; at < part.start + part.length; at += 1)
              expect(acknowledged.has(at)).toBe(false);
            if (there.at(-1) === part)
              for (let at = part.start; at < part.start + part.length; at += 1) acknowledged.add(at);
          }
          expect(gapsOf(size, there)).toEqual([]);
          expect(bytesIn(there)).toBe(size);
          expect(sent).toBe(size + lost);
        },
      ),
    );
  });
});
