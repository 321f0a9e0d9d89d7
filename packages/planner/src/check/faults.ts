import type { CheckInput } from './input.ts';
import type { Findings } from './finding.ts';
import { isRule } from './rules.ts';

/** What keeps a plan from being a route, at its field and, for what crosses, at the crossing. */
export function checkFaults({ plan, route }: CheckInput, findings: Findings): void {
  for (const { code, field, values, at } of route.faults) {
    const index = /^points\.(\d+)/.exec(field)?.[1];
    const point = index === undefined ? undefined : plan.points[Number(index)];
    findings.add(isRule(code) ? code : 'notPossible', {
      place: at,
      points: point ? [point.id] : [],
      field,
      values: isRule(code) ? values : { ...values, code },
      fixable: !field.startsWith('settings.'),
    });
  }
}
