import type { PlanArea, PlanInterest, RoutePlan } from '@eyrie/domain';
import { destination, localPlane, type Place } from '@eyrie/geometry';
import { freshPlan, kmzOfRoute, planFigures, resolvePlan, type Ground } from '@eyrie/planner';
import { buildKmz, withSecondLine } from '@eyrie/testing';
import { readKmz } from '@eyrie/wpml';
import { describe, expect, it } from 'vitest';
import { FlightMachine } from './flight.machine.ts';
import type { Surroundings } from './happening.ts';
import { planFlight } from './plan.ts';
import { progressData } from './progress.ts';

const dock = { lng: 114.72, lat: 41.16, height: 1_400 };
const undulation = -4;
const ground: Ground = { height: () => dock.height - undulation, undulation: () => undulation };
const steady: Surroundings = {
  battery: 90,
  returnPower: 20,
  wind: 3,
  windLimit: 12,
  linkUp: true,
  continueWhenLost: false,
  coverOpen: true,
  droneOn: true,
};

const at = (east: number, north: number): Place => destination(destination(dock, 90, east), 0, north);
const field = [at(100, 100), at(260, 100), at(260, 220), at(100, 220)];

interface Kind {
  type: RoutePlan['type'];
  area?: Partial<PlanArea>;
  interest?: Partial<PlanInterest>;
  settings?: Partial<RoutePlan['settings']>;
  photos?: Partial<RoutePlan['photos']>;
  points?: RoutePlan['points'];
}

const planOf = ({ type, area, interest, settings, photos, points = [] }: Kind): RoutePlan => {
  const plan = freshPlan(type);
  return {
    ...plan,
    points,
    settings: {
      ...plan.settings,
      drone: '0-91-1',
      payload: { type: 81, position: 0 },
      takeOff: dock,
      speed: 6,
      ...settings,
    },
    area: { ...plan.area, ...area },
    interest: { ...plan.interest, ...interest },
    photos: { ...plan.photos, ...photos },
  };
};

const corners = [at(60, 40), at(140, 90), at(60, 160)].map((place, index) => ({
  ...place,
  id: `p${index}`,
  height: 60 + 5 * index,
  actions: [],
}));
const photo = { type: 'takePhoto' as const };
const kinds: Record<string, Kind> = {
  'waypoints with photos and hovering': {
    type: 'waypoint',
    points: corners.map((point, index) => ({
      ...point,
      gimbalPitch: -60,
      actions: index === 1 ? [photo, { type: 'hover', seconds: 3 }, photo] : [photo],
    })),
  },
  'waypoints above the sea': {
    type: 'waypoint',
    points: corners.map((point) => ({ ...point, height: point.height + dock.height - undulation })),
    settings: { heightMode: 'altitude', height: 1_480 },
  },
  'waypoints that are passed': {
    type: 'waypoint',
    points: corners,
    settings: { turnMode: 'toPointAndPassWithContinuityCurvature' },
  },
  'mapping between waypoints': {
    type: 'waypointMapping',
    points: corners,
    photos: { mode: 'distance', interval: 20 },
  },
  'an orbit': { type: 'poi', interest: { centre: { ...at(150, 0), height: 10 }, radius: 40, points: 12 } },
  'a spiral': {
    type: 'poi',
    interest: { centre: { ...at(150, 0), height: 10 }, radius: 40, points: 8, rings: 2, pattern: 'spiral' },
  },
  'a regional flight': { type: 'regional', area: { parts: [{ outer: field, holes: [] }] } },
  'regional mapping by distance': {
    type: 'regionalMapping',
    area: { parts: [{ outer: field, holes: [] }] },
    photos: { mode: 'distance', interval: null },
  },
  'a corridor': {
    type: 'regionalMapping',
    area: { pattern: 'corridor', line: [at(50, 50), at(250, 80), at(300, 200)], left: 30, right: 30 },
  },
  'five oblique passes': {
    type: 'regionalMapping',
    area: { pattern: 'oblique', parts: [{ outer: field.map((place) => ({ ...place })), holes: [] }] },
    photos: { mode: 'distance', interval: 30 },
  },
  'two lines by hand': {
    type: 'waypoint',
    points: [
      ...corners,
      ...corners.map((point) => ({ ...point, id: `q${point.id}`, height: 50, line: 1, actions: [photo] })),
    ],
  },
  'a facade': {
    type: 'regionalMapping',
    area: { pattern: 'facade', line: [at(80, 80), at(160, 80)], distance: 15, bottom: 20, top: 40 },
  },
};

/** Flies a file to its end and notes how near it came to each point, in m, and the photos. */
const fly = (kmz: Uint8Array, wanted: readonly { east: number; north: number; up: number }[]) => {
  const read = readKmz(kmz);
  if (!read.ok) throw new Error(`${read.refusal.reason} ${read.refusal.detail}`);
  const flight = new FlightMachine({
    plan: planFlight(read.route, dock),
    rthAltitude: 100,
    precise: false,
    heading: 0,
    restoreSeconds: 20,
  });
  const nearest = wanted.map(() => Infinity);
  for (let steps = 0; steps < 200_000 && flight.stage !== 'over'; steps += 1) {
    flight.advance(0.1, steady);
    if (flight.stage !== 'onRoute' && flight.stage !== 'returning') continue;
    const { east, north, up } = flight.body;
    for (const [index, point] of wanted.entries())
      nearest[index] = Math.min(
        nearest[index] ?? Infinity,
        Math.hypot(point.east - east, point.north - north, point.up - up),
      );
  }
  return {
    stage: flight.stage,
    photos: flight.run.photos,
    furthest: Math.max(...nearest),
    warnings: read.warnings,
  };
};

describe('a plan that is written and flown', () => {
  it.each(Object.entries(kinds))('as %s passes every point within 2 m and takes its photos', (_, kind) => {
    const plan = planOf(kind);
    const route = resolvePlan(plan, ground);
    expect(route.faults).toEqual([]);
    const points = route.lines.flatMap((line) => line.points);
    const facts = { name: 'flown', author: 'test', createdAt: 0, undulation: ground.undulation };
    const plane = localPlane(dock);
    const takeOffSea = dock.height - undulation;
    const wanted = points.map((point) => ({
      ...plane.toPlane(point),
      up: (point.seaHeight ?? NaN) - takeOffSea,
    }));
    const flown = fly(kmzOfRoute(route, plan, facts), wanted);
    expect(flown.stage).toBe('over');
    expect(flown.warnings.filter(({ blocking }) => blocking)).toEqual([]);
    expect(flown.furthest).toBeLessThan(2);
    const promised = planFigures(route, plan, ground).photos.count;
    expect(promised > 0).toBe(
      plan.photos.mode !== 'none' || plan.points.some(({ actions }) => actions.length > 0),
    );
    expect(flown.photos).toBe(promised);
  });
});

describe('a file of several lines', () => {
  const both = { template: withSecondLine(3), waylines: withSecondLine(3) };
  const points = corners.map(({ lng, lat, height }) => ({ lng, lat, height, speed: 10, photo: true }));
  const read = readKmz(buildKmz({ ...both, points }));
  if (!read.ok) throw new Error(read.refusal.detail);
  const { route } = read;
  const begin = (start?: { wayline: number; index: number; progress: number }) =>
    new FlightMachine({
      plan: planFlight(route, dock),
      rthAltitude: 100,
      precise: false,
      heading: 0,
      restoreSeconds: 20,
      start,
    });
  const reportOf = (machine: FlightMachine) => {
    const steps = { before: [0], running: 1, returning: 2, closing: 3, counting: 4 };
    const view = { machine, flightId: 'F', trackId: 'T', steps, place: { ...dock, head: 0 }, transition: [] };
    return progressData(view, 'paused', 0) as { output: { ext: Record<string, unknown> } };
  };
  const until = (machine: FlightMachine, done: () => boolean): [number, number][] => {
    const passed: [number, number][] = [];
    for (let steps = 0; steps < 100_000 && machine.stage !== 'over' && !done(); steps += 1) {
      machine.advance(0.1, steady);
      const { wayline_id: wayline, current_waypoint_index: index } = reportOf(machine).output.ext;
      const last = passed.at(-1);
      if (machine.stage === 'onRoute' && (last?.[0] !== wayline || last?.[1] !== index))
        passed.push([wayline as number, index as number]);
    }
    return passed;
  };
  const photos = (machine: FlightMachine) => machine.run.photos;

  it('is flown line after line, and says on which it is', () => {
    const machine = begin();
    expect(until(machine, () => false)).toEqual([
      [0, 0],
      [0, 1],
      [0, 2],
      [3, 0],
      [3, 1],
      [3, 2],
    ]);
    expect([machine.stage, photos(machine)]).toEqual(['over', 6]);
  });

  it('goes on in the line in which it stopped, also in another flight', () => {
    const machine = begin();
    until(machine, () => machine.run.place.wayline === 3 && machine.run.place.index === 1);
    for (let seconds = 0; seconds < 4; seconds += 1) machine.advance(1, steady);
    expect(machine.pause()).toBe(true);
    const broken = reportOf(machine).output.ext['break_point'] as {
      index: number;
      wayline_id: number;
      progress: number;
    };
    expect(broken).toMatchObject({ index: 1, wayline_id: 3, state: 0 });
    const again = begin({ wayline: 3, index: 1, progress: broken.progress });
    expect(until(again, () => again.stage === 'onRoute')).toEqual([[3, 1]]);
    const [there, here] = [again.body, machine.body];
    expect(Math.hypot(there.east - here.east, there.north - here.north)).toBeLessThan(1);
    machine.resume();
    for (const one of [machine, again]) expect(until(one, () => false).at(-1)).toEqual([3, 2]);
    // The second flight takes those that were left.
    expect([photos(machine), photos(again)]).toEqual([6, 1]);
  });
});
