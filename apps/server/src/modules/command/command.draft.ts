import { createHash } from 'node:crypto';
import { commandRules, type CommandMethod, type CommandState, type RefusalReason } from '@eyrie/domain';
import type { CallContext } from '../../platform/http/endpoint.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { DockIdentity } from '../dock/index.ts';
import { nonceHashOf } from './challenge.service.ts';
import { auditRow, writeRow } from './command.audit.ts';
import { insertCommand, notify, type NewCommand } from './command.store.ts';

export interface CommandOrder {
  commandOID: string;
  dock: DockIdentity;
  method: CommandMethod;
  key: string;
  epoch: number | undefined;
  tabId: string | undefined;
  nonce: string | undefined;
  issuedAt: number | undefined;
  /** Business arguments: what makes the same key mean the same wish. */
  arguments: Record<string, unknown>;
  flightOID?: string;
}

/** What an order is when it is written: on its way to the gateway of the dock, or refused before that. */
export interface Beginning {
  state: Extract<CommandState, 'drafted' | 'expired' | 'failed'>;
  reason: RefusalReason | null;
  detail: string | null;
}

/** The same arguments in any order of fields give the same hash; lease, nonce and click time are not arguments. */
export const argumentsHash = (method: string, args: Record<string, unknown>): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([method, ...Object.entries(args).toSorted(([a], [b]) => (a < b ? -1 : 1))]))
    .digest();

/** The order of a member as it is written. */
export const draftOf = (
  { caller, address }: Pick<CallContext, 'caller' | 'address'>,
  wish: CommandOrder,
  { state, reason, detail }: Beginning,
  now: number,
): NewCommand => {
  const issuedAt = wish.issuedAt ?? now;
  return {
    oid: wish.commandOID,
    groupRoot: wish.dock.groupRoot,
    dockOID: wish.dock.oid,
    flightOID: wish.flightOID ?? null,
    method: wish.method,
    key: wish.key,
    arguments: wish.arguments,
    argumentsHash: argumentsHash(wish.method, wish.arguments),
    issuedBy: caller.memberOID,
    sessionOID: caller.sessionOID,
    address,
    epoch: wish.epoch ?? null,
    tabId: wish.tabId ?? null,
    nonceHash: wish.nonce ? nonceHashOf(wish.nonce) : null,
    issuedAt,
    expiresAt: Math.min(issuedAt, now) + commandRules[wish.method].ttl,
    state,
    reason,
    detail,
    history: [{ at: now, state, detail: null }],
  };
};

/**
 * Writes an order and calls the gateway of its dock; one that was refused gets its row of the audit log instead.
 * @returns false when the caller already used this key on this dock
 */
export const writeDraft = (
  { db, audit }: Pick<Runtime, 'db'> & { audit: AuditLog },
  draft: NewCommand,
): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const fresh = await insertCommand(trx, draft);
    if (fresh && draft.state === 'drafted')
      await notify(trx, 'command_drafted', `${draft.dockOID} ${draft.oid}`);
    if (fresh && draft.state !== 'drafted')
      await writeRow(trx, audit, auditRow(draft, draft.state, null, draft.reason));
    return fresh;
  });

/** Drafts a command that the server itself wants, in the name of the member whose wish it ends. Never motion. */
export const draftForServer = async (
  runtime: Pick<Runtime, 'db' | 'newOid' | 'serverTime'>,
  audit: AuditLog,
  dock: DockIdentity,
  method: 'stopLive',
  wish: { memberOID: string; key: string; arguments: Record<string, unknown> },
): Promise<void> => {
  const now = runtime.serverTime();
  await writeDraft(
    { db: runtime.db, audit },
    {
      oid: runtime.newOid(),
      groupRoot: dock.groupRoot,
      dockOID: dock.oid,
      flightOID: null,
      method,
      key: wish.key,
      arguments: { ...wish.arguments, byServer: true },
      argumentsHash: argumentsHash(method, wish.arguments),
      issuedBy: wish.memberOID,
      sessionOID: null,
      address: null,
      epoch: null,
      tabId: null,
      nonceHash: null,
      issuedAt: now,
      expiresAt: now + commandRules[method].ttl,
      state: 'drafted',
      reason: null,
      detail: null,
      history: [{ at: now, state: 'drafted', detail: 'byServer' }],
    },
  );
};
