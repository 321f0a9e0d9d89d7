import { flightErrorCalls, type ErrorRecord, type ParsedRequestOf } from '@eyrie/domain';
import { codesSaying, explanationId } from '@eyrie/dji';
import type { CallContext, Caller } from '../../platform/http/endpoint.ts';
import { allowedWords } from '../permission/index.ts';
import type { LogDeps } from './device-health.service.ts';
import {
  errorConditions,
  errorTable,
  insertErrors,
  presentError,
  type ErrorFilter,
  type ErrorRow,
} from './error-log.store.ts';
import { coded, saying, scoped, type Wanted } from './log.store.ts';

const { get, edit, remove } = flightErrorCalls;
const meaningsOf = (word: string): string[] =>
  (['error', 'break', 'outcome'] as const).flatMap((family) => codesSaying(family, word));

/** The log of exceptions: which rows a filter means, how one is shown, and what a driver reports. */
export const createErrorLog = ({ runtime, audit, dockInScope, requireFlight, requireDriver }: LogDeps) => ({
  table: errorTable,
  word: 'deviceException',
  wanted: (caller: Caller, filter: ErrorFilter): Wanted => ({
    found: [...scoped(errorTable, caller, filter), ...coded(filter), ...errorConditions(filter)],
    searched: saying(filter.keyword, meaningsOf(filter.keyword ?? '')),
  }),
  present: (caller: Caller, row: ErrorRow): ErrorRecord => ({
    ...presentError(row),
    explanation: explanationId(row.family, row.code, row.in_the_sky),
    allowed: allowedWords(caller.resources, [get, edit, remove]),
  }),
  /** @returns the oid of the row. */
  async add(request: ParsedRequestOf<typeof flightErrorCalls.add>, context: CallContext): Promise<string> {
    const { caller } = context;
    await requireDriver(caller);
    const dock = await dockInScope(caller, request.dockOID);
    if (request.flightOID) await requireFlight(caller, request.flightOID, dock.oid);
    const oid = runtime.newOid();
    await runtime.db.transaction().execute(async (trx) => {
      await insertErrors(trx, [
        {
          oid,
          group_root: dock.groupRoot,
          group_oid: dock.groupOID,
          dock_oid: dock.oid,
          drone_oid: dock.droneOID,
          flight_oid: request.flightOID ?? null,
          at: new Date(runtime.clock.wall()),
          family: request.family,
          code: request.code,
          source: 'driver',
          method: request.method ?? null,
          level: request.level,
          module: request.module ?? null,
          in_the_sky: request.inTheSky,
          detail: JSON.stringify(request.remark ? { remark: request.remark } : {}),
        },
      ]);
      const detail = { oid, dockOID: dock.oid, family: request.family, code: request.code };
      await audit.done(trx, context, 'deviceException.add', detail);
    });
    return oid;
  },
});
