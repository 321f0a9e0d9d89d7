import { createHash, randomBytes } from 'node:crypto';
import {
  commandRules,
  isExpired,
  limits,
  refusalStatus,
  type CommandMethod,
  type CommandRecord,
  type CommandState,
  type RefusalReason,
} from '@eyrie/domain';
import { errorText } from '@eyrie/dji';
import type { CallContext, Caller, Language } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { say } from '../../platform/http/words.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { DockIdentity } from '../dock/index.ts';
import {
  commandByKey,
  commandByOid,
  insertCommand,
  liveClaim,
  moveCommand,
  notify,
  standingOf,
  type Command,
} from './command.store.ts';
import { auditRow, storeFate } from './command.audit.ts';
import { insertChallenge, spendChallenge } from './challenge.store.ts';

const unsettled: ReadonlySet<CommandState> = new Set(['drafted', 'authorised', 'sent']);
const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The same arguments in any order of fields give the same hash; lease, nonce and click time are not arguments. */
const argumentsHash = (method: string, args: Record<string, unknown>): Buffer =>
  hashOf(JSON.stringify([method, ...Object.entries(args).toSorted(([a], [b]) => (a < b ? -1 : 1))]));

/** The sentence people read on a command's chip. */
export const commandMessage = (language: Language, command: Command): string => {
  if (command.reason === 'deviceRefused' && command.code !== null)
    return `${command.code} ${errorText(command.code, language)}`;
  if (command.reason) {
    const values = command.detail?.startsWith('{')
      ? (JSON.parse(command.detail) as Record<string, string | number>)
      : {};
    return say(language, `refusal.${command.reason}`, values);
  }
  return say(language, `commandState.${command.state}`);
};

export const presentCommand = (language: Language, command: Command): CommandRecord => ({
  commandOID: command.oid,
  dockOID: command.dockOID,
  flightOID: command.flightOID,
  method: command.method,
  state: command.state,
  code: command.code,
  reason: command.reason,
  message: commandMessage(language, command),
  issuedBy: { oid: command.issuedBy, name: command.issuedByName },
  issuedAt: command.issuedAt,
  epoch: command.epoch,
  history: command.history.map((entry) => ({
    ...entry,
    detail: entry.detail?.startsWith('{') ? null : entry.detail,
  })),
});

/** Nobody took an order on its way to the dock in time: return-home and hover then go past the database. */
export class NotPickedUp extends Error {}

export interface CommandOrder {
  commandOID: string;
  dock: DockIdentity;
  method: CommandMethod;
  key: string;
  epoch: number | undefined;
  nonce: string | undefined;
  issuedAt: number | undefined;
  /** Business arguments: what makes the same key mean the same wish. */
  arguments: Record<string, unknown>;
  flightOID?: string;
}

export const createCommandService = (
  runtime: Runtime,
  deps: {
    audit: AuditLog;
    listen(handler: (commandOID: string) => void): Promise<void>;
    /** Why no flight of an organisation may begin now; null: they may. */
    newFlightRefusal(db: DbOrTrx, groupRoot: string): Promise<Refusal | null>;
  },
) => {
  const waiters = new Map<string, Set<() => void>>();
  const wake = (oid: string): void => waiters.get(oid)?.forEach((waiter) => waiter());

  /** Waits until a command settles or `ms` pass; wakes by notification, looks by itself now and then. */
  const settled = async (oid: string, ms: number): Promise<Command> => {
    const end = runtime.clock.mono() + ms;
    for (;;) {
      let timer: NodeJS.Timeout | undefined;
      const changed = new Promise<void>((resolve) => {
        const set = waiters.get(oid) ?? new Set();
        set.add(resolve);
        waiters.set(oid, set);
        timer = setTimeout(resolve, Math.max(10, Math.min(500, end - runtime.clock.mono())));
      });
      const command = await commandByOid(runtime.db, oid);
      if (!command) throw new Refusal('notFound');
      if (!unsettled.has(command.state) || runtime.clock.mono() >= end) {
        clearTimeout(timer);
        waiters.delete(oid);
        return command;
      }
      await changed;
      clearTimeout(timer);
    }
  };

  /** The answer of a command call: 200 accepted, 409 refused by us, 502 refused by the device, 504 no answer. */
  const answer = (language: Language, command: Command): CommandRecord => {
    const record = presentCommand(language, command);
    const fail = (reason: RefusalReason, code: number): never => {
      throw new Refusal(reason, { message: record.message, data: { ...record }, code });
    };
    if (command.state === 'rejected') return fail('deviceRefused', command.code ?? 502);
    if (command.state === 'expired') return fail('expired', 409);
    if (command.state === 'unknown' || unsettled.has(command.state)) return fail('deviceSilent', 504);
    if (command.state === 'failed' && command.sentAt === null) {
      const reason = (command.reason ?? 'internal') as RefusalReason;
      return fail(reason, refusalStatus[reason] ?? 409);
    }
    return record;
  };

  const closedFor = (dock: DockIdentity): Promise<Refusal | null> =>
    deps.newFlightRefusal(runtime.db, dock.groupRoot);

  /** Asked again, because the order has waited: past the gateway nobody else looks at who sends it. */
  const mayPass = async ({ sessionOID }: Caller, dockOID: string): Promise<boolean> => {
    const rights = ['dock:emergency'];
    const standing = await standingOf(runtime.db, { sessionOID, dockOID, rights }, runtime.serverTime());
    return standing.signedIn && standing.sees && standing.rights.length > 0;
  };

  const order = async (context: CallContext, wish: CommandOrder): Promise<CommandRecord> => {
    const { caller, language } = context;
    const now = runtime.serverTime();
    const rule = commandRules[wish.method];
    const hash = argumentsHash(wish.method, wish.arguments);
    const repeated = await commandByKey(runtime.db, caller.memberOID, wish.dock.oid, wish.key);
    if (repeated) return repeat(language, repeated, hash);
    const issuedAt = wish.issuedAt ?? now;
    const tooLate = isExpired(wish.method, issuedAt, now);
    const closed = wish.method === 'startJob' ? await closedFor(wish.dock) : null;
    // Return-home and hover find their own way to a dock whose server has died.
    const past = rule.emergency && caller.resources.has('dock:emergency');
    const unclaimed = !tooLate && !closed && !past && !(await liveClaim(runtime.db, wish.dock.oid, now));
    const state: CommandState = tooLate ? 'expired' : closed || unclaimed ? 'failed' : 'drafted';
    const reason: RefusalReason | null = tooLate
      ? 'expired'
      : (closed?.reason ?? (unclaimed ? 'dockOffline' : null));
    const oid = wish.commandOID;
    const draft = {
      oid,
      groupRoot: wish.dock.groupRoot,
      dockOID: wish.dock.oid,
      method: wish.method,
      arguments: wish.arguments,
      issuedBy: caller.memberOID,
      sessionOID: caller.sessionOID,
      address: context.address,
      epoch: wish.epoch ?? null,
    };
    const inserted = await runtime.db.transaction().execute(async (trx) => {
      const fresh = await insertCommand(trx, {
        ...draft,
        flightOID: wish.flightOID ?? null,
        key: wish.key,
        argumentsHash: hash,
        nonceHash: wish.nonce ? hashOf(wish.nonce) : null,
        issuedAt,
        expiresAt: Math.min(issuedAt, now) + rule.ttl,
        state,
        reason,
        detail: closed?.details.values ? JSON.stringify(closed.details.values) : null,
        history: [{ at: now, state, detail: null }],
      });
      if (fresh && state === 'drafted') await notify(trx, 'command_drafted', `${wish.dock.oid} ${oid}`);
      if (fresh && state !== 'drafted') await deps.audit.write(trx, auditRow(draft, state, null, reason));
      return fresh;
    });
    if (!inserted) {
      const other = await commandByKey(runtime.db, caller.memberOID, wish.dock.oid, wish.key);
      if (!other) throw new Refusal('internal');
      return repeat(language, other, hash);
    }
    if (rule.emergency && state === 'drafted') {
      const soon = await settled(oid, limits.command.pickedUpWithin);
      if (soon.state === 'drafted' && (await mayPass(caller, wish.dock.oid))) throw new NotPickedUp();
    }
    let command = await settled(oid, waitFor(wish.method));
    if (command.state === 'drafted') {
      // Nobody picked it up in its life: it must not be picked up later.
      const change = { state: 'expired', at: runtime.serverTime(), reason: 'expired', code: 409 } as const;
      await storeFate(
        { db: runtime.db, audit: deps.audit },
        auditRow(draft, 'expired', null, 'expired'),
        async (trx) => (await moveCommand(trx, oid, ['drafted'], change)) || null,
      );
      command = (await commandByOid(runtime.db, oid)) ?? command;
    }
    return answer(language, command);
  };

  /** Same key: the record as it now stands; same key for another wish is refused. Nothing is sent. */
  const repeat = (language: Language, command: Command, hash: Buffer): CommandRecord => {
    if (!command.argumentsHash.equals(hash)) throw new Refusal('keyReused');
    return presentCommand(language, command);
  };

  const waitFor = (method: CommandMethod): number => {
    const rule = commandRules[method];
    return rule.ttl + rule.ack + (method === 'startJob' ? limits.command.ack : 0) + 1_000;
  };

  /** Drafts a command that the server itself wants, in the name of the member whose wish it ends. Never motion. */
  const orderForServer = async (
    dock: DockIdentity,
    method: 'stopLive',
    wish: { memberOID: string; key: string; arguments: Record<string, unknown> },
  ): Promise<void> => {
    const now = runtime.serverTime();
    const oid = runtime.newOid();
    await runtime.db.transaction().execute(async (trx) => {
      const fresh = await insertCommand(trx, {
        oid,
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
        nonceHash: null,
        issuedAt: now,
        expiresAt: now + commandRules[method].ttl,
        state: 'drafted',
        reason: null,
        detail: null,
        history: [{ at: now, state: 'drafted', detail: 'byServer' }],
      });
      if (fresh) await notify(trx, 'command_drafted', `${dock.oid} ${oid}`);
    });
  };

  return {
    order,
    orderForServer,
    present: presentCommand,
    start: () => deps.listen(wake),
    challenge: async (caller: Caller, dockOID: string, method: string) => {
      const nonce = randomBytes(24).toString('base64url');
      const expiresAt = runtime.serverTime() + limits.command.challengeLife;
      await insertChallenge(runtime.db, {
        nonceHash: hashOf(nonce),
        memberOID: caller.memberOID,
        dockOID,
        method,
        expiresAt,
      });
      return { nonce, expiresAt };
    },
    /** Spends a nonce inside a transaction, for confirmations that are no device command. */
    spendNonce: async (
      trx: DbOrTrx,
      caller: Caller,
      dockOID: string,
      method: string,
      nonce: string | undefined,
    ): Promise<void> => {
      if (!nonce) throw new Refusal('confirmationMissing');
      const spent = await spendChallenge(trx, {
        nonceHash: hashOf(nonce),
        memberOID: caller.memberOID,
        dockOID,
        method,
        now: runtime.serverTime(),
      });
      if (!spent) throw new Refusal('confirmationSpent');
    },
  };
};
export type CommandService = ReturnType<typeof createCommandService>;
