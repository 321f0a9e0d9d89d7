import type { person as source } from '../zh-CN/person.ts';
import type { Translation } from '../words.ts';

export const person: Translation<typeof source> = {
  'person.title': 'Account',
  'person.facts': 'About you',
  'person.name': 'Name',
  'person.account': 'Account',
  'person.department': 'Department',
  'person.departments': 'Departments',
  'person.oid': 'User id',
  'person.session': 'This session',
  'person.pages': 'Pages you may open',
  'person.rights': 'Actions you may take',
  'person.none': 'None',
  'person.passwordHint': 'Your sessions on other devices end at once after the change.',
};
