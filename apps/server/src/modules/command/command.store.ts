import { sql } from 'kysely';
import {
  commandRules,
  openCommandStates,
  releasedCommandStates,
  type CommandMethod,
  type CommandState,
} from '@eyrie/domain';
import type { Caller } from '../../platform/http/endpoint.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { commands } from './command.list.store.ts';

/** A command as the server works with it. Times are epoch ms. */
export interface Command {
  oid: string;
  groupRoot: string;
  dockOID: string;
  flightOID: string | null;
  method: CommandMethod;
  key: string;
  arguments: Record<string, unknown>;
  argumentsHash: Buffer;
  issuedBy: string;
  issuedByName: string;
  sessionOID: string | null;
  /** From where it was given; null: by the server itself. */
  address: string | null;
  epoch: number | null;
  /** The tab that the order names. */
  tabId: string | null;
  nonceHash: Buffer | null;
  issuedAt: number;
  expiresAt: number;
  state: CommandState;
  tid: string | null;
  bid: string | null;
  code: number | null;
  reason: string | null;
  detail: string | null;
  history: { at: number; state: CommandState; detail: string | null }[];
  sentAt: number | null;
}

/** A command before anything became of it. */
export type NewCommand = Omit<Command, 'issuedByName' | 'tid' | 'bid' | 'code' | 'sentAt'>;

/** States of a command of which nobody knows yet what will become. */
export const onItsWay: ReadonlySet<CommandState> = new Set(['drafted', 'authorised', 'sent']);

const select = (db: DbOrTrx) =>
  db
    .selectFrom('command')
    .innerJoin('member', 'member.oid', 'command.issued_by')
    .selectAll('command')
    .select('member.name as issued_by_name');

type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>;

const commandOf = (row: Row): Command => ({
  oid: row.oid,
  groupRoot: row.group_root,
  dockOID: row.dock_oid,
  flightOID: row.flight_oid,
  method: row.method as CommandMethod,
  key: row.idempotency_key,
  arguments: row.arguments,
  argumentsHash: row.arguments_hash,
  issuedBy: row.issued_by,
  issuedByName: row.issued_by_name,
  sessionOID: row.session_oid,
  address: row.address,
  epoch: row.lease_epoch === null ? null : Number(row.lease_epoch),
  tabId: row.tab_id,
  nonceHash: row.nonce_hash,
  issuedAt: row.issued_at.getTime(),
  expiresAt: row.expires_at.getTime(),
  state: row.state as CommandState,
  tid: row.tid,
  bid: row.bid,
  code: row.ack_code,
  reason: row.reason,
  detail: row.detail,
  history: row.history as Command['history'],
  sentAt: row.sent_at?.getTime() ?? null,
});

/** An order to the flight control of a dock is about the flight that is under way there, whether it names it or not. */
const isAboutFlight = (method: CommandMethod): boolean => commandRules[method].control === 'flight';

/** Inserts a command; false when the caller already used this key on this dock. */
export const insertCommand = async (db: DbOrTrx, command: NewCommand): Promise<boolean> => {
  const result = await db
    .insertInto('command')
    .values((eb) => ({
      oid: command.oid,
      group_root: command.groupRoot,
      dock_oid: command.dockOID,
      flight_oid:
        command.flightOID ??
        (isAboutFlight(command.method)
          ? eb
              .selectFrom('flight')
              .select('oid')
              .where('dock_oid', '=', command.dockOID)
              .where('state', '=', 'inFlight')
          : null),
      method: command.method,
      idempotency_key: command.key,
      arguments: JSON.stringify(command.arguments),
      arguments_hash: command.argumentsHash,
      issued_by: command.issuedBy,
      session_oid: command.sessionOID,
      address: command.address,
      lease_epoch: command.epoch,
      tab_id: command.tabId,
      nonce_hash: command.nonceHash,
      issued_at: new Date(command.issuedAt),
      expires_at: new Date(command.expiresAt),
      state: command.state,
      reason: command.reason,
      detail: command.detail,
      history: JSON.stringify(command.history),
    }))
    .onConflict((conflict) => conflict.columns(['issued_by', 'dock_oid', 'idempotency_key']).doNothing())
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows ?? 0) === 1;
};

/** The order of a member to a dock by the key of the click; null when it was never stored. */
export const commandByKey = async (
  db: DbOrTrx,
  issuedBy: string,
  dockOID: string,
  key: string,
): Promise<Command | null> => {
  const row = await select(db)
    .where('issued_by', '=', issuedBy)
    .where('dock_oid', '=', dockOID)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
  return row ? commandOf(row) : null;
};

/** A command as it now stands; null when there is none. */
export const commandByOid = async (db: DbOrTrx, oid: string): Promise<Command | null> => {
  const row = await select(db).where('command.oid', '=', oid).executeTakeFirst();
  return row ? commandOf(row) : null;
};

/** Locks a command for a change of state. */
export const lockCommand = async (trx: DbOrTrx, oid: string): Promise<Command | null> => {
  await trx.selectFrom('command').select('oid').where('oid', '=', oid).forUpdate().executeTakeFirst();
  return commandByOid(trx, oid);
};

/** A step of a command's life. What is left out stays as it is; `at` is epoch ms. */
export interface CommandChange {
  state: CommandState;
  at: number;
  detail?: string | null;
  /** Said beside this step of the history alone. */
  note?: string;
  reason?: string | null;
  code?: number | null;
  tid?: string;
  bid?: string;
  sentAt?: number;
  /** Until when a claimed step may be on its way to the broker; null: it arrived. */
  sendingUntil?: number | null;
  flightOID?: string;
}

/** Moves a command and appends to its history, only from one of the given states. False when it had moved on. */
export const moveCommand = async (
  db: DbOrTrx,
  oid: string,
  from: readonly CommandState[],
  change: CommandChange,
): Promise<boolean> => {
  const entry = JSON.stringify([
    { at: change.at, state: change.state, detail: change.note ?? change.detail ?? null },
  ]);
  const result = await db
    .updateTable('command')
    .set({
      state: change.state,
      history: sql`history || ${entry}::jsonb`,
      updated_at: new Date(change.at),
      ...(change.detail === undefined ? {} : { detail: change.detail }),
      ...(change.reason === undefined ? {} : { reason: change.reason }),
      ...(change.code === undefined ? {} : { ack_code: change.code }),
      ...(change.tid === undefined ? {} : { tid: change.tid }),
      ...(change.bid === undefined ? {} : { bid: change.bid }),
      ...(change.sentAt === undefined ? {} : { sent_at: new Date(change.sentAt) }),
      ...(change.sendingUntil === undefined
        ? {}
        : { sending_until: change.sendingUntil === null ? null : new Date(change.sendingUntil) }),
      ...(change.flightOID === undefined ? {} : { flight_oid: change.flightOID }),
    })
    .where('oid', '=', oid)
    .where('state', 'in', [...from])
    .executeTakeFirst();
  return Number(result.numUpdatedRows) === 1;
};

/** What is said beside a command, without a step of its history. */
export const setDetail = async (db: DbOrTrx, oid: string, detail: string): Promise<void> => {
  await db.updateTable('command').set({ detail }).where('oid', '=', oid).execute();
};

/** Commands of a dock of the last day of which it is still open what became. Oldest first. */
export const openCommands = async (db: DbOrTrx, dockOIDs: readonly string[]): Promise<Command[]> => {
  if (dockOIDs.length === 0) return [];
  const rows = await select(db)
    .where('dock_oid', 'in', [...dockOIDs])
    .where('state', 'in', openCommandStates)
    .where('command.created_at', '>', sql<Date>`now() - interval '1 day'`)
    .orderBy('command.created_at')
    .execute();
  return rows.map(commandOf);
};

/** Docks to which a start was sent of which nobody knows what became, while its flight is not over. */
export const startsUnresolved = async (db: DbOrTrx, dockOIDs: readonly string[]): Promise<Set<string>> => {
  if (dockOIDs.length === 0) return new Set();
  const rows = await db
    .selectFrom('command')
    .innerJoin('flight', 'flight.oid', 'command.flight_oid')
    .select('command.dock_oid')
    .where('command.dock_oid', 'in', [...dockOIDs])
    .where('command.method', '=', 'startJob')
    .where('command.state', 'in', releasedCommandStates)
    .where('flight.state', '!=', 'over')
    .execute();
  return new Set(rows.map((row) => row.dock_oid));
};

/** Orders for these docks that no gateway has picked up yet. */
export const draftedCommands = async (
  db: DbOrTrx,
  dockOIDs: readonly string[],
): Promise<{ oid: string; dockOID: string }[]> => {
  if (dockOIDs.length === 0) return [];
  const rows = await db
    .selectFrom('command')
    .select(['oid', 'dock_oid'])
    .where('state', '=', 'drafted')
    .where('dock_oid', 'in', [...dockOIDs])
    .execute();
  return rows.map((row) => ({ oid: row.oid, dockOID: row.dock_oid }));
};

/** Orders whose time was over at `before` and that no gateway picked up. Oldest first. */
export const overdueDrafts = async (db: DbOrTrx, before: Date): Promise<Command[]> => {
  const rows = await select(db)
    .where('command.state', '=', 'drafted')
    .where('command.expires_at', '<', before)
    .orderBy('command.expires_at')
    .limit(100)
    .execute();
  return rows.map(commandOf);
};

/** A page of the commands to docks within the caller's sight, newest first. */
export const queryCommands = async (
  db: DbOrTrx,
  caller: Pick<Caller, 'groupRoot' | 'groupOID' | 'memberOID'>,
  request: {
    pageNum: number;
    pageSize: number;
    dockOID?: string | undefined;
    flightOID?: string | undefined;
  },
): Promise<{ list: Command[]; total: number }> => {
  const { pageNum, pageSize, ...filter } = request;
  const page = await commands.page(db, { caller }, filter, { pageNum, pageSize });
  if (page.rows.length === 0) return { list: [], total: page.total };
  const oids = page.rows.map(({ oid }) => oid);
  const found = await select(db).where('command.oid', 'in', oids).execute();
  const byOid = new Map(found.map((row) => [row.oid, commandOf(row)]));
  return { list: oids.flatMap((oid) => byOid.get(oid) ?? []), total: page.total };
};

/** Calls every server: a drafted one with dock and command, a sent one with the dock, others with the command. */
export const notify = async (
  db: DbOrTrx,
  channel: 'command_drafted' | 'command_changed' | 'command_not_claimed' | 'command_sent',
  payload: string,
): Promise<void> => {
  await sql`select pg_notify(${channel}, ${payload})`.execute(db);
};
