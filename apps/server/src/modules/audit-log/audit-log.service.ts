import { auditActions, limits, type AuditChain } from '@eyrie/domain';
import type { CallContext } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { isDatabaseDown, isDataRefused } from '../../platform/postgres/index.ts';
import type { Db, DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { factsOf, type AuditEntry } from './audit-chain.ts';
import { auditedCaller } from './audited-caller.ts';
import { appendAudit, hasRowSince, NoRowTaken } from './audit-log.store.ts';
import { verifyLog, type LogVerdict } from './audit-verify.ts';

/** The log as one chain of each organisation takes rows. */
export interface AuditLog {
  /**
   * Appends one row, in the caller's transaction where there is one: no row, no action. Write it last in a
   * transaction, because the chain stays locked until the transaction ends. A transaction that wrote to the other chain is
   * refused: two of them could wait for each other.
   * @throws Refusal `auditBlocked` when the log takes no row although the database stands
   */
  write(db: DbOrTrx, entry: AuditEntry): Promise<void>;
  /**
   * Writes that the caller did something, by the same rule.
   * @param action as `word.verb`
   * @param dockOID the dock it was done to, if any
   */
  done(
    db: DbOrTrx,
    context: CallContext,
    action: string,
    detail?: Record<string, unknown>,
    dockOID?: string | null,
  ): Promise<void>;
  /** Writes that a part of what the caller asked for was refused, where the call itself is not. */
  refused(
    db: DbOrTrx,
    context: CallContext,
    action: string,
    reason: string,
    detail: Record<string, unknown>,
  ): Promise<void>;
  /**
   * Does the member of a row have one of `actions` on its dock already, at most `within` ms old and with the same value
   * of an argument.
   */
  hasLately(
    db: DbOrTrx,
    row: AuditEntry,
    like: { actions: readonly string[]; argument: readonly [name: string, value: string]; within: number },
  ): Promise<boolean>;
  /** Enqueues a row about something that has happened. Kept in memory until the log takes it. */
  enqueuePending(entry: AuditEntry): void;
  /** False from the first row that the log did not take until it takes one again. */
  takesRows(): boolean;
  /** Tries whether the log takes rows, and writes the pending ones. Never throws. */
  settle(): Promise<void>;
  /**
   * Reads both chains and finds any edit, removal, addition, change of order or cut. Null: rows without an organisation.
   * @param progress called with rows read and rows to read
   */
  verify(
    groupRoot: string | null,
    progress?: (read: number, all: number) => Promise<void>,
  ): Promise<LogVerdict>;
}

/** The general chains, with those of orders beside them. It takes rows when both do, and settles both. */
export interface AuditLogs extends AuditLog {
  /** For orders, control of aircraft and what gateways record: it waits for no row of other work. */
  forControl: AuditLog;
}

interface LogDeps extends Pick<Runtime, 'db' | 'clock'>, Partial<Pick<Runtime, 'log'>> {
  /** Connections for the chains of control; missing: those of `db`. */
  controlDb?: Db;
}

export function createAuditLog({ controlDb, ...deps }: LogDeps): AuditLogs {
  const general = createChainLog(deps, 'general');
  const forControl = createChainLog({ ...deps, db: controlDb ?? deps.db }, 'control');
  return {
    ...general,
    takesRows: () => general.takesRows() && forControl.takesRows(),
    // At once: neither waits for a lock of the other.
    settle: async () => void (await Promise.all([general.settle(), forControl.settle()])),
    forControl,
  };
}

/** Writes rows until the log takes them, whole or shortened. */
const createPending = (
  { db, clock, log }: LogDeps,
  write: AuditLog['write'],
): Pick<AuditLog, 'enqueuePending'> & { writeAll(): Promise<void> } => {
  const pending: AuditEntry[] = [];
  /** Writes a row whole, else shortened, else not at all: no row may hold up those behind it. */
  const writePending = async (entry: AuditEntry): Promise<void> => {
    for (const row of [entry, inShort(entry)])
      try {
        return await db.transaction().execute((trx) => write(trx, row));
      } catch (error) {
        if (!isDataRefused(error)) throw error;
        log?.error(
          { err: error, entry: row },
          'the database refused a row of the audit log for its own data',
        );
      }
  };
  return {
    enqueuePending(entry) {
      if (pending.length >= limits.audit.pendingMost) {
        log?.error({ action: entry.action, outcome: entry.outcome }, 'too many audit rows are pending');
        return;
      }
      pending.push({ ...entry, at: entry.at ?? clock.wall() });
    },
    async writeAll() {
      for (let [first] = pending; first; [first] = pending) {
        await writePending(first);
        pending.shift();
      }
    },
  };
};

/** The chain that each transaction has written to. */
const chainOf = new WeakMap<DbOrTrx, AuditChain>();

/** @throws when the transaction holds the other chain: what it did is rolled back with it */
function claimChain(trx: DbOrTrx, chain: AuditChain): void {
  if (!trx.isTransaction) return;
  const held = chainOf.get(trx) ?? chain;
  if (held !== chain)
    throw new Error(
      `a transaction that wrote to the ${held} chain of the audit log may not write to ${chain}`,
    );
  chainOf.set(trx, chain);
}

function createChainLog(deps: LogDeps, chain: AuditChain): AuditLog {
  const { db, clock, log } = deps;
  let open = true;
  const write: AuditLog['write'] = async (trx, entry) => {
    claimChain(trx, chain);
    try {
      await appendAudit(trx, chain, factsOf(entry, clock.wall()));
      open = true;
    } catch (error) {
      if (!isBlocked(error)) throw error;
      if (open) log?.error({ err: error }, 'the audit log takes no rows: nothing that needs one is done');
      open = false;
      throw new Refusal('auditBlocked', { retryAfterSeconds: 2 });
    }
  };
  const { enqueuePending, writeAll } = createPending(deps, write);
  /** Writes a row and rolls it back, to see whether the log takes one. */
  const probe = (): Promise<void> =>
    db.transaction().execute(async (trx) => {
      await write(trx, trial);
      throw new TakenBack();
    });
  return {
    write,
    enqueuePending,
    hasLately: (trx, row, { within, ...like }) =>
      hasRowSince(trx, row, { ...like, since: clock.wall() - within }),
    takesRows: () => open,
    async settle() {
      try {
        await writeAll();
        await probe();
      } catch (error) {
        if (!(error instanceof TakenBack)) log?.debug({ err: error }, 'the audit log was tried in vain');
      }
    },
    done: (trx, context, action, detail = {}, dockOID = null) =>
      write(trx, {
        ...auditedCaller(context),
        action: declaredAction(context, action),
        outcome: 'done',
        detail,
        dockOID,
      }),
    refused: (trx, context, action, reason, detail) =>
      write(trx, {
        ...auditedCaller(context),
        action: declaredAction(context, action),
        outcome: reason,
        detail,
      }),
    verify: (groupRoot, progress) => verifyLog(db, groupRoot, progress),
  };
}

const oidOrNull = (text: string | null | undefined): string | null =>
  text && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text : null;

/** @throws when the call that is made does not declare the action: what it writes must be known beforehand */
const declaredAction = ({ declaration }: CallContext, action: string): string => {
  if (declaration && !auditActions(declaration).includes(action))
    throw new Error(`${declaration.path} does not declare the audit action ${action}`);
  return action;
};

/** What is left of a row that the database refuses: who did what to which dock, and what came of it. */
const inShort = ({ groupRoot, action, outcome, memberOID, dockOID, at }: AuditEntry): AuditEntry => ({
  groupRoot,
  action,
  outcome: outcome.replaceAll('\u0000', ''),
  memberOID: oidOrNull(memberOID),
  dockOID: oidOrNull(dockOID),
  detail: { reason: 'notKept' },
  ...(at !== undefined && Number.isFinite(at) ? { at } : {}),
});

/** Ends the transaction of a trial, so that nothing of it stays. */
class TakenBack extends Error {}
const trial: AuditEntry = { groupRoot: null, action: 'trial', outcome: 'done' };

/**
 * The log takes no row: a right was taken away, a trigger or a check that is none of ours refuses, the table is gone.
 * What is wrong with the row itself (classes 21 to 23), or with the transaction around it (25, 40, 55), says nothing
 * about the log.
 */
const isBlocked = (error: unknown): boolean => {
  if (isDatabaseDown(error)) return false;
  const { code } = error as { code?: unknown };
  return (
    error instanceof NoRowTaken || (typeof code === 'string' && !/^(21|22|23(?!514)|25|40|55)/.test(code))
  );
};
