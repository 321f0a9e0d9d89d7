import { expect, it } from 'vitest';
import {
  firstSeries,
  hasFaults,
  seriesFaults,
  seriesRequest,
  sharedParts,
  withoutPart,
  withPart,
} from './series-draft.ts';
import type { FlightDraft } from './flight-form.rules.ts';

const [a, b] = ['01890000-0000-7000-8000-00000000000a', '01890000-0000-7000-8000-00000000000b'];
const draft: FlightDraft = {
  routeOID: a,
  dockOID: b,
  returnAltitude: 100,
  lostAction: 'return',
  clarity: 'hd',
  taskName: ' ',
  taskOID: null,
};

it('in order keeps one altitude and no gap; sharing the air each next one returns higher', () => {
  const series = firstSeries([a, a], b, false);
  expect(seriesRequest(draft, series).data).toMatchObject({
    gapSeconds: 0,
    flights: [
      { returnAltitude: 100 },
      { routeOID: a, dockOID: b, returnAltitude: 100 },
      { returnAltitude: 100 },
    ],
  });
  const shared = { ...series, flown: 'atOnce', gapSeconds: 90, heightStep: 20 } as const;
  expect(seriesRequest(draft, shared).data).toMatchObject({
    gapSeconds: 90,
    flights: [{ returnAltitude: 100 }, { returnAltitude: 120 }, { returnAltitude: 140 }],
  });
});

it('in order begins by itself with the gap from a landing on, where whoever arranges may start flights', () => {
  const series = firstSeries([a], b, true);
  expect(seriesRequest(draft, series).data).toMatchObject({ gapSeconds: 60, startsItself: true });
  expect(seriesRequest(draft, { ...series, startsItself: false }).data).not.toHaveProperty('startsItself');
  expect(seriesRequest(draft, { ...series, flown: 'atOnce' }).data).not.toHaveProperty('startsItself');
  expect(seriesFaults(draft, { ...series, gapSeconds: 3_601 })).toMatchObject({ gap: true });
  expect(seriesFaults(draft, { ...series, gapSeconds: 3_600 })).toMatchObject({ gap: false });
});

it('says which flight lacks what, and an altitude beyond the limit', () => {
  const one = withPart(firstSeries([], null, true), { routeOID: a, dockOID: b });
  expect(one.more).toEqual([{ key: 0, routeOID: null, dockOID: b }]);
  expect(seriesFaults(draft, one)).toEqual({ route: [2], dock: [], gap: false, height: false });
  const two = withPart({ ...one, more: [{ key: 0, routeOID: a, dockOID: null }] }, draft);
  expect(two.more.map(({ key }) => key)).toEqual([0, 1]);
  expect(seriesFaults(draft, two)).toMatchObject({ route: [3], dock: [2, 3] });
  const high = { ...firstSeries([a], b, true), flown: 'atOnce', heightStep: 1_450 } as const;
  expect(seriesFaults(draft, high)).toMatchObject({ height: true, gap: false });
  expect(seriesFaults(draft, { ...high, heightStep: null, gapSeconds: null })).toMatchObject({
    height: true,
    gap: true,
  });
  expect(hasFaults(seriesFaults(draft, withoutPart(one, 0)))).toBe(false);
});

it('takes no more flights than an arrangement may have', () => {
  expect(
    firstSeries(
      Array.from({ length: 40 }, () => a),
      b,
      true,
    ).more,
  ).toHaveLength(11);
});

it('shares parts between docks at once where each has its own, and else in order', () => {
  const series = firstSeries([a, a], 'one', true);
  expect(sharedParts(series, 'two', ['one', 'two', 'three'])).toMatchObject({
    dockOID: 'two',
    series: { flown: 'atOnce', more: [{ dockOID: 'one' }, { dockOID: 'three' }] },
  });
  expect(sharedParts(series, 'gone', ['one', 'two'])).toMatchObject({
    dockOID: 'one',
    series: { flown: 'inOrder', more: [{ dockOID: 'two' }, { dockOID: 'one' }] },
  });
  expect(sharedParts(series, 'one', ['one'])).toBeNull();
});
