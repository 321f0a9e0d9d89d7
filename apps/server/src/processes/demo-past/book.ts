import { shapeOfGeometry, type DrawnGeometry, type RegionKind } from '@eyrie/domain';
import { countPlaces, shapeBounds, shapeMeasures } from '@eyrie/geometry';
import type { PastFlight } from './flights.ts';
import { at, day, pastDays, zoneShift, type PastMaker, type Rows } from './place.ts';
import type { Word } from './words.ts';

const ring = (west: number, south: number, east: number, north: number): DrawnGeometry => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ],
});

interface PastRegion {
  word: Word;
  kind: RegionKind;
  colour: string;
  geometry: DrawnGeometry;
  radius?: number;
}
/** Clear of the ways that the demo flies now. */
const regions: readonly PastRegion[] = [
  {
    word: 'mast',
    kind: 'noFly',
    colour: '#d4380d',
    geometry: { type: 'Point', coordinates: [114.7182, 41.1775] },
    radius: 180,
  },
  {
    word: 'marsh',
    kind: 'noLanding',
    colour: '#d48806',
    geometry: ring(114.7196, 41.1637, 114.7232, 41.1659),
  },
  {
    word: 'meadow',
    kind: 'alternateLanding',
    colour: '#389e0d',
    geometry: { type: 'Point', coordinates: [114.7412, 41.1679] },
  },
  { word: 'farm', kind: 'note', colour: '#1677ff', geometry: ring(114.7376, 41.1676, 114.7488, 41.1762) },
];

export const regionRows = ({ place, newOid, say, now }: PastMaker): Rows => ({
  table: 'region',
  rows: regions.map(({ word, kind, colour, geometry, radius }, index) => {
    const shape = shapeOfGeometry(geometry, { radius });
    const made = at(now - (pastDays - index) * day);
    const { length, perimeter, area } = shapeMeasures(shape);
    const bounds = shapeBounds(shape);
    return {
      oid: newOid(),
      group_root: place.groupRoot,
      group_oid: place.groupOID,
      name: say(word),
      geometry,
      color: colour,
      on_ground: true,
      kind,
      shape: shape.type,
      radius: shape.type === 'circle' ? shape.radius : null,
      places: countPlaces(shape),
      length,
      perimeter,
      area,
      ...bounds,
      created_by: place.people.admin,
      created_at: made,
      updated_at: made,
    };
  }),
});

export const programmeRows = ({ place, newOid, say, now }: PastMaker): Rows => {
  const of = (word: Word, kind: string, asked: Record<string, number>, index: number) => ({
    oid: newOid(),
    group_root: place.groupRoot,
    name: say(word),
    kind,
    warn_percent: 90,
    days: null,
    flights: null,
    total_cycles: null,
    replace_cycles: null,
    remark: '',
    created_at: at(now - (pastDays - index) * day),
    ...asked,
  });
  return {
    table: 'maintenance_programme',
    rows: [
      of('dockProgramme', 'dock', { days: 180 }, 0),
      of('droneProgramme', 'drone', { flights: 200, days: 180 }, 1),
      of('batteryProgramme', 'battery', { total_cycles: 420, replace_cycles: 400 }, 2),
    ],
  };
};

/** Batteries as they aged, once a day. */
export const batteryRows = ({ place, chance, now }: PastMaker): Rows => ({
  table: 'battery_sample',
  rows: place.batteries.flatMap(({ oid, sn }) => {
    const cycles = sn.startsWith('SIMDRONE1') ? 388 : 60;
    return Array.from({ length: pastDays }, (_, index) => ({
      device_oid: oid,
      at: at(now - (pastDays - index) * day),
      cycles: Math.max(1, Math.round(cycles - (pastDays - index) * 0.6)),
      spread: Math.round((0.02 + (cycles / 388) * 0.15 + chance.between(0, 0.02)) * 1000) / 1000,
      temperature: Math.round(chance.between(18, 36)),
      percent: Math.round(chance.between(88, 97)),
    }));
  }),
});

type Alarm = readonly [code: string, level: number, module: number];
const alarms: readonly [Alarm, ...Alarm[]] = [
  ['0x19110014', 1, 2],
  ['0x19111800', 1, 2],
  ['0x19114800', 1, 2],
  ['0x19110401', 2, 3],
];

/** Alarms that came and went, and what went wrong on flights. */
export function alarmRows(
  { place, newOid, chance, say, now }: PastMaker,
  flights: readonly PastFlight[],
): Rows[] {
  const home = { group_root: place.groupRoot, group_oid: place.groupOID };
  const health = place.docks.flatMap((dock) =>
    Array.from({ length: 11 }, () => {
      const [code, level, module] = chance.one(alarms);
      const first = now - chance.between(1.5, pastDays - 2) * day;
      const last = first + chance.between(5, 240) * 60_000;
      const handled = chance.happens(0.6);
      return {
        oid: newOid(),
        ...home,
        dock_oid: dock.oid,
        device: 'dock',
        code,
        level,
        module,
        in_the_sky: false,
        args: { sensor_index: 1, component_index: 1 },
        first_at: at(first),
        last_at: at(last),
        cleared_at: at(last),
        note: handled ? say('handled') : null,
        noted_by: handled ? place.people.operator : null,
        noted_at: handled ? at(last + 3_600_000) : null,
      };
    }),
  );
  const exceptions = flights
    .filter(({ outcome }) => outcome === 'failed')
    .map(({ oid, dock, reason, end }) => ({
      oid: newOid(),
      ...home,
      dock_oid: dock.oid,
      drone_oid: dock.droneOID,
      flight_oid: oid,
      at: at(end),
      family: 'outcome',
      code: reason,
      source: 'flight',
      method: 'startJob',
      level: 2,
      in_the_sky: false,
      detail: {},
    }));
  return [
    { table: 'device_health', rows: health },
    { table: 'device_exception', rows: exceptions },
  ];
}

/** The two months before this one, written but not approved: one click makes their files. */
export const reportRows = ({ place, newOid, say, now }: PastMaker): Rows => ({
  table: 'inspection_report',
  rows: [1, 2].map((back) => {
    const today = new Date(now + zoneShift);
    const month = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back, 1))
      .toISOString()
      .slice(0, 7);
    return {
      oid: newOid(),
      group_root: place.groupRoot,
      group_oid: place.groupOID,
      name: `${say('report')} ${month}`,
      month,
      step: 6,
      intro: say('intro'),
      conclusion: say('conclusion'),
      created_by: place.people.auditor,
      created_at: at(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back + 1, 2, 2)),
    };
  }),
});

export function noteRows({ place, newOid, say, now }: PastMaker): Rows[] {
  const { operator, leader, admin, auditor } = place.people;
  const home = { group_root: place.groupRoot, group_oid: place.groupOID };
  const note = (word: Word, hours: number, by: string, seen: string | null) => ({
    oid: newOid(),
    ...home,
    note: say(word),
    created_by: by,
    created_at: at(now - hours * 3_600_000),
    acknowledged_by: seen,
    acknowledged_at: seen && at(now - (hours - 1) * 3_600_000),
  });
  const insured = place.docks[1] ?? place.docks[0];
  const reminders = [admin, operator, auditor, leader].map((member) => ({
    oid: newOid(),
    group_root: place.groupRoot,
    member_oid: member,
    kind: 'insuranceEnds',
    level: 'attention',
    values: { name: insured?.name, days: 11, page: '/DaJiAirport', oid: insured?.oid },
    at: at(now - 5 * 3_600_000),
    popup: false,
  }));
  return [
    {
      table: 'desk_note',
      rows: [note('noteWind', 15, operator, leader), note('noteNight', 3, leader, null)],
    },
    { table: 'notification', rows: reminders },
  ];
}
