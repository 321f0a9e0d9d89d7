import type { ErrorRecord, HealthRecord, MessageDetail } from '@eyrie/domain';
import { explain } from '@eyrie/dji';
import type { Language } from '../../platform/http/endpoint.ts';
import { say } from '../../platform/http/words.ts';
import { zonedHeading, type Cell } from '../../platform/table/index.ts';

/** One column of an export: the end of its phrase id, its cell, and whether the cells are moments. */
type Column<Row> = readonly [title: string, cell: (row: Row, language: Language) => Cell, kind?: 'moment'];

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

const aboutAlarm = ({ code, inTheSky, args, module }: HealthRecord, language: Language) =>
  explain({ family: 'health', code, inTheSky, args, module }, language);
const aboutError = ({ family, code, inTheSky, module }: ErrorRecord, language: Language) =>
  explain({ family, code, inTheSky, module }, language);

export const alarmColumns: readonly Column<HealthRecord>[] = [
  ['raised', (row) => moment(row.firstAt), 'moment'],
  ['last', (row) => moment(row.lastAt), 'moment'],
  ['cleared', (row) => moment(row.clearedAt), 'moment'],
  ['level', (row, language) => word(language, `level.${row.level}`)],
  ['device', (row, language) => word(language, `device.${row.device}`)],
  ['dock', (row) => row.dockName],
  ['drone', (row) => row.droneName],
  ['department', (row) => row.groupName],
  ['code', (row) => row.code],
  ['module', (row, language) => moduleName(language, row.module)],
  ['where', (row, language) => air(language, row.inTheSky)],
  ['args', (row) => JSON.stringify(row.args)],
  ['meaning', (row, language) => aboutAlarm(row, language).meaning],
  ['cause', (row, language) => aboutAlarm(row, language).cause],
  ['nextStep', (row, language) => aboutAlarm(row, language).nextStep],
  ['flight', (row) => row.flightOID],
  ['note', (row) => row.note],
];

export const errorColumns: readonly Column<ErrorRecord>[] = [
  ['time', (row) => moment(row.at), 'moment'],
  ['level', (row, language) => word(language, `level.${row.level}`)],
  ['dock', (row) => row.dockName],
  ['drone', (row) => row.droneName],
  ['department', (row) => row.groupName],
  ['source', (row, language) => word(language, `source.${row.source}`)],
  ['method', (row) => row.method],
  ['family', (row, language) => word(language, `family.${row.family}`)],
  ['code', (row) => row.code],
  ['module', (row, language) => moduleName(language, row.module)],
  ['where', (row, language) => air(language, row.inTheSky)],
  ['meaning', (row, language) => aboutError(row, language).meaning],
  ['cause', (row, language) => aboutError(row, language).cause],
  ['nextStep', (row, language) => aboutError(row, language).nextStep],
  ['flight', (row) => row.flightOID],
  ['detail', (row) => JSON.stringify(row.detail)],
  ['note', (row) => row.note],
];

export const messageColumns: readonly Column<MessageDetail>[] = [
  ['time', (row) => moment(row.at), 'moment'],
  ['last', (row) => moment(row.lastAt), 'moment'],
  ['repeats', (row) => row.repeats],
  ['dock', (row) => row.dockName],
  ['drone', (row) => row.droneName],
  ['department', (row) => row.groupName],
  ['device', (row, language) => word(language, `device.${row.device}`)],
  ['direction', (row, language) => word(language, `direction.${row.direction}`)],
  ['kind', (row, language) => word(language, `kind.${row.kind}`)],
  ['method', (row) => row.method],
  ['result', (row) => row.result],
  ['needReply', (row) => row.needReply],
  ['size', (row) => row.size],
  ['flight', (row) => row.flightOID],
  ['payload', (row) => row.payload],
];

/** Heading and rows of an export, in the language of the reader, piece by piece. Headings of times name the zone. */
export async function* tableOf<Row>(
  columns: readonly Column<Row>[],
  pieces: AsyncIterable<readonly Row[]>,
  { language, timeZone }: { language: Language; timeZone: string },
): AsyncGenerator<readonly Cell[]> {
  yield columns.map(([title, , kind]) => {
    const name = word(language, title);
    return kind === 'moment' ? zonedHeading(name, timeZone) : name;
  });
  for await (const piece of pieces)
    for (const row of piece) yield columns.map(([, cell]) => cell(row, language));
}
