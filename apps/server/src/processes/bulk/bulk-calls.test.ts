import { allCalls, calls } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import { createBulkPaths, isBulk } from './bulk-calls.ts';

const isPath = createBulkPaths();
const oid = '0198c0de-0000-7000-8000-000000000001';

describe('calls that may take long of a loop', () => {
  it.each([
    calls.route.add,
    calls.route.uploadKmz,
    calls.region.upload,
    calls.layer.upload,
    calls.layer.file,
    calls.mapShare.file,
    calls.weather.direction,
    calls.appearance.uploadImage,
    calls.dock.export,
  ])('are answered elsewhere: $path', (declaration) => {
    expect(isBulk(declaration)).toBe(true);
    expect(isPath(declaration.path.replaceAll(/\{\w+\}/g, '1'))).toBe(true);
  });

  it('are none of those that order, control, sign in or save an aircraft', () => {
    const light = [calls.command, calls.lease, calls.session, calls.flight].flatMap((room) =>
      Object.values(room),
    );
    expect(light.filter(isBulk).map(({ path }) => path)).toEqual([calls.flight.preview.path]);
    expect(allCalls.filter((one) => one.withoutDatabase && isBulk(one))).toEqual([]);
  });

  it('are known however their address is written, and nothing else for its query', () => {
    expect(isPath(`/nebula-five/mapshare/file/0/0.rest?ticket=a`)).toBe(true);
    expect(isPath(`/nebula-five/mapshar%65/file/0/0.rest`)).toBe(true);
    expect(isPath(`/nebula-five/layer/tile/${oid}/1/2/3.rest`)).toBe(true);
    expect(isPath('/nebula-five/uavroute/%')).toBe(false);
    expect(isPath(`${calls.lease.renew.path}?x=/nebula-five/uavroute/add.rest`)).toBe(false);
  });
});
