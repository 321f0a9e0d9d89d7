import { writeXlsx } from 'hucre/xlsx';
import { limits, tableTypes } from '@eyrie/domain';
import { attachment } from '../../platform/http/attachment.ts';
import { BytesAnswer, type Language } from '../../platform/http/endpoint.ts';
import { say } from '../../platform/http/words.ts';
import { pointColumns, titleOf, wordOf, type PointColumn } from './point-columns.ts';
import { letters } from './point-rows.ts';

/** Rows below the headings that have drop-downs. */
const offered = 2_000;

const noteOf = (column: PointColumn, language: Language): string => {
  const own = `route.table.note.${column.id}`;
  return say(language, column.required ? own : 'route.table.note.optional');
};

/**
 * The empty table of points: the hidden first row names columns for this program, so that the headings below may be in any
 * language; notes say what belongs in each, and words are chosen from lists.
 */
export async function pointTemplate(language: Language): Promise<BytesAnswer> {
  const titles = pointColumns.map((column) => titleOf(column, language) + (column.required ? ' *' : ''));
  const bytes = await writeXlsx({
    sheets: [
      {
        name: say(language, 'route.table.title'),
        rows: [pointColumns.map(({ id }) => id), titles],
        columns: pointColumns.map(() => ({ width: 18 })),
        rowDefs: new Map([[0, { hidden: true }]]),
        cells: new Map(
          pointColumns.map((column, place) => [
            `1,${place}`,
            {
              value: titles[place] ?? '',
              type: 'string' as const,
              comment: { text: noteOf(column, language) },
            },
          ]),
        ),
        dataValidations: pointColumns.flatMap((column, place) =>
          column.words
            ? [
                {
                  type: 'list' as const,
                  values: column.words.map((word) => wordOf(column, word, language)),
                  allowBlank: true,
                  showErrorMessage: true,
                  range: `${letters(place)}3:${letters(place)}${offered}`,
                },
              ]
            : [],
        ),
        freezePane: { rows: 2 },
        view: { rightToLeft: language === 'ar' },
      },
    ],
  });
  return new BytesAnswer(bytes, {
    'content-type': tableTypes.xlsx,
    'content-length': String(bytes.length),
    'content-disposition': attachment(say(language, 'route.table.title'), 'xlsx'),
    'x-content-type-options': 'nosniff',
  });
}

/** Rows of a table of points beside its headings, and columns with room for those of other programs. */
export const pointTable = { rows: limits.route.waypoints + 2, columns: 60 };
