import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLog } from '../log.ts';
import { supervisePart, type SupervisedPart } from './index.ts';

const log = createLog({ level: 'silent' });
const pulseEvery = 50;
let folder: string;
let part: SupervisedPart<number, never> | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'eyrie-child-'));
});
afterEach(async () => {
  await part?.stop();
  part = undefined;
  rmSync(folder, { recursive: true, force: true });
});

/** A child that is told which start of it this is, and runs `before` and `after` it is ready. */
const supervised = async (before: string, after: string): Promise<SupervisedPart<number, never>> => {
  const path = join(folder, 'child.mjs');
  writeFileSync(
    path,
    `const busy = (ms) => { for (const end = Date.now() + ms; Date.now() < end;); };
    process.on('disconnect', () => process.exit(0));
    process.on('message', ({ kind, config }) => {
      if (kind === 'ping') process.send({ kind: 'pong' });
      if (kind === 'stop') process.exit(0);
      if (kind !== 'start') return;
      ${before}
      process.send({ kind: 'ready', ready: config }, () => { ${after} });
    });`,
  );
  let starts = 0;
  return supervisePart<number, number, never>({
    name: 'a child',
    script: pathToFileURL(path),
    config: () => (starts += 1),
    log,
    pulseEvery,
  });
};

test('a child may take its time to start, longer than it may be silent', async () => {
  part = await supervised('busy(1_500);', '');
  expect(part).toMatchObject({ running: true, ready: 1 });
});

test('one that hangs once it runs is replaced', async () => {
  part = await supervised('', 'if (config === 1) busy(60_000);');
  const [reason] = (await once(part.events, 'down')) as [string];
  expect(reason).toBe('ended with SIGKILL');
  await once(part.events, 'up');
  expect(part.ready).toBe(2);
});
