import {
  commandCalls,
  memberMethods,
  orders,
  type CallDeclaration,
  type CommandRecord,
  type commandRecord,
  type MemberMethod,
  type ParsedRequestOf,
  type ResponseOf,
} from '@eyrie/domain';
import type { z } from 'zod';
import { serve, type CallContext, type Caller, type Endpoint } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import { isDatabaseDown } from '../../platform/postgres/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { requireProved, wireOf, type DockIdentity } from '../dock/index.ts';
import { readLease } from '../lease/index.ts';
import { liveClaim } from './claim.store.ts';
import { isAuditBlocked } from './command.audit.ts';
import type { CommandService } from './command.service.ts';
import type { Emergency, EmergencyMethod } from './emergency.ts';
import { commandByOid, queryCommands } from './command.store.ts';

type OpenNow = Omit<ResponseOf<typeof commandCalls.openControl>, 'holder' | 'expiresAt'>;

interface CommandRequest {
  oid: string;
  key: string;
  epoch?: number | undefined;
  tabId?: string | undefined;
  nonce?: string | undefined;
  issuedAt?: number | undefined;
  /** Of those that begin or end a flight. */
  flightOID?: string | undefined;
}

export interface CommandEndpointDependencies {
  commands: CommandService;
  /** Finds a dock inside the caller's scope or refuses with notFound. */
  dockInScope(caller: Caller, oid: string): Promise<DockIdentity>;
  /** Refuses with notFound unless the flight is the dock's own and the caller may see it. */
  requireFlight(caller: Caller, flightOID: string, dockOID: string): Promise<void>;
  /** Return-home, hover and the stop of a robot while the database is away. */
  emergency: Emergency;
  databaseUp(): boolean;
  /** What orders answer beside their record, where their room declares more. */
  answers: {
    logQuery(
      context: CallContext,
      record: CommandRecord,
      request: ParsedRequestOf<typeof commandCalls.logQuery>,
    ): Promise<Omit<ResponseOf<typeof commandCalls.logQuery>, keyof CommandRecord>>;
  };
  /** What a device of the open contract can be ordered now; null: no gateway answers for it. */
  openNow(oid: string): Promise<OpenNow | null>;
}

/** One order of a member to a dock of theirs. */
const createOrders = (
  { db, newOid, serverTime }: Runtime,
  { commands, dockInScope, requireFlight, emergency, databaseUp }: CommandEndpointDependencies,
) => {
  const order = async (
    context: CallContext,
    method: MemberMethod,
    request: CommandRequest,
    commandOID: string = newOid(),
  ) => {
    const { flightOID } = request;
    // At once, since every trip to the database counts; who may not see the dock learns nothing of its gateway.
    const [dock, hasGateway] = await Promise.all([
      dockInScope(context.caller, request.oid),
      liveClaim(db, request.oid, serverTime()),
    ]);
    if (flightOID !== undefined) await requireFlight(context.caller, flightOID, dock.oid);
    return commands.order(context, {
      commandOID,
      dock,
      hasGateway,
      method,
      key: request.key,
      epoch: request.epoch,
      tabId: request.tabId,
      nonce: request.nonce,
      issuedAt: request.issuedAt,
      arguments: argumentsOf(method, { ...request }),
      ...(flightOID === undefined ? {} : { flightOID }),
    });
  };

  /** Return-home, hover and the stop of a robot must be sent even if they cannot be stored. */
  const orderOrEmergency = async (context: CallContext, method: EmergencyMethod, request: CommandRequest) => {
    const commandOID = newOid();
    const clickedAt = request.issuedAt ?? serverTime();
    const atReceipt = request.issuedAt === undefined;
    const bypassGateway = () =>
      emergency.run(context, method, { ...request, commandOID, clickedAt, atReceipt });
    // An intent sent without the database is answered from the journal until it is a row: never sent twice.
    if (!databaseUp() || emergency.knows(context.caller.memberOID, request)) return bypassGateway();
    try {
      return await order(context, method, request, commandOID);
    } catch (error) {
      // A refusal is our decision and stands. Any other error must not keep the order from being sent.
      if (!(error instanceof Refusal) || isAuditBlocked(error)) return bypassGateway();
      throw error;
    }
  };
  return { order, orderOrEmergency };
};

/** Those that the emergency way can send; a test holds the two together. */
const leavesWithoutDatabase = (method: MemberMethod): method is EmergencyMethod =>
  orders[method].withoutDatabase;

/** What an order is given with, as its room declares it: it travels to the device, and what was not said does not. */
const argumentsOf = (method: MemberMethod, request: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.keys(orders[method].fields).flatMap((name) =>
      request[name] === undefined ? [] : [[name, request[name]]],
    ),
  );

/** Every other answers its record and nothing more. */
const answersRecord = (method: MemberMethod): method is Exclude<MemberMethod, 'logQuery'> =>
  method !== 'logQuery';

/** One endpoint for each order that members give. */
const orderEndpoints = (
  { order, orderOrEmergency }: ReturnType<typeof createOrders>,
  { answers }: Pick<CommandEndpointDependencies, 'answers'>,
): Endpoint[] => [
  ...memberMethods.filter(answersRecord).map((method) => {
    const declaration: CallDeclaration<z.ZodType<CommandRequest>, typeof commandRecord> = commandCalls[
      method
    ];
    return serve(declaration, async (request, context) =>
      leavesWithoutDatabase(method)
        ? orderOrEmergency(context, method, request)
        : order(context, method, request),
    );
  }),
  serve(commandCalls.logQuery, async (request, context) => {
    const record = await order(context, 'logQuery', request);
    return { ...record, ...(await answers.logQuery(context, record, request)) };
  }),
  serve(commandCalls.openStartJob, (request, context) => order(context, 'startJob', request)),
  serve(commandCalls.openCoverOpen, (request, context) => order(context, 'coverOpen', request)),
  serve(commandCalls.openCoverClose, (request, context) => order(context, 'coverClose', request)),
];

/** Hover in a return home needs its confirmation also while the database is away, or is just going. */
const dockToConfirm = async (
  { databaseUp, dockInScope, emergency }: CommandEndpointDependencies,
  caller: Caller,
  { oid, method }: { oid: string; method: string },
): Promise<{ oid: string }> => {
  if (method !== 'returnHomeCancel') return requireProved(await dockInScope(caller, oid));
  if (!databaseUp()) return emergency.requireDock(caller, oid);
  try {
    return requireProved(await dockInScope(caller, oid));
  } catch (error) {
    if (!isDatabaseDown(error)) throw error;
    return emergency.requireDock(caller, oid);
  }
};

/** Who controls a device of the open contract, and what may be ordered of it. */
const openControlEndpoint = (
  { db, serverTime }: Runtime,
  { dockInScope, openNow }: CommandEndpointDependencies,
): Endpoint =>
  serve(commandCalls.openControl, async ({ id }, { caller }) => {
    const dock = await dockInScope(caller, id);
    if (wireOf(dock) !== 'open') throw new Refusal('methodMissing');
    const at = serverTime();
    const { holder, holderName, expiresAt } = await readLease(db, dock.oid, 'flight', at);
    const held = holder !== null && expiresAt > at;
    const now = await openNow(dock.oid);
    return {
      ...(now ?? { online: false, ageMs: null, mode: null, orders: [] }),
      holder: held ? { oid: holder.memberOID, name: holderName ?? '' } : null,
      expiresAt: held ? expiresAt : null,
    };
  });

/** The calls for orders to docks: confirm, give, read. */
export const commandEndpoints = (runtime: Runtime, deps: CommandEndpointDependencies): Endpoint[] => {
  const { commands, dockInScope } = deps;
  return [
    serve(commandCalls.challenge, async (request, { caller }) => {
      const dock = await dockToConfirm(deps, caller, request);
      return commands.challenge(caller, dock.oid, request.method);
    }),
    ...orderEndpoints(createOrders(runtime, deps), deps),
    openControlEndpoint(runtime, deps),
    serve(commandCalls.get, async (request, { caller, language }) => {
      const command = await commandByOid(runtime.db, request.oid);
      if (!command || command.groupRoot !== caller.groupRoot) throw notFound();
      await dockInScope(caller, command.dockOID);
      return commands.present(language, command);
    }),
    serve(commandCalls.query, async (request, { caller, language }) => {
      const { list, total } = await queryCommands(runtime.db, caller, request);
      return {
        list: list.map((command) => commands.present(language, command)),
        total,
        pageNum: request.pageNum,
        pageSize: request.pageSize,
      };
    }),
  ];
};
