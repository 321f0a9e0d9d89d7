import type { PlanAction } from '@eyrie/domain';
import { bearing } from '@eyrie/geometry';
import { airSpeed } from '../battery.ts';
import { cameraLimits, modelLimits } from '../model-limits.ts';
import type { ResolvedPoint } from '../resolved.ts';
import type { Findings } from './finding.ts';
import type { CheckInput } from './input.ts';

const at = ({ lng, lat }: ResolvedPoint) => ({ lng, lat });

const asks = (action: PlanAction, of: 'zoom' | 'lenses'): boolean =>
  of === 'zoom'
    ? action.type === 'zoom' || (action.type === 'orientedShoot' && action.zoom > 1)
    : 'lenses' in action && (action.lenses ?? []).length > 0;

/** Rules that want for a figure of the model, each said once. */
function checkUnknown({ plan, route }: CheckInput, findings: Findings): void {
  const { drone, payload, wind } = plan.settings;
  const model = modelLimits(drone);
  const camera = cameraLimits(payload.type);
  const missing = (
    rule: 'modelSpeed' | 'ceiling' | 'wind' | 'zoomRange' | 'lensMissing',
    field: string,
  ): void =>
    findings.add(rule, { unchecked: true, field: `settings.${field}`, values: { missing: 'model' } });
  if ((model?.speed ?? null) === null) missing('modelSpeed', 'drone');
  if ((model?.ceiling ?? null) === null) missing('ceiling', 'drone');
  if (wind && (model?.wind ?? null) === null) missing('wind', 'drone');
  const asked = (of: 'zoom' | 'lenses'): boolean =>
    route.lines.some(({ points }) => points.some(({ actions }) => actions.some((one) => asks(one, of))));
  if ((camera?.zoom ?? null) === null && asked('zoom')) missing('zoomRange', 'payload');
  if (!camera && asked('lenses')) missing('lensMissing', 'payload');
}

/** What the chosen aircraft and camera cannot do. Of models that are not in the tables it is said what could not be checked. */
export function checkModel(input: CheckInput, findings: Findings): void {
  const { plan, route } = input;
  const { settings } = plan;
  const model = modelLimits(settings.drone);
  const camera = cameraLimits(settings.payload.type);
  if (model && settings.payload.type !== null && !model.payloads.includes(settings.payload.type))
    findings.add('payloadModel', {
      field: 'settings.payload',
      values: { found: settings.payload.type, allowed: model.payloads.join(', ') },
      fixable: model.payloads.length === 1,
    });
  for (const { points } of route.lines)
    for (const point of points) {
      const here = { place: at(point), points: [point.id] };
      if (model && model.speed !== null && point.speed > model.speed)
        findings.add('modelSpeed', { ...here, values: { found: point.speed, max: model.speed } });
      if (model && model.ceiling !== null && point.seaHeight !== null && point.seaHeight > model.ceiling)
        findings.add('ceiling', {
          ...here,
          values: { found: Math.round(point.seaHeight), max: model.ceiling },
        });
      if (camera) for (const action of point.actions) checkCamera(action, camera, here, findings);
    }
  checkWind(input, findings);
  checkUnknown(input, findings);
}

function checkCamera(
  action: PlanAction,
  { zoom, lenses }: NonNullable<ReturnType<typeof cameraLimits>>,
  here: { place: { lng: number; lat: number }; points: string[] },
  findings: Findings,
): void {
  const factor = action.type === 'zoom' ? action.factor : action.type === 'orientedShoot' ? action.zoom : 1;
  if (zoom !== null && factor > zoom)
    findings.add('zoomRange', { ...here, values: { found: factor, max: zoom } });
  const chosen = 'lenses' in action ? (action.lenses ?? []) : [];
  const absent = chosen.filter((lens) => !lenses.includes(lens));
  if (absent.length > 0)
    findings.add('lensMissing', {
      ...here,
      values: { found: absent.join(', '), allowed: lenses.join(', ') },
    });
}

/** Wind beyond what the model stands, and legs on which it would have to fly faster through the air than it can. */
function checkWind({ plan, path }: CheckInput, findings: Findings): void {
  const { wind, drone } = plan.settings;
  const model = modelLimits(drone);
  if (!model || !wind) return;
  if (model.wind !== null && wind.speed > model.wind)
    findings.add('wind', { field: 'settings.wind', values: { found: wind.speed, max: model.wind } });
  const { speed } = model;
  if (speed === null) return;
  for (const leg of path) {
    if (leg.ground < 1) continue;
    const through = airSpeed(leg.speed, bearing(leg.from, leg.to), wind);
    if (through > speed)
      findings.add('wind', {
        place: leg.from,
        points: [...leg.ids],
        leg: leg.name,
        values: { found: Number(through.toFixed(1)), max: speed },
      });
  }
}
