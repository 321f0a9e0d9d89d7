import type { CommandRow, RunRow, TelemetryRow } from '@eyrie/domain';
import { say } from '../../platform/http/words.ts';
import type { ExportColumn, RowOf } from '../../platform/list/index.ts';
import type { Cell } from '../../platform/table/index.ts';
import { shownCodes, type flightList } from '../flight/index.ts';

const moment = (at: number | null): Cell => (at === null ? null : new Date(at));

/** Columns of the files, in the order of those on the page. */
export const flightColumns: readonly ExportColumn<RowOf<typeof flightList>>[] = [
  ['flight.task', ({ taskName }) => taskName],
  ['flight.route', ({ routeName }) => routeName],
  ['field.dock', ({ dockName }) => dockName],
  ['flight.drone', ({ droneName }) => droneName],
  ['flight.state', ({ state }, language) => say(language, `flight.state.${state}`)],
  [
    'flight.outcome',
    ({ outcome }, language) => (outcome === null ? null : say(language, `flight.outcome.${outcome}`)),
  ],
  ['flight.executor', ({ executor }) => executor],
  ['flight.createdAt', ({ createdAt }) => moment(createdAt), 'moment'],
  ['flight.startTime', ({ startTime }) => moment(startTime), 'moment'],
  ['flight.endTime', ({ endTime }) => moment(endTime), 'moment'],
  ['asyncTable.seconds', ({ duration }) => duration],
  ['asyncTable.metres', ({ distance }) => distance],
  ['flight.media', ({ mediaReceived }) => mediaReceived],
  ['flight.assignee', ({ assignee }) => assignee],
  [
    'flight.acknowledgement',
    ({ acknowledgement }, language) => say(language, `flight.acknowledgement.${acknowledgement}`),
  ],
  ['flight.acknowledgedAt', ({ acknowledgedAt }) => moment(acknowledgedAt), 'moment'],
  [
    'flight.aiTypes',
    (flight, language) =>
      shownCodes(flight, language)
        .aiTypes.map(({ name }) => name)
        .join(say(language, 'monitor.listComma')) || null,
  ],
  ['flight.aiRange', ({ aiCodes, aiRange }) => (aiCodes.length === 0 ? null : aiRange)],
  ['flight.workOrderType', (flight, language) => shownCodes(flight, language).workOrderType?.name ?? null],
  ['flight.assignment', ({ assignment }, language) => say(language, `flight.assignment.${assignment}`)],
  ['flight.controller', ({ controllerName }) => controllerName],
  ['flight.gimbal', ({ gimbalName }) => gimbalName],
  ['field.department', ({ groupName }) => groupName],
];

export const runColumns: readonly ExportColumn<RunRow>[] = [
  ['asyncTable.dueAt', ({ dueAt }) => moment(dueAt), 'moment'],
  ['task.name', ({ taskName }) => taskName],
  ['task.status', ({ state }, language) => say(language, `task.run.${state}`)],
  ['field.reason', ({ message }) => message],
  ['field.dock', ({ dockName }) => dockName],
  ['detail.key.wall', ({ wall }) => wall.replace('T', ' ')],
  ['field.timeZone', ({ timeZone }) => timeZone],
  ['task.movedTo', ({ movedTo }) => movedTo?.replace('T', ' ') ?? null],
  ['task.runDecided', ({ decidedAt }) => moment(decidedAt), 'moment'],
  ['field.department', ({ groupName }) => groupName],
];

export const commandColumns: readonly ExportColumn<CommandRow>[] = [
  ['asyncTable.issuedAt', ({ issuedAt }) => moment(issuedAt), 'moment'],
  ['field.dock', ({ dockName }) => dockName],
  ['asyncTable.method', ({ method }, language) => say(language, `command.${method}`)],
  ['flight.state', ({ state }, language) => say(language, `commandState.${state}`)],
  ['asyncTable.message', ({ message }) => message],
  ['asyncTable.code', ({ code }) => code],
  ['flight.executor', ({ issuedBy }) => issuedBy],
  ['field.sentAt', ({ sentAt }) => moment(sentAt), 'moment'],
  ['asyncTable.updatedAt', ({ updatedAt }) => moment(updatedAt), 'moment'],
];

export const telemetryColumns: readonly ExportColumn<TelemetryRow>[] = [
  ['field.time', ({ at }) => moment(at), 'moment'],
  ['flight.drone', ({ droneName }) => droneName],
  ['field.longitude', ({ lng }) => lng],
  ['field.latitude', ({ lat }) => lat],
  ['asyncTable.height', ({ height }) => height],
  ['field.aboveTakeOff', ({ elevation }) => elevation],
  ['asyncTable.speedH', ({ speedH }) => speedH],
  ['asyncTable.speedV', ({ speedV }) => speedV],
  ['field.heading', ({ head }) => head],
  ['field.battery', ({ percent }) => percent],
  ['asyncTable.flightOID', ({ flightOID }) => flightOID],
];
