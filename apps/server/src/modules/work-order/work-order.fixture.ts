import { detectionCalls, type FirstRoleKey, type PhotoFacts, type ResponseOf } from '@eyrie/domain';
import { sql } from 'kysely';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { createTestRooms, type TestContext, type TestRooms } from '../../testing/rooms.ts';
import { createDefects, endpoints as detectionEndpoints, type Defects } from '../detection/index.ts';
import { placeOrders, workOrderEndpoints } from './index.ts';

type Deps = Parameters<typeof workOrderEndpoints>[0];
type Declaration = Parameters<TestRooms['call']>[0];

/** Calls of orders where nothing flies and nobody is notified, but as it is given. */
export const servedOrders = (
  { audit, department, runtime }: TestRooms,
  given: Partial<Deps> = {},
): Endpoint[] =>
  workOrderEndpoints({
    runtime,
    audit,
    department,
    makeRoute: async () => '',
    defects: { settle: async () => 0 },
    takeFile: () => Promise.reject(new Error('no files are taken here')),
    notify: async () => undefined,
    ...given,
  });

export interface OrderBench {
  rooms: TestRooms;
  defects: Defects;
  /** A run of a detector, to which findings are submitted. */
  detectionOID: string;
  members: Readonly<Record<string, string>>;
  ask<One extends Declaration>(
    account: string,
    declaration: One,
    request: object,
    part?: Partial<TestContext>,
  ): Promise<ResponseOf<One>>;
}

/** Findings and orders of the organisation `gamma` and of a stranger's, `omega`, on a database of their own. */
export async function createOrderBench(
  roles: readonly FirstRoleKey[],
  given: Partial<Deps> = {},
): Promise<OrderBench> {
  const rooms = await createTestRooms();
  await rooms.seed('gamma', roles, 'Flug-4711!');
  await rooms.seed('omega', ['administrator'], 'Flug-4711!');
  const tokens: Record<string, string> = {};
  const members: Record<string, string> = {};
  for (const account of [...roles.map((role) => `gamma-${role}`), 'omega-administrator']) {
    tokens[account] = await rooms.tokenOf(account);
    members[account] = (await rooms.member.byAccount(rooms.db, account))?.oid ?? '';
  }
  const { audit, department, runtime } = rooms;
  const defects = createDefects({ runtime, audit, ground: async () => null, placeOrders });
  const extra = [
    ...detectionEndpoints({ runtime }, { auditLog: audit, department }, defects),
    ...servedOrders(rooms, { defects, ...given }),
  ];
  const ask: OrderBench['ask'] = async (account, declaration, request, part = {}) =>
    (await rooms.call(declaration, request, { token: tokens[account] ?? '', extra, ...part })).data as never;
  const run = { name: 'run', model: 'cracks', modelVersion: '1', sourceId: 'one' };
  const { oid: detectionOID } = await ask('gamma-administrator', detectionCalls.add, run);
  return { rooms, defects, detectionOID, members, ask };
}

/** Calls of one member of a bench that stands only when the tests run. */
export const memberOf =
  (bench: () => OrderBench, account: string) =>
  <One extends Declaration>(
    declaration: One,
    request: object,
    part?: Partial<TestContext>,
  ): Promise<ResponseOf<One>> =>
    bench().ask(account, declaration, request, part);

/** A photo of the administrator of `gamma`, or of another. @returns its oid */
export async function addPhoto(
  { rooms }: Pick<OrderBench, 'rooms'>,
  {
    account = 'gamma-administrator',
    lng = null,
    lat = null,
    shotAt = null,
    facts = null,
  }: {
    account?: string;
    lng?: number | null;
    lat?: number | null;
    shotAt?: Date | null;
    facts?: PhotoFacts | null;
  } = {},
): Promise<string> {
  const oid = rooms.runtime.newOid();
  await sql`insert into media (oid, group_root, group_oid, object_key, name, kind, size, lng, lat, shot_at, facts,
      reading_state)
    select ${oid}::uuid, group_root, group_oid, ${oid}, ${`${oid}.jpg`}, 'photo', 1, ${lng}::float8, ${lat}::float8,
      ${shotAt}, ${facts === null ? null : JSON.stringify(facts)}::jsonb, 'done'
    from member where account = ${account}`.execute(rooms.db);
  return oid;
}

/** A finding of a crack on a photo. @returns its oid */
export async function addFinding(
  { ask, detectionOID }: Pick<OrderBench, 'ask' | 'detectionOID'>,
  mediaOID: string,
  part: object = {},
): Promise<string> {
  const outcome = {
    sourceId: '1',
    mediaOID,
    box: { x: 1, y: 1, width: 9, height: 9 },
    picture: { width: 100, height: 100 },
    class: 'crack',
    confidence: 0.9,
    ...part,
  };
  await ask('gamma-administrator', detectionCalls.submit, { oid: detectionOID, outcomes: [outcome] });
  const { list } = await ask('gamma-administrator', detectionCalls.queryOutcome, { detectionOID, mediaOID });
  return list[0]?.oid ?? '';
}
