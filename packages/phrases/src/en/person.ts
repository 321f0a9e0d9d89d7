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
  'person.display.zone': 'Times',
  'person.display.zone.organisation': 'Time zone of the organisation: {zone}',
  'person.display.zone.utc': 'Universal time (UTC)',
  'person.display.zone.local': 'Time zone of this computer: {zone}',
  'person.display.units': 'Heights, lengths and speeds',
  'person.display.units.metric': 'Metres, kilometres, metres per second',
  'person.display.units.imperial': 'Feet, miles, miles per hour',
  'person.display.unitsHint':
    'Changes what is shown only; values sent to an aircraft are always typed in metres',
  'person.display.digits': 'Digits',
  'person.display.digits.latin': '0 1 2 3',
  'person.display.digits.own': 'Those of the language',
  'person.display.hint': 'Kept with your account, so it holds on every computer',
};
