import type { PlanAction, PlanPoint, RoutePlan } from '@eyrie/domain';
import { buildKmz, kmzPoints, withSecondLine } from '@eyrie/testing';
import { decodeUtf8, filesOf, kmzLimits, readKmz } from '@eyrie/wpml';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groundOf } from '../ground.fixture.ts';
import { deletePoints, reorderPoints } from '../edit/points.ts';
import { home, planWith, pointAt } from '../plan.fixture.ts';
import { resolvePlan } from '../resolve/resolve-plan.ts';
import { kmzOfRoute } from './kmz-of-route.ts';
import { planOfFile } from './plan-of-file.ts';

const ground = groundOf(20);
const facts = { name: 'Route', author: 'test', createdAt: 1_714_564_800_000, undulation: () => -3.5 };

function textsOf(bytes: Uint8Array): Record<string, string> {
  const files = filesOf(bytes, kmzLimits, () => true);
  return Object.fromEntries([...files].map(([name, content]) => [name, decodeUtf8(content) ?? '']));
}

function imported(bytes: Uint8Array): RoutePlan {
  const read = readKmz(bytes);
  if (!read.ok) throw new Error(read.refusal.detail);
  return planOfFile(read.route, facts);
}

function saved(plan: RoutePlan, bytes: Uint8Array | null): Uint8Array {
  const resolved = resolvePlan(plan, ground);
  expect(resolved.faults).toEqual([]);
  return kmzOfRoute(resolved, plan, facts, bytes && { bytes });
}

/**
 * Length and time are reckoned from places before and after they were rounded for the file; the speed of the route is no point's
 * here, and is read as that of most points.
 */
const withoutFigures = (bytes: Uint8Array) =>
  Object.values(textsOf(bytes)).map((text) =>
    text.replaceAll(/<wpml:(distance|duration|autoFlightSpeed)>[^<]*/g, ''),
  );

const strange = `<!-- of another planner --><x:more xmlns:x="urn:x" a="1"><x:deep>7 &amp; 8</x:deep></x:more>`;
/** A file with things that no document describes, at every place where a planner could put them. */
const foreign = (): Uint8Array =>
  buildKmz({
    prefix: 'w',
    version: '1.0.6',
    unknown: `<w:waylineAvoidLimitAreaMode>1</w:waylineAvoidLimitAreaMode>${strange}`,
    resources: { 'wpmz/res/image/a.jpg': Uint8Array.of(1, 2, 3), 'notes.txt': Uint8Array.of(9) },
    template: (xml) => xml.replace('<Folder>', `<Folder>${strange}`),
    waylines: (xml) =>
      xml
        .replaceAll('<Placemark>', `${strange}\n<Placemark><w:isRisky>0</w:isRisky>`)
        .replaceAll(
          '</w:actionActuatorFuncParam>',
          `<w:quality>high</w:quality></w:actionActuatorFuncParam>`,
        ),
  });

describe('an imported file that is saved', () => {
  it('comes out letter by letter where nothing was changed', () => {
    for (const bytes of [
      buildKmz(),
      buildKmz({ packing: 'stored', version: '1.0.6' }),
      foreign(),
      buildKmz({ template: withSecondLine(4), waylines: withSecondLine(4) }),
    ]) {
      const [before, after] = [textsOf(bytes), textsOf(saved(imported(bytes), bytes))];
      expect(Object.keys(after)).toEqual(Object.keys(before));
      const template = (texts: Record<string, string>) =>
        texts['wpmz/template.kml']?.replaceAll(
          /<(\w+:)?useGlobal(Heading|Turn)Param>[\s\S]*?(?=<(\w+:)?use(GlobalTurn|Straight))/g,
          '',
        );
      expect(after['wpmz/waylines.wpml']).toBe(before['wpmz/waylines.wpml']);
      expect(template(after)).toBe(template(before));
    }
  });

  it('keeps what no plan knows when points are changed, exchanged, added and removed', () => {
    const bytes = foreign();
    const plan = imported(bytes);
    const [first, second, third] = plan.points as [PlanPoint, PlanPoint, PlanPoint];
    const added: PlanPoint = { ...pointAt('p9', 0, 0), actions: [{ type: 'hover', seconds: 2 }] };
    const points = [third, { ...second, lng: 113.961, height: 90 }, added, first];
    const out = saved({ ...plan, points }, bytes);
    const text = textsOf(out)['wpmz/waylines.wpml'] ?? '';
    expect(text.match(/urn:x/g)).toHaveLength(1 + 3);
    expect(text.match(/<w:isRisky>/g)).toHaveLength(3);
    expect(text.match(/<w:quality>/g)).toHaveLength(3);
    expect(text).toContain('<w:waylineAvoidLimitAreaMode>1</w:waylineAvoidLimitAreaMode>');
    expect(textsOf(out)).toMatchObject({ 'notes.txt': '\t' });
    const read = readKmz(out);
    if (!read.ok) throw new Error(read.refusal.detail);
    expect(read.route.waypoints.map(({ index, lng, height }) => [index, lng, height])).toEqual([
      [0, 113.97, 80],
      [1, 113.961, 90],
      [2, 113.95, 80],
      [3, 113.95, 50],
    ]);
    expect(read.route.waypoints.map(({ actions }) => actions.map(({ func }) => func))).toEqual([
      ['takePhoto'],
      ['hover'],
      ['hover'],
      ['takePhoto'],
    ]);
    expect(read.warnings.filter(({ blocking }) => blocking)).toEqual([]);
    const ids = [...text.matchAll(/actionGroupId>(\d+)</g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('of several lines is edited in all of them, and keeps what no plan knows of each', () => {
    const mark = (xml: string) => {
      let count = 0;
      return withSecondLine(4)(xml)
        .replaceAll('</Placemark>', () => `<x:of xmlns:x="urn:x">${(count += 1)}</x:of></Placemark>`)
        .replaceAll('<Folder>', '<Folder><x:line xmlns:x="urn:x"/>');
    };
    const bytes = buildKmz({ template: mark, waylines: mark });
    const plan = imported(bytes);
    expect(plan.points.map(({ id, line = 0, origin }) => [id, line, origin])).toEqual(
      [0, 0, 0, 1, 1, 1].map((line, at) => [`p${at + 1}`, line, at]),
    );
    const written = (points: PlanPoint[]) => {
      const out = saved({ ...plan, points }, bytes);
      const read = readKmz(out);
      if (!read.ok) throw new Error(read.refusal.detail);
      expect(read.warnings.filter(({ blocking }) => blocking)).toEqual([]);
      const text = textsOf(out)['wpmz/waylines.wpml'] ?? '';
      const ids = [...text.matchAll(/actionGroupId>(\d+)/g)].map(([, id]) => id);
      expect(new Set(ids).size).toBe(ids.length);
      return {
        lines: [read.route.waypoints, ...read.route.moreLines].map((line) =>
          line.map(({ height }) => height),
        ),
        ids: read.route.lineHeads.map(({ id }) => id),
        marks: text
          .split('<Folder>')
          .slice(1)
          .map((folder) => [...folder.matchAll(/x:of xmlns:x="urn:x">(\d)/g)].map(([, of]) => Number(of))),
        known: text.split('<x:line').length - 1,
      };
    };
    const raised = plan.points.map((point, at) => (at === 4 ? { ...point, height: 99 } : point));
    expect(written(raised)).toEqual({
      lines: [
        [50, 80, 80],
        [50, 99, 80],
      ],
      ids: [0, 4],
      marks: [
        [1, 2, 3],
        [4, 5, 6],
      ],
      known: 2,
    });
    const changed = reorderPoints(deletePoints(plan, ['p2']), ['p6'], 1);
    expect(written(changed.points).marks).toEqual([
      [1, 6, 3],
      [4, 5],
    ]);
    const second = deletePoints(plan, ['p1', 'p2', 'p3']);
    expect(written(second.points)).toMatchObject({ ids: [4], marks: [[4, 5, 6]], known: 1 });
    const three = [
      ...plan.points,
      ...plan.points.slice(0, 2).map((point, at): PlanPoint => ({ ...point, id: `q${at}`, line: 2 })),
    ];
    expect(
      written(three.map(({ origin, ...point }, at) => (at > 5 ? point : { ...point, origin: origin ?? at }))),
    ).toMatchObject({ ids: [0, 4, 2], known: 2 });
  });

  it('changes an action in place, and leaves its other parameters', () => {
    const bytes = foreign();
    const plan = imported(bytes);
    const points = plan.points.map((point): PlanPoint => ({
      ...point,
      actions: point.actions.map((action) => (action.type === 'hover' ? { ...action, seconds: 9 } : action)),
    }));
    const text = textsOf(saved({ ...plan, points }, bytes))['wpmz/waylines.wpml'] ?? '';
    expect(text).toContain('<w:hoverTime>9</w:hoverTime><w:quality>high</w:quality>');
  });

  it('keeps an action that nobody has a form for, with what sets it off', () => {
    const even = `<wpml:actionGroup><wpml:actionGroupId>77</wpml:actionGroupId><wpml:actionGroupStartIndex>0</wpml:actionGroupStartIndex>
<wpml:actionGroupEndIndex>1</wpml:actionGroupEndIndex><wpml:actionGroupMode>sequence</wpml:actionGroupMode>
<wpml:actionTrigger><wpml:actionTriggerType>betweenAdjacentPoints</wpml:actionTriggerType></wpml:actionTrigger>
<wpml:action><wpml:actionId>0</wpml:actionId><wpml:actionActuatorFunc>gimbalEvenlyRotate</wpml:actionActuatorFunc>
<wpml:actionActuatorFuncParam><wpml:gimbalPitchRotateAngle>-30</wpml:gimbalPitchRotateAngle><wpml:payloadPositionIndex>0</wpml:payloadPositionIndex>
</wpml:actionActuatorFuncParam></wpml:action></wpml:actionGroup>`;
    const bytes = buildKmz({
      waylines: (xml) => xml.replace('<wpml:waypointWorkType>', `${even}<wpml:waypointWorkType>`),
    });
    const plan = imported(bytes);
    expect(plan.points[0]?.actions).toContainEqual({
      type: 'other',
      func: 'gimbalEvenlyRotate',
      params: { gimbalPitchRotateAngle: '-30', payloadPositionIndex: '0' },
      trigger: { type: 'betweenAdjacentPoints', param: null, until: 'p2' },
    });
    const again = imported(saved(plan, bytes));
    expect(again.points).toEqual(plan.points);
    expect(imported(saved(plan, null)).points[0]?.actions).toEqual(plan.points[0]?.actions);
  });

  it('stays above the ground where its aircraft measures that', () => {
    const bytes = buildKmz({
      waylines: (xml) => xml.replace('relativeToStartPoint', 'realTimeFollowSurface'),
    });
    const read = readKmz(saved(imported(bytes), bytes));
    expect(read.ok && read.route.executeHeightMode).toBe('realTimeFollowSurface');
  });
});

const finite = (min: number, max: number, step: number) =>
  fc
    .integer({ min: Math.ceil(min / step), max: Math.floor(max / step) })
    .map((whole) => Number((whole * step).toFixed(4)));
const lenses = fc.constantFrom(undefined, ['wide'], ['visable', 'ir']) as fc.Arbitrary<
  ('wide' | 'visable' | 'ir')[] | undefined
>;
const suffix = fc.constantFrom(undefined, 'a&b', '巡检');
const heading = finite(-180, 180, 0.1);
const defined = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as T;
const action: fc.Arbitrary<PlanAction> = fc
  .oneof(
    fc.record({ type: fc.constant('takePhoto' as const), suffix, lenses }),
    fc.record({ type: fc.constant('startRecord' as const), suffix, lenses }),
    fc.record({ type: fc.constant('stopRecord' as const), lenses }),
    fc.record({ type: fc.constant('hover' as const), seconds: finite(0, 1800, 0.5) }),
    fc.record({
      type: fc.constant('rotateYaw' as const),
      heading,
      clockwise: fc.constantFrom(undefined, false),
    }),
    fc.record({
      type: fc.constant('gimbalRotate' as const),
      pitch: finite(-90, 30, 0.1),
      yaw: fc.option(heading, { nil: undefined }),
    }),
    fc.record({ type: fc.constant('zoom' as const), factor: finite(1, 200, 0.5) }),
    fc.record({ type: fc.constant('focus' as const), x: finite(0, 1, 0.01), y: finite(0, 1, 0.01) }),
    fc.record({ type: fc.constant('panoShot' as const) }),
    fc.record({
      type: fc.constant('orientedShoot' as const),
      heading,
      pitch: finite(-90, 30, 0.1),
      zoom: finite(1, 200, 0.5),
      suffix,
      lenses,
    }),
    fc.record({
      type: fc.constant('interval' as const),
      by: fc.constantFrom('distance' as const, 'time' as const),
      every: finite(0.5, 1000, 0.5),
      until: fc.constant('p3'),
      lenses,
    }),
    fc.record({
      type: fc.constant('other' as const),
      func: fc.constant('megaphone'),
      params: fc.constant({ actionUUID: 'u', megaphoneOperateVolume: '40' }),
    }),
  )
  .map(defined);
const turn = fc.constantFrom(
  'coordinateTurn' as const,
  'toPointAndStopWithDiscontinuityCurvature' as const,
  'toPointAndStopWithContinuityCurvature' as const,
  'toPointAndPassWithContinuityCurvature' as const,
);
const point = (index: number) =>
  fc
    .record({
      east: finite(-200, 200, 1),
      height: finite(-50, 500, 0.01),
      speed: finite(1, 15, 0.1),
      headingMode: fc.constantFrom(
        'followWayline' as const,
        'manually' as const,
        'fixed' as const,
        'smoothTransition' as const,
        'towardPOI' as const,
      ),
      heading,
      turnMode: turn,
      straight: fc.boolean(),
      gimbalPitch: fc.option(finite(-90, 30, 0.1), { nil: undefined }),
      actions: fc.array(action, { maxLength: 4 }),
    })
    .map(({ east, ...more }) =>
      defined(pointAt(`p${index + 1}`, east, index * 40, { ...more, interest: { ...home, height: 5 } })),
    );

describe('a drawn route', () => {
  const modes = fc.constantFrom('relative' as const, 'altitude' as const, 'ellipsoid' as const);
  it('is the same route when its file is read again, and the same file when that is written', () => {
    fc.assert(
      fc.property(fc.tuple(...[0, 1, 2, 3].map(point)), modes, (points, heightMode) => {
        const plan = planWith(points, {}, { heightMode, wpmlVersion: '1.0.6', lostAction: 'hover' });
        const resolved = resolvePlan(plan, ground);
        const bytes = kmzOfRoute(resolved, plan, facts);
        const again = imported(bytes);
        const flown = resolvePlan(again, ground);
        expect(withoutFigures(kmzOfRoute(flown, again, facts))).toEqual(withoutFigures(bytes));
        expect(textsOf(kmzOfRoute(flown, again, facts, { bytes }))).toEqual(textsOf(bytes));
        const [before, after] = [resolved.lines[0]?.points ?? [], flown.lines[0]?.points ?? []];
        expect(
          after.map(({ seaHeight, speed, turnMode, straight, headingMode }) => ({
            speed,
            turnMode,
            straight,
            headingMode,
            seaHeight: seaHeight?.toFixed(4),
          })),
        ).toEqual(
          before.map(({ seaHeight, speed, turnMode, straight, headingMode }) => ({
            speed,
            turnMode,
            straight,
            headingMode,
            seaHeight: seaHeight?.toFixed(4),
          })),
        );
      }),
      { numRuns: 60 },
    );
  });
});

it('three stops of another planner become a plan', () => {
  const plan = imported(buildKmz());
  expect(plan.points.map(({ lng, lat, height }) => ({ lng, lat, height }))).toEqual(
    kmzPoints.map(({ lng, lat, height }) => ({ lng, lat, height })),
  );
  expect(plan.settings).toMatchObject({
    speed: 10,
    returnHeight: 100,
    lostAction: 'hover',
    gimbalManual: true,
  });
});
