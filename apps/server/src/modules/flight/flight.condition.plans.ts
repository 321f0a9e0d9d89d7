import { limits } from '@eyrie/domain';
import { flighttaskPrepare, flighttaskUndo } from '@eyrie/dji';
import { Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { Command, CommandPlan, PlanContext, Step } from '../command/index.ts';
import { conditionOf, type FlightCondition } from './flight.condition.store.ts';
import type { FlightObjects } from './flight.dispatch.ts';
import { fliesTheSame } from './flight.edit.ts';
import { lockFlight, otherStartUnderWay } from './flight.locks.store.ts';
import { flightOf, startFiles, type StartFiles, type StartFilesByCommand } from './flight.start-files.ts';
import { storeFile } from './flight.store.ts';

/** Has the dock fetch and check the route. @param condition what it waits for then; missing: it is started at once */
export const prepareStep =
  (runtime: Runtime, { link }: PlanContext, files: StartFiles | undefined, condition?: FlightCondition) =>
  async (): Promise<Step> => {
    if (!files?.dispatch) throw new Refusal('routeChanged');
    const { flight, dispatch: file } = files;
    return {
      service: flighttaskPrepare({
        flightId: flight.oid,
        executeTime: runtime.clock.wall(),
        file: { url: file.url, fingerprint: file.md5 },
        returnAltitude: flight.return_altitude,
        lostAction: flight.lost_action,
        dockModel: link.dock.model,
        startsAt: flight.starts_at,
        ...(condition && {
          condition: {
            battery: condition.battery,
            storage: condition.storage,
            beginsAt: condition.beginsAt.getTime(),
            endsAt: condition.endsAt.getTime(),
          },
        }),
      }),
      ack: limits.command.ackPrepare,
      bid: flight.oid,
    };
  };

export const undoOf = (flightOID: string | null): Step => ({
  service: flighttaskUndo(flightOID === null ? [] : [flightOID]),
  ack: limits.command.ack,
  bid: flightOID,
});

/**
 * A person starts without the condition; the run itself only what its dock has reported ready, if that is the file that was
 * judged now.
 */
export const liesOf = async (
  trx: DbOrTrx,
  { sessionOID }: Pick<Command, 'sessionOID'>,
  { flight, dispatch }: Pick<StartFiles, 'flight' | 'dispatch'>,
): Promise<StartFiles['lies']> => {
  const condition = await conditionOf(trx, flight.oid);
  if (!condition) return undefined;
  const isSame = flight.file_md5 !== null && flight.file_md5 === dispatch?.md5;
  if (sessionOID === null && condition.ready && isSame) return 'prepared';
  return condition.lies ? 'toTakeBack' : undefined;
};

/** Has the dock take the task of a flight that waits for a condition. It moves nothing: the verdict comes with the start. */
export const prepareJob = (
  runtime: Runtime,
  objects: FlightObjects,
  files: StartFilesByCommand,
): CommandPlan => ({
  refuse: ({ link }) => (link.flightOID ? { reason: 'flightRunning' } : null),
  async authorise(planned) {
    const made = await startFiles(runtime, objects, planned);
    files.set(planned.command, made);
    return async (trx, context) => {
      if (context.command.flightOID) await lockFlight(trx, context.command.flightOID);
      const flight = await flightOf(trx, context);
      if (flight.state !== 'created')
        throw new Refusal(flight.state === 'over' ? 'flightOver' : 'flightRunning');
      if (!fliesTheSame(made.flight, flight)) throw new Refusal('flightChanged');
      // Of this flight too: what came to the dock behind its start would lie there while it flies.
      if (await otherStartUnderWay(trx, context.link.dock.oid, context.command.oid))
        throw new Refusal('flightRunning');
      if (!made.dispatch) throw new Refusal('routeChanged');
      const condition = await conditionOf(trx, flight.oid);
      if (!condition) throw new Refusal('flightOver');
      made.condition = condition;
      // From now on the dock may have it: it is not changed behind its back, and an order to end it takes it back.
      await storeFile(trx, flight.oid, made.dispatch);
      return undefined;
    };
  },
  steps: async (context) => {
    const made = files.get(context.command);
    if (!made?.condition) throw new Refusal('internal');
    return [prepareStep(runtime, context, made, made.condition)];
  },
});

/** Takes back what lies at a dock of a flight that comes no more. */
export const undoJob: CommandPlan = {
  refuse: () => null,
  authorise: async () => async (trx, context) => {
    if (context.command.flightOID) await lockFlight(trx, context.command.flightOID);
    const flight = await flightOf(trx, context);
    if (flight.state !== 'over') throw new Refusal('flightRunning');
    return undefined;
  },
  steps: async ({ command }) => [async () => undoOf(command.flightOID)],
};
