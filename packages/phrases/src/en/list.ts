import type { list as source } from '../zh-CN/list.ts';
import type { Translation } from '../words.ts';

export const list: Translation<typeof source> = {
  'list.import': 'Import',
  'list.importHint': 'A CSV or Excel file of at most 2,000 rows; if one row is wrong, none is imported.',
  'list.chooseFile': 'Choose a file',
  'list.importMend': 'Mend the rows with problems first',
  'list.importRows': '{good, plural, one {# row} other {# rows}} to import, {bad} wrong',
  'list.importRow': 'Row',
  'list.importProblem': 'Problem',
  'list.importNow': 'Import {count, plural, one {# row} other {# rows}}',
  'list.export': 'Export',
  'list.exportCsv': 'Export as CSV',
  'list.exportXlsx': 'Export as Excel',
  'list.importTitle': 'Import: {title}',
  'list.imported': '{count, plural, one {# row} other {# rows}} imported',
  'list.template': '{title} template',
  'list.history': 'History',
  'list.historyNone': 'Nobody has changed it yet',
  'list.changedBy': '{name} changed: {fields}',
};
