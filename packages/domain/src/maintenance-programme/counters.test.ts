import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  counterSource,
  countedSince,
  hasLanded,
  sumOfFlights,
  type Counted,
  type CountedFlight,
} from './counters.ts';

const flown: CountedFlight = {
  state: 'over',
  begun: true,
  outcomeReason: null,
  duration: 600,
  distance: 4_000,
};

describe('a landing recorded here', () => {
  it.each([
    ['that was reported', {}, true],
    ['that failed, and was reported', { outcomeReason: '316014' }, true],
    ['of which the dock had the aircraft inside', { outcomeReason: 'endSeenInDock' }, true],
    ['of which nobody observed the end', { outcomeReason: 'endedUnobserved' }, false],
    ['that never left the ground', { duration: 0 }, false],
    ['that is still in the air', { state: 'inFlight' as const }, false],
    ['that did not begin', { begun: false }, false],
  ])('is a flight %s', (_, part, landed) => {
    expect(hasLanded({ ...flown, ...part })).toBe(landed);
  });
});

const flight: fc.Arbitrary<CountedFlight> = fc.record({
  state: fc.constantFrom('created' as const, 'inFlight' as const, 'over' as const),
  begun: fc.boolean(),
  outcomeReason: fc.constantFrom(null, 'endSeenInDock', 'endedUnobserved', '5'),
  duration: fc.integer({ min: 0, max: 3_000 }),
  distance: fc.integer({ min: 0, max: 20_000 }),
});

describe('the sums of flights', () => {
  it('are those of flights that have begun and are over, in whatever order', () => {
    expect(sumOfFlights([flown, { ...flown, state: 'inFlight' }, { ...flown, duration: 0 }])).toEqual({
      flights: 2,
      flightTime: 600,
      distance: 8_000,
      landings: 1,
    });
    fc.assert(
      fc.property(fc.array(flight, { maxLength: 12 }), (flights) => {
        const sums = sumOfFlights(flights);
        expect(sumOfFlights(flights.toReversed())).toEqual(sums);
        const one = flights.map((single) => sumOfFlights([single]));
        expect(one.reduce((sum, { landings }) => sum + landings, 0)).toBe(sums.landings);
        expect(sums.landings).toBeLessThanOrEqual(sums.flights);
      }),
    );
  });
});

const by = (reported: number | null, recorded: number | null): Counted => ({ reported, recorded });

describe('what programmes count by', () => {
  it('is the own figure of the device, else what is recorded here', () => {
    expect(counterSource(by(500, 20))).toBe('reported');
    expect(counterSource(by(null, 20))).toBe('recorded');
  });
  it.each([
    ['the whole life without a maintenance', by(500, 20), null, 500],
    ['what is recorded, where nothing is reported', by(null, 20), null, 20],
    ['nothing, where nobody counts', by(null, null), null, null],
    ['its own counter since the last maintenance', by(500, 20), by(480, 15), 20],
    ['what is recorded, where it reports only now', by(500, 20), by(null, 15), 5],
    ['what is recorded, where it fell silent', by(null, 20), by(480, 15), 5],
    ['what is recorded, where its counter began anew', by(3, 20), by(480, 15), 5],
    ['nothing yet, after a maintenance', by(480, 20), by(480, 20), 0],
    ['the whole life, where nothing can be compared', by(100, null), by(null, null), 100],
  ])('is %s', (_, now, base, counted) => {
    expect(countedSince(now, base)).toBe(counted);
  });
  it('never falls below zero, and a correction counts where nothing is reported', () => {
    const figure = fc.option(fc.integer({ min: 0, max: 1_000 }));
    const both = fc.record({ reported: figure, recorded: figure });
    fc.assert(
      fc.property(both, fc.option(both), (now, base) => {
        expect(countedSince(now, base) ?? 0).toBeGreaterThanOrEqual(0);
      }),
    );
    expect(countedSince(by(null, 20 + 7), by(null, 15))).toBe(12);
  });
});
