import { describe, expect, it } from 'vitest';
import { clarities, clarityQuality, flightMoves, flightStates } from './flight.ts';

describe('the moves of a flight', () => {
  it('are these and no others', () => {
    const moves = flightStates.flatMap((from) => flightMoves[from].map((to) => `${from} → ${to}`));
    expect(moves).toEqual(['created → inFlight', 'created → over', 'inFlight → over']);
  });
});

describe('clarity', () => {
  it('rises from 1 to 4 in the order of its names', () => {
    expect(clarities.map((one) => clarityQuality[one])).toEqual([1, 2, 3, 4]);
  });
});
