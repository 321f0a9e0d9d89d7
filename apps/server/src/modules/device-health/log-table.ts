import { explain } from '@eyrie/dji';
import type { Language } from '../../platform/http/endpoint.ts';
import { say } from '../../platform/http/words.ts';
import type { ExportColumn } from '../../platform/list/index.ts';
import type { MessageRow } from './device-message.store.ts';
import type { ExceptionRow } from './error-log.store.ts';
import type { AlarmRow } from './health-log.store.ts';

const word = (language: Language, id: string): string => say(language, `deviceHealth.${id}`);
const moment = (at: number | null): Date | null => (at === null ? null : new Date(at));
const moduleName = (language: Language, number: number | null): string => {
  if (number === null) return '';
  return number <= 3
    ? word(language, `module.${number}`)
    : say(language, 'deviceHealth.module.other', { number });
};
const air = (language: Language, inTheSky: boolean): string =>
  word(language, inTheSky ? 'inTheSky' : 'onGround');

const aboutAlarm = ({ code, inTheSky, args, module }: AlarmRow, language: Language) =>
  explain({ family: 'health', code, inTheSky, args, module }, language);
const aboutError = ({ family, code, inTheSky, module }: ExceptionRow, language: Language) =>
  explain({ family, code, inTheSky, module }, language);

export const alarmColumns: readonly ExportColumn<AlarmRow>[] = [
  ['deviceHealth.raised', (row) => moment(row.firstAt), 'moment'],
  ['deviceHealth.last', (row) => moment(row.lastAt), 'moment'],
  ['deviceHealth.cleared', (row) => moment(row.clearedAt), 'moment'],
  ['deviceHealth.level', (row, language) => word(language, `level.${row.level}`)],
  ['deviceHealth.device', (row, language) => word(language, `device.${row.device}`)],
  ['deviceHealth.dock', (row) => row.dockName],
  ['deviceHealth.drone', (row) => row.droneName],
  ['deviceHealth.department', (row) => row.groupName],
  ['deviceHealth.code', (row) => row.code],
  ['deviceHealth.module', (row, language) => moduleName(language, row.module)],
  ['deviceHealth.where', (row, language) => air(language, row.inTheSky)],
  ['deviceHealth.args', (row) => JSON.stringify(row.args)],
  ['deviceHealth.meaning', (row, language) => aboutAlarm(row, language).meaning],
  ['deviceHealth.cause', (row, language) => aboutAlarm(row, language).cause],
  ['deviceHealth.nextStep', (row, language) => aboutAlarm(row, language).nextStep],
  ['deviceHealth.flight', (row) => row.flightOID],
  ['deviceHealth.note', (row) => row.note],
];

export const errorColumns: readonly ExportColumn<ExceptionRow>[] = [
  ['deviceHealth.time', (row) => moment(row.at), 'moment'],
  ['deviceHealth.level', (row, language) => word(language, `level.${row.level}`)],
  ['deviceHealth.dock', (row) => row.dockName],
  ['deviceHealth.drone', (row) => row.droneName],
  ['deviceHealth.department', (row) => row.groupName],
  ['deviceHealth.source', (row, language) => word(language, `source.${row.source}`)],
  ['deviceHealth.method', (row) => row.method],
  ['deviceHealth.family', (row, language) => word(language, `family.${row.family}`)],
  ['deviceHealth.code', (row) => row.code],
  ['deviceHealth.module', (row, language) => moduleName(language, row.module)],
  ['deviceHealth.where', (row, language) => air(language, row.inTheSky)],
  ['deviceHealth.meaning', (row, language) => aboutError(row, language).meaning],
  ['deviceHealth.cause', (row, language) => aboutError(row, language).cause],
  ['deviceHealth.nextStep', (row, language) => aboutError(row, language).nextStep],
  ['deviceHealth.flight', (row) => row.flightOID],
  ['deviceHealth.detail', (row) => JSON.stringify(row.detail)],
  ['deviceHealth.note', (row) => row.note],
];

export const messageColumns: readonly ExportColumn<MessageRow>[] = [
  ['deviceHealth.time', (row) => moment(row.at), 'moment'],
  ['deviceHealth.last', (row) => moment(row.lastAt), 'moment'],
  ['deviceHealth.repeats', (row) => row.repeats],
  ['deviceHealth.dock', (row) => row.dockName],
  ['deviceHealth.drone', (row) => row.droneName],
  ['deviceHealth.department', (row) => row.groupName],
  ['deviceHealth.device', (row, language) => word(language, `device.${row.device}`)],
  ['deviceHealth.direction', (row, language) => word(language, `direction.${row.direction}`)],
  ['deviceHealth.kind', (row, language) => word(language, `kind.${row.kind}`)],
  ['deviceHealth.method', (row) => row.method],
  ['deviceHealth.result', (row) => row.result],
  ['deviceHealth.needReply', (row) => row.needReply],
  ['deviceHealth.size', (row) => row.size],
  ['deviceHealth.flight', (row) => row.flightOID],
  ['deviceHealth.payload', (row) => row.payload],
];
