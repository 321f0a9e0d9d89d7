import { lintRoute, routeOfPlan, type WpmlRoute } from '@eyrie/wpml';
import { filePlanOf } from '../file/file-plan.ts';
import type { ResolvedLine } from '../resolved.ts';
import type { CheckInput } from './input.ts';
import { isImported, type Findings } from './finding.ts';
import { isRule } from './rules.ts';

/** What a file says beside its route breaks no rule. */
const facts = { name: 'route', author: '', createdAt: 0 };

/** The rules of the format for one line of the file that would be written. What concerns the file as a whole is said once. */
function checkLine(
  { points }: ResolvedLine,
  written: WpmlRoute,
  { knownDrones, imported }: { knownDrones: readonly string[] | undefined; imported: boolean },
  [findings, seen]: readonly [Findings, Set<string>],
): void {
  for (const { code, blocking, count, waypoints, values } of lintRoute(written, {
    imported,
    ...(knownDrones ? { knownDrones } : {}),
  })) {
    if (waypoints.length === 0 && seen.has(code)) continue;
    seen.add(code);
    const concerned = waypoints.flatMap((index) => points[index] ?? []);
    const [first] = concerned;
    findings.add(code, {
      level: blocking ? 'error' : 'warning',
      place: first ? { lng: first.lng, lat: first.lat } : null,
      points: concerned.map(({ id }) => id),
      count,
      values,
    });
  }
}

/** The rules of the file format, asked of the very file that would be written. */
export function checkFormat({ plan, route, ground, context }: CheckInput, findings: Findings): void {
  const written = routeOfPlan(filePlanOf(route, plan, { ...facts, undulation: ground.undulation }));
  const seen = new Set<string>();
  const imported = isImported(plan);
  for (const [at, waypoints] of [written.waypoints, ...written.moreLines].entries()) {
    const line = { ...written, waypoints, moreLines: [], waylineCount: 1 };
    checkLine(route.lines[at] as ResolvedLine, line, { knownDrones: context.knownDrones, imported }, [
      findings,
      seen,
    ]);
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
