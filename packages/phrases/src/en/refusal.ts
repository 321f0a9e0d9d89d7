import type { refusal as source } from '../zh-CN/refusal.ts';
import type { Translation } from '../words.ts';

export const refusal: Translation<typeof source> = {
  'refusal.tooDeep': 'The request is nested too deeply',
  'refusal.unsupportedMediaType': 'This content type is not supported',
  'refusal.methodNotAllowed': 'This request method is not supported',
  'refusal.nameTaken': 'This name is already used',
  'refusal.inUse': 'It is in use: deletion is not allowed',
  'refusal.restoreTooLate': '“{name}” was deleted more than {minutes} minutes ago and cannot be brought back',
  'refusal.departmentGone': 'Department “{name}” has been deleted; what was in it cannot be brought back',
  'refusal.brokerDown': 'Messaging is down, nothing was sent',
  'refusal.viewOnly': 'You are previewing a role: nothing can be changed',
  'refusal.fileFormat': 'The file format is wrong',
  'refusal.tableTooLong': 'The table may have at most {max} rows',
  'refusal.tableTemplate': 'The table does not follow the template, missing columns: {columns}',
  'refusal.tableEmpty':
    'The table has a heading and no rows. From the second row on, write one entry a row under: {columns}',
};
