import type { RecordChange } from '@eyrie/domain';
import type { CallContext, Caller } from '../http/endpoint.ts';
import { notFound } from '../http/refusal.ts';
import { unlessTaken } from '../postgres/index.ts';
import type { DbOrTrx, Runtime } from '../runtime.ts';
import { restoreRows } from './archive.ts';
import { changesAfter, differences, recordChanges, requireVersion, withDepartments } from './changes.ts';
import type { FilterOf, RowOf, ValuesOf } from './define.ts';
import { requireUnheld } from './holds.ts';
import { reading, type Counted, type Page } from './read.ts';
import type { AnyList } from './wanted.ts';
import { writing } from './write.ts';

export type Viewer = Pick<CallContext, 'caller' | 'language'>;

export interface ListDeps {
  runtime: Pick<Runtime, 'db' | 'newOid' | 'serverTime'>;
  audit: {
    done(
      db: DbOrTrx,
      context: CallContext,
      action: string,
      detail?: Record<string, unknown>,
      dockOID?: string,
    ): Promise<void>;
  };
  /** Missing: the scope of the list is no department. */
  department?: {
    /** @throws Refusal `notFound` unless the department is the caller's own or below it */
    requireVisible(caller: Pick<Caller, 'groupOID'>, oid: string): Promise<void>;
    /** Of lists that archive. They stay until the transaction ends. @throws Refusal `departmentGone` */
    holdStanding?(trx: DbOrTrx, oids: readonly string[]): Promise<void>;
  };
}

type Awaitable<T> = T | Promise<T>;
type Detail = Record<string, unknown>;

/** What a room says of its list beside where the rows lie. */
export interface ListRules<D, Shown, Add, Edit, Gone> {
  list: D;
  /** Rows of the audit log begin with it. */
  word: string;
  /** Where its verbs are others than add, edit and delete. */
  verbs?: { add?: string; edit?: string; delete?: string };
  /** Rows as their reader sees them, with `allowed`. */
  present(rows: readonly RowOf<D>[], viewer: Viewer, db: DbOrTrx): Awaitable<Shown[]>;
  /** Values of a new row beside its oid, and what the audit log keeps of it. */
  make?(
    trx: DbOrTrx,
    request: Add,
    context: Pick<CallContext, 'caller'>,
    at: Date,
    oid: string,
  ): Awaitable<{ values: ValuesOf<D>; detail: Detail }>;
  /** What follows from a new row. */
  added?(trx: DbOrTrx, oid: string, request: Add, context: Pick<CallContext, 'caller'>): Promise<void>;
  /** The dock that a row of the audit log is about, where each record is of one. */
  dockOf?(row: RowOf<D>): string;
  /** Refuses a change of rows that are locked, whatever it changes. */
  requireChangeable?(trx: DbOrTrx, rows: readonly RowOf<D>[], context: CallContext): Awaitable<void>;
  /** Values that an edit sets. Missing: those of the request. */
  change?(trx: DbOrTrx, row: RowOf<D>, request: Edit, context: CallContext): Awaitable<ValuesOf<D>>;
  /** Locks what is locked before the rows themselves, wherever both are. */
  lockFirst?(trx: DbOrTrx, oids: readonly string[], context: CallContext): Promise<void>;
  /** Refuses a removal beside what holds rows, or takes along what goes with them. */
  beforeRemove?(trx: DbOrTrx, rows: readonly RowOf<D>[], context: CallContext): Promise<Gone>;
  /** What is thrown when another row has a value that the table holds unique. */
  taken?(request: Add): Error;
  /** What follows from an edit, and what the audit log keeps of it. Missing: oid and values. */
  edited?(
    row: RowOf<D>,
    values: ValuesOf<D>,
    edit: { trx: DbOrTrx; request: Edit; context: CallContext },
  ): Awaitable<Detail>;
  /** What the audit log keeps of rows that were removed. Missing: their oids. */
  removed?(rows: readonly RowOf<D>[], gone: Gone): Detail;
}

interface EditRequest {
  oid: string;
  version?: number | undefined;
}
type Asking<D> = FilterOf<D> & Page;

/** Everything ordinary that can be done with a list, each change in one transaction with its row of the audit log. */
export function createList<D, Shown, Add = never, Edit extends EditRequest = EditRequest, Gone = void>(
  rules: ListRules<D, Shown, Add, Edit, Gone>,
  { runtime, audit, department }: ListDeps,
) {
  const { db } = runtime;
  const definition = rules.list as unknown as AnyList;
  const { page, counted, byOid, lock, pieces } = reading(rules.list);
  const rows = writing(rules.list);
  const nameOf = (row: RowOf<D>): string => String((row as Record<string, unknown>)[definition.name]);
  const oidOf = (row: RowOf<D>): string => (row as unknown as { oid: string }).oid;
  const now = (): Date => new Date(Math.round(runtime.serverTime()));

  /** A unique index decides, also when two come at once. */
  const free = <T>(request: Add | Edit, work: Promise<T>): Promise<T> => {
    const { taken } = rules;
    // What an edit gives another name is asked for as in an add.
    return taken ? unlessTaken(work, () => taken(request as Add)) : work;
  };

  /** Rows that the caller may change, until the transaction ends. @throws Refusal `notFound` */
  async function lockAll(trx: DbOrTrx, oids: readonly string[], context: CallContext) {
    const wanted = [...new Set(oids)];
    await rules.lockFirst?.(trx, wanted, context);
    const found = await lock(trx, context, wanted);
    if (found.length !== wanted.length) throw notFound();
    await rules.requireChangeable?.(trx, found, context);
    return found;
  }

  /** @throws Refusal `notFound` also for a department out of scope */
  async function query(request: Asking<D>, context: CallContext) {
    const { pageNum, pageSize, ...filter } = request;
    const { groupOID } = filter as unknown as { groupOID?: string };
    if (groupOID) await department?.requireVisible(context.caller, groupOID);
    const found = await page(db, context, filter as unknown as FilterOf<D>, { pageNum, pageSize });
    const { rows: shown, ...many } = found;
    return { list: await rules.present(shown, context, db), ...many, pageNum, pageSize };
  }

  async function get(oid: string, context: Viewer): Promise<Shown> {
    const row = await byOid(db, context, oid);
    const [shown] = row ? await rules.present([row], context, db) : [];
    if (shown === undefined) throw notFound();
    return shown;
  }

  /** Makes a row in a transaction that is under way. @returns its oid and what the audit log keeps of it. */
  async function addWithin(trx: DbOrTrx, request: Add, context: Pick<CallContext, 'caller'>) {
    if (!rules.make) throw new Error(`${rules.word} makes no rows`);
    const oid = runtime.newOid();
    const { values, detail } = await rules.make(trx, request, context, now(), oid);
    await free(request, rows.insert(trx, { oid, ...values }));
    await rules.added?.(trx, oid, request, context);
    return { oid, detail: { oid, ...detail } };
  }

  async function add(request: Add, context: CallContext): Promise<Shown> {
    const made = await db.transaction().execute(async (trx) => {
      const { oid, detail } = await addWithin(trx, request, context);
      await audit.done(trx, context, `${rules.word}.${rules.verbs?.add ?? 'add'}`, detail);
      return oid;
    });
    return get(made, context);
  }

  const differing = (row: RowOf<D>, values: ValuesOf<D>) =>
    differences(row, values).map((one) =>
      definition.unrecorded?.includes(one.field) ? { field: one.field, from: null, to: null } : one,
    );

  /** Changes locked rows alike, with their history. The row of the audit log is left to who asks. */
  async function changeWithin(
    trx: DbOrTrx,
    found: readonly RowOf<D>[],
    values: ValuesOf<D>,
    { caller }: Pick<CallContext, 'caller'>,
  ): Promise<void> {
    await rows.update(trx, found.map(oidOf), values);
    if (definition.unversioned) return;
    const { groupRoot, memberOID } = caller;
    await recordChanges(
      trx,
      { table: definition.table, groupRoot, memberOID, at: now() },
      found.map((row) => ({ oid: oidOf(row), changes: differing(row, values) })),
    );
  }

  /** @throws Refusal `conflict` when `version` is no longer that of the record, with who changed what */
  async function edit(request: Edit, context: CallContext): Promise<Shown> {
    const { oid, version, ...given } = request;
    await db.transaction().execute(async (trx) => {
      const [row] = await lockAll(trx, [oid], context);
      if (!row) throw notFound();
      if (version !== undefined) await requireVersion(trx, oid, version);
      const values = rules.change
        ? await rules.change(trx, row, request, context)
        : (given as unknown as ValuesOf<D>);
      await free(request, changeWithin(trx, [row], values, context));
      const edited = await rules.edited?.(row, values, { trx, request, context });
      const detail = edited ?? { oid, ...values };
      const action = `${rules.word}.${rules.verbs?.edit ?? 'edit'}`;
      await audit.done(trx, context, action, detail, rules.dockOf?.(row));
    });
    return get(oid, context);
  }

  /** All or none. */
  async function remove(oids: readonly string[], context: CallContext): Promise<void> {
    await db.transaction().execute(async (trx) => {
      const found = await lockAll(trx, oids, context);
      const named = found.map((row) => ({ oid: oidOf(row), name: nameOf(row) }));
      await requireUnheld(trx, definition.holds ?? [], named);
      const gone = (await rules.beforeRemove?.(trx, found, context)) as Gone;
      const removed = found.map(oidOf);
      await rows.remove(trx, removed, now());
      const action = `${rules.word}.${rules.verbs?.delete ?? 'delete'}`;
      await audit.done(trx, context, action, rules.removed?.(found, gone) ?? { oids: removed });
    });
  }

  /** Brings deleted rows back, judged anew. All or none. @throws Refusal `restoreTooLate`, `departmentGone` */
  async function restore(oids: readonly string[], context: CallContext): Promise<void> {
    await db.transaction().execute(async (trx) => {
      const wanted = [...new Set(oids)];
      await rules.lockFirst?.(trx, wanted, context);
      const found = await lock(trx, context, wanted, {}, true);
      if (found.length !== wanted.length) throw notFound();
      if (definition.scope === 'department') {
        if (!department?.holdStanding) throw new Error(`${rules.word} cannot hold its departments`);
        await department.holdStanding(
          trx,
          found.map((row) => (row as unknown as { groupOID: string }).groupOID),
        );
      }
      const named = found.map((row) => ({ oid: oidOf(row), name: nameOf(row) }));
      await restoreRows(trx, definition, named, now());
      // What a removal takes along is for its room to bring back: none that archives does.
      const detail = rules.removed?.(found, undefined as Gone) ?? { oids: wanted };
      await audit.done(trx, context, `${rules.word}.restore`, detail);
    });
  }

  /** Who changed what of a record, the last change first. */
  async function history(oid: string, context: CallContext): Promise<{ list: RecordChange[] }> {
    if (!(await byOid(db, context, oid))) throw notFound();
    return { list: await withDepartments(db, context.caller, await changesAfter(db, oid)) };
  }

  return {
    query,
    count: (filter: FilterOf<D>, context: CallContext): Promise<Counted> => counted(db, context, filter),
    get,
    add,
    addWithin,
    edit,
    changeWithin,
    lock: lockAll,
    remove,
    restore,
    history,
    /** @returns undefined outside the scope */
    find: (viewer: Viewer | { caller: Caller }, oid: string) => byOid(db, viewer, oid),
    pieces: (context: CallContext, filter: FilterOf<D>, bounds: { piece: number; most: number }) =>
      pieces(db, context, filter, bounds),
  };
}
