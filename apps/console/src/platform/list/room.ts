import type { CallDeclaration, RequestOf, ResponseOf } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import type { DataColumns, IconName } from '@eyrie/ui';
import type { ReactNode } from 'react';
import type { NavigateFunction } from 'react-router';
import type { FieldLabels } from '../changes-since.ts';
import type { Figures } from '../figures.ts';
import type { TextOf, TextValues } from '../text.tsx';
import type { ListAddress } from '../paging.ts';
import type { FilterDeclarations } from './address.ts';
import type { ActionGuard } from './allowed-action.ts';
import type { Exchange } from './exchange.tsx';

export interface ListRow {
  oid: string;
  allowed?: readonly string[];
}

export interface ListDialog {
  title: PhraseId;
  /** px; the usual width when not said. */
  width?: number;
  /** The content is a dialog of its own, such as a form. */
  bare?: true;
  content: (close: () => void) => ReactNode;
}

/** A change that an action makes by its own call. */
export interface ActionChange<Call extends CallDeclaration = CallDeclaration> {
  call: Call;
  request: RequestOf<Call>;
  /** Said when it is done. */
  done?: PhraseId | readonly [PhraseId, TextValues];
  /** Asked before; without it the change is made at once. Dangerous when not said otherwise. */
  ask?: { title: string; content?: string; verb: string; danger?: boolean };
  /** Records that are not in the list afterwards. */
  gone?: readonly string[];
  /** What follows it. */
  after?: (answer: ResponseOf<Call>) => void;
}

/** What an action of a list may do. */
export interface ListTools<Row> {
  text: TextOf;
  /** Calls, says that it is done, and asks for the list again. */
  change: <Call extends CallDeclaration>(change: ActionChange<Call>) => void;
  navigate: NavigateFunction;
  /** Opens the drawer of a record. */
  open: (oid: string) => void;
  /** Asks, deletes, and says why when it is refused. */
  remove: (row: Row) => void;
  /** Shows a dialog until it closes itself or is closed. */
  dialog: (shown: ListDialog) => void;
}

interface Action {
  icon: IconName;
  label: PhraseId;
}

/** The first step of a list: the address of a page, or something beside the list. */
export interface BeginAction extends Action, Pick<ActionGuard<object>, 'call' | 'right' | 'because'> {
  /** The record that it is done to, such as the one to which the rows belong. */
  record?: { allowed: readonly string[] };
  danger?: boolean;
  to?: string;
  run?: (tools: Pick<ListTools<never>, 'open' | 'dialog'>) => void;
}

export interface RecordAction<Row> extends Action, ActionGuard<Row> {
  danger?: boolean;
  /** The main action of the drawer. */
  main?: boolean;
  /** Values that the label names the record by. */
  named?: (row: Row, text: TextOf) => TextValues;
  /** Records that the action says nothing about show nothing in its place. */
  fits?: (row: Row) => boolean;
  run: (row: Row, tools: ListTools<Row>) => void;
}

/** What is done with all rows that are chosen. */
export interface BulkAction<Row> extends Action, ActionGuard<Row> {
  danger?: boolean;
  /** Stands there also while nothing is chosen. */
  always?: true;
  run: (rows: readonly Row[], tools: ListTools<Row> & { clear: () => void }) => void;
}

export interface CellTools {
  address: Pick<ListAddress<string>, 'values' | 'set'>;
  text: TextOf;
  figures: Figures;
}

/** A list as its room declares it; the kit does the rest. */
export interface ListRoom<Row extends ListRow = ListRow, Detail = unknown> {
  /** The business word under which its answers are kept. */
  word: string;
  /** Words of other lists that show what is changed here. */
  also?: readonly string[];
  /** What every question asks for beside the filters, such as the record to which the rows belong. */
  within?: Readonly<Record<string, unknown>>;
  /** What is listed. */
  title: PhraseId;
  icon: IconName;
  calls: {
    query: CallDeclaration;
    get?: CallDeclaration;
    remove?: CallDeclaration;
    /** Takes a removal back for a time. */
    restore?: CallDeclaration;
    history?: CallDeclaration;
  };
  /** What fields are called in the history of a record. */
  labels?: FieldLabels;
  filters: FilterDeclarations;
  /** The order of rows, where the filters let none be chosen. */
  order?: string;
  /** The answer holds every row, as a bare array or as its list: none is asked for by pages. */
  whole?: true;
  columns: (tools: CellTools & { rows: readonly Row[] }) => DataColumns<Row>;
  /** px under which columns give way; the sum of their widths when not said. */
  minWidth?: number;
  /** px of the actions in each row; missing: they stand in the drawer alone. */
  actionsWidth?: number;
  dense?: boolean;
  /** Every column is offered to be shown or not; otherwise only those that had to give way. */
  choosable?: true;
  /** Said where nothing is there, and where no record matches. */
  none: PhraseId;
  noneFound: PhraseId;
  nameOf: (row: Row, text: TextOf) => string;
  /** What tells rows apart that have no oid. */
  keyOf?: (row: Omit<Row, 'oid'>) => string;
  /** What the answer says beside its rows, above them. */
  note?: (answer: { list: readonly Row[] }, tools: CellTools) => ReactNode;
  /** Export and import, where the room has them. */
  exchange?: Exchange;
  /** The first step, where it stands beside the list. */
  begin?: BeginAction;
  actions: readonly RecordAction<Row>[];
  /** With several rows at once, beside their deletion. */
  bulk?: readonly BulkAction<Row>[];
  /** The question, with `name` in it, and what is said when it is done. */
  removal?: {
    title: PhraseId;
    done: PhraseId;
    /** The verb of the button that agrees; 'Delete' when not said. */
    verb?: PhraseId;
    /** What is sent, where the call takes no `oids`. */
    request?: (keys: readonly string[]) => object;
    /** Offered where the deletion is refused because of what still needs the record. */
    instead?: { label: PhraseId; call: CallDeclaration; done: PhraseId };
  };
  /** Above the filters. */
  hint?: PhraseId;
  /** Further ways to begin, beside the filters. */
  head?: (tools: Pick<ListTools<never>, 'open' | 'dialog'>) => ReactNode;
  /** The list changes by itself: it is asked for again after so many ms, and says in its own place when that fails. */
  renewEvery?: number;
  /**
   * What is being read must not jump: rows that came since the newest one shown wait behind a button.
   * @returns what asks for those alone
   */
  arrived?: (newest: Row) => Readonly<Record<string, unknown>>;
  /** Beside the count at the foot. */
  foot?: (tools: CellTools) => ReactNode;
  /** The record changes by itself: it is asked for again while this holds. */
  renewWhile?: (row: Row) => boolean;
  /** The record beside the list; where there is none, `opens` says what a click does. */
  drawer?: {
    title: PhraseId;
    width: number;
    /** Without a call for one record, a row of the page. */
    content: (detail: Detail, tools: CellTools) => ReactNode;
    /** Above it; missing: the name of the record. */
    heading?: (detail: Detail) => ReactNode;
    actions?: boolean;
    /** The record changes by itself: it is asked for again after so many ms. */
    renewEvery?: number;
  };
  opens?: (row: Row, tools: ListTools<Row>) => void;
}

/** A list of the whole may be a bare array. */
type AnswerOf<Query> = ResponseOf<Query> extends (infer Row)[] ? { list: Row[] } : ResponseOf<Query>;
export type RowOf<Query> =
  AnswerOf<Query> extends { list: (infer Row extends object)[] } ? Row & ListRow : never;

/** Declares a list; rows and record take their types from the calls. */
export const listRoom = <Query extends CallDeclaration, Get extends CallDeclaration = Query>(
  declaration: ListRoom<RowOf<Query>, DetailOf<Query, Get>> & {
    calls: ListRoom['calls'] & { query: Query; get?: Get };
  },
): ListRoom<RowOf<Query>, DetailOf<Query, Get>> => declaration;

type DetailOf<Query, Get> = AnswerOf<Get> extends { list: unknown[] } ? RowOf<Query> : ResponseOf<Get>;
