import { commandCalls, type CommandMethod, type ResponseOf } from '@eyrie/domain';
import { serve, type CallContext, type Caller, type Endpoint } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import { isDatabaseDown } from '../../platform/postgres/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { requireProved, wireOf, type DockIdentity } from '../dock/index.ts';
import { readLease } from '../lease/index.ts';
import { isAuditBlocked } from './command.audit.ts';
import type { CommandService } from './command.service.ts';
import type { Emergency } from './emergency.ts';
import { commandByOid, queryCommands } from './command.store.ts';

type OpenNow = Omit<ResponseOf<typeof commandCalls.openControl>, 'holder' | 'expiresAt'>;

interface CommandRequest {
  oid: string;
  key: string;
  epoch?: number | undefined;
  tabId?: string | undefined;
  nonce?: string | undefined;
  issuedAt?: number | undefined;
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
  /** What a device of the open contract can be ordered now; null: no gateway answers for it. */
  openNow(oid: string): Promise<OpenNow | null>;
}

/** One order of a member to a dock of theirs. */
const createOrders = (
  { newOid, serverTime }: Runtime,
  { commands, dockInScope, requireFlight, emergency, databaseUp }: CommandEndpointDependencies,
) => {
  const order = async (
    context: CallContext,
    method: CommandMethod,
    request: CommandRequest,
    args: Record<string, unknown> = {},
    flightOID?: string,
    commandOID: string = newOid(),
  ) => {
    const dock = await dockInScope(context.caller, request.oid);
    if (flightOID !== undefined) await requireFlight(context.caller, flightOID, dock.oid);
    return commands.order(context, {
      commandOID,
      dock,
      method,
      key: request.key,
      epoch: request.epoch,
      tabId: request.tabId,
      nonce: request.nonce,
      issuedAt: request.issuedAt,
      arguments: args,
      ...(flightOID === undefined ? {} : { flightOID }),
    });
  };

  /** Return-home, hover and the stop of a robot must be sent even if they cannot be stored. */
  const orderOrEmergency = async (
    context: CallContext,
    method: 'returnHome' | 'hover' | 'robotStop',
    request: CommandRequest,
  ) => {
    const commandOID = newOid();
    const clickedAt = request.issuedAt ?? serverTime();
    const atReceipt = request.issuedAt === undefined;
    const bypassGateway = () =>
      emergency.run(context, method, { ...request, commandOID, clickedAt, atReceipt });
    // An intent sent without the database is answered from the journal until it is a row: never sent twice.
    if (!databaseUp() || emergency.knows(context.caller.memberOID, request)) return bypassGateway();
    try {
      return await order(context, method, request, {}, undefined, commandOID);
    } catch (error) {
      // A refusal is our decision and stands. Any other error must not keep the order from being sent.
      if (!(error instanceof Refusal) || isAuditBlocked(error)) return bypassGateway();
      throw error;
    }
  };
  return { order, orderOrEmergency };
};

/** Orders that only devices of the open contract are given. */
const openOrderEndpoints = ({ order, orderOrEmergency }: ReturnType<typeof createOrders>): Endpoint[] => [
  serve(commandCalls.robotGoTo, (request, context) =>
    order(context, 'robotGoTo', request, { lng: request.lng, lat: request.lat }),
  ),
  serve(commandCalls.robotPatrol, (request, context) =>
    order(context, 'robotPatrol', request, { name: request.name, points: request.points }),
  ),
  ...(['robotReturn', 'coverOpen', 'coverClose'] as const).map((method) =>
    serve(commandCalls[method], (request, context) => order(context, method, request)),
  ),
  serve(commandCalls.robotStop, (request, context) => orderOrEmergency(context, 'robotStop', request)),
  serve(commandCalls.openStartJob, (request, context) =>
    order(context, 'startJob', request, { flightOID: request.flightOID }, request.flightOID),
  ),
];

const orderEndpoints = ({ order, orderOrEmergency }: ReturnType<typeof createOrders>): Endpoint[] => [
  serve(commandCalls.startJob, (request, context) =>
    order(context, 'startJob', request, { flightOID: request.flightOID }, request.flightOID),
  ),
  serve(commandCalls.forceEndJob, (request, context) =>
    order(context, 'forceEndJob', request, { flightOID: request.flightOID }, request.flightOID),
  ),
  serve(commandCalls.flightPause, (request, context) => order(context, 'flightPause', request)),
  serve(commandCalls.flightResume, (request, context) => order(context, 'flightResume', request)),
  serve(commandCalls.returnHome, (request, context) => orderOrEmergency(context, 'returnHome', request)),
  serve(commandCalls.returnHomeCancel, (request, context) => order(context, 'returnHomeCancel', request)),
  serve(commandCalls.hover, (request, context) => orderOrEmergency(context, 'hover', request)),
  serve(commandCalls.startLive, (request, context) =>
    order(context, 'startLive', request, {
      videoId: request.videoId,
      quality: request.quality ?? null,
      ...(request.automatic ? { automatic: true } : {}),
    }),
  ),
  serve(commandCalls.stopLive, (request, context) =>
    order(context, 'stopLive', request, {
      videoId: request.videoId,
      ...(request.automatic ? { automatic: true } : {}),
    }),
  ),
  serve(commandCalls.switchQuality, (request, context) =>
    order(context, 'switchQuality', request, { videoId: request.videoId, quality: request.quality }),
  ),
  ...openOrderEndpoints({ order, orderOrEmergency }),
  serve(commandCalls.controlRequest, (request, context) => order(context, 'controlRequest', request)),
  serve(commandCalls.controlRelease, (request, context) => order(context, 'controlRelease', request)),
  serve(commandCalls.setParameter, (request, context) =>
    order(context, 'setParameter', request, { name: request.name, value: request.value }),
  ),
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
    ...orderEndpoints(createOrders(runtime, deps)),
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
