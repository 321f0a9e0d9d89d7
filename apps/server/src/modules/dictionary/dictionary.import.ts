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
import { hasPhrase, say } from '../../platform/http/words.ts';
import type { Language } from '../../platform/http/endpoint.ts';
import { rowsOfTable, type TableRow } from '../../platform/list/index.ts';

const languages: readonly Language[] = ['zh-CN', 'en', 'ar'];
export const columns = ['code', 'zh', 'en', 'ar', 'enabled', 'remark'] as const;
type Column = (typeof columns)[number];

const heading = (language: Language, column: Column): string => say(language, `dictionary.column.${column}`);
export const yesNo = (language: Language, value: boolean): string =>
  say(language, value ? 'dictionary.yes' : 'dictionary.no');

const isWord = (text: string, value: boolean): boolean =>
  [
    ...(value ? ['true', '1'] : ['false', '0']),
    ...languages.map((one) => yesNo(one, value).toLowerCase()),
  ].includes(text.toLowerCase());

/**
 * Judges every row of a file. Nothing is stored here.
 * @param taken codes that the group has already
 */
export function checkRows(
  table: readonly (readonly string[])[],
  taken: readonly { code: string }[],
  language: Language,
): ImportedCode[] {
  const seen = new Map<string, number | null>(taken.map(({ code }) => [code.toLowerCase(), null]));
  return rowsOfTable(table, {
    columns,
    headings: (column) => [language, ...languages].map((one) => heading(one, column)),
    // Without one of these no row could be right.
    missing: (has) => [
      ...(has('code') ? [] : (['code'] as const)),
      ...(nameLanguages.some(has) ? [] : (['zh'] as const)),
    ],
  }).map((row) => checkRow(row, seen, language));
}

function checkRow(
  { row, cells }: TableRow<Column>,
  seen: Map<string, number | null>,
  language: Language,
): ImportedCode {
  const issues: ImportedCode['issues'] = [];
  const complain = (path: Column, rule: string, values: Record<string, string | number> = {}): void => {
    const id = `issue.${rule}`;
    const message = say(language, hasPhrase(id) ? id : 'issue.format', {
      field: heading(language, path),
      ...values,
    });
    issues.push({ path, rule, message });
  };
  const { code, zh, en, ar, enabled: state, remark } = cells;
  if (code === '') complain('code', 'required');
  else if (!codeText.safeParse(code).success) complain('code', 'dictionaryCode');
  else if (seen.has(code.toLowerCase())) {
    const before = seen.get(code.toLowerCase());
    if (before === null || before === undefined) complain('code', 'codeTaken', { value: code });
    else complain('code', 'codeRepeated', { value: code, row: before });
  } else seen.set(code.toLowerCase(), row);
  const names: Names = fullNames({ zh, en, ar });
  for (const one of nameLanguages)
    if (!namesShape.safeParse({ [one]: names[one] }).success)
      complain(one, names[one].length > limits.dictionary.nameMax ? 'tooLong' : 'format', {
        max: limits.dictionary.nameMax,
      });
  if (!hasName(names)) complain('zh', 'nameNeeded');
  const enabled = state === '' || isWord(state, true);
  if (!enabled && !isWord(state, false)) complain('enabled', 'unknownValue');
  if (!optionalText(300).safeParse(remark).success)
    complain('remark', remark.length > 300 ? 'tooLong' : 'format', { max: 300 });
  return { row, code, names, enabled, remark, issues };
}
