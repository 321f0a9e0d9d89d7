import { lintRoute, type WpmlWarning } from '@eyrie/wpml';
import type { CheckInput } from './input.ts';
import type { Findings } from './finding.ts';
import { isRule } from './rules.ts';
import { writtenRoute } from './written-route.ts';

/** Findings about the mission as a whole come once, however many lines it has. */
const wholeOnce = (seen: Set<string>, { code, waypoints }: WpmlWarning): boolean => {
  if (waypoints.length > 0) return true;
  if (seen.has(code)) return false;
  seen.add(code);
  return true;
};

/** The rules of the file format, asked of the very file that would be written. */
export function checkFormat({ plan, route, context }: CheckInput, findings: Findings): void {
  const seen = new Set<string>();
  const options = context.knownDrones ? { knownDrones: context.knownDrones } : {};
  for (const line of route.lines)
    for (const warning of lintRoute(writtenRoute(line, plan.settings), options)) {
      const { code, blocking, count, waypoints, values } = warning;
      if (!wholeOnce(seen, warning)) continue;
      const points = waypoints.flatMap((index) => line.points[index] ?? []);
      findings.add(code, {
        level: blocking ? 'error' : 'warning',
        place: points[0] ? { lng: points[0].lng, lat: points[0].lat } : null,
        points: points.map(({ id }) => id),
        count,
        values,
      });
    }
  for (const { code, blocking, values } of context.imported ?? [])
    if (isRule(code) && importOnly.has(code))
      findings.add(code, { level: blocking ? 'error' : 'warning', values });
}

/** What only the reading of a file can find; everything else is found again in the plan that was made of it. */
const importOnly = new Set([
  'executableOnly',
  'consumerFile',
  'extraEntry',
  'templateDiffers',
  'waylineCount',
]);
