import { sql } from 'kysely';
import { commandRules, type CommandMethod, type CommandState } from '@eyrie/domain';
import type { Caller } from '../../platform/http/endpoint.ts';
import { flushedLater } from '../../platform/postgres/index.ts';
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

/** Commands with the name of who gave them. */
export const selectCommands = (db: DbOrTrx) =>
  db
    .selectFrom('command')
    .innerJoin('member', 'member.oid', 'command.issued_by')
    .selectAll('command')
    .select('member.name as issued_by_name');

type Row = Awaited<ReturnType<ReturnType<typeof selectCommands>['executeTakeFirstOrThrow']>>;

/** A row of `selectCommands`, or one that a change returned, as the server works with it. */
export const commandOf = (row: Row): Command => ({
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

/** Returned by a change of a command beside its columns, so that nobody reads the row again. */
export const issuedByName =
  sql<string>`(select member.name from member where member.oid = command.issued_by)`.as('issued_by_name');

/** An order that the gateway of its dock is to carry out. */
export interface DraftedCommand extends Pick<Command, 'dockOID' | 'oid'> {
  /** Left out by servers of an older release. */
  method?: CommandMethod | undefined;
}

const draftedPayload = ({ dockOID, oid, method }: Command | NewCommand): string =>
  `${dockOID} ${oid} ${method}`;
/** What a notification of a drafted command says. */
export const readDrafted = (payload: string): DraftedCommand => {
  const [dockOID = '', oid = '', method] = payload.split(' ');
  return { dockOID, oid, method: method as CommandMethod | undefined };
};

type Channel = 'command_drafted' | 'command_changed' | 'command_not_claimed' | 'command_sent';
const notification = (channel: Channel, payload: string) => sql`pg_notify(${channel}, ${payload})`;
/** Notifies every server once for each row that a statement writes, when its transaction ends. */
const notified = (channel: Channel, payload: string) => notification(channel, payload).as('notified');

/** Notifies every server: a drafted one as `readDrafted` reads it, a sent one with the dock, others with the command. */
export const notify = async (db: DbOrTrx, channel: Channel, payload: string): Promise<void> => {
  await sql`select ${notification(channel, payload)}`.execute(db);
};

/** An order to the flight control of a dock is about the flight that is under way there, whether it names it or not. */
const isAboutFlight = (method: CommandMethod): boolean => commandRules[method].control === 'flight';

/**
 * Inserts a command, and notifies the gateway of its dock of one that it is to carry out.
 * @param flush `later`: nothing is lost with it, because whatever comes of it waits for the disk
 * @returns false when the caller already used this key on this dock
 */
export const insertCommand = async (db: DbOrTrx, command: NewCommand, flush?: 'later'): Promise<boolean> => {
  const row = await db
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
    .returning('command.oid')
    .$if(command.state === 'drafted', (query) =>
      query.returning(notified('command_drafted', draftedPayload(command))),
    )
    .$if(flush === 'later', (query) => query.returning(flushedLater.as('flush')))
    .executeTakeFirst();
  return row !== undefined;
};

/** The order of a member to a dock by the key of the click; null when it was never stored. */
export const commandByKey = async (
  db: DbOrTrx,
  issuedBy: string,
  dockOID: string,
  key: string,
): Promise<Command | null> => {
  const row = await selectCommands(db)
    .where('issued_by', '=', issuedBy)
    .where('dock_oid', '=', dockOID)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
  return row ? commandOf(row) : null;
};

/** A command as it now stands; null when there is none. */
export const commandByOid = async (db: DbOrTrx, oid: string): Promise<Command | null> => {
  const row = await selectCommands(db).where('command.oid', '=', oid).executeTakeFirst();
  return row ? commandOf(row) : null;
};

/** Locks a command for a change of state. */
export const lockCommand = async (trx: DbOrTrx, oid: string): Promise<Command | null> => {
  const row = await selectCommands(trx)
    .where('command.oid', '=', oid)
    .forUpdate('command')
    .executeTakeFirst();
  return row ? commandOf(row) : null;
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
  /** As with `insertCommand`. */
  flush?: 'later';
}

const moving = (db: DbOrTrx, oid: string, from: readonly CommandState[], change: CommandChange) => {
  const entry = JSON.stringify([
    { at: change.at, state: change.state, detail: change.note ?? change.detail ?? null },
  ]);
  return db
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
    .returningAll()
    .returning(issuedByName)
    .$if(!onItsWay.has(change.state), (query) => query.returning(notified('command_changed', oid)))
    .$if(change.flush === 'later', (query) => query.returning(flushedLater.as('flush')));
};

/**
 * Moves a command and appends to its history, only from one of the given states. Whoever waits for its outcome is
 * notified as soon as something is known of it.
 * @returns the command as stored; null when it had moved on
 */
export const moveCommand = async (
  db: DbOrTrx,
  oid: string,
  from: readonly CommandState[],
  change: CommandChange,
): Promise<Command | null> => {
  const row = await moving(db, oid, from, change).executeTakeFirst();
  return row ? commandOf(row) : null;
};

/** The same for a command whose row this transaction has locked, in a state that it has read: it cannot have moved on. */
export const moveLocked = async (
  trx: DbOrTrx,
  oid: string,
  from: readonly CommandState[],
  change: CommandChange,
): Promise<Command> => commandOf(await moving(trx, oid, from, change).executeTakeFirstOrThrow());

/** What is said beside a command, without a step of its history. */
export const setDetail = async (db: DbOrTrx, oid: string, detail: string): Promise<void> => {
  await db.updateTable('command').set({ detail }).where('oid', '=', oid).execute();
};

/** The order begins a flight of its own: in the transaction that makes it. */
export const nameFlight = async (trx: DbOrTrx, oid: string, flightOID: string): Promise<void> => {
  await trx.updateTable('command').set({ flight_oid: flightOID }).where('oid', '=', oid).execute();
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
  const found = await selectCommands(db).where('command.oid', 'in', oids).execute();
  const byOid = new Map(found.map((row) => [row.oid, commandOf(row)]));
  return { list: oids.flatMap((oid) => byOid.get(oid) ?? []), total: page.total };
};
