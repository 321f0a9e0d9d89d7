import { limits } from '@eyrie/domain';
import { expect, it } from 'vitest';
import { fileFault } from './import-rules.ts';

it.each([
  [{ name: 'a.kmz', size: 10 }, null],
  [{ name: 'A.KMZ', size: 10 }, null],
  [{ name: 'a.zip', size: 10 }, 'notKmz'],
  [{ name: 'a.kmz', size: 0 }, 'empty'],
  [{ name: 'a.kmz', size: limits.route.kmzBytes }, null],
  [{ name: 'a.kmz', size: limits.route.kmzBytes + 1 }, 'tooBig'],
])('%o: %s', (file, fault) => {
  expect(fileFault(file)).toBe(fault);
});
