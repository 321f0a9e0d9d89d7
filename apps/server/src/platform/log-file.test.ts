import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLogFile } from './log-file.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'eyrie-log-'))));
afterEach(() => rmSync(folder, { recursive: true }));

it('keeps the newest lines in two files of bounded size that only the owner reads', () => {
  const path = join(folder, 'logs', 'eyrie.log');
  const file = createLogFile(path, { bytes: 1_000, gather: 1 });
  for (let n = 0; n < 500; n += 1) {
    file.write(`line ${n}\n`);
    file.flush();
  }
  const kept = readFileSync(`${path}.1`, 'utf8') + readFileSync(path, 'utf8');
  expect(kept.length).toBeLessThan(2_100);
  expect(kept.trim().split('\n').at(-1)).toBe('line 499');
  expect(statSync(path).mode & 0o777).toBe(0o600);
});
