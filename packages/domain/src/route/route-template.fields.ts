import { optionalTextField, textField } from '../fields.ts';

/** What people write of a template of routes. */
export const routeTemplateFields = {
  name: textField({ label: 'field.name', max: 64, width: 220 }),
  remark: optionalTextField({ label: 'field.remark', max: 300, lines: 3 }),
};
