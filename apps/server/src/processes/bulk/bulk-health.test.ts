import { expect, it } from 'vitest';
import { createBulkHealth } from './bulk-health.ts';

const target = { port: 1, secret: 'x' };
/** A process that runs or not, and the time. */
const bulkOf = (answers: () => Promise<void> = () => Promise.resolve()) => {
  const world = { now: 1_000, runs: false };
  const health = createBulkHealth({ mono: () => world.now }, () => (world.runs ? target : null), answers);
  return { world, health };
};

it('health says of bulk calls that their process starts, runs, ended, and was started again', async () => {
  const { world, health } = bulkOf();
  expect(await health.measure()).toEqual({ state: 'strained', reason: 'starting', figures: {} });
  world.runs = true;
  health.up();
  world.now += 500;
  expect(await health.measure()).toEqual({
    state: 'fine',
    reason: null,
    figures: { answer: 0, uptime: 500 },
  });
  world.runs = false;
  health.down();
  expect(await health.measure()).toEqual({ state: 'down', reason: 'ended', figures: {} });
  world.runs = true;
  health.up();
  expect(await health.measure()).toMatchObject({ state: 'strained', reason: 'restarted' });
  expect(await health.measure()).toMatchObject({ state: 'fine', reason: null });
});

it('an end that no measurement fell into is said by the next one', async () => {
  const { world, health } = bulkOf();
  world.runs = true;
  health.up();
  expect(await health.measure()).toMatchObject({ state: 'fine' });
  health.down();
  health.up();
  expect(await health.measure()).toMatchObject({ state: 'strained', reason: 'restarted' });
});

it('a process that runs and does not answer is no fine one', async () => {
  const { world, health } = bulkOf(() => Promise.reject(new Error('no answer')));
  world.runs = true;
  health.up();
  await expect(health.measure()).rejects.toThrow('no answer');
});
