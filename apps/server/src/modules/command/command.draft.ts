import { createHash } from 'node:crypto';
import { commandRules, type CommandMethod, type CommandState, type RefusalReason } from '@eyrie/domain';
import type { CallContext } from '../../platform/http/endpoint.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { DockIdentity } from '../dock/index.ts';
import { readLease } from '../lease/index.ts';
import { nonceHashOf } from './challenge.service.ts';
import { liveClaim } from './claim.store.ts';
import { auditRow, writeRow } from './command.audit.ts';
import { insertCommand, type NewCommand } from './command.store.ts';

export interface CommandOrder {
  commandOID: string;
  dock: DockIdentity;
  /** Some gateway speaks to the dock now. */
  hasGateway: boolean;
  method: CommandMethod;
  key: string;
  epoch: number | undefined;
  tabId: string | undefined;
  nonce: string | undefined;
  issuedAt: number | undefined;
  /** Business arguments. The same key with other arguments is refused. */
  arguments: Record<string, unknown>;
  flightOID?: string;
}

/** The state in which an order is stored: drafted for the gateway of the dock, or refused at once. */
export interface InitialState {
  state: Extract<CommandState, 'drafted' | 'expired' | 'failed'>;
  reason: RefusalReason | null;
  detail: string | null;
}

/** Does not depend on the order of fields. Lease, nonce and click time are not arguments. */
export const argumentsHash = (method: string, args: Record<string, unknown>): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([method, ...Object.entries(args).toSorted(([a], [b]) => (a < b ? -1 : 1))]))
    .digest();

/** The row of a member's order. */
export const draftOf = (
  { caller, address }: Pick<CallContext, 'caller' | 'address'>,
  request: CommandOrder,
  { state, reason, detail }: InitialState,
  now: number,
): NewCommand => {
  const issuedAt = request.issuedAt ?? now;
  // Of what moves something it stays known that nobody said when it was clicked.
  const atReceipt = request.issuedAt === undefined && commandRules[request.method].control !== null;
  return {
    oid: request.commandOID,
    groupRoot: request.dock.groupRoot,
    dockOID: request.dock.oid,
    flightOID: request.flightOID ?? null,
    method: request.method,
    key: request.key,
    arguments: atReceipt ? { ...request.arguments, atReceipt } : request.arguments,
    argumentsHash: argumentsHash(request.method, request.arguments),
    issuedBy: caller.memberOID,
    sessionOID: caller.sessionOID,
    address,
    epoch: request.epoch ?? null,
    tabId: request.tabId ?? null,
    nonceHash: request.nonce ? nonceHashOf(request.nonce) : null,
    issuedAt,
    expiresAt: Math.min(issuedAt, now) + commandRules[request.method].ttl,
    state,
    reason,
    detail,
    history: [{ at: now, state, detail: null }],
  };
};

/**
 * Stores an order and notifies the gateway of its dock. A refused order gets its audit row instead.
 * @returns false when the caller already used this key on this dock
 */
export const writeDraft = (
  { db, audit }: Pick<Runtime, 'db'> & { audit: AuditLog },
  draft: NewCommand,
): Promise<boolean> =>
  draft.state === 'drafted'
    ? // Its claim waits for the disk before anything leaves.
      insertCommand(db, draft, 'later')
    : db.transaction().execute(async (trx) => {
        const fresh = await insertCommand(trx, draft);
        if (fresh) await writeRow(trx, audit, auditRow(draft, draft.state, null, draft.reason));
        return fresh;
      });

interface ServerOrder {
  dock: Pick<DockIdentity, 'oid' | 'groupRoot'>;
  method: CommandMethod;
  /** In whose name. */
  memberOID: string;
  key: string;
  arguments: Record<string, unknown>;
  flightOID?: string;
  epoch?: number;
}

/** The row of an order of the server itself: no session, confirmation or address stands behind it. */
const serverDraft = (
  { newOid, serverTime }: Pick<Runtime, 'newOid' | 'serverTime'>,
  { dock, method, ...order }: ServerOrder,
): NewCommand => {
  const now = serverTime();
  return {
    oid: newOid(),
    groupRoot: dock.groupRoot,
    dockOID: dock.oid,
    flightOID: order.flightOID ?? null,
    method,
    key: order.key,
    arguments: { ...order.arguments, byServer: true },
    argumentsHash: argumentsHash(method, order.arguments),
    issuedBy: order.memberOID,
    sessionOID: null,
    address: null,
    epoch: order.epoch ?? null,
    tabId: null,
    nonceHash: null,
    issuedAt: now,
    expiresAt: now + commandRules[method].ttl,
    state: 'drafted',
    reason: null,
    detail: null,
    history: [{ at: now, state: 'drafted', detail: 'byServer' }],
  };
};

/** Drafts a command of the server itself, in the name of the member whose request it ends. Never motion. */
export const draftForServer = async (
  runtime: Pick<Runtime, 'db' | 'newOid' | 'serverTime'>,
  audit: AuditLog,
  dock: Pick<DockIdentity, 'oid' | 'groupRoot'>,
  method: 'startLive' | 'stopLive' | 'controlRelease' | 'flightAreasUpdate' | 'drcEnd',
  request: { memberOID: string; key: string; arguments: Record<string, unknown> },
): Promise<void> => {
  await writeDraft({ db: runtime.db, audit }, serverDraft(runtime, { ...request, dock, method }));
};

/**
 * Drafts the return home of an aircraft for which the wind is too strong, in the transaction that decides it: both are
 * there or neither, and the key lets there be one. Coming home needs no lease.
 * @returns false when no gateway speaks to the dock: nothing is written
 */
export const draftWindReturn = async (
  runtime: Pick<Runtime, 'newOid' | 'serverTime'>,
  trx: DbOrTrx,
  { dock, ...order }: Pick<ServerOrder, 'dock' | 'memberOID' | 'key'> & { flightOID: string },
): Promise<boolean> => {
  if (!(await liveClaim(trx, dock.oid, runtime.serverTime()))) return false;
  return insertCommand(trx, serverDraft(runtime, { ...order, dock, method: 'returnHome', arguments: {} }));
};

/**
 * Drafts what has a dock take the task of a flight ahead of its time, or give it back, in the transaction that decides it.
 * Neither moves anything.
 * @returns oid of the order; null when no gateway speaks to the dock: nothing is written
 */
export const draftForCondition = async (
  runtime: Pick<Runtime, 'newOid' | 'serverTime'>,
  trx: DbOrTrx,
  order: Pick<ServerOrder, 'dock' | 'memberOID'> & {
    flightOID: string;
    method: 'prepareJob' | 'undoJob';
  },
): Promise<string | null> => {
  if (!(await liveClaim(trx, order.dock.oid, runtime.serverTime()))) return null;
  // Each is an order of its own: what was refused may be asked for again.
  const own = { key: runtime.newOid(), arguments: { flightOID: order.flightOID } };
  const draft = serverDraft(runtime, { ...order, ...own });
  return (await insertCommand(trx, draft)) ? draft.oid : null;
};

/** The upgrade of one dock of a firmware rollout; the oid of its place there is its key, so that there is one. */
export interface RolloutUpgrade {
  dock: Pick<DockIdentity, 'oid' | 'groupRoot'>;
  memberOID: string;
  key: string;
  arguments: Record<string, unknown>;
}

/**
 * Drafts the upgrade of a dock in the transaction that moves its rollout on: both are there or neither. Its gateway asks
 * again for everything that a member's order is asked for.
 * @returns oid of the order; null when no gateway speaks to the dock, or it has its order already: nothing is written
 */
export const draftRolloutUpgrade = async (
  runtime: Pick<Runtime, 'newOid' | 'serverTime'>,
  trx: DbOrTrx,
  { dock, ...order }: RolloutUpgrade,
): Promise<string | null> => {
  const now = runtime.serverTime();
  if (!(await liveClaim(trx, dock.oid, now))) return null;
  const { epoch } = await readLease(trx, dock.oid, 'flight', now);
  const draft = serverDraft(runtime, { ...order, dock, method: 'ota', epoch });
  return (await insertCommand(trx, draft)) ? draft.oid : null;
};

/** The start of a flight that a run of a timed task has become; the run's oid is its key, so that there is one. */
export interface ScheduledStart {
  dock: Pick<DockIdentity, 'oid' | 'groupRoot'>;
  flightOID: string;
  memberOID: string;
  key: string;
}

/**
 * Drafts the start of a flight in the transaction that decides about its run: both are there or neither. Its gateway
 * asks again for everything that a member's order is asked for.
 * @returns false when no gateway speaks to the dock, or the run has its start already: nothing is written
 */
export const draftScheduledStart = async (
  runtime: Pick<Runtime, 'newOid' | 'serverTime'>,
  trx: DbOrTrx,
  { dock, flightOID, ...start }: ScheduledStart,
): Promise<boolean> => {
  const now = runtime.serverTime();
  if (!(await liveClaim(trx, dock.oid, now))) return false;
  // Under the number that the lease has now: whoever takes over control waits until it has left, as for every order.
  const { epoch } = await readLease(trx, dock.oid, 'flight', now);
  const draft = serverDraft(runtime, {
    ...start,
    dock,
    method: 'startJob',
    flightOID,
    epoch,
    arguments: { flightOID },
  });
  return insertCommand(trx, draft);
};
