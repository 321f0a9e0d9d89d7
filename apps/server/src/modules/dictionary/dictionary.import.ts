import {
  codeText,
  fullNames,
  hasName,
  limits,
  nameLanguages,
  namesShape,
  optionalText,
  type ImportedCode,
  type Names,
} from '@eyrie/domain';
import { Refusal } from '../../platform/http/refusal.ts';
import { hasPhrase, say } from '../../platform/http/words.ts';
import type { Language } from '../../platform/http/endpoint.ts';

const languages: readonly Language[] = ['zh-CN', 'en', 'ar'];
export const columns = ['code', 'zh', 'en', 'ar', 'enabled', 'remark'] as const;
type Column = (typeof columns)[number];

const heading = (language: Language, column: Column): string => say(language, `dictionary.column.${column}`);
export const headings = (language: Language): string[] => columns.map((one) => heading(language, one));
export const yesNo = (language: Language, value: boolean): string =>
  say(language, value ? 'dictionary.yes' : 'dictionary.no');

const folded = (text: string): string => text.trim().toLowerCase();
/** A file is understood whichever language its headings are in. */
const isHeading = (text: string, column: Column): boolean =>
  folded(text) === column || languages.some((one) => folded(heading(one, column)) === folded(text));
const isWord = (text: string, value: boolean): boolean =>
  (value ? ['true', '1'] : ['false', '0']).includes(folded(text)) ||
  languages.some((one) => folded(yesNo(one, value)) === folded(text));

/**
 * Judges every row of a file. Nothing is stored here.
 * @param taken codes that the group has already
 * @throws Refusal `tableTemplate` when columns are missing, so that no row could be right, and `tableEmpty` when there
 * is no row
 */
export function judgeRows(
  table: readonly (readonly string[])[],
  taken: readonly string[],
  language: Language,
): ImportedCode[] {
  const places = placesOf(table[0] ?? [], language);
  const seen = new Map<string, number | null>(taken.map((code) => [code.toLowerCase(), null]));
  const rows: ImportedCode[] = [];
  table.forEach((cells, index) => {
    if (index === 0 || cells.every((cell) => cell.trim() === '')) return;
    rows.push(judgeRow(cells, index + 1, places, seen, language));
  });
  if (rows.length === 0)
    throw new Refusal('tableEmpty', { values: { columns: headings(language).join(', ') } });
  return rows;
}

type Places = ReadonlyMap<Column, number>;

function placesOf(first: readonly string[], language: Language): Places {
  const places = new Map<Column, number>();
  for (const column of columns) {
    const place = first.findIndex((cell) => isHeading(cell, column));
    if (place !== -1) places.set(column, place);
  }
  const missing = [
    ...(places.has('code') ? [] : [heading(language, 'code')]),
    ...(nameLanguages.some((one) => places.has(one)) ? [] : [heading(language, 'zh')]),
  ];
  if (missing.length > 0) throw new Refusal('tableTemplate', { values: { columns: missing.join(', ') } });
  return places;
}

function judgeRow(
  cells: readonly string[],
  row: number,
  places: Places,
  seen: Map<string, number | null>,
  language: Language,
): ImportedCode {
  const issues: ImportedCode['issues'] = [];
  const cell = (column: Column): string => cells[places.get(column) ?? cells.length]?.trim() ?? '';
  const complain = (path: Column, rule: string, values: Record<string, string | number> = {}): void => {
    const id = `issue.${rule}`;
    const message = say(language, hasPhrase(id) ? id : 'issue.format', {
      field: heading(language, path),
      ...values,
    });
    issues.push({ path, rule, message });
  };
  const code = cell('code');
  if (code === '') complain('code', 'required');
  else if (!codeText.safeParse(code).success) complain('code', 'dictionaryCode');
  else if (seen.has(code.toLowerCase())) {
    const before = seen.get(code.toLowerCase());
    if (before === null || before === undefined) complain('code', 'codeTaken', { value: code });
    else complain('code', 'codeRepeated', { value: code, row: before });
  } else seen.set(code.toLowerCase(), row);
  const names: Names = fullNames({ zh: cell('zh'), en: cell('en'), ar: cell('ar') });
  for (const one of nameLanguages)
    if (!namesShape.safeParse({ [one]: names[one] }).success)
      complain(one, names[one].length > limits.dictionary.nameMax ? 'tooLong' : 'format', {
        max: limits.dictionary.nameMax,
      });
  if (!hasName(names)) complain('zh', 'nameNeeded');
  const state = cell('enabled');
  const enabled = state === '' || isWord(state, true);
  if (!enabled && !isWord(state, false)) complain('enabled', 'unknownValue');
  const remark = cell('remark');
  if (!optionalText(300).safeParse(remark).success)
    complain('remark', remark.length > 300 ? 'tooLong' : 'format', { max: 300 });
  return { row, code, names, enabled, remark, issues };
}
