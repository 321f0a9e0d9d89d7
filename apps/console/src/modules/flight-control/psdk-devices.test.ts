import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { psdkMethods, type ReportedPsdk, type SearchlightState } from '@eyrie/domain';
import { expect, it } from 'vitest';
import { devicesOf, modeOf } from './psdk-devices.ts';

const listed = (index: number, part: Partial<ReportedPsdk> = {}): ReportedPsdk => ({
  index,
  name: null,
  sn: null,
  version: null,
  values: [],
  speaker: null,
  ...part,
});
const speaker = { workMode: 0, playMode: 0, volume: 50, state: 0 };
const searchlight: SearchlightState = {
  psdkIndex: 5,
  mode: 1,
  brightness: 60,
  calibration: 0,
  progress: null,
  left: 0,
  right: 0,
  wideField: null,
  followsGimbal: null,
  at: 1,
};

it('shows what was reported, and nothing where nothing was', () => {
  expect(devicesOf([], null)).toEqual([]);
  expect(devicesOf([], { searchlights: [], floatingTexts: [] })).toEqual([]);
});

it('brings together what the dock lists and what devices tell by themselves, by their numbers', () => {
  const found = devicesOf(
    [
      listed(5, { name: 'Searchlight' }),
      listed(1, { name: 'Gas detector', values: [{ index: 0, value: 3 }] }),
    ],
    { searchlights: [searchlight], floatingTexts: [{ psdkIndex: 0, text: 'on air', at: 2 }] },
  );
  expect(found).toMatchObject([
    { index: 0, listed: false, isSearchlight: false, floating: { text: 'on air' } },
    { index: 1, listed: true, isSearchlight: false, values: [{ index: 0, value: 3 }] },
    { index: 5, listed: true, isSearchlight: true, searchlight: { mode: 1 } },
  ]);
  // It is called one and has said nothing of how it shines.
  expect(devicesOf([listed(3, { name: 'Searchlight' })], null)).toMatchObject([
    { index: 3, isSearchlight: true, searchlight: null },
  ]);
});

it('leaves a loudspeaker without widgets to the part about sound', () => {
  expect(devicesOf([listed(2, { name: 'Speaker', speaker })], null)).toEqual([]);
  expect(devicesOf([listed(2, { speaker, values: [{ index: 0, value: 1 }] })], null)).toHaveLength(1);
});

it('has a name for the numbers of the documents, and none for others', () => {
  expect([0, 4, 5, -1, null].map(modeOf)).toEqual(['off', 'alternating', null, null, null]);
});

// What may be ordered, and no page orders, is a declaration that nobody can use.
it.each(psdkMethods)('%s has its place on the page', (method) => {
  const parts = ['searchlight-part.tsx', 'widget-part.tsx'].map((file) =>
    readFileSync(join(import.meta.dirname, file), 'utf8'),
  );
  expect(parts.join('\n')).toContain(`"${method}"`);
});
