import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { payloadCommandNames } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';

/** This room, and the page on which a point of the map is looked at. */
const folders = [import.meta.dirname, join(import.meta.dirname, '../../pages/flight-control')];
const sources = folders
  .flatMap((folder) => readdirSync(folder).map((file) => join(folder, file)))
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

describe('what may be ordered of a payload', () => {
  // What may be ordered, and no page orders, is a declaration that nobody can use.
  it.each(payloadCommandNames)('%s has its place on the page', (cmd) => {
    const named = sources.includes(`'${cmd}'`) || sources.includes(`"${cmd}"`);
    expect(named).toBe(true);
  });
});
