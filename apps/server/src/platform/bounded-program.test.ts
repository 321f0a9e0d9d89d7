import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { endOfBounded, runBounded } from './bounded-program.ts';

const never = new AbortController().signal;
const bounds = { time: 20_000, processor: 10, memory: 1_000, file: 1 };
const shell = (words: string, watch: Partial<Parameters<typeof endOfBounded>[3]> = {}) =>
  endOfBounded('/bin/sh', ['-c', words], bounds, { signal: never, ...watch });

describe('a program that an operator has named', () => {
  it('says its lines, and runs behind others where that is asked for', async () => {
    const lines: string[] = [];
    const onLine = (line: string): void => void lines.push(line);
    expect(await shell('nice; echo two', { onLine })).toEqual({ code: 0, signal: null });
    expect(await shell('nice', { onLine, nice: 10 })).toEqual({ code: 0, signal: null });
    const [own = '', , behind = ''] = lines;
    expect(lines).toEqual([own, 'two', behind]);
    expect(Number(behind)).toBe(Math.min(19, Number(own) + 10));
  });

  it('says how it ended', async () => {
    expect(await shell('exit 3')).toEqual({ code: 3, signal: null });
    expect(await shell('kill -TERM $$')).toEqual({ code: null, signal: 'SIGTERM' });
    expect((await endOfBounded('/not/there', [], bounds, { signal: never })).code).toBe(127);
    const short = { ...bounds, time: 50 };
    const words = ['-c', 'exec sleep 60'];
    expect((await endOfBounded('/bin/sh', words, short, { signal: never })).signal).toBe('SIGKILL');
    expect(await runBounded('/bin/sh', ['-c', 'exit 0'], bounds, never)).toBe(true);
    expect(await runBounded('/bin/sh', ['-c', 'exit 1'], bounds, never)).toBe(false);
  });

  it('writes no file beyond its bound', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'eyrie-bounded-'));
    try {
      await shell(`head -c 9000000 /dev/zero > ${folder}/made`);
      expect((await stat(join(folder, 'made'))).size).toBeLessThanOrEqual(2_100_000);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
