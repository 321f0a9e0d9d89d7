import { z } from 'zod';
import {
  choiceField,
  nullNumberField,
  optionalTextField,
  textField,
  usualNumberField,
  type FieldLook,
} from '../fields.ts';
import { replaceMost, replaceRules, type ReplaceRule } from './replace-soon.ts';
import { programmeKinds, upkeepMost, upkeepRules, type UpkeepRule } from './upkeep.ts';

type Rule = UpkeepRule | ReplaceRule;
const hints = {
  replace: 'maintenanceProgramme.replaceHint',
  landings: 'maintenanceProgramme.landingsHint',
  condition: 'maintenanceProgramme.conditionHint',
  limit: 'maintenanceProgramme.limitHint',
} as const;
type Phrase = `maintenanceProgramme.${Rule}` | (typeof hints)[keyof typeof hints];

const limitField = (rule: Rule, most: number, hint: FieldLook<Phrase>['hint']) =>
  nullNumberField<Phrase>({
    label: `maintenanceProgramme.${rule}`,
    ...(hint && { hint }),
    schema: z.number().int().min(1).max(most),
  });
const hintOf = (rule: UpkeepRule) => {
  if (rule === 'landings') return hints.landings;
  return ['totalCycles', 'storedDays', 'temperature'].includes(rule) ? hints.condition : hints.limit;
};

/** How much of what makes maintenance due, or a battery to be replaced; none: that rule asks for nothing. */
const limits = Object.fromEntries([
  ...upkeepRules.map((rule) => [rule, limitField(rule, upkeepMost[rule], hintOf(rule))]),
  ...replaceRules.map((rule) => [rule, limitField(rule, replaceMost[rule], hints.replace)]),
]) as Record<Rule, ReturnType<typeof limitField>>;

export const maintenanceProgrammeFields = {
  name: textField({ label: 'field.name', max: 64, width: 200 }),
  kind: choiceField({ label: 'maintenanceProgramme.kind', options: programmeKinds, width: 130 }),
  model: optionalTextField({
    label: 'field.model',
    hint: 'maintenanceProgramme.modelHint',
    none: 'maintenanceProgramme.everyModel',
    max: 64,
    dir: 'ltr',
    width: 140,
  }),
  ...limits,
  warnPercent: usualNumberField({
    label: 'maintenanceProgramme.warnPercent',
    schema: z.number().int().min(50).max(100),
    otherwise: 90,
    unit: '%',
    width: 130,
    fold: 0,
  }),
  remark: optionalTextField({ label: 'field.remark', max: 300, lines: 2 }),
};
