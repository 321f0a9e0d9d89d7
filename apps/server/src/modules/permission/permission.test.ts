import { describe, expect, it } from 'vitest';
import { effectiveResources, resourceNodes } from './index.ts';

describe('effective resources', () => {
  const granted = ['/DeviceAll', 'dock:control', 'platform:operate', 'robot:dance', '__proto__'];

  it('give the platform right in the first organisation only, and nothing unknown', () => {
    expect([...effectiveResources(granted, { first: true })]).toEqual([
      '/DeviceAll',
      'dock:control',
      'platform:operate',
    ]);
    expect([...effectiveResources(granted, { first: false })]).toEqual(['/DeviceAll', 'dock:control']);
  });

  it('are listed by type with their address', () => {
    const held = effectiveResources(granted, { first: false });
    expect(resourceNodes(held, 'menu', (id) => id)).toEqual([
      {
        oid: '/DeviceAll',
        parentOID: null,
        name: 'permission./DeviceAll',
        URL: '/DeviceAll',
        type: 'menu',
      },
    ]);
    expect(resourceNodes(held, 'scene', (id) => id).map((one) => one.oid)).toEqual(['dock:control']);
  });
});
