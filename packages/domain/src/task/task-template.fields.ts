import { optionalTextField, textField } from '../fields.ts';

/** What people write of a template of tasks. */
export const taskTemplateFields = {
  name: textField({ label: 'taskTemplate.name', max: 64, width: 220 }),
  remark: optionalTextField({ label: 'field.remark', max: 300, lines: 2 }),
};
