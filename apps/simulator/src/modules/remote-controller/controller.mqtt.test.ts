import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startBroker, type Heard, type TestBroker } from '../../testing/broker.ts';
import { groundStation, type GroundStation } from '../../testing/ground-station.ts';
import { startSimulatedController, type ConsentPolicy, type SimulatedController } from './index.ts';

const sn = 'RCTEST';
const droneSn = 'HELDTEST';
let broker: TestBroker;
let controller: SimulatedController;

let station: GroundStation;

const begin = (consent: ConsentPolicy): void => {
  station = groundStation(broker, sn);
  controller = startSimulatedController({
    sn,
    secret: 'secret',
    droneSn,
    brokerUrl: broker.url,
    lng: 113.9,
    lat: 22.5,
    height: 40,
    consent,
    answerMs: 50,
    seed: 'test',
  });
};
beforeEach(async () => {
  broker = await startBroker('secret');
});
afterEach(async () => {
  await controller?.stop();
  await broker.stop();
});
const heardOn =
  (tail: string, of = sn) =>
  (one: Heard) =>
    one.topic === `thing/product/${of}/${tail}`;
const dataOf = (one: Heard): Record<string, unknown> => one.body.data;

describe('a simulated controller', () => {
  it('names its aircraft without a domain, and says all of itself in one message', async () => {
    begin('gives');
    const { data } = (await broker.until('topology', heardOn('status'))).body;
    expect(data).toMatchObject({ type: 174, sub_devices: [{ sn: droneSn, type: 99, sub_type: 1 }] });
    expect(data).not.toHaveProperty('domain');
    const osd = dataOf(await broker.until('osd', heardOn('osd')));
    expect(osd).toMatchObject({ capacity_percent: 76, latitude: 22.5, wireless_link: { sdr_quality: 5 } });
    const first = dataOf(await broker.until('aircraft', heardOn('osd', droneSn)));
    const moved = await broker.until(
      'motion',
      (one) => heardOn('osd', droneSn)(one) && dataOf(one)['latitude'] !== first['latitude'],
    );
    expect(dataOf(moved)).toMatchObject({ mode_code: 3, elevation: 40 });
    const capacity = await broker.until(
      'capacity',
      (one) => heardOn('state')(one) && 'live_capacity' in one.body.data,
    );
    expect(JSON.stringify(capacity.body.data)).not.toContain(`"sn":"${sn}"`);
  });

  const asked = async () => {
    await broker.until('osd', heardOn('osd'));
    const request = { user_id: 'u', user_callsign: 'Ada', control_keys: ['flight'] };
    expect(await station.order('cloud_control_auth_request', request)).toEqual({ result: 0 });
  };
  const answer = () => broker.until('answer', (one) => one.body['method'] === 'cloud_control_auth_notify');

  it('obeys from afar only while its pilot agrees', async () => {
    begin('gives');
    await asked();
    expect((await answer()).body.data).toEqual({ result: 0, output: { status: 'ok' } });
    expect(controller.state().controlledBy).toBe('Ada');
    expect(await station.order('return_home', null)).toEqual({ result: 0 });
    expect(controller.state().mode).toBe(9);
    expect(await station.order('cloud_control_release', { control_keys: ['flight'] })).toEqual({ result: 0 });
    expect(await station.order('return_home', null)).toEqual({ result: 316_023 });
  });

  it.each([
    ['refuses', 'failed'],
    ['cancels', 'canceled'],
  ] as const)('whose pilot %s says so, and obeys nothing', async (policy, status) => {
    begin(policy);
    await asked();
    expect((await answer()).body.data).toEqual({ result: 0, output: { status } });
    expect(await station.order('return_home', null)).toEqual({ result: 316_023 });
  });

  it('comes back after its network was gone, and the sticks are the pilot’s', async () => {
    begin('gives');
    await asked();
    await answer();
    const before = broker.heard.filter(heardOn('status')).length;
    controller.loseNetwork(100);
    await broker.until(
      'topology again',
      (one) => heardOn('status')(one) && broker.heard.filter(heardOn('status')).length > before,
    );
    expect(controller.state().controlledBy).toBeNull();
  });
});
