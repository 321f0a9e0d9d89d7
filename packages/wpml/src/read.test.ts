import {
  buildKmz,
  hostileKmz,
  kmzDistance,
  kmzDuration,
  kmzModels,
  kmzPoints,
  packKmz,
  processorTime,
  withSecondLine,
} from '@eyrie/testing';
import { describe, expect, it } from 'vitest';
import { droneModel, payloadName, readKmz, routeFigures, type WpmlRoute } from './index.ts';

function accepted(bytes: Uint8Array) {
  const result = readKmz(bytes);
  if (!result.ok) throw new Error(`refused: ${result.refusal.reason} ${result.refusal.detail}`);
  return result;
}

function codes(bytes: Uint8Array): string[] {
  return accepted(bytes).warnings.map((warning) => warning.code);
}

/** Many points some 30 m apart, enough to stop at each of them. */
function manyPoints(count: number) {
  return Array.from({ length: count }, (_, i) => ({
    lng: 113.9 + (i % 200) * 5e-4,
    lat: 22.5 + Math.floor(i / 200) * 5e-4,
    height: 60,
    speed: 8,
    photo: true,
  }));
}

describe('a route file', () => {
  it.each([
    ['m30t', '0-67-1', 'Matrice 30T', 'M30T camera'],
    ['m3td', '0-91-1', 'Matrice 3TD', 'M3TD camera'],
    ['m4td', '0-100-1', 'Matrice 4TD', 'M4TD camera'],
    ['m350H20t', '0-89-0', 'Matrice 350 RTK', 'Zenmuse H20T'],
  ] as const)('for %s names its aircraft and camera', (model, key, name, camera) => {
    const { route, warnings } = accepted(buildKmz({ model: kmzModels[model] }));
    expect(droneModel(route.droneEnumValue, route.droneSubEnumValue)).toMatchObject({ key, name });
    expect(payloadName(route.payloads[0]?.enumValue ?? 0)).toBe(camera);
    expect(warnings).toEqual([]);
  });

  it('gives every value of the mission and of its points', () => {
    const { route } = accepted(buildKmz());
    expect(route).toMatchObject({
      namespaceVersion: '1.0.2',
      droneEnumValue: 67,
      droneSubEnumValue: 1,
      payloads: [{ enumValue: 53, subEnumValue: 0, position: 0 }],
      flyToWaylineMode: 'safely',
      finishAction: 'goHome',
      exitOnRCLost: 'executeLostAction',
      executeRCLostAction: 'hover',
      takeOffSecurityHeight: 20,
      globalTransitionalSpeed: 10,
      globalRTHHeight: 100,
      executeHeightMode: 'relativeToStartPoint',
      heightMode: 'relativeToStartPoint',
      autoFlightSpeed: 10,
      waylineCount: 1,
      templateType: 'waypoint',
      source: 'executable',
    });
    expect(route.waypoints).toHaveLength(3);
    expect(route.waypoints[1]).toEqual({
      index: 1,
      lng: 113.96,
      lat: 22.55,
      height: 80,
      speed: 10,
      headingMode: 'followWayline',
      headingAngle: 0,
      interest: null,
      turnMode: 'toPointAndStopWithDiscontinuityCurvature',
      damping: 0,
      useStraightLine: true,
      gimbalPitch: null,
      actions: [
        { func: 'hover', params: { hoverTime: '4' }, trigger: 'reachPoint', triggerParam: null, groupEnd: 1 },
      ],
    });
  });

  it('is plain JSON, equal after storing', () => {
    const { route } = accepted(buildKmz());
    expect(JSON.parse(JSON.stringify(route))).toEqual(route);
  });

  it.each(['stored', 'deflated', 'described'] as const)('reads the same from %s entries', (packing) => {
    expect(accepted(buildKmz({ packing })).route).toEqual(accepted(buildKmz()).route);
  });

  it.each([
    ['wpml', '1.0.6'],
    ['dji', '1.0.0'],
    ['ns0', '9.9.9'],
  ])('reads prefix %s of version %s', (prefix, version) => {
    const { route } = accepted(buildKmz({ prefix, version }));
    expect(route).toEqual({ ...accepted(buildKmz()).route, namespaceVersion: version });
  });

  it('reads a namespace without a prefix, a byte order mark and commented values', () => {
    const { route } = accepted(
      buildKmz({
        waylines: (xml) =>
          `\ufeff${xml.replaceAll('wpml:', '').replace('safely', '<!-- pointToPoint -->safely').replace('goHome', '<![CDATA[goHome]]>')}`,
      }),
    );
    expect(route).toMatchObject({ flyToWaylineMode: 'safely', finishAction: 'goHome' });
    expect(route.waypoints).toHaveLength(3);
  });

  it('of 700 points is read well under half a second', async () => {
    const bytes = buildKmz({ points: manyPoints(700) });
    const took = await processorTime(() => expect(accepted(bytes).route.waypoints).toHaveLength(700));
    expect(took).toBeLessThan(500);
  });

  it('has at most 65 535 points', () => {
    const point =
      '<Placemark><Point><coordinates>1,2</coordinates></Point><executeHeight>9</executeHeight></Placemark>';
    const line = (count: number) =>
      packKmz(
        {
          'wpmz/waylines.wpml': Buffer.from(
            `<kml><Document><Folder>${point.repeat(count)}</Folder></Document></kml>`,
          ),
        },
        'stored',
      );
    expect(accepted(line(65_535)).route.waypoints).toHaveLength(65_535);
    expect(readKmz(line(65_536))).toMatchObject({ ok: false, refusal: { reason: 'kmzTooBig' } });
  });
});

describe('length and time', () => {
  it('are those the planner wrote', () => {
    const { route } = accepted(buildKmz());
    const figures = routeFigures(route);
    const perKilometre = Math.abs(figures.length - kmzDistance(kmzPoints)) / (figures.length / 1000);
    expect(perKilometre).toBeLessThan(0.001);
    expect(route.declaredDistance).toBeCloseTo(figures.length, 5);
    expect(Math.abs(figures.duration / kmzDuration(kmzPoints) - 1)).toBeLessThan(0.005);
    expect(Math.abs(figures.duration / (route.declaredDuration ?? 0) - 1)).toBeLessThan(0.005);
  });

  it('are given for a file that does not state them', () => {
    const unstated = buildKmz({ waylines: (xml) => xml.replace(/<wpml:(distance|duration)>.*?>/g, '') });
    const { route } = accepted(unstated);
    expect(route).toMatchObject({ declaredDistance: null, declaredDuration: null });
    expect(routeFigures(route).length).toBeGreaterThan(2500);
  });

  it('are shorter in time when points are passed', () => {
    const stops = accepted(buildKmz()).route;
    const passing: WpmlRoute = {
      ...stops,
      waypoints: stops.waypoints.map((point) => ({
        ...point,
        turnMode: 'coordinateTurn',
        damping: 10,
        actions: [],
      })),
    };
    expect(routeFigures(passing).duration).toBeLessThan(routeFigures(stops).duration - 5);
    expect(routeFigures(passing).length).toBe(routeFigures(stops).length);
  });
});

describe('an unusual file', () => {
  it('without the plan is accepted with a warning', () => {
    expect(codes(buildKmz({ template: () => null }))).toEqual(['executableOnly']);
  });

  it('without the flown line is read from the plan and must not be flown', () => {
    const { route, warnings } = accepted(buildKmz({ waylines: () => null }));
    expect(route).toMatchObject({ source: 'template', executeHeightMode: 'relativeToStartPoint' });
    expect(route.waypoints[1]).toMatchObject({
      height: 80,
      turnMode: 'toPointAndStopWithDiscontinuityCurvature',
    });
    expect(warnings).toMatchObject([{ code: 'missingFile', blocking: true }]);
  });

  it('with a plan above sea level alone uses the ellipsoidal heights', () => {
    const template = (xml: string) =>
      xml.replace('>relativeToStartPoint<', '>EGM96<').replaceAll('<wpml:height>50<', '<wpml:height>7<');
    const { route } = accepted(buildKmz({ waylines: () => null, template }));
    expect(route.executeHeightMode).toBe('WGS84');
    expect(route.waypoints[0]?.height).toBe(50);
  });

  it('whose plan says that the global value counts gets the global value', () => {
    const template = (xml: string) =>
      xml.replaceAll('Height>0<', 'Height>1<').replaceAll('Speed>0<', 'Speed>1<');
    const points = kmzPoints.map((point) => ({ ...point, height: 77, speed: 3 }));
    const { route } = accepted(buildKmz({ waylines: () => null, template, points }));
    expect(route.waypoints[0]).toMatchObject({ height: 50, speed: 10 });
  });

  it('of a consumer app, with an empty plan and an unknown aircraft, is accepted with warnings', () => {
    const bytes = buildKmz({
      model: { drone: [68, 0], payload: [0, 0], lenses: 'wide' },
      template: (xml) => xml.replace(/<Folder>[\s\S]*<\/Folder>/, ''),
    });
    expect(codes(bytes)).toEqual(['consumerFile', 'droneUnknown']);
  });

  it('whose two documents disagree says so', () => {
    const moved = buildKmz({ template: (xml) => xml.replace('113.96,22.55', '113.961,22.55') });
    expect(accepted(moved).warnings).toMatchObject([{ code: 'templateDiffers', waypoints: [1] }]);
    const shorter = buildKmz({ template: (xml) => xml.replace(/<Placemark>[\s\S]*?<\/Placemark>/, '') });
    expect(accepted(shorter).warnings).toMatchObject([
      { code: 'templateDiffers', values: { flown: 3, planned: 2 } },
    ]);
  });

  it('with several lines is read whole, each with its number', () => {
    const both = { template: withSecondLine(7), waylines: withSecondLine(7) };
    const { route, warnings } = accepted(buildKmz(both));
    expect(warnings).toEqual([]);
    expect(route.lineHeads.map(({ id }) => id)).toEqual([0, 7]);
    expect(route.moreLines.map((line) => line.map(({ index, lng }) => [index, lng]))).toEqual([
      [
        [0, 113.951],
        [1, 113.961],
        [2, 113.971],
      ],
    ]);
    const fast = (xml: string) =>
      withSecondLine()(xml).replace(/waypointSpeed>10(?![\s\S]*waypointSpeed>10)/, 'waypointSpeed>16');
    expect(accepted(buildKmz({ ...both, waylines: fast })).warnings).toMatchObject([
      { code: 'pointSpeed', waypoints: [5] },
    ]);
  });

  it.each([
    ['share a number', withSecondLine(0)],
    [
      'have a single waypoint',
      (xml: string) =>
        withSecondLine()(xml).replace(/(<\/Folder>[\s\S]*?<\/Placemark>)[\s\S]*(?=<\/Folder>)/, '$1'),
    ],
    [
      'count heights from elsewhere',
      (xml: string) => withSecondLine()(xml).replace(/relativeToStartPoint(?=[\s\S]*waylineId>1)/, 'WGS84'),
    ],
  ])('with lines that %s has its first read, and must not fly', (_, waylines) => {
    const { route, warnings } = accepted(buildKmz({ waylines }));
    expect(route).toMatchObject({ waylineCount: 2, moreLines: [] });
    expect(warnings).toContainEqual(expect.objectContaining({ code: 'waylineCount', blocking: true }));
  });

  it('with files beside the route is accepted with a warning', () => {
    expect(codes(buildKmz({ resources: { '__MACOSX/x': new Uint8Array(3) } }))).toEqual(['extraEntry']);
  });

  it('cannot reach the prototype of anything', () => {
    const waylines = (xml: string) =>
      xml.replace('<wpml:hoverTime>', '<wpml:__proto__>1</wpml:__proto__><wpml:hoverTime>');
    const { route } = accepted(buildKmz({ waylines }));
    expect(Object.keys(route.waypoints[1]?.actions[0]?.params ?? {})).toEqual(['__proto__', 'hoverTime']);
    expect(({} as Record<string, unknown>)['hoverTime']).toBeUndefined();
  });
});

describe('a hostile or foreign file', () => {
  const corpus = hostileKmz();

  it.each(corpus.map(({ name, reason, bytes }) => [name, reason, bytes] as const))(
    '%s is refused as %s, within two seconds',
    async (_name, reason, bytes) => {
      const took = await processorTime(() => {
        const result = readKmz(bytes);
        expect(result.ok ? 'accepted' : result.refusal.reason).toBe(reason);
      });
      expect(took).toBeLessThan(2_000);
    },
  );

  it('leaves less than 100 MB behind, the whole corpus together', () => {
    const before = process.memoryUsage().rss;
    for (const { bytes } of corpus) readKmz(bytes);
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  });

  it('does not take more than the caller allows', () => {
    const refusal = (limits: object) => {
      const result = readKmz(buildKmz(), { limits });
      return result.ok ? 'accepted' : result.refusal.reason;
    };
    expect(refusal({ kmzBytes: 100 })).toBe('kmzTooBig');
    expect(refusal({ expandedBytes: 100 })).toBe('kmzTooBig');
    expect(refusal({ entryBytes: 100 })).toBe('kmzTooBig');
    expect(refusal({ entries: 1 })).toBe('kmzTooBig');
    expect(refusal({ ratio: 1 })).toBe('kmzTooBig');
    expect(refusal({ waypoints: 2 })).toBe('kmzTooBig');
    expect(refusal({ xmlDepth: 3 })).toBe('kmzTooBig');
    expect(refusal({ xmlElements: 5 })).toBe('kmzTooBig');
    expect(refusal({})).toBe('accepted');
  });
});
