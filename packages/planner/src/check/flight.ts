import { modelLimits } from '../model-limits.ts';
import type { Findings } from './finding.ts';
import type { CheckInput } from './input.ts';

const percent = (share: number): number => Math.round(share * 100);

/** Whether the dock reaches all of it, and every battery brings its aircraft home with the reserve. */
export function checkFlight({ plan, route, figures }: CheckInput, findings: Findings): void {
  const { settings } = plan;
  if (!settings.takeOff) {
    findings.add('takeOffMissing', { field: 'settings.takeOff' });
    findings.add('battery', { unchecked: true, field: 'settings.takeOff', values: { missing: 'takeOff' } });
  }
  const reach = modelLimits(settings.drone)?.reach ?? null;
  if (reach !== null && figures.farthest !== null && figures.farthest > reach)
    findings.add('reach', { values: { found: Math.round(figures.farthest), max: reach } });
  const { flights } = figures.battery;
  const usable = 1 - settings.reserve;
  for (const { line, first, share } of flights) {
    if (share <= usable) continue;
    const point = route.lines[line]?.points[first];
    findings.add('battery', {
      place: point ? { lng: point.lng, lat: point.lat } : null,
      points: point ? [point.id] : [],
      values: { found: percent(share), max: percent(usable) },
    });
  }
  if (flights.length > 1) findings.add('flights', { values: { found: flights.length } });
}
