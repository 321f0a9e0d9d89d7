import { usableShare } from '@eyrie/domain';
import { modelLimits } from '../model-limits.ts';
import type { Findings } from './finding.ts';
import type { CheckInput } from './input.ts';

/** Metres above a dock below which no aircraft comes home to it. */
const dockReturn = 20;

const percent = (share: number): number => Math.round(share * 100);

/** Whether it stays within the reach of the dock. A model for which no dock is made has none to stay within. */
function checkReach({ plan, figures }: Pick<CheckInput, 'plan' | 'figures'>, findings: Findings): void {
  const model = modelLimits(plan.settings.drone);
  if (!model) {
    findings.add('reach', { unchecked: true, field: 'settings.drone', values: { missing: 'model' } });
    return;
  }
  const { reach } = model;
  if (reach === null) return;
  if (figures.farthest === null)
    findings.add('reach', { unchecked: true, field: 'settings.takeOff', values: { missing: 'takeOff' } });
  else if (figures.farthest > reach)
    findings.add('reach', { values: { found: Math.round(figures.farthest), max: reach } });
}

/** Whether the dock reaches all of it, and one battery brings the aircraft home with the reserve. */
export function checkFlight({ plan, route, figures }: CheckInput, findings: Findings): void {
  const { settings } = plan;
  if (!settings.takeOff) {
    findings.add('takeOffMissing', { field: 'settings.takeOff' });
    findings.add('battery', { unchecked: true, field: 'settings.takeOff', values: { missing: 'takeOff' } });
  }
  if (settings.dockOID !== null && settings.returnHeight < dockReturn)
    findings.add('returnHeight', {
      field: 'settings.returnHeight',
      values: { found: settings.returnHeight, allowed: `${dockReturn}–1500` },
    });
  checkReach({ plan, figures }, findings);
  checkBattery({ plan, route, figures }, findings);
}

/** The whole route is judged as one flight, as its file is flown: drawn by hand, laid over an area or read from a file. */
function checkBattery(
  { plan, route, figures }: Pick<CheckInput, 'plan' | 'route' | 'figures'>,
  findings: Findings,
): void {
  const { flights, share, enough } = figures.battery;
  if (enough) return;
  const usable = usableShare(plan.settings.reserve);
  // A leg that no battery flies, or else where the first battery is empty.
  const [begin] = (flights.find((one) => one.share > usable) ?? flights[1])?.stretches ?? [];
  const point = begin && route.lines[begin.line]?.points[begin.first];
  findings.add('battery', {
    place: point ? { lng: point.lng, lat: point.lat } : null,
    points: point ? [point.id] : [],
    values: { found: Math.ceil(share * 100), max: percent(usable) },
  });
  if (flights.length > 1) findings.add('flights', { values: { found: flights.length } });
}
