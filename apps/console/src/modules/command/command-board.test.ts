import type { CommandRecord } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import {
  clicked,
  failed,
  heard,
  listed,
  mayFollow,
  recorded,
  shownOrders,
  type CommandBoard,
} from './command-board.ts';

const record = (part: Partial<CommandRecord> = {}): CommandRecord => ({
  commandOID: 'c1',
  dockOID: 'd1',
  flightOID: null,
  method: 'returnHome',
  state: 'accepted',
  code: 0,
  reason: null,
  message: '',
  issuedBy: { oid: 'm1', name: 'Wang' },
  issuedAt: 100,
  epoch: 1,
  history: [],
  ...part,
});
const click = { method: 'returnHome', by: 'Wang', issuedAt: 100, flightOID: null } as const;
const change = (state: CommandRecord['state'], part = {}) => ({
  commandOID: 'c1',
  method: 'returnHome',
  state,
  code: null,
  message: '',
  at: 100,
  by: 'Wang',
  ...part,
});
const states = (board: CommandBoard) => board.map((order) => order.state);

describe('life of an order', () => {
  it('stands on the board from the click and takes the record as its answer', () => {
    const sending = clicked([], 'key', click);
    expect(states(sending)).toEqual(['sending']);
    const answered = recorded(sending, record(), 'key');
    expect(answered).toHaveLength(1);
    expect(answered[0]).toMatchObject({ id: 'c1', state: 'accepted' });
  });
  it('moves on with live messages and never back', () => {
    let board = recorded([], record(), null);
    board = heard(board, change('in_progress'), null);
    board = heard(board, change('succeeded'), null);
    board = heard(board, change('in_progress'), null);
    expect(states(board)).toEqual(['succeeded']);
    // The answer of the call was overtaken by the messages.
    expect(states(recorded(board, record({ state: 'accepted' }), null))).toEqual(['succeeded']);
  });
  it('an unknown one can still be resolved', () => {
    const board = heard(recorded([], record({ state: 'unknown' }), null), change('accepted_late'), null);
    expect(states(board)).toEqual(['accepted_late']);
    expect(mayFollow('unknown', 'succeeded')).toBe(true);
    expect(mayFollow('failed', 'succeeded')).toBe(false);
  });
  it('is one order although a message is faster than the answer', () => {
    let board = clicked([], 'key', click);
    board = heard(board, change('sent'), null);
    expect(shownOrders(board)).toHaveLength(1);
    board = recorded(board, record(), 'key');
    expect(states(board)).toEqual(['accepted']);
  });
  it('keeps the outcome that was told before the answer of the click came', () => {
    let board = clicked([], 'key', click);
    for (const state of ['sent', 'accepted', 'succeeded'] as const) board = heard(board, change(state), null);
    expect(states(shownOrders(board))).toEqual(['sending']);
    board = recorded(board, record({ state: 'accepted' }), 'key');
    expect(states(shownOrders(board))).toEqual(['succeeded']);
  });
  it('shows what was told of it although its answer never came', () => {
    let board = heard(clicked([], 'key', click), change('succeeded'), null);
    board = failed(board, 'key', { state: 'unheard', code: null, message: '' });
    expect(states(shownOrders(board)).toSorted()).toEqual(['succeeded', 'unheard']);
  });
  it('goes on showing an earlier order of the same method beside a new click', () => {
    const earlier = recorded([], record({ commandOID: 'c0', issuedAt: 7, state: 'succeeded' }), null);
    expect(states(shownOrders(clicked(earlier, 'key', click)))).toEqual(['sending', 'succeeded']);
  });
  it('shows an order of somebody else as it comes', () => {
    const board = heard([], change('sent', { commandOID: 'c9', by: 'Li' }), 'f1');
    expect(board[0]).toMatchObject({ id: 'c9', by: 'Li', flightOID: 'f1' });
  });
});

describe('orders without an answer', () => {
  it('a refusal at the door is a failure with its reason', () => {
    const board = failed(clicked([], 'key', click), 'key', {
      state: 'failed',
      code: 409,
      message: 'no control',
    });
    expect(board[0]).toMatchObject({ state: 'failed', message: 'no control' });
  });
  it('silence is no success, and the list finds the same click again by its moment', () => {
    let board = failed(clicked([], 'key', click), 'key', { state: 'unheard', code: null, message: '' });
    expect(states(board)).toEqual(['unheard']);
    board = listed(board, [record({ state: 'succeeded' })]);
    expect(board).toHaveLength(1);
    expect(states(board)).toEqual(['succeeded']);
  });
  it('an unheard click that the list does not know stays unheard', () => {
    const unheard = failed(clicked([], 'key', click), 'key', { state: 'unheard', code: null, message: '' });
    expect(states(listed(unheard, [record({ issuedAt: 7 })]))).toEqual(['unheard', 'accepted']);
  });
});

describe('the list', () => {
  it('keeps the newest twenty, newest first', () => {
    const board = listed(
      [],
      Array.from({ length: 25 }, (_, index) => record({ commandOID: `c${index}`, issuedAt: index })),
    );
    expect(board).toHaveLength(20);
    expect(board.map((order) => order.issuedAt)).toEqual(
      Array.from({ length: 20 }, (_, index) => 24 - index),
    );
  });
  it('passes over pictures that simply started, and shows those that did not', () => {
    const [started] = recorded([], record({ method: 'startLive', state: 'succeeded' }), null);
    const [refused] = recorded([], record({ method: 'startLive', state: 'rejected' }), null);
    expect(shownOrders([started, refused].filter((order) => order !== undefined))).toEqual([refused]);
  });
});
