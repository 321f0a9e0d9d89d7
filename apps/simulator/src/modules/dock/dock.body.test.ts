import { describe, expect, it } from 'vitest';
import { droneModels } from '../drone/index.ts';
import { DockBody } from './dock.body.ts';

const model = droneModels['0-100-1'];
const body = (battery = 80) => {
  if (!model) throw new Error('no model');
  return new DockBody({
    seed: 's',
    place: { lng: 1, lat: 2, heading: 0 },
    droneModel: model,
    droneSn: 'AIR1',
    battery,
    refit: {},
    esim: true,
  });
};

describe('the cover', () => {
  it('is half open on the way and takes fifteen seconds', () => {
    const box = body();
    box.openCover(false);
    expect(box.advance(10, 0)).toEqual([]);
    expect(box.state.cover.state).toBe(2);
    expect(box.advance(6, 0)).toEqual(['coverOpened']);
    expect(box.state.cover.state).toBe(1);
  });

  it('stays open for five seconds while it closes, and is shut after 18.5', () => {
    const box = body();
    box.openCover(false);
    box.advance(20, 0);
    box.closeCover();
    box.advance(4, 0);
    expect(box.state.cover.state).toBe(1);
    box.advance(5, 0);
    expect(box.state.cover.state).toBe(2);
    expect(box.advance(10, 0)).toEqual(['coverClosed']);
  });

  it('can jam', () => {
    const box = body();
    box.openCover(true);
    expect(box.advance(8, 0)).toEqual(['coverJammed']);
    expect(box.obstacle('prepare')).toBe(514_107);
  });
});

describe('the battery', () => {
  it('is charged below the store level, up to it, and only while the aircraft is off', () => {
    const box = body(85);
    for (let step = 0; step < 360; step += 1) box.advance(5, 0);
    expect(Math.round(box.battery.percent)).toBe(96);
    box.advance(60, 0);
    expect(box.battery.charging).toBe(false);
    box.setPower(true);
    expect(box.advance(25, 0)).toEqual(['droneOn']);
    box.battery.percent = 50;
    box.advance(60, 0);
    expect(box.battery.charging).toBe(false);
  });

  it('lasts about its rated time in the air', () => {
    const box = body(100);
    Object.assign(box.drone, { powered: true, mode: 5 });
    box.order = { wind: 3 };
    let seconds = 0;
    for (; box.battery.percent > 0 && seconds < 10_000; seconds += 10) box.advance(10, 0);
    expect(Math.abs(seconds - (model?.ratedSeconds ?? 0))).toBeLessThan(60);
  });
});

describe('a flight is refused', () => {
  it.each([
    ['with the emergency stop pressed', (box: DockBody) => (box.state.emergencyStop = true), 514_121],
    ['in remote debug', (box: DockBody) => (box.state.modeCode = 2), 319_036],
    ['while another one runs', (box: DockBody) => (box.state.modeCode = 4), 319_016],
    ['with a weak battery', (box: DockBody) => (box.battery.percent = 29), 316_009],
  ])('%s', (_name, spoil, code) => {
    const box = body();
    expect(box.obstacle('prepare')).toBe(0);
    spoil(box);
    expect(box.obstacle('prepare')).toBe(code);
  });

  it('by the percent that the dock tells, as the pre-flight check reads it', () => {
    expect(body(29.5).obstacle('prepare')).toBe(0);
    expect(body(29.4).obstacle('prepare')).toBe(316_009);
    expect(body(29.4).obstacle('execute')).toBe(316_009);
  });

  it('in strong wind and heavy rain, with an alarm', () => {
    const box = body();
    box.order = { wind: 13 };
    box.advance(1, 0);
    expect(box.obstacle('execute')).toBe(514_135);
    expect([...box.alarms]).toEqual(['wind']);
    box.order = { wind: undefined, rain: 3 };
    box.advance(1, 0);
    expect(box.obstacle('execute')).toBe(514_134);
    expect([...box.alarms]).toEqual(['rain']);
    box.ordered.set('0x19111800', { code: '0x19111800', level: 2, domain: 3, imminent: 0 });
    expect(box.complaints.map((alarm) => alarm.code)).toEqual(['0x19114800', '0x19111800']);
  });
});

describe('what the aircraft carries', () => {
  it('is changed part by part while it lies in the dock, off', () => {
    const box = body();
    expect(box.gear).toEqual({ batteries: ['AIR1B0'], gimbal: 'AIR1C0', behind: false });
    expect(box.refit({ batteries: ['OTHER1'], cycles: 7, percent: 60 })).toBe(true);
    expect(box.gear).toEqual({ batteries: ['OTHER1'], gimbal: 'AIR1C0', behind: false });
    expect(box.battery).toMatchObject({ cycles: 7, percent: 60 });
    expect(box.refit({ gimbal: 'LENS2', behind: true })).toBe(true);
    expect(box.gear).toEqual({ batteries: ['OTHER1'], gimbal: 'LENS2', behind: true });
  });

  it('stays while the aircraft is on or away', () => {
    const box = body();
    box.drone.powered = true;
    expect(box.refit({ gimbal: 'LENS2' })).toBe(false);
    box.drone.powered = false;
    box.state.droneInDock = false;
    expect(box.refit({ gimbal: 'LENS2' })).toBe(false);
    expect(box.gear.gimbal).toBe('AIR1C0');
  });
});
