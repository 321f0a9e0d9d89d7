import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  orderMoves,
  orderMovesOf,
  orderParts,
  orderStates,
  orderTransition,
  orderTransitions,
  type OrderPart,
  type OrderState,
} from './work-order.ts';

const everyone: ReadonlySet<OrderPart> = new Set(orderParts);

describe('the life of a work order', () => {
  it('has no move twice from one state', () => {
    const names = orderTransitions.map(({ from, move }) => `${from} ${move}`);
    expect(new Set(names).size).toBe(names.length);
  });

  it('leads from its beginning to every state, and out of every state', () => {
    const reached = new Set<OrderState>(['unassigned']);
    for (const _ of orderStates)
      for (const { from, to } of orderTransitions) if (reached.has(from)) reached.add(to);
    expect([...reached].toSorted()).toEqual([...orderStates].toSorted());
    for (const state of orderStates) expect(orderMovesOf(state, everyone)).not.toEqual([]);
  });

  it('is done only by whoever claimed it, whatever came before', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...orderMoves), { maxLength: 40 }), (moves) => {
        let state: OrderState = 'unassigned';
        let isClaimed = false;
        for (const move of moves) {
          const found = orderTransition(state, move);
          if (!found) continue;
          if (found.to === 'done' && found.from !== 'done')
            expect([isClaimed, found.by]).toEqual([true, 'claimer']);
          isClaimed = found.to === 'inProcess';
          state = found.to;
        }
      }),
    );
  });

  it('is merged only while nobody was given it, and comes back by being restored alone', () => {
    const merges = orderTransitions.filter(({ move }) => move === 'merge');
    expect(merges).toEqual([{ from: 'unassigned', move: 'merge', to: 'ignored', by: 'assigner' }]);
    expect(orderMovesOf('ignored', everyone)).toEqual(['restore']);
  });

  it('offers exactly the moves that are possible to somebody', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...orderStates),
        fc.constantFrom(...orderMoves),
        fc.uniqueArray(fc.constantFrom(...orderParts)),
        (state, move, parts) => {
          const found = orderTransition(state, move);
          const offered = orderMovesOf(state, new Set(parts)).includes(move);
          expect(offered).toBe(found !== undefined && parts.includes(found.by));
        },
      ),
    );
  });
});
