import {
  limits,
  shapeOfGeometry,
  type DrawnGeometry,
  type ImportedRegion,
  type Issue,
  type ParsedRequestOf,
  type regionCalls,
} from '@eyrie/domain';
import { countPlaces, placesOf } from '@eyrie/geometry';
import { issueText } from '../../platform/http/answer.ts';
import type { CallContext } from '../../platform/http/endpoint.ts';
import { invalidField, Refusal } from '../../platform/http/refusal.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { FileRow } from '../../platform/vector-file/index.ts';
import type { ListDeps } from '../../platform/list/index.ts';
import type { RegionParser } from './region-parser.ts';
import type { RegionRoom } from './region.room.ts';
import { addedValues, requireRoom, type Add } from './region.list.ts';
import { insertRegions } from './region.store.ts';
import { requireShape } from './region.values.ts';

type Request = ParsedRequestOf<typeof regionCalls.upload>;
type Language = CallContext['language'];

const issuesIn = ({ details: { issues = [], values = {} } }: Refusal, language: Language): Issue[] =>
  issues.map(({ path, rule }) => ({ path, rule, message: issueText(language, path, rule, values) }));

/** A row of a file as it is judged by the rules of every region. */
function judged(
  row: FileRow,
  index: number,
  kind: NonNullable<Request['kind']>,
  language: Language,
): ImportedRegion {
  const name = row.name === '' ? `#${index + 1}` : row.name;
  const facts = { row: index + 1, name, geometry: row.geometry, radius: row.radius, colour: row.colour };
  if (!row.geometry) {
    const message = issueText(language, 'geometry', 'shape.unknown', {});
    return {
      ...facts,
      shape: null,
      places: 0,
      issues: [{ path: 'geometry', rule: 'shape.unknown', message }],
    };
  }
  try {
    const shape = requireShape({ kind, geometry: row.geometry, radius: row.radius });
    return { ...facts, shape: shape.type, places: countPlaces(shape), issues: [] };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // Numbers that are none have no place in an answer, nor has more than a region may have.
    return {
      ...facts,
      geometry: sendable(row.geometry),
      shape: null,
      places: 0,
      issues: issuesIn(error, language),
    };
  }
}

const isSendable = (value: unknown): boolean =>
  Array.isArray(value) ? value.every(isSendable) : Number.isFinite(value);
const sendable = (geometry: DrawnGeometry): DrawnGeometry | null =>
  placesOf(shapeOfGeometry(geometry, {})).length <= limits.region.places && isSendable(geometry.coordinates)
    ? geometry
    : null;

/** Rows with their places as far as those fit one answer. */
function fitting(rows: readonly ImportedRegion[]): ImportedRegion[] {
  let left = limits.region.placesAnswered;
  return rows.map((row) => {
    left -= row.places;
    return left < 0 ? { ...row, geometry: null } : row;
  });
}

export interface RegionImportDeps {
  room: RegionRoom;
  audit: ListDeps['audit'];
  parser: RegionParser;
}

export function createRegionImport(
  runtime: Pick<Runtime, 'db' | 'newOid' | 'serverTime'>,
  { room, audit, parser }: RegionImportDeps,
) {
  const chosen = (rows: readonly ImportedRegion[], request: Request): ImportedRegion[] => {
    const wanted = request.rows?.split(',').map(Number);
    const taken = wanted ? rows.filter(({ row }) => wanted.includes(row)) : [...rows];
    const atFault = taken.filter(({ issues }) => issues.length > 0);
    if (atFault.length > 0 || taken.length === 0 || (wanted && taken.length < new Set(wanted).size))
      throw new Refusal('regionRows', {
        values: {
          count: atFault.length,
          rows: atFault
            .slice(0, 10)
            .map(({ row }) => row)
            .join(', '),
        },
        data: { rows: atFault.slice(0, 50).map(({ row, issues }) => ({ row, issues })) },
      });
    return taken;
  };

  async function store(
    rows: readonly ImportedRegion[],
    request: Request,
    context: CallContext,
  ): Promise<string[]> {
    const { caller } = context;
    const groupOID = request.groupOID ?? caller.groupOID;
    await room.requireGroup(caller, groupOID);
    const of = { groupRoot: caller.groupRoot, groupOID, memberOID: caller.memberOID };
    return runtime.db.transaction().execute(async (trx) => {
      await requireRoom(trx, groupOID, rows.length);
      const at = new Date(Math.round(runtime.serverTime()));
      const oids = rows.map(() => runtime.newOid());
      const added = rows.map(({ name, geometry, radius, colour }, index) => {
        const { kind = 'note', group = '' } = request;
        const given = { name, geometry, radius, kind, group, ...(colour ? { colour } : {}) } as Add;
        return { oid: oids[index] ?? '', ...addedValues(given, { ...of, at }) };
      });
      for (let from = 0; from < added.length; from += 50)
        await insertRegions(trx, ...added.slice(from, from + 50));
      await audit.done(trx, context, 'region.upload', {
        count: added.length,
        groupOID,
        kind: request.kind ?? 'note',
      });
      return oids;
    });
  }

  /** Reads a file of regions; with `preview` nothing is stored. @throws Refusal `regionFile`, `regionRows`, … */
  return async (request: Request, context: CallContext) => {
    if (!context.file) throw invalidField('file', 'required');
    const read = await parser.parse(context.file.bytes);
    if (!read.ok)
      throw new Refusal(read.tooBig ? 'regionFileTooBig' : 'regionFile', {
        values: { detail: read.detail },
        data: { detail: read.detail },
      });
    const rows = read.rows.map((row, at) => judged(row, at, request.kind ?? 'note', context.language));
    if (request.preview === 'true') return { rows: fitting(rows), added: 0, more: read.more };
    const oids = await store(chosen(rows, request), request, context);
    await room.publishOf(context, 'added', oids);
    return { rows: [], added: oids.length, more: read.more };
  };
}
