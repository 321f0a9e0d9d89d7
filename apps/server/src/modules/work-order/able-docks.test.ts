import { describe, expect, it } from 'vitest';
import { ableDocks, type SomeDock } from './able-docks.ts';

const dock = (oid: string, more: Partial<SomeDock> = {}): SomeDock => ({
  oid,
  lng: 113.9,
  lat: 22.5,
  droneModel: '0-91-1',
  online: true,
  unfit: [],
  ...more,
});
const view = { lng: 113.91, lat: 22.5, lens: null };
const orderOf = (
  docks: readonly SomeDock[],
  asked: Parameters<typeof ableDocks>[1] = view,
  own: string | null = null,
) => ableDocks(docks, asked, own).map((one) => one.dock.oid);

describe('docks that can see something again', () => {
  it('begin with the one of the picture, then the ready ones by distance, then the others', () => {
    const docks = [
      dock('far', { lng: 113.95 }),
      dock('near'),
      dock('unfit', { unfit: ['alarm'] }),
      dock('offline', { online: false }),
      dock('own', { lng: 113.96, online: false }),
    ];
    expect(orderOf(docks, view, 'own')).toEqual(['own', 'near', 'far', 'unfit', 'offline']);
  });

  it('have a place, an aircraft that routes can be made for, and reach', () => {
    const docks = [
      dock('nowhere', { lng: null }),
      dock('empty', { droneModel: null }),
      dock('strange', { droneModel: '0-1-1' }),
      dock('beyond', { lng: 114.2 }),
    ];
    expect(orderOf(docks)).toEqual([]);
  });

  it('carry the lens of the picture', () => {
    const docks = [dock('eye', { droneModel: '0-91-0' }), dock('thermal')];
    expect(orderOf(docks, { ...view, lens: 'ir' })).toEqual(['thermal']);
    expect(orderOf(docks, { ...view, lens: 'zoom' })).toEqual(['eye', 'thermal']);
  });

  it('are none for a view without a place', () => {
    expect(orderOf([dock('near')], { lng: null, lat: null, lens: null })).toEqual([]);
  });
});
