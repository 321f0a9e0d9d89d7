import { promised } from '@eyrie/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../platform/postgres/test-database.ts';
import { alignServerTime } from './server-time.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

it('is the same on two servers whose clocks are an hour apart, and a step of a clock does not move it', async () => {
  const db = database.connection.kysely;
  let step = 0;
  const clockOf = (ahead: number) => ({
    wall: () => Date.now() + ahead + step,
    mono: () => performance.now() + ahead,
  });
  const one = await alignServerTime(db, clockOf(0));
  const other = await alignServerTime(db, clockOf(3_600_000));
  const apart = other() - one();
  expect(Math.abs(apart)).toBeLessThan(promised(500));
  step = 86_400_000;
  expect(Math.abs(other() - one() - apart)).toBeLessThan(1_000);
});
