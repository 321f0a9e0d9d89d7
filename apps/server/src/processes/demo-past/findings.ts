import { readFile } from 'node:fs/promises';
import type { PastFlight } from './flights.ts';
import { at, day, type PastMaker, type Rows } from './place.ts';
import type { Word } from './words.ts';

interface Picture {
  /** Place in its name, and the aircraft that took it. */
  file: string;
  model: string;
  lng: number;
  lat: number;
  /** What is to be seen on it: pixels from the upper left corner. */
  word: Word;
  box: { x: number; y: number; width: number; height: number };
}
const size = { picture_width: 960, picture_height: 720 } as const;

/** Drawn by apps/simulator/src/scenarios/past-pictures.ts. */
export const pictures: readonly Picture[] = [
  picture('east-0', '0-67-0', 114.745451, 41.172986, 'foundation', 430, 240),
  picture('east-1', '0-67-0', 114.745043, 41.170147, 'foundation', 430, 240),
  picture('east-2', '0-67-0', 114.741938, 41.169762, 'erosion', 430, 120),
  picture('east-3', '0-67-0', 114.741144, 41.17401, 'foundation', 410, 300),
  picture('west-4', '0-91-1', 114.707053, 41.169575, 'road', 100, 430),
  picture('west-5', '0-91-1', 114.708112, 41.170345, 'road', 120, 540),
  picture('west-7', '0-91-1', 114.709491, 41.170367, 'road', 570, 320),
  picture('south-8', '0-100-1', 114.726285, 41.154221, 'insulator', 430, 560),
  picture('south-9', '0-100-1', 114.727726, 41.156003, 'insulator', 420, 400),
  picture('south-10', '0-100-1', 114.727858, 41.154464, 'vegetation', 420, 330),
  picture('south-11', '0-100-1', 114.725446, 41.152348, 'vegetation', 400, 420),
];

function picture(
  file: string,
  model: string,
  lng: number,
  lat: number,
  word: Word,
  x: number,
  y: number,
): Picture {
  return { file, model, lng, lat, word, box: { x, y, width: 120, height: 100 } };
}

export const readPicture = (file: string): Promise<Buffer> =>
  readFile(new URL(`pictures/${file}.jpg`, import.meta.url));

export interface PastPhoto {
  oid: string;
  flight: PastFlight;
  picture: Picture;
  key: string;
  shotAt: number;
}

/** What flights brought home. */
export const planPhotos = ({ newOid, chance }: PastMaker, flights: readonly PastFlight[]): PastPhoto[] =>
  flights.flatMap((flight) => {
    const own = pictures.filter(({ model }) => model === flight.dock.droneModel);
    const first = chance.whole(0, own.length);
    return Array.from({ length: Math.min(flight.photos, own.length) }, (_, index) => {
      const oid = newOid();
      const seen = own[(first + index) % own.length] as Picture;
      return {
        oid,
        flight,
        picture: seen,
        key: `media/${flight.dock.oid}/past/${oid}.jpg`,
        shotAt: flight.start + (flight.end - flight.start) * (0.25 + index * 0.2),
      };
    });
  });

export const photoRows = (
  { place, chance }: PastMaker,
  photos: readonly PastPhoto[],
  sizes: ReadonlyMap<string, number>,
): Rows => ({
  table: 'media',
  rows: photos.map(({ oid, flight, picture: seen, key, shotAt }, index) => ({
    oid,
    group_root: place.groupRoot,
    group_oid: place.groupOID,
    dock_oid: flight.dock.oid,
    flight_oid: flight.oid,
    object_key: key,
    name: `DJI_${at(shotAt).replaceAll(/\D/g, '').slice(0, 14)}_${String(index + 1).padStart(4, '0')}_V.jpg`,
    kind: 'photo',
    size: sizes.get(seen.file) ?? 0,
    lng: seen.lng,
    lat: seen.lat,
    absolute_altitude: flight.dock.height + 55,
    relative_altitude: 55,
    shot_at: at(shotAt),
    metadata: {},
    created_at: at(flight.end + 120_000),
    starred: chance.happens(0.05),
  })),
});

const falseAlarms = ['shadow', 'dirt', 'harmless', 'twice', 'unclear'] as const;
const detector = { model: 'eyrie-demo-detector', model_version: '1.4' } as const;

export interface PastFinding {
  oid: string;
  photo: PastPhoto;
  word: Word;
  foundAt: number;
  verdict: 'confirmed' | 'falseAlarm' | null;
  confidence: number;
  judgedAt: number;
  reason: string;
}

/** What a detector found on photos, and what the auditor said: everything that is older than three days. */
export const planFindings = (
  { newOid, chance, now }: PastMaker,
  photos: readonly PastPhoto[],
): PastFinding[] =>
  photos.flatMap((photo) => {
    if (!chance.happens(0.62)) return [];
    const foundAt = photo.flight.end + 240_000;
    const judgedAt = foundAt + chance.between(1, 30) * 3_600_000;
    const judged = judgedAt < now && (now - foundAt > 3 * day || chance.happens(0.4));
    const confirmed = chance.happens(0.7);
    return [
      {
        oid: newOid(),
        photo,
        word: photo.picture.word,
        foundAt,
        verdict: judged ? (confirmed ? ('confirmed' as const) : ('falseAlarm' as const)) : null,
        confidence: Math.round(chance.between(confirmed ? 0.7 : 0.45, confirmed ? 0.98 : 0.8) * 100) / 100,
        judgedAt,
        reason: judged && !confirmed ? chance.one(falseAlarms) : '',
      },
    ];
  });

/** Runs of the detector, one for each flight with photos, and what they found. */
export function findingRows(
  { place, newOid, say, chance }: PastMaker,
  photos: readonly PastPhoto[],
  findings: readonly PastFinding[],
): Rows[] {
  const home = { group_root: place.groupRoot, group_oid: place.groupOID };
  const runs = new Map<string, Record<string, unknown>>();
  for (const { flight } of photos) {
    if (runs.has(flight.oid)) continue;
    runs.set(flight.oid, {
      oid: newOid(),
      ...home,
      ...detector,
      name: `${say(flight.routeWord)} ${at(flight.start + 8 * 3_600_000)
        .slice(5, 16)
        .replace('T', ' ')}`,
      source_id: `past-${flight.oid}`,
      flight_oid: flight.oid,
      state: 'done',
      created_by: place.people.operator,
      created_at: at(flight.end + 180_000),
    });
  }
  const outcomes = findings.map((finding) => {
    const { box } = finding.photo.picture;
    return {
      oid: finding.oid,
      ...home,
      ...detector,
      ...size,
      detection_oid: runs.get(finding.photo.flight.oid)?.['oid'],
      media_oid: finding.photo.oid,
      source_id: finding.oid,
      x: box.x + chance.whole(-8, 8),
      y: box.y + chance.whole(-8, 8),
      width: box.width,
      height: box.height,
      class: say(finding.word),
      confidence: finding.confidence,
      verdict: finding.verdict,
      verdict_by: finding.verdict && place.people.auditor,
      verdict_at: finding.verdict && at(finding.judgedAt),
      reason: finding.reason,
      version: finding.verdict ? 1 : 0,
      created_at: at(finding.foundAt),
    };
  });
  return [
    { table: 'detection', rows: [...runs.values()] },
    { table: 'detection_outcome', rows: outcomes },
    { table: 'detection_audit', rows: auditRows(place, newOid, say, findings) },
  ];
}

const auditRows = (
  place: PastMaker['place'],
  newOid: PastMaker['newOid'],
  say: PastMaker['say'],
  findings: readonly PastFinding[],
): Record<string, unknown>[] =>
  findings
    .filter(({ verdict }) => verdict !== null)
    .map((finding) => {
      const { box } = finding.photo.picture;
      const stood = {
        box,
        class: say(finding.word),
        otherText: '',
        reason: '',
        verdict: null,
        by: null,
        at: null,
      };
      return {
        oid: newOid(),
        group_root: place.groupRoot,
        outcome_oid: finding.oid,
        member_oid: place.people.auditor,
        at: at(finding.judgedAt),
        verdict: finding.verdict,
        box,
        class: stood.class,
        other_text: '',
        reason: finding.reason,
        before: stood,
      };
    });
