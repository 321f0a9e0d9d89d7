import { commandRules, isExpired, limits, type CommandMethod, type CommandRecord } from '@eyrie/domain';
import type { CallContext, Caller, Language } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { liveClaim } from './claim.store.ts';
import { auditRow, storeFate } from './command.audit.ts';
import { argumentsHash, draftOf, writeDraft, type Beginning, type CommandOrder } from './command.draft.ts';
import { answerOf, presentCommand } from './command.present.ts';
import { commandByKey, commandByOid, moveCommand, type Command, type NewCommand } from './command.store.ts';
import type { Waits } from './command.waits.ts';
import { standingOf } from './sender.store.ts';

export interface OrderDependencies {
  audit: AuditLog;
  waits: Waits;
  /** Why no flight of an organisation may begin now; null: they may. */
  newFlightRefusal(db: DbOrTrx, groupRoot: string): Promise<Refusal | null>;
}

/** Nobody took an order on its way to the dock in time: return-home and hover then go past the database. */
export class NotPickedUp extends Error {}

const mayHurry = (method: CommandMethod, { resources }: Caller): boolean =>
  commandRules[method].emergency && resources.has('dock:emergency');

/** How long a call waits for the fate of its order, ms. */
const patienceFor = (method: CommandMethod): number => {
  const rule = commandRules[method];
  return rule.ttl + rule.ack + (method === 'startJob' ? limits.command.ack : 0) + 1_000;
};

/** Same key: the record as it now stands; same key for another wish is refused. Nothing is sent. */
const repeat = (language: Language, command: Command, wish: CommandOrder): CommandRecord => {
  if (!command.argumentsHash.equals(argumentsHash(wish.method, wish.arguments)))
    throw new Refusal('keyReused');
  return presentCommand(language, command);
};

/** Writes the order of a member, lets the gateway of the dock carry it out, and waits for what becomes of it. */
export const createOrder = (runtime: Runtime, { audit, waits, newFlightRefusal }: OrderDependencies) => {
  const { db } = runtime;

  const beginningOf = async (caller: Caller, wish: CommandOrder, now: number): Promise<Beginning> => {
    if (isExpired(wish.method, wish.issuedAt ?? now, now))
      return { state: 'expired', reason: 'expired', detail: null };
    const closed = wish.method === 'startJob' ? await newFlightRefusal(db, wish.dock.groupRoot) : null;
    if (closed) {
      const { values } = closed.details;
      return { state: 'failed', reason: closed.reason, detail: values ? JSON.stringify(values) : null };
    }
    // Return-home and hover find their own way to a dock whose server has died.
    if (mayHurry(wish.method, caller) || (await liveClaim(db, wish.dock.oid, now)))
      return { state: 'drafted', reason: null, detail: null };
    return { state: 'failed', reason: 'dockOffline', detail: null };
  };

  /** Asked again, because the order has waited: past the gateway nobody else looks at who sends it. */
  const mayPass = async ({ sessionOID }: Caller, dockOID: string): Promise<boolean> => {
    const rights = ['dock:emergency'];
    const standing = await standingOf(db, { sessionOID, dockOID, rights }, runtime.serverTime());
    return standing.signedIn && standing.sees && standing.rights.length > 0;
  };

  /** Nobody picked it up in its life: it must not be picked up later. */
  const expire = async (draft: NewCommand): Promise<Command | null> => {
    const change = { state: 'expired', at: runtime.serverTime(), reason: 'expired', code: 409 } as const;
    await storeFate(
      { db, audit },
      auditRow(draft, 'expired', null, 'expired'),
      async (trx) => (await moveCommand(trx, draft.oid, ['drafted'], change)) || null,
    );
    return commandByOid(db, draft.oid);
  };

  return async (context: CallContext, wish: CommandOrder): Promise<CommandRecord> => {
    const { caller, language } = context;
    const now = runtime.serverTime();
    const sameKey = () => commandByKey(db, caller.memberOID, wish.dock.oid, wish.key);
    const repeated = await sameKey();
    if (repeated) return repeat(language, repeated, wish);
    const draft = draftOf(context, wish, await beginningOf(caller, wish, now), now);
    if (!(await writeDraft({ db, audit }, draft))) {
      const other = await sameKey();
      if (!other) throw new Refusal('internal');
      return repeat(language, other, wish);
    }
    if (commandRules[wish.method].emergency && draft.state === 'drafted') {
      const soon = await waits.claimed(draft.oid, limits.command.pickedUpWithin);
      if (soon.state === 'drafted' && (await mayPass(caller, wish.dock.oid))) throw new NotPickedUp();
    }
    const command = await waits.settled(draft.oid, patienceFor(wish.method));
    return answerOf(language, command.state === 'drafted' ? ((await expire(draft)) ?? command) : command);
  };
};
