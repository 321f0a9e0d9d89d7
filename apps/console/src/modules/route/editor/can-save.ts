import { formFields, routeCalls } from '@eyrie/domain';
import type { TextOf } from '../../../platform/text.tsx';
import { faultOf } from '../../../platform/list/field-fault.ts';

const [nameField] = formFields(routeCalls.add, ['name']);

/** Why a route cannot be saved yet: what is known here is not left to the server to refuse. Null: it can. */
export const whyNotSaved = (text: TextOf, name: string, empty: boolean): string | null => {
  if (name === '') return text('planner.nameNeeded');
  if (empty) return text('planner.drawNeeded');
  return nameField ? faultOf(text, routeCalls.add, nameField, name, { label: 'field.name' }) : null;
};
