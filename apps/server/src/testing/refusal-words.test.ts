import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  allCalls,
  flightCalls,
  pilotPaths,
  refusalsOf,
  routeCalls,
  type PilotPath,
  type RefusalReason,
} from '@eyrie/domain';
import { refusalStatus } from '@eyrie/domain/rules';
import { languages } from '@eyrie/phrases';
import { describe, expect, it } from 'vitest';
import { hasPhrase, say } from '../platform/http/words.ts';

/** Reasons of every call. */
const declared = new Set<RefusalReason>([
  ...allCalls.flatMap((one) => [...refusalsOf(one)]),
  ...Object.values<PilotPath>(pilotPaths).flatMap(({ refuses = [] }) => refuses),
  // Where there is no call, and of runs that nobody is at.
  'methodNotAllowed',
  'noOtherDock',
]);
const reasons = Object.keys(refusalStatus) as RefusalReason[];

const sources = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(name))
    .map((name) => path.join(folder, name));

/** Every reason that is written out in a source of the server, by the file that throws it. */
const files = sources(path.join(import.meta.dirname, '..'));
const thrown = files.flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/new Refusal\(\s*'(\w+)'/g)].map(
    ([, reason]) => [path.basename(file), reason as RefusalReason] as const,
  ),
);

describe('every reason of every call', () => {
  it.each(languages)('has words of its own in %s', (language) => {
    const said = Map.groupBy(reasons, (reason) => {
      expect(hasPhrase(`refusal.${reason}`), reason).toBe(true);
      return say(language, `refusal.${reason}`, {});
    });
    expect([...said].filter(([, sharing]) => sharing.length > 1)).toEqual([]);
  });

  it('that the server throws is declared by a call', () => {
    expect(thrown.length).toBeGreaterThan(100);
    expect(thrown.filter(([, reason]) => !declared.has(reason))).toEqual([]);
  });

  it('of a file is declared by every call that takes one, and of a route by what flies it', () => {
    const ofFiles = reasons.filter((reason) => reason.startsWith('kmz'));
    expect(ofFiles.length).toBeGreaterThan(10);
    const { refuses } = pilotPaths.routeUploaded;
    for (const reason of ofFiles) {
      expect(refusalsOf(routeCalls.uploadKmz), reason).toContain(reason);
      expect(refuses, reason).toContain(reason);
    }
    for (const call of [flightCalls.add, routeCalls.exportFile])
      expect(refusalsOf(call)).toContain('routeBlocked');
    for (const call of [routeCalls.add, routeCalls.edit, routeCalls.uploadExcel])
      for (const reason of ['planFaults', 'areaPoints', 'linePoints'] as const)
        expect(refusalsOf(call), call.path).toContain(reason);
  });

  it('says that somebody else changed something only where what was read is compared with what stands', () => {
    const conflicts = files.flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      return [...text.matchAll(/new Refusal\(\s*'conflict'/g)].map(({ index }) => ({
        file: path.basename(file),
        around: text.slice(Math.max(0, index - 160), index + 120),
      }));
    });
    expect(conflicts.length).toBeGreaterThan(3);
    // A version, a comparison with what was read, or two changes that waited for each other.
    expect(conflicts.filter(({ around }) => !/differs\(|version|40P01/.test(around))).toEqual([]);
  });
});
