import { expect, it } from 'vitest';
import {
  firstSeries,
  hasFaults,
  seriesFaults,
  seriesRequest,
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
  const series = firstSeries([a, a], b);
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

it('says which flight lacks what, and an altitude beyond the limit', () => {
  const one = withPart(firstSeries([], null), { routeOID: a, dockOID: b });
  expect(one.more).toEqual([{ key: 0, routeOID: null, dockOID: b }]);
  expect(seriesFaults(draft, one)).toEqual({ route: [2], dock: [], gap: false, height: false });
  const two = withPart({ ...one, more: [{ key: 0, routeOID: a, dockOID: null }] }, draft);
  expect(two.more.map(({ key }) => key)).toEqual([0, 1]);
  expect(seriesFaults(draft, two)).toMatchObject({ route: [3], dock: [2, 3] });
  const high = { ...firstSeries([a], b), flown: 'atOnce', heightStep: 1_450 } as const;
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
    ).more,
  ).toHaveLength(11);
});
