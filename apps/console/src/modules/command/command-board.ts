import {
  commandMoves,
  type CommandMethod,
  type CommandRecord,
  type CommandState,
  type ControlChange,
} from '@eyrie/domain';

/**
 * One order on the screen. Before the server answered it has no oid; `sending` is the page's own state, and
 * `unheard` means that the server's answer never came.
 */
export interface Order {
  /** The oid of the command, or the key it was given with while that is not known. */
  id: string;
  commandOID: string | null;
  method: CommandMethod;
  state: CommandState | 'sending' | 'unheard';
  code: number | null;
  message: string;
  by: string;
  /** Server epoch ms of the click. */
  issuedAt: number;
  flightOID: string | null;
  /** First told by a message while a click of its method waited for its answer: it may be the order of that click. */
  beforeAnswer: boolean;
}

/** Newest first. */
export type CommandBoard = readonly Order[];

export const boardLength = 20;

const reachable = (from: CommandState, to: CommandState, seen = new Set<CommandState>()): boolean =>
  commandMoves[from].some((next) => {
    if (next === to) return true;
    if (seen.has(next)) return false;
    seen.add(next);
    return reachable(next, to, seen);
  });

/** Messages and answers overtake each other; a command never goes back. */
export const mayFollow = (from: Order['state'], to: CommandState): boolean =>
  from === 'sending' || from === 'unheard' || from === to || reachable(from, to);

const sorted = (board: CommandBoard): CommandBoard =>
  board.toSorted((a, b) => b.issuedAt - a.issuedAt).slice(0, boardLength);

const put = (board: CommandBoard, order: Order, replaces: (other: Order) => boolean): CommandBoard =>
  sorted([order, ...board.filter((other) => !replaces(other))]);

/** A click: the order stands on the board before anything has left. */
export const clicked = (
  board: CommandBoard,
  key: string,
  click: Pick<Order, 'method' | 'by' | 'issuedAt' | 'flightOID'>,
): CommandBoard =>
  put(
    board,
    { ...click, id: key, commandOID: null, state: 'sending', code: null, message: '', beforeAnswer: false },
    (other) => other.id === key,
  );

/** The record of a command came, as answer to the click with `key` or by itself. */
export const recorded = (board: CommandBoard, record: CommandRecord, key: string | null): CommandBoard => {
  const same = (other: Order): boolean => other.id === record.commandOID || other.id === key;
  const known = board.find((other) => other.id === record.commandOID);
  const order: Order = {
    id: record.commandOID,
    commandOID: record.commandOID,
    method: record.method,
    state: record.state,
    code: record.code,
    message: record.message,
    by: record.issuedBy.name,
    issuedAt: record.issuedAt,
    flightOID: record.flightOID,
    beforeAnswer: false,
  };
  // Its outcome was told while the answer was on its way, and the answer is the older word.
  if (known && !mayFollow(known.state, record.state))
    return put(board, { ...known, beforeAnswer: false }, same);
  return put(board, order, same);
};

/** Commands as the server lists them. An unheard click that is among them by its moment is the same one. */
export const listed = (board: CommandBoard, records: readonly CommandRecord[]): CommandBoard => {
  const twin = (order: Order): boolean =>
    order.state === 'unheard' &&
    records.some((record) => record.method === order.method && record.issuedAt === order.issuedAt);
  const start: CommandBoard = board.filter((order) => !twin(order));
  return records.reduce((next, record) => recorded(next, record, null), start);
};

type CommandChange = NonNullable<ControlChange['command']>;

/** A live message about a command. */
export const heard = (board: CommandBoard, change: CommandChange, flightOID: string | null): CommandBoard => {
  const known = board.find((order) => order.id === change.commandOID);
  if (known && !mayFollow(known.state, change.state)) return board;
  const order: Order = {
    id: change.commandOID,
    commandOID: change.commandOID,
    method: known?.method ?? (change.method as CommandMethod),
    state: change.state,
    code: change.code,
    // The message is in one language for all; the record in the reader's own follows.
    message: known?.state === change.state ? known.message : '',
    by: known?.by ?? change.by,
    issuedAt: known?.issuedAt ?? change.at,
    flightOID: known?.flightOID ?? flightOID,
    beforeAnswer:
      known?.beforeAnswer ??
      board.some((other) => other.state === 'sending' && other.method === change.method),
  };
  return put(board, order, (other) => other.id === order.id);
};

/** The click came to nothing before there was a command: refused by the server, or no answer. */
export const failed = (
  board: CommandBoard,
  key: string,
  why: { state: 'failed' | 'unheard'; code: number | null; message: string },
): CommandBoard => board.map((order) => (order.id === key ? { ...order, ...why } : order));

/** A picture that simply started or stopped needs no line of its own. */
const worthShowing = (order: Order): boolean =>
  (order.method !== 'startLive' && order.method !== 'stopLive') ||
  ['failed', 'rejected', 'unknown', 'expired', 'unheard'].includes(order.state);

/** The orders that get a line. What may be the order of a click without an answer yet is not shown beside that click. */
export const shownOrders = (board: CommandBoard): CommandBoard =>
  board.filter((order) => {
    const sameAsClick =
      order.beforeAnswer && board.some((o) => o.state === 'sending' && o.method === order.method);
    return !sameAsClick && worthShowing(order);
  });

const unsettled: ReadonlySet<string> = new Set(['sending', 'drafted', 'authorised', 'sent']);

/** An order of this method has been given, and nobody has answered it yet. */
export const isUnderWay = (board: CommandBoard, method: CommandMethod): boolean =>
  board.some((each) => each.method === method && unsettled.has(each.state));
