import type { DroneTelemetry, PilotRegion } from '@eyrie/domain';
import { requestLeaves } from '@eyrie/testing';
import { describe, expect, it } from 'vitest';
import {
  deviceOffline,
  deviceOnline,
  deviceOsd,
  elementCreated,
  elementDeleted,
  favouritesAsked,
  fingerprintsAsked,
  groupRefreshed,
  groupsAnswered,
  inLayer,
  inWorkspace,
  inWorkspaceById,
  groupUploaded,
  mediaKnown,
  mediaUploaded,
  namesAsked,
  regionAdded,
  regionEdited,
  regionsAsked,
  routesAnswered,
  routesAsked,
  routeUploaded,
  storageAnswered,
  topologiesAnswered,
  topologyChanged,
  toElementGroup,
  toRouteItem,
  toStorage,
  toTopologies,
} from './index.ts';

const w = '0199c0de-0000-7000-8000-000000000001';
const id = '0199c0de-0000-7000-8000-000000000002';
const fieldOf = (read: { success: boolean; error?: { issues: { path: PropertyKey[] }[] } }): string =>
  read.success ? '' : (read.error?.issues[0]?.path.join('.') ?? '?');

describe('the list of routes', () => {
  it('is asked for with plural aircraft, singular payloads, and repeated templates', () => {
    const asked = routesAsked.parse({
      w,
      page: '2',
      page_size: '50',
      order_by: 'name asc',
      favorited: 'true',
      template_type: ['0', '1'],
      drone_model_keys: ['0-67-0', '0-67-1'],
      payload_model_key: '1-53-0',
    });
    expect(asked).toMatchObject({
      pageNum: 2,
      pageSize: 50,
      order: { by: 'name', descending: false },
      favourite: true,
      // Only the M30T carries this camera.
      droneModels: ['0-67-1'],
      none: false,
    });
    expect(asked.types).toEqual(expect.arrayContaining(['waypoint', 'regional']));
  });

  it('is taken with the usual values where nothing is said', () => {
    expect(routesAsked.parse({ w })).toMatchObject({
      pageNum: 1,
      pageSize: 10,
      order: { by: 'createdAt', descending: true },
      favourite: null,
      types: null,
      droneModels: null,
    });
    expect(routesAsked.parse({ w, action_type: '1' }).none).toBe(true);
  });

  it.each([
    [{ page: '0' }, 'page'],
    [{ page: 'x' }, 'page'],
    [{ page_size: '101' }, 'page_size'],
    [{ order_by: 'name; drop' }, 'order_by'],
    [{ favorited: 'maybe' }, 'favorited'],
    [{ drone_model_keys: 'M30' }, 'drone_model_keys.0'],
    [{ w: 'x' }, 'w'],
  ])('is refused by field: %j', (query, field) => {
    expect(fieldOf(routesAsked.safeParse({ w, ...query }))).toBe(field);
  });

  it('spells the start of a route as the app does', () => {
    const item = toRouteItem({
      oid: id,
      name: 'North',
      type: 'waypoint',
      droneModel: '0-91-1',
      objectKey: 'routes/x.kmz',
      sign: 'abc',
      favourite: true,
      createdBy: 'Ann',
      updatedAt: 5,
      start: { lng: 113, lat: 22 },
    });
    expect(item).toMatchObject({
      favorited: true,
      payload_model_keys: ['1-81-0'],
      start_wayline_point: { start_latitude: 22, start_lontitude: 113 },
    });
    const pagination = { page: 1, page_size: 10, total: 1 };
    expect(routesAnswered.parse({ list: [item], pagination }).list).toHaveLength(1);
  });

  it('reads names and favourites one by one, from the query and from a body', () => {
    expect(namesAsked.parse({ w, name: ['a', 'b'] }).names).toEqual(['a', 'b']);
    expect(namesAsked.parse({ w, name: 'a' }).names).toEqual(['a']);
    expect(namesAsked.parse({ w }).names).toEqual([]);
    expect(favouritesAsked.parse({ w, id, ids: [id, w] }).oids).toEqual([id, w]);
    expect(fieldOf(favouritesAsked.safeParse({ w }))).toBe('id');
    expect(fieldOf(favouritesAsked.safeParse({ w, id: 'x' }))).toBe('id.0');
  });

  it('takes an upload with its three required fields', () => {
    const sent = {
      w,
      name: 'n',
      object_key: 'k',
      metadata: { drone_model_key: '0-67-0', template_types: [0] },
    };
    expect(routeUploaded.parse(sent)).toEqual({ w, name: 'n', objectKey: 'k' });
    for (const field of ['name', 'object_key', 'metadata'] as const)
      expect(fieldOf(routeUploaded.safeParse({ ...sent, [field]: undefined }))).toBe(field);
  });
});

describe('media', () => {
  it('spell one fingerprint with two n and a list of them with one', () => {
    expect(mediaKnown.parse({ w, fingerprint: 'f', ext: { tinny_fingerprint: 't' } })).toEqual({
      w,
      fingerprint: 'f',
    });
    expect(fieldOf(mediaKnown.safeParse({ w }))).toBe('fingerprint');
    expect(fingerprintsAsked.parse({ w, tiny_fingerprints: ['t'] }).tiny).toEqual(['t']);
    expect(fieldOf(fingerprintsAsked.safeParse({ w, tinny_fingerprints: ['t'] }))).toBe('tiny_fingerprints');
  });

  it('are read as those of a dock, one level up', () => {
    const read = mediaUploaded.parse({
      w,
      object_key: 'media/x/DJI_0001_W.JPG',
      fingerprint: 'f',
      name: 'DJI_0001_W.JPG',
      ext: { drone_model_key: '0-99-1', tinny_fingerprint: 't', file_group_id: 'g', is_original: 'true' },
      metadata: {
        gimbal_yaw_degree: '12.5',
        created_time: '2026-01-02T03:04:05Z',
        shoot_position: { lat: 22, lng: 113 },
      },
    });
    expect(read).toMatchObject({ fingerprint: 'f', tinyFingerprint: 't', groupId: 'g' });
    expect(read.file).toMatchObject({
      kind: 'photo',
      droneModel: '0-99-1',
      gimbalYaw: 12.5,
      shotAt: Date.UTC(2026, 0, 2, 3, 4, 5),
      lng: 113,
      lat: 22,
    });
    expect(fieldOf(mediaUploaded.safeParse({ w, object_key: 'media/../routes/x' }))).toBe('object_key');
  });

  it('come in groups whose counts are optional', () => {
    expect(groupUploaded.parse({ w })).toEqual({ w, groupId: null, uploaded: null });
    expect(fieldOf(groupUploaded.safeParse({ w, file_uploaded_count: -1 }))).toBe('file_uploaded_count');
  });

  it('are uploaded with a credential that stands unwrapped', () => {
    const answer = toStorage({
      provider: 'minio',
      endpoint: 'https://here/objects',
      region: 'us-east-1',
      bucket: 'eyrie',
      objectKeyPrefix: 'media/x',
      accessKeyId: 'a',
      accessKeySecret: 's',
      securityToken: 't',
      expire: 3600,
    });
    expect(storageAnswered.parse(answer)).toEqual({
      provider: 'minio',
      endpoint: 'https://here/objects',
      region: 'us-east-1',
      bucket: 'eyrie',
      object_key_prefix: 'media/x',
      credentials: { access_key_id: 'a', access_key_secret: 's', security_token: 't', expire: 3600 },
    });
  });
});

describe('map elements', () => {
  const content = (geometry: object) => ({
    type: 'Feature',
    properties: { color: '#2D8CF0', clampToGround: true },
    geometry,
  });
  const element = (geometry: object, type?: number) => ({
    w,
    g: id,
    id,
    name: 'Tower',
    resource: { ...(type === undefined ? {} : { type }), content: content(geometry) },
  });

  it('may have heights, and keep them', () => {
    const geometry = {
      type: 'LineString',
      coordinates: [
        [113, 22, 30],
        [113.1, 22],
      ],
    };
    expect(regionAdded.parse(element(geometry, 1))).toEqual({
      w,
      groupOID: id,
      region: { oid: id, name: 'Tower', geometry, color: '#2D8CF0', onGround: true },
    });
    expect(regionEdited.parse({ w, id, name: 'b', content: content(geometry) })).toMatchObject({
      oid: id,
      changes: { name: 'b', geometry },
    });
  });

  it.each([
    [{ type: 'Point', coordinates: [200, 0] }, 0, 'resource.content.geometry.coordinates.0'],
    [{ type: 'Point', coordinates: [0, 95] }, 0, 'resource.content.geometry.coordinates.1'],
    [{ type: 'Point', coordinates: [0, 0, 1, 2] }, 0, 'resource.content.geometry.coordinates'],
    [{ type: 'LineString', coordinates: [[0, 0]] }, 1, 'resource.content.geometry.coordinates'],
    [{ type: 'Polygon', coordinates: [] }, 2, 'resource.content.geometry.coordinates'],
    [{ type: 'Point', coordinates: [0, 0] }, 2, 'resource.type'],
  ])('are refused by field: %j', (geometry, type, field) => {
    expect(fieldOf(regionAdded.safeParse(element(geometry, type)))).toBe(field);
  });

  it('are asked for whole, or by layer', () => {
    expect(regionsAsked.parse({ w })).toEqual({ w, groupOID: null, shared: true });
    expect(regionsAsked.parse({ w, group_id: id, is_distributed: 'false' })).toEqual({
      w,
      groupOID: id,
      shared: false,
    });
  });

  const region: PilotRegion = {
    oid: id,
    groupOID: w,
    name: 'Field',
    geometry: { type: 'Point', coordinates: [1, 2] },
    color: '#19BE6B',
    onGround: false,
    createdBy: 'Ann',
    createdAt: 1,
    updatedAt: 2,
  };

  it('stand in a layer that the app shares, or in a locked one', () => {
    const own = toElementGroup({ oid: w, name: 'North', own: true, mayEdit: false, regions: [region] });
    expect(groupsAnswered.parse([own])).toMatchObject([
      { id: w, type: 2, is_lock: true, elements: [{ id, resource: { type: 0, user_name: 'Ann' } }] },
    ]);
    expect(toElementGroup({ oid: w, name: 'South', own: false, mayEdit: true, regions: [] })).toMatchObject({
      type: 0,
      is_lock: false,
    });
  });

  it('are pushed with their layer', () => {
    expect(JSON.parse(elementCreated(region, 7))).toMatchObject({
      biz_code: 'map_element_create',
      version: '1.0',
      timestamp: 7,
      data: {
        id,
        group_id: w,
        name: 'Field',
        resource: { content: { properties: { clampToGround: false } } },
      },
    });
    expect(JSON.parse(elementDeleted(region, 7)).data).toEqual({ group_id: w, id });
    expect(JSON.parse(groupRefreshed(w, 7)).data).toEqual({ ids: [w] });
  });
});

describe('devices', () => {
  it('have their codes as text in the topologies', () => {
    const answer = toTopologies([
      {
        sn: 'RC1',
        name: 'RC',
        modelKey: '2-174-0',
        online: true,
        drone: { sn: 'A1', name: 'M4', modelKey: '0-99-1', online: false },
      },
      { sn: 'RC2', name: 'RC', modelKey: null, online: false, drone: null },
    ]);
    expect(topologiesAnswered.parse(answer).list).toMatchObject([
      {
        hosts: [
          {
            sn: 'A1',
            online_status: false,
            device_model: { key: '0-99-1', domain: '0', type: '99', sub_type: '1' },
          },
        ],
        parents: [{ sn: 'RC1', online_status: true, device_model: { domain: '2', type: '174' } }],
      },
      { hosts: [], parents: [{ sn: 'RC2', device_model: { key: '' } }] },
    ]);
  });

  it('come and go without content', () => {
    for (const [push, code] of [
      [deviceOnline, 'device_online'],
      [deviceOffline, 'device_offline'],
      [topologyChanged, 'device_update_topo'],
    ] as const)
      expect(JSON.parse(push(1.4))).toEqual({ biz_code: code, version: '1.0', timestamp: 1, data: {} });
  });

  it('are where they are, and leave out what they do not know', () => {
    const drone = {
      sn: 'A1',
      lat: 22.5,
      lng: 113.9,
      height: null,
      head: 90,
      elevation: null,
      speedH: 3,
      speedV: null,
    };
    const push = deviceOsd(drone as unknown as DroneTelemetry, 1);
    expect(JSON.parse(push ?? '').data).toEqual({
      sn: 'A1',
      host: { latitude: 22.5, longitude: 113.9, attitude_head: 90, horizontal_speed: 3 },
    });
    expect(deviceOsd({ ...drone, lat: null } as unknown as DroneTelemetry, 1)).toBeNull();
  });
});

describe('what a database cannot hold', () => {
  const requests = {
    favouritesAsked,
    fingerprintsAsked,
    groupUploaded,
    inLayer,
    inWorkspace,
    inWorkspaceById,
    mediaKnown,
    mediaUploaded,
    namesAsked,
    regionAdded,
    regionEdited,
    regionsAsked,
    routesAsked,
    routeUploaded,
  };
  const leaves = Object.entries(requests).flatMap(([name, shape]) => requestLeaves(shape, name));
  const of = (type: string) => leaves.filter((leaf) => leaf.type === type);

  it.each(of('string'))('is no text that is taken: $where', ({ shape }) => {
    const odd = ['a\0b', '\0', 'a\ud800b', 'a'.repeat(10_001)];
    expect(odd.filter((value) => shape.safeParse(value).success)).toEqual([]);
  });

  it.each(of('number'))('is no whole number that is taken: $where', ({ shape }) => {
    if (!shape.safeParse(1).success || shape.safeParse(1.5).success) return;
    expect(shape.safeParse(2_147_483_648).success).toBe(false);
  });

  it.each(['a/../b', '../a', 'a/./b', 'a//b', '/a', 'a/', 'a\\b', 'a\0b', 'a\nb', '', 'ä'.repeat(600)])(
    'nor a place of a file: %j',
    (key) => {
      const file = { w, name: 'n', object_key: key, metadata: {} };
      expect(fieldOf(routeUploaded.safeParse(file))).toBe('object_key');
      expect(fieldOf(mediaUploaded.safeParse(file))).toBe('object_key');
    },
  );

  it('and one below the own place is', () => {
    const file = { w, name: 'n', object_key: 'media/a/照片 1.jpg', metadata: {} };
    expect(routeUploaded.safeParse(file).success).toBe(true);
    expect(mediaUploaded.safeParse(file).success).toBe(true);
  });
});
