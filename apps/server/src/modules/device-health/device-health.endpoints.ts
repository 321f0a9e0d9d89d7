import {
  dayIn,
  deviceMessageCalls,
  flightErrorCalls,
  deviceHealthCalls,
  limits,
  type ErrorRecord,
  type HealthRecord,
  type MessageDetail,
  type TableFormat,
} from '@eyrie/domain';
import { serve, type BytesAnswer, type CallContext, type Endpoint } from '../../platform/http/endpoint.ts';
import { say } from '../../platform/http/words.ts';
import { tableAnswer } from '../../platform/table/index.ts';
import { createHandling, createLogReader, type LogDeps } from './device-health.service.ts';
import {
  messageConditions,
  messageSaying,
  messageTable,
  presentMessage,
  type MessageFilter,
  type MessageRow,
} from './device-message.store.ts';
import { createErrorLog } from './error-log.service.ts';
import type { ErrorFilter, ErrorRow } from './error-log.store.ts';
import { createHealthLog } from './health-log.service.ts';
import type { HealthFilter, HealthRow } from './health-log.store.ts';
import { scoped } from './log.store.ts';
import { alarmColumns, errorColumns, messageColumns, tableOf } from './log-table.ts';

const { exportRows, exportPiece } = limits.deviceHealth;
const done = { ok: true as const };

const exporter = ({ runtime, audit, timeZoneOf }: LogDeps) => {
  /** A row of the audit log before the first byte: what was taken out is known even if the reader hangs up. */
  return async <Filter extends { groupOID?: string | undefined }, Shown>(
    part: {
      reader: Pick<
        ReturnType<typeof createLogReader<Filter, { oid: string }, Shown>>,
        'pieces' | 'requireVisible'
      >;
      columns: Parameters<typeof tableOf<Shown>>[0];
      word: string;
      title: string;
    },
    { format, ...filter }: Filter & { format: TableFormat },
    context: CallContext,
  ): Promise<BytesAnswer> => {
    const wanted = filter as unknown as Filter;
    await part.reader.requireVisible(context.caller, wanted);
    const detail = { format, filter: JSON.parse(JSON.stringify(filter)) as Record<string, unknown> };
    const action = `${part.word}.export`;
    await audit.done(runtime.db, context, action, detail);
    const pieces = part.reader.pieces(context.caller, wanted, exportRows, exportPiece);
    const timeZone = await timeZoneOf(context.caller.groupRoot);
    const day = dayIn(timeZone, runtime.clock.wall());
    return tableAnswer(
      `${say(context.language, part.title)} ${day}`,
      format,
      tableOf(part.columns, pieces, { language: context.language, timeZone }),
      timeZone,
    );
  };
};

type Exporter = ReturnType<typeof exporter>;

const alarmEndpoints = (deps: LogDeps, send: Exporter): Endpoint[] => {
  const health = createHealthLog(deps);
  const alarms = createLogReader<HealthFilter, HealthRow, HealthRecord>(deps, health);
  const handling = createHandling(deps, health);
  return [
    serve(deviceHealthCalls.query, (request, { caller }) => alarms.list(caller, request)),
    serve(deviceHealthCalls.query4Dep, (request, { caller }) => alarms.list(caller, request)),
    serve(deviceHealthCalls.queryCount, async (request, { caller }) => ({
      count: await alarms.count(caller, request),
    })),
    serve(deviceHealthCalls.get, ({ oid }, { caller }) => alarms.get(caller, oid)),
    serve(deviceHealthCalls.export, (request, context) =>
      send(
        { reader: alarms, columns: alarmColumns, word: 'hms', title: 'deviceHealth.alarms' },
        request,
        context,
      ),
    ),
    serve(deviceHealthCalls.edit, async (request, context) => {
      await handling.note(request, context);
      return alarms.get(context.caller, request.oid);
    }),
    serve(deviceHealthCalls.remove, async ({ oids }, context) => {
      await handling.hide(oids, context);
      return done;
    }),
    serve(deviceHealthCalls.add, async (request, context) =>
      alarms.get(context.caller, await health.add(request, context)),
    ),
  ];
};

const exceptionEndpoints = (deps: LogDeps, send: Exporter): Endpoint[] => {
  const errors = createErrorLog(deps);
  const exceptions = createLogReader<ErrorFilter, ErrorRow, ErrorRecord>(deps, errors);
  const handling = createHandling(deps, errors);
  return [
    serve(flightErrorCalls.query, (request, { caller }) => exceptions.list(caller, request)),
    serve(flightErrorCalls.query4Dep, (request, { caller }) => exceptions.list(caller, request)),
    serve(flightErrorCalls.queryCount, async (request, { caller }) => ({
      count: await exceptions.count(caller, request),
    })),
    serve(flightErrorCalls.get, ({ oid }, { caller }) => exceptions.get(caller, oid)),
    serve(flightErrorCalls.export, (request, context) =>
      send(
        {
          reader: exceptions,
          columns: errorColumns,
          word: 'deviceException',
          title: 'deviceHealth.exceptions',
        },
        request,
        context,
      ),
    ),
    serve(flightErrorCalls.edit, async (request, context) => {
      await handling.note(request, context);
      return exceptions.get(context.caller, request.oid);
    }),
    serve(flightErrorCalls.remove, async ({ oids }, context) => {
      await handling.hide(oids, context);
      return done;
    }),
    serve(flightErrorCalls.add, async (request, context) =>
      exceptions.get(context.caller, await errors.add(request, context)),
    ),
  ];
};

const messageEndpoints = (deps: LogDeps, send: Exporter): Endpoint[] => {
  const messages = createLogReader<MessageFilter, MessageRow, MessageDetail>(deps, {
    table: messageTable,
    word: 'deviceMessage',
    wanted: (caller, filter) => ({
      found: [...scoped(messageTable, caller, filter), ...messageConditions(filter)],
      searched: messageSaying(filter.keyword),
    }),
    present: (_, row) => presentMessage(row),
  });
  return [
    serve(deviceMessageCalls.query, (request, { caller }) => messages.list(caller, request)),
    serve(deviceMessageCalls.get, ({ oid }, { caller }) => messages.get(caller, oid)),
    serve(deviceMessageCalls.export, (request, context) =>
      send(
        { reader: messages, columns: messageColumns, word: 'deviceMessage', title: 'deviceHealth.messages' },
        request,
        context,
      ),
    ),
  ];
};

/** The calls of the three logs: alarms, exceptions, messages. */
export const deviceHealthEndpoints = (deps: LogDeps): Endpoint[] => {
  const send = exporter(deps);
  return [...alarmEndpoints(deps, send), ...exceptionEndpoints(deps, send), ...messageEndpoints(deps, send)];
};
